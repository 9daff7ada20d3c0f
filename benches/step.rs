//! How long a step of the page takes without the browser: `update` and every view of the moment after it, for each
//! shipped scenario. Drawing it is measured in a browser, by the browser tests.
//!
//! `cargo bench --no-default-features --bench step` prints, for each, the longest step of the run: its fastest of
//! several interleaved rounds, so that what else the machine does counts as little as possible.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ran_twice::app::catalogue;
use ran_twice::app::message::Msg;
use ran_twice::app::model::Model;
use ran_twice::app::screen::screen;
use ran_twice::app::update::update;

const ROUNDS: usize = 30;

fn main() {
    let names: Vec<&str> = catalogue::entries().map(|entry| entry.name).collect();
    let mut fastest: Vec<Vec<Duration>> = vec![Vec::new(); names.len()];
    for _ in 0..ROUNDS {
        for (name, best) in names.iter().zip(&mut fastest) {
            for (step, took) in played(name).into_iter().enumerate() {
                match best.get_mut(step) {
                    Some(best) => *best = took.min(*best),
                    None => best.push(took),
                }
            }
        }
    }
    println!("{:<24} {:>5} {:>16} {:>16}", "scenario", "steps", "longest step", "mean step");
    for (name, steps) in names.iter().zip(&fastest) {
        let longest = steps.iter().max().copied().unwrap_or_default();
        let mean = steps.iter().sum::<Duration>() / u32::try_from(steps.len().max(1)).unwrap_or(u32::MAX);
        println!("{name:<24} {:>5} {:>13.1} µs {:>13.1} µs", steps.len(), micros(longest), micros(mean));
    }
}

/// Plays a scenario from its start to its end; the time of each step.
fn played(name: &str) -> Vec<Duration> {
    let mut model = Model::at("", &format!("scenario={name}"));
    let mut steps = Vec::new();
    loop {
        let start = Instant::now();
        let Some(next) = update(black_box(&model), Msg::Advanced) else { return steps };
        black_box(screen(&next));
        steps.push(start.elapsed());
        model = next;
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
