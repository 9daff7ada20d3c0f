//! The question before the run, and its answer in the same row. Optional, and in the way of nothing.

use super::icons::{ring_in, sign_class};
use super::words::{On, button, classes, each, fill, press, sentence, text_of, truth, when};
use crate::app::message::Msg;
use crate::check::outcome::Sign;
use crate::tell::question::{Choice, Question};
use yew::prelude::*;

/// The guess, and what came of it; `sign` is the run's, where it is at its end.
pub fn question(asked: &Question, sign: Option<Sign>, on: &On) -> Html {
    let choice = |choice: &Choice| {
        let missed = asked.answered && choice.chosen && !choice.right;
        let class = classes(&[
            "button question__answer",
            when(choice.right, "question__answer--right"),
            if choice.came { sign_class(sign) } else { "" },
            when(missed, "question__answer--missed"),
        ]);
        let ring = sign.filter(|_| choice.right).map_or_else(String::new, |sign| ring_in(sign, ""));
        let shown = fill("%$", &[&ring, &choice.label]);
        let attributes = [("aria-pressed", truth(choice.chosen))];
        button(&class, &attributes, shown, press(on, Msg::Guessed(choice.guess)), &choice.label)
    };
    html! {
        <div class="question" role="group" aria-label="Your guess" data-test="question">
            <span class="question__ask">{ sentence(&asked.question) }</span>
            { each(&asked.choices, &choice) }
            <small class="question__note">{ text_of(&asked.words) }</small>
        </div>
    }
}
