//! Explores what it is asked to: over standard input on this machine, by messages in a web worker. `browser.mjs` asks both
//! and takes the time of each. A question is the number of workers and of crashes at most; the answer is the number of
//! states with nothing merged, then how many schedules charge how often.

use ran_twice_compare::hand::Size;
use ran_twice_compare::ours;

fn answer(question: &str) -> Option<String> {
    let (workers, crashes) = question.trim().split_once(' ')?;
    let size = Size { workers: workers.parse().ok()?, crashes: crashes.parse().ok()? };
    let scenario = ours::scenario(size);
    let (found, _) = ours::plain(&scenario);
    let found = found?;
    let counts = found.by_charges.iter().map(|(charges, schedules)| format!(" {charges}:{schedules}"));
    Some(format!("{}{}", found.states, counts.collect::<String>()))
}

fn answered(question: &str) -> String {
    answer(question).unwrap_or_else(|| format!("not explored: {question}"))
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        println!("{}", answered(&line));
    }
}

/// The one that the page's worker is shipped with.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(target_arch = "wasm32")]
fn main() {
    use wasm_bindgen::prelude::Closure;
    use wasm_bindgen::{JsCast, JsValue};
    use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answering = scope.clone();
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let question = message.data().as_string().unwrap_or_default();
        let _ = answering.post_message(&JsValue::from_str(&answered(&question)));
    });
    scope.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It is heard as long as the worker lives.
    heard.forget();
    let _ = scope.post_message(&JsValue::NULL);
}
