//! Any bytes as a scenario; where they check, any schedule: the first bytes choose among the enabled actions.
//!
//! `cargo +nightly fuzz run scenario fuzz/corpus/scenario static/scenarios/guide tests/language -- -max_len=8192`
#![no_main]

use libfuzzer_sys::fuzz_target;
use ran_twice::check::load::open;
use ran_twice::check::replay::shown;
use ran_twice::check::trace::Trace;
use ran_twice::sim::readiness::enabled;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match open(&text) {
        Ok(document) => {
            for design in &document.designs {
                assert_eq!(shown(design), shown(design));
                let mut trace = Trace::start(design);
                for choice in bytes.iter().cycle() {
                    let ready = enabled(design, trace.last());
                    if ready.is_empty() {
                        break;
                    }
                    let action = ready[*choice as usize % ready.len()];
                    trace.take(design, action).expect("an enabled action can be taken");
                }
            }
        }
        Err(errors) => {
            for error in errors {
                assert!(!error.rendered("fuzz.twice", &text, 1).to_string().is_empty());
            }
        }
    }
});
