//! Floor 5: the web worker in which every schedule is explored and every text read. It hears questions and posts answers, one
//! slice after the other; between two slices a newer question may have come, or a text, which is read at once.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::app::asking::{Along, Answer, Answering, Drawn, Known, Question};
use crate::app::compare::compared;
use crate::app::reader::read;
use crate::app::reading::{Asked, Said};
use crate::draw::compare::panel;
use crate::draw::deliveries::deliveries;
use crate::draw::depths::depths;
use crate::draw::every::{headline, onward, under};
use crate::draw::map::picture;
use crate::draw::production::production;
use crate::draw::reading::reading;
use crate::lang::document::Document;
use crate::lang::scenario::Scenario;
use crate::tell::reading::placed;
use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent};

/// Slices between two words of how far it is.
const SLICES_SILENT: usize = 16;

/// Hears questions from now on, and says so with a message that holds nothing.
pub fn start() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let inbox = Inbox::default();
    let (filled, reader) = (inbox.clone(), scope.clone());
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let Ok(bytes) = message.data().dyn_into::<Uint8Array>() else { return };
        match Asked::unpacked(&bytes.to_vec()) {
            Some(Asked::Question(question)) => filled.put(question),
            Some(Asked::Read(asked)) => send(&reader, &Said::Reading(read(&asked))),
            None => {}
        }
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It is heard as long as the worker lives.
    heard.forget();
    let _ = scope.post_message(&JsValue::NULL);
    spawn_local(serve(scope, inbox));
}

/// Answers the latest question, and its design's next ones from what is known of it.
async fn serve(scope: DedicatedWorkerGlobalScope, inbox: Inbox) {
    let mut question = inbox.next().await;
    loop {
        let (document, scenario) = match opened(&question) {
            Ok(opened) => opened,
            Err(reason) => {
                post(&scope, &question, Known::Refused(reason.into()));
                question = inbox.next().await;
                continue;
            }
        };
        let mut answering = Answering::new(&scenario);
        let mut slices = 0;
        post(&scope, &question, Known::Along(along(&question, &document).into()));
        question = loop {
            if !question.counts {
                break inbox.next().await;
            }
            let mut known = answering.go_on(&question.run);
            if let Known::Counted(_, _, drawn) = &mut known {
                *drawn = self::drawn(&answering).into();
            }
            let working = matches!(known, Known::Working(_));
            slices += 1;
            if !working || slices % SLICES_SILENT == 0 {
                post(&scope, &question, known);
            }
            let next = if working {
                pause().await;
                inbox.take()
            } else {
                Some(inbox.next().await)
            };
            match next {
                Some(next) if next.design != question.design => break next,
                Some(next) => {
                    post(&scope, &next, Known::Along(along(&next, &document).into()));
                    question = next;
                }
                None => {}
            }
        };
    }
}

/// The file that a question is about, and the design of it.
fn opened(question: &Question) -> Result<(Arc<Document>, Scenario), String> {
    let document = question.document()?;
    let scenario = question.scenario(&document)?;
    Ok((document, scenario))
}

/// What is drawn of every schedule.
fn drawn(answering: &Answering<'_>) -> Drawn {
    let mut drawn = Drawn::default();
    if let Some(report) = answering.report() {
        drawn.verdict = [headline(report), under(report)];
        drawn.onward = answering.onward().iter().map(|moment| onward(report, moment)).collect();
        if let Some(map) = &report.map {
            drawn.map = picture(map, &report.verdict);
            drawn.map_words.clone_from(&map.words);
        } else if let Some(view) = &report.depths {
            drawn.map[0] = depths(view);
        }
    }
    drawn
}

/// What is drawn of the run.
fn along(question: &Question, document: &Arc<Document>) -> Along {
    let mut along = Along::default();
    let Some(player) = question.player(document.clone()) else { return along };
    if player.complete() {
        along.reading = reading(&placed(player.scenario(), &player.run), player.sign());
    }
    for step in 0..=player.steps() {
        let at = player.at(step);
        along.beside.extend(compared(&at).map(|compared| panel(&compared)));
        along.deliveries.extend(deliveries(&at.moment()));
        along.production.extend(production(&at.moment()));
    }
    along
}

fn post(scope: &DedicatedWorkerGlobalScope, question: &Question, known: Known) {
    send(scope, &Said::Answer(Answer { number: question.number, known }));
}

fn send(scope: &DedicatedWorkerGlobalScope, said: &Said) {
    let _ = scope.post_message(&Uint8Array::from(said.packed().as_slice()));
}

/// Lets messages come in: by a message of its own behind them, because a browser holds a timer back for some milliseconds.
async fn pause() {
    let Ok(channel) = MessageChannel::new() else { return };
    let (here, there) = (channel.port1(), channel.port2());
    let promise = Promise::new(&mut |resolve, _| {
        here.set_onmessage(Some(&resolve));
        let _ = there.post_message(&JsValue::NULL);
    });
    let _ = JsFuture::from(promise).await;
    here.close();
}

/// The latest question that nobody has taken: an older one is of no interest any more.
#[derive(Clone, Default)]
struct Inbox {
    question: Rc<RefCell<Option<Question>>>,
    wake: Rc<RefCell<Option<Function>>>,
}

impl Inbox {
    fn put(&self, question: Question) {
        *self.question.borrow_mut() = Some(question);
        if let Some(wake) = self.wake.borrow_mut().take() {
            let _ = wake.call0(&JsValue::NULL);
        }
    }

    fn take(&self) -> Option<Question> {
        self.question.borrow_mut().take()
    }

    async fn next(&self) -> Question {
        loop {
            if let Some(question) = self.take() {
                return question;
            }
            let promise = Promise::new(&mut |resolve, _| *self.wake.borrow_mut() = Some(resolve));
            let _ = JsFuture::from(promise).await;
        }
    }
}
