//! The question before the run, and its answer in the same row.

use super::icons::{ring, sign_class};
use super::words::{class, sentence};
use crate::app::message::Msg;
use crate::check::outcome::Sign;
use crate::tell::question::{Choice, Question as Asked};
use yew::prelude::*;

/// The question.
#[derive(PartialEq, Properties)]
pub struct QuestionProps {
    /// What is asked.
    pub question: Asked,
    /// The sign of the run, where it is at its end.
    pub sign: Option<Sign>,
    /// Hears the guess.
    pub on: Callback<Msg>,
}

/// The guess, and what came of it. Optional, and in the way of nothing.
#[component]
pub fn Question(props: &QuestionProps) -> Html {
    let asked = &props.question;
    let choice = |choice: &Choice| {
        let guess = choice.guess;
        let missed = asked.answered && choice.chosen && !choice.right;
        let classes = class(
            "button question__answer",
            &[
                (choice.right, "question__answer--right"),
                (choice.right, sign_class(props.sign)),
                (missed, "question__answer--missed"),
            ],
        );
        html! {
            <button key={choice.label.clone()} type="button" class={classes} aria-pressed={choice.chosen.to_string()}
                onclick={props.on.reform(move |_| Msg::Guessed(guess))}>
                if let Some(sign) = props.sign.filter(|_| choice.right) {
                    { ring(sign, "") }
                }
                { &choice.label }
            </button>
        }
    };
    html! {
        <div class="question" role="group" aria-label="Your guess" data-test="question">
            <span class="question__ask">{ sentence(&asked.question) }</span>
            { for asked.choices.iter().map(choice) }
            <small class="question__note">{ &asked.words }</small>
        </div>
    }
}
