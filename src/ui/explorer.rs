//! The page's end of the worker that explores and reads: started when it is first needed, and again after it was ended.

use super::page::Happened;
use super::words::On;
use crate::app::asking::{Answer, Known, Question};
use crate::app::message::Msg;
use crate::app::reading::{Asked, Read, Reading, Said};
use js_sys::Uint8Array;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, MessageEvent, Worker, WorkerOptions, WorkerType};

/// Why nothing is counted, where the browser gives no worker.
const NO_WORKER: &str = "this browser or this frame allows the page no worker to count in, or it could not be loaded";
/// The same, where it had begun.
const FAILED: &str = "what counts them has stopped unexpectedly; another step or scenario starts it again";
/// Why a text is not read.
const NO_READER: &str = "This text cannot be read here: this browser or this frame allows the page no worker to read it in, or it could not be loaded.";
/// The same, where it had begun.
const READER_FAILED: &str =
    "What reads this text has stopped unexpectedly. The text is kept; the next change of it is read again.";

/// The worker, as far as it is there.
#[derive(Default)]
pub struct Explorer {
    running: Option<Running>,
    /// How many have run: what an older one says late is no word of this one.
    generation: usize,
    /// Does it hear yet?
    ready: bool,
    /// What it will be asked once it hears.
    waiting: Option<Question>,
    number: u32,
    /// The number of the text that was given to it, or is to be: the next one waits until it is read.
    reads: Option<u32>,
    to_read: Option<Read>,
}

struct Running {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut()>,
}

impl Explorer {
    /// Asks; the answers come as [`Happened::Explored`].
    pub fn ask(&mut self, question: Question, on: &On) {
        self.number = question.number;
        self.waiting = Some(question);
        self.start(on);
        self.post();
    }

    /// Has a text read; what comes of it is said as [`Happened::Explored`], too. While one is read the next one waits, and of
    /// those that wait only the latest matters: this is called again with it then.
    pub fn read(&mut self, read: Option<&Read>, on: &On) {
        let Some(read) = read.filter(|_| self.reads.is_none()) else { return };
        self.reads = Some(read.number);
        self.to_read = Some(read.clone());
        self.start(on);
        self.post();
    }

    /// What a worker has said: an answer, a text, that it hears, or that it failed. One that was ended is not heard any more.
    pub fn hear(&mut self, generation: usize, said: Option<Vec<u8>>) -> [Option<Msg>; 2] {
        if generation != self.generation {
            return [None, None];
        }
        let Some(bytes) = said else {
            let (reason, words) = if self.ready { (FAILED, READER_FAILED) } else { (NO_WORKER, NO_READER) };
            let reading = self.reads.map(|number| Reading { number, text: Err(words.into()) });
            self.end();
            let answer = Answer { number: self.number, known: Known::Refused(reason.into()) };
            return [Some(Msg::Answered(answer.into())), reading.map(|reading| Msg::TextRead(reading.into()))];
        };
        if bytes.is_empty() {
            self.ready = true;
            self.post();
            return [None, None];
        }
        let said = Said::unpacked(&bytes).map(|said| match said {
            Said::Answer(answer) => Msg::Answered(Arc::new(answer)),
            Said::Reading(reading) => {
                self.reads = None;
                Msg::TextRead(Arc::new(reading))
            }
        });
        [said, None]
    }

    /// Ends the worker, whatever it is at. A text that it was to read is given to the next one.
    pub fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.worker.terminate();
        }
        self.ready = false;
        self.reads = None;
        self.generation += 1;
    }

    /// Starts the worker, which will be asked soon.
    pub fn warm(&mut self, on: &On) {
        self.start(on);
    }

    fn start(&mut self, on: &On) {
        if self.running.is_none() {
            self.generation += 1;
            self.running = run(self.generation, on);
            if self.running.is_none() {
                on.emit(Happened::Explored(self.generation, None));
            }
        }
    }

    fn post(&mut self) {
        if let (true, Some(running)) = (self.ready, &self.running) {
            let asked = [self.to_read.take().map(Asked::Read), self.waiting.take().map(Asked::Question)];
            for asked in asked.into_iter().flatten() {
                let _ = running.worker.post_message(&Uint8Array::from(asked.packed().as_slice()));
            }
        }
    }
}

/// The styles of what no first view shows, loaded with the worker or before it.
pub fn dress(app: &Element) -> Option<()> {
    let document = super::document();
    let link = document.create_element("link").ok()?;
    link.set_attribute("rel", "stylesheet").ok()?;
    link.set_attribute("href", &app.get_attribute("data-later")?).ok()?;
    app.remove_attribute("data-later").ok()?;
    document.query_selector("head").ok()??.append_child(&link).ok()?;
    Some(())
}

fn run(generation: usize, on: &On) -> Option<Running> {
    let app = super::document().get_element_by_id("app")?;
    dress(&app);
    let address = app.get_attribute("data-explorer")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address, &options).ok()?;
    let (said, failed) = (on.clone(), on.clone());
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let bytes = message.data().dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec());
        said.emit(Happened::Explored(generation, Some(bytes.unwrap_or_default())));
    });
    let failed = Closure::<dyn FnMut()>::new(move || failed.emit(Happened::Explored(generation, None)));
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    Some(Running { worker, _heard: heard, _failed: failed })
}
