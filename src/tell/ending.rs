//! What came of a run: a headline, a sentence, a sign, and the author's takeaway.

mod story;

use super::inline::{Sentence, marked};
use super::moment::Moment;
use super::reading::{is_key_table, key_of};
use super::sentence::joined;
use super::words::{capital, number, plural};
use crate::check::outcome::{EffectCount, Outcome, Sign};
use crate::lang::scenario::{Scenario, Table, TableId};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The ring to draw; none where the run is unfinished or performs no effect.
    pub sign: Option<Sign>,
    /// `Two charges, the key twice`.
    pub headline: String,
    /// How it came to that.
    pub sentence: Sentence,
    /// The author's takeaway; none while the run is unfinished.
    pub takeaway: Option<Sentence>,
    /// Is nothing but a fault possible any more?
    pub finished: bool,
}

/// What came of the run. The playhead plays no part: it is the end of the whole run that is told.
#[must_use]
pub fn ending(moment: Moment<'_>) -> Ending {
    let moment = Moment { playhead: moment.trace.len(), ..moment };
    let finished = moment.trace.complete(moment.scenario);
    let outcome = Outcome::of(moment.scenario, moment.state());
    let sign = outcome.sign().filter(|_| finished);
    let (headline, sentence) = match (finished, worst(&outcome)) {
        (false, _) => ("Not finished".to_owned(), super::sentence::unfinished(moment)),
        (true, None) => without_effect(moment),
        (true, Some(worst)) => (headline(moment, &outcome, worst), story::story(moment, worst)),
    };
    let takeaway = moment.scenario.takeaway.as_ref().filter(|_| finished).map(|text| marked(text));
    Ending { sign, headline, sentence: trimmed(joined(sentence)), takeaway, finished }
}

/// The intent that came off worst: repeated most, else lost, else done once.
fn worst(outcome: &Outcome) -> Option<EffectCount> {
    outcome.effects.iter().copied().max_by_key(|count| match count.times {
        0 => 1,
        1 => 0,
        repeated => repeated,
    })
}

/// `Two charges, the key twice`; with more than one intent, which one, or how many.
fn headline(moment: Moment<'_>, outcome: &Outcome, worst: EffectCount) -> String {
    let scenario = moment.scenario;
    let effect = scenario.table(worst.effect);
    let counted = counted(effect, u64::from(worst.times));
    let intents = outcome.effects.iter().filter(|count| count.effect == worst.effect).count();
    if intents > 1 && worst.times == 1 {
        return format!("{counted} for each of {} jobs", number(intents as u64));
    }
    let key = if worst.times == 1 { None } else { key_words(moment, worst) };
    let whole = key.map_or_else(|| counted.clone(), |key| format!("{counted}, {key}"));
    if intents > 1 { format!("{}: {}", scenario.intents[worst.intent.index()], lower(&whole)) } else { whole }
}

/// `Two charges`, `One charge`; `Two rows in mails` where the effect has no noun.
fn counted(effect: &Table, times: u64) -> String {
    let amount = capital(&number(times));
    match noun(effect) {
        Some(noun) if times == 1 => format!("{amount} {noun}"),
        Some(noun) => format!("{amount} {}", plural(noun)),
        None if times == 1 => format!("{amount} row in {}", effect.name),
        None => format!("{amount} rows in {}", effect.name),
    }
}

/// `the key twice`, `one key`: of the first table with a noun that holds the intent's key.
fn key_words(moment: Moment<'_>, worst: EffectCount) -> Option<String> {
    let key = key_of(moment.scenario, moment.state(), worst.intent);
    let holding = (0..moment.scenario.tables.len()).map(TableId::new).find_map(|id| {
        let rows = moment.state().rows(id).iter().filter(|row| row.cells.contains(&key)).count();
        (rows > 0 && is_key_table(moment.scenario, id)).then_some((id, rows))
    });
    let (id, rows) = holding?;
    let noun = noun(moment.scenario.table(id))?;
    Some(match rows {
        1 => format!("one {noun}"),
        2 => format!("the {noun} twice"),
        rows => format!("the {noun} {} times", number(rows as u64)),
    })
}

/// A table's noun without its article.
fn noun(table: &Table) -> Option<&str> {
    let noun = table.noun.as_deref()?;
    Some(["the ", "a ", "an "].iter().find_map(|article| noun.strip_prefix(article)).unwrap_or(noun))
}

/// A run that performs no effect: what it leaves waiting.
fn without_effect(moment: Moment<'_>) -> (String, Sentence) {
    let state = moment.state();
    let text = if worked(moment.scenario) {
        "The run is over. Nothing in it has an effect outside the store."
    } else {
        "No worker runs here, so nothing has come of it yet."
    };
    let headline = match state.deliveries.as_slice() {
        [] => "The run is over".to_owned(),
        [_, ..] => capital(&super::caption::deliveries(state)),
    };
    (headline, vec![super::inline::words(text)])
}

/// Does a worker run?
fn worked(scenario: &Scenario) -> bool {
    use crate::lang::scenario::Role;
    scenario.processes.iter().any(|process| match process.role {
        Role::Worker(_) => true,
        Role::Other => false,
    })
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| std::iter::once(first.to_ascii_lowercase()).chain(letters).collect())
}

/// Without a blank at its start.
fn trimmed(mut sentence: Sentence) -> Sentence {
    if let Some(super::inline::Inline::Plain(first)) = sentence.first_mut() {
        *first = first.trim_start().to_owned();
    }
    sentence
}

/// A sign as the chapters write it beside the ring: `×1`, `×2`, `×0`.
#[must_use]
pub fn sign_text(sign: Sign) -> String {
    match sign {
        Sign::Once => "×1".to_owned(),
        Sign::Never => "×0".to_owned(),
        Sign::Repeated(times) => format!("×{times}"),
    }
}

/// A sign in words, for who does not see the ring: `once`, `never`, `twice`, `3 times`.
#[must_use]
pub fn sign_words(sign: Sign) -> String {
    match sign {
        Sign::Once => "once".to_owned(),
        Sign::Never => "never".to_owned(),
        Sign::Repeated(2) => "twice".to_owned(),
        Sign::Repeated(times) => format!("{times} times"),
    }
}
