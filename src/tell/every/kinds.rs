//! Outcomes put into the kinds that are shown, the worst first, and those of them that the headline counts.

use crate::check::count::Count;
use crate::check::explore::{EndId, Explorer, sum};
use crate::check::outcome::{Outcome, Sign, served};
use crate::lang::order::sort_by;
use crate::lang::scenario::Scenario;
use crate::tell::caption::counted;
use crate::tell::outcome;

/// Kinds of end of one class that are told apart; what is more is told as one.
const KINDS_MAX: usize = 6;

/// Outcomes put into the kinds that are shown, the worst first.
pub(super) struct Sorted {
    pub(super) groups: Vec<Group>,
    pub(super) worst: Worst,
    pub(super) all: Count,
}

/// What the headline counts: the worst kind; where a thing was done too often in several ways, all of those.
pub(super) struct Worst {
    /// How many kinds, from the first on.
    pub(super) kinds: usize,
    pub(super) words: String,
    pub(super) bad: bool,
    pub(super) count: Count,
}

pub(super) struct Group {
    pub(super) outcomes: Vec<Outcome>,
    pub(super) sign: Option<Sign>,
    pub(super) words: String,
    pub(super) bad: bool,
    pub(super) count: Count,
}

impl Group {
    pub(super) fn class(&self) -> Class {
        class(&self.outcomes[0])
    }
}

impl Sorted {
    pub(super) fn of(explorer: &Explorer<'_>) -> Option<Self> {
        let total = explorer.total()?;
        let mut outcomes = explorer.by_outcome(total);
        sort_by(&mut outcomes, |(one, _), (other, _)| severity(one) < severity(other));
        let mut groups: Vec<Group> = Vec::new();
        for (outcome, count) in outcomes {
            let full = groups.len() >= KINDS_MAX;
            match groups.last_mut().filter(|last| full && last.class() == class(outcome)) {
                Some(last) => {
                    last.outcomes.push(outcome.clone());
                    last.count = last.count.plus(count);
                    last.words = "something else of that kind".to_owned();
                }
                None => groups.push(Group {
                    outcomes: vec![outcome.clone()],
                    sign: outcome.sign(),
                    words: words(explorer.scenario(), outcome),
                    bad: bad(outcome),
                    count,
                }),
            }
        }
        let repeated = groups.iter().take_while(|group| matches!(group.sign, Some(Sign::Repeated(_)))).count();
        let first = &groups[0];
        let worst = Worst {
            kinds: repeated.max(1),
            words: if repeated > 1 { too_often(explorer.scenario()) } else { first.words.clone() },
            bad: first.bad,
            count: groups[..repeated.max(1)].iter().fold(Count::ZERO, |sum, group| sum.plus(group.count)),
        };
        Some(Self { groups, worst, all: sum(total) })
    }

    /// How many of these ways end as the headline counts.
    pub(super) fn worst_of(&self, by_kind: &[Count]) -> Count {
        by_kind[..self.worst.kinds].iter().fold(Count::ZERO, |sum, count| sum.plus(*count))
    }

    /// Does nothing else go on than what the headline counts?
    pub(super) fn only_worst(&self, by_kind: &[Count]) -> bool {
        by_kind[self.worst.kinds..].iter().all(|count| count.is_zero())
    }

    /// The kind of an outcome, by place.
    pub(super) fn kind_of(&self, outcome: &Outcome) -> usize {
        let place = self.groups.iter().position(|group| group.outcomes.contains(outcome));
        place.expect("every outcome that was counted is in a group")
    }

    /// The same ways by kind.
    pub(super) fn by_kind(&self, explorer: &Explorer<'_>, ways: &[(EndId, Count)]) -> Vec<Count> {
        let mut counts = vec![Count::ZERO; self.groups.len()];
        for (end, count) in ways {
            let kind = &mut counts[self.kind_of(&explorer.ends()[end.0 as usize].outcome)];
            *kind = kind.plus(*count);
        }
        counts
    }
}

/// What may be told as one: something done too often, another bad end, a good one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    TooOften,
    Bad,
    Good,
}

pub(super) fn class(outcome: &Outcome) -> Class {
    match outcome.sign() {
        Some(Sign::Repeated(_)) => Class::TooOften,
        Some(Sign::Amiss | Sign::Never) => Class::Bad,
        Some(Sign::Once) | None => Class::Good,
    }
}

/// Worse is more: often, then stuck, then failed, then dead, then never, then wrong rows.
pub(super) fn severity(outcome: &Outcome) -> (u32, bool, u32, u32, bool, bool, bool) {
    let repeated = match outcome.sign() {
        Some(Sign::Repeated(times)) => times,
        Some(Sign::Once | Sign::Amiss | Sign::Never) | None => 0,
    };
    let never = outcome.sign() == Some(Sign::Never);
    let wrong = outcome.wrong.is_some();
    (repeated, outcome.stuck, outcome.failed, outcome.dead, never, wrong, outcome.sign().is_some())
}

pub(super) fn bad(outcome: &Outcome) -> bool {
    !matches!(outcome.sign(), Some(Sign::Once) | None)
}

/// `two charges`, `no charge, stuck`; where several things are counted, each of them.
pub(super) fn words(scenario: &Scenario, outcome: &Outcome) -> String {
    let only = match outcome.effects.as_slice() {
        [] if !outcome.is_amiss() => return "no side effect".to_owned(),
        [only] => only,
        _ => return outcome::words(scenario, outcome),
    };
    let table = scenario.table(only.effect);
    let Some(noun) = table.noun.as_deref().and_then(|noun| noun.strip_prefix("the ")) else {
        return outcome::words(scenario, outcome);
    };
    let mut words = if only.times == 0 { format!("no {noun}") } else { counted(only.times as usize, noun) };
    if outcome.failed > 0 {
        words.push_str(&if outcome.failed == 1 {
            " and a failed run".to_owned()
        } else {
            format!(" and {} failed runs", outcome.failed)
        });
    }
    if outcome.dead > 0 {
        words.push_str(&if outcome.dead == 1 {
            ", a dead job".to_owned()
        } else {
            format!(", {} dead jobs", outcome.dead)
        });
    }
    if outcome.stuck {
        words.push_str(", stuck");
    }
    if let Some(table) = outcome.wrong {
        words.push_str(&[", ", &outcome::wrong_rows(scenario, table)].concat());
    }
    words
}

/// `more than one charge`; where several things are counted, only that.
pub(super) fn too_often(scenario: &Scenario) -> String {
    match served(scenario).as_slice() {
        [(effect, _)] => match scenario.table(*effect).noun.as_deref().and_then(|noun| noun.strip_prefix("the ")) {
            Some(noun) => format!("more than one {noun}"),
            None => format!("{} more than once", scenario.table(*effect).name),
        },
        _ => "something done more than once".to_owned(),
    }
}
