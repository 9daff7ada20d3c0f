//! The answer to the file's question over every schedule.

use crate::check::count::Count;
use crate::check::expectation::Answer;
use crate::check::explore::{Explorer, sum};
use crate::lang::order::sort_by;
use crate::tell::outcome::figure;
use crate::tell::question::{Guess, label};

/// What the question comes to over every schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicted {
    /// Every answer that some schedule gives, the most frequent first.
    pub given: Vec<Guess>,
    /// `Over all 20 schedules it depends: 2 in 18 of them, 1 in 2.`
    pub words: String,
}

impl Predicted {
    /// What a reader had to say to be right.
    #[must_use]
    pub fn right(&self) -> Guess {
        match self.given.as_slice() {
            [only] => *only,
            _ => Guess::Depends,
        }
    }
}

/// The answers of a question that can be told at every end; none where the file asks none.
pub(super) fn predicted(explorer: &Explorer<'_>) -> Option<Predicted> {
    let total = explorer.total()?;
    let mut given: Vec<(Guess, Count)> = Vec::new();
    for (end, count) in total {
        let guess = match explorer.ends()[end.0 as usize].answer? {
            Answer::Count(rows) => Guess::Count(rows),
            Answer::Holds(holds) => Guess::Holds(holds),
        };
        match given.iter_mut().find(|(known, _)| *known == guess) {
            Some((_, sum)) => *sum = sum.plus(*count),
            None => given.push((guess, *count)),
        }
    }
    // The most frequent first; the smaller answer of two that are as frequent.
    sort_by(&mut given, |(one, left), (other, right)| !left.at_least(*right) || (right.at_least(*left) && one > other));
    let all = sum(total);
    let words = match given.as_slice() {
        [_] if all == Count::ONE => "There is no other schedule.".to_owned(),
        [(only, _)] => format!("So do all {} schedules: the answer is {}.", figure(all), label(*only)),
        several => {
            let each: Vec<String> = several
                .iter()
                .enumerate()
                .map(|(at, (guess, count))| {
                    let of = if at == 0 { " of them" } else { "" };
                    format!("{} in {}{of}", label(*guess), figure(*count))
                })
                .collect();
            format!("Over all {} schedules it depends: {}.", figure(all), each.join(", "))
        }
    };
    Some(Predicted { given: given.into_iter().map(|(guess, _)| guess).collect(), words })
}
