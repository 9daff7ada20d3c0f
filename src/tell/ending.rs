//! What came of a run: a headline, a sentence, a sign, and the author's takeaway.

mod left;
mod story;

use super::caption::deliveries;
use super::inline::{Inline, Saying, Sentence, marked};
use super::moment::Moment;
use super::reading::{holding, is_key_table, key_of};
use super::sentence::{told, unfinished};
use super::words::{capital, number, plural};
use crate::check::outcome::{EffectCount, Outcome, Sign};
use crate::lang::scenario::{Role, Table, TableId};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The ring to draw; none where the run is unfinished, or performs no effect and ends as it should.
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

/// What the page has a reader read of a moment: what the step did, and at the last step what came of the run.
#[must_use]
#[inline(never)]
pub fn read(moment: Moment<'_>) -> Sentence {
    if moment.playhead < moment.trace.len() {
        return told(moment).sentence;
    }
    let Ending { headline, mut sentence, .. } = ending(moment);
    sentence.insert(0, Inline::Plain([&*headline, ". "].concat()));
    sentence
}

/// What came of the run. The playhead plays no part: it is the end of the whole run that is told.
#[must_use]
pub fn ending(moment: Moment<'_>) -> Ending {
    let moment = Moment { playhead: moment.trace.len(), ..moment };
    let finished = moment.trace.complete(moment.scenario);
    let outcome = Outcome::of(moment.scenario, moment.state());
    let mut say = Saying::new(moment.scenario);
    let headline = match (finished, worst(&outcome)) {
        (false, _) => {
            unfinished(moment, &mut say);
            "Not finished".to_owned()
        }
        (true, None) => without_effect(moment, &mut say),
        (true, Some(worst)) => {
            story::story(moment, worst, &mut say);
            headline(moment, &outcome, worst)
        }
    };
    let left = if finished { left::headline(moment, &outcome) } else { Vec::new() };
    let mut headlines = vec![headline];
    if outcome.effects.is_empty() && !left.is_empty() {
        headlines.clear();
    }
    headlines.extend(left);
    let headline = capital(&headlines.join(", "));
    if finished {
        left::left(moment, &mut say);
    }
    let takeaway = match &moment.scenario.takeaway {
        Some(text) if finished => Some(marked(text)),
        Some(_) | None => None,
    };
    let sign = if finished { outcome.sign() } else { None };
    Ending { sign, headline, sentence: say.said(), takeaway, finished }
}

/// The intent that came off worst: repeated most, else lost, else done once; the last of equals.
fn worst(outcome: &Outcome) -> Option<EffectCount> {
    let mut worst: Option<EffectCount> = None;
    for count in &outcome.effects {
        if worst.is_none_or(|worst| badness(count.times) >= badness(worst.times)) {
            worst = Some(*count);
        }
    }
    worst
}

/// How bad it is that an effect was performed so many times.
pub(super) fn badness(times: u32) -> u32 {
    match times {
        0 => 1,
        1 => 0,
        repeated => repeated,
    }
}

/// `Two charges, the key twice`; with more than one intent, which one, or how many.
fn headline(moment: Moment<'_>, outcome: &Outcome, worst: EffectCount) -> String {
    let scenario = moment.scenario;
    let mut headline = counted(scenario.table(worst.effect), worst.times as usize);
    let intents = outcome.effects.iter().filter(|count| count.effect == worst.effect).count();
    if intents > 1 && worst.times == 1 {
        return format!("{headline} for each of {} jobs", number(intents));
    }
    if let Some((noun, rows)) = key(moment, worst).filter(|_| worst.times != 1) {
        headline.push_str(&match rows {
            1 => format!(", one {noun}"),
            2 => format!(", the {noun} twice"),
            rows => format!(", the {noun} {} times", number(rows)),
        });
    }
    if intents > 1 {
        headline = format!("{}: {}", scenario.intents[worst.intent.index()], lower(&headline));
    }
    headline
}

/// `Two charges`, `One charge`; `Two rows in mails` where the effect has no noun.
fn counted(effect: &Table, times: usize) -> String {
    let amount = capital(&number(times));
    match noun(effect) {
        Some(noun) if times == 1 => format!("{amount} {noun}"),
        Some(noun) => format!("{amount} {}", plural(noun)),
        None => format!("{amount} {} in {}", if times == 1 { "row" } else { "rows" }, effect.name),
    }
}

/// The noun of the first table that holds the intent's key, where it has one, and how many of its rows do.
fn key<'a>(moment: Moment<'a>, worst: EffectCount) -> Option<(&'a str, usize)> {
    let key = key_of(moment.scenario, moment.state(), worst.intent);
    for (at, table) in moment.scenario.tables.iter().enumerate() {
        let rows = holding(moment.state().rows(TableId::new(at)), &key);
        if rows > 0 && is_key_table(moment.scenario, TableId::new(at)) {
            return Some((noun(table)?, rows));
        }
    }
    None
}

/// A table's noun without its article.
fn noun(table: &Table) -> Option<&str> {
    let noun = table.noun.as_deref()?;
    for article in ["the ", "a ", "an "] {
        if let Some(bare) = noun.strip_prefix(article) {
            return Some(bare);
        }
    }
    Some(noun)
}

/// A run that performs no effect: what it leaves waiting.
fn without_effect(moment: Moment<'_>, say: &mut Saying<'_>) -> String {
    say.words(if moment.scenario.processes.iter().any(|process| process.role != Role::Other) {
        "The run is over. Nothing in it has an effect outside the store."
    } else {
        "No worker runs here, so nothing has come of it yet."
    });
    match moment.state().deliveries.is_empty() || moment.scenario.queue.is_some() {
        true => "The run is over".to_owned(),
        false => capital(&deliveries(moment.state())),
    }
}

fn lower(text: &str) -> String {
    let mut lower = text.to_owned();
    if let Some(first) = lower.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    lower
}

/// A sign as the chapters write it beside the ring: `×1`, `×2`, `×0`, `wrong`.
#[must_use]
pub fn sign_text(sign: Sign) -> String {
    match sign {
        Sign::Once => "×1".to_owned(),
        Sign::Amiss => "wrong".to_owned(),
        Sign::Never => "×0".to_owned(),
        Sign::Repeated(times) => format!("×{times}"),
    }
}

/// A sign in words, for who does not see the ring: `once`, `never`, `twice`, `3 times`.
#[must_use]
pub fn sign_words(sign: Sign) -> String {
    match sign {
        Sign::Once => "once".to_owned(),
        Sign::Amiss => "not as it should end".to_owned(),
        Sign::Never => "never".to_owned(),
        Sign::Repeated(2) => "twice".to_owned(),
        Sign::Repeated(times) => format!("{times} times"),
    }
}
