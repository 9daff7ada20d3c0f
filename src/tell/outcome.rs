//! What came of schedules, in words, and how many there are, in figures a person can read.

use super::found::often;
use crate::check::count::Count;
use crate::check::outcome::{EffectCount, Outcome};
use crate::lang::scenario::{Scenario, TableId};

/// Decimal digits up to which a count is written out.
const WRITTEN_DIGITS_MAX: usize = 15;

/// What came of a schedule: `charges twice`; with several intents or effects each of them.
#[must_use]
pub fn words(scenario: &Scenario, outcome: &Outcome) -> String {
    let several = outcome.effects.len() > 1;
    let mut parts: Vec<String> = outcome.effects.iter().map(|count| performed(scenario, *count, several)).collect();
    if parts.is_empty() && !outcome.is_amiss() {
        parts.push("performs no effect".to_owned());
    }
    match outcome.failed {
        0 => {}
        1 => parts.push("a run fails".to_owned()),
        runs => parts.push(format!("{runs} runs fail")),
    }
    match outcome.dead {
        0 => {}
        1 => parts.push("a job is dead".to_owned()),
        jobs => parts.push(format!("{jobs} jobs are dead")),
    }
    if outcome.stuck {
        parts.push("stuck".to_owned());
    }
    if let Some(table) = outcome.wrong {
        parts.push(wrong_rows(scenario, table));
    }
    parts.join(", ")
}

/// `wrong rows in jobs`: they are not what the file wants of every run.
pub(super) fn wrong_rows(scenario: &Scenario, table: TableId) -> String {
    ["wrong rows in ", &scenario.table(table).name].concat()
}

fn performed(scenario: &Scenario, count: EffectCount, several: bool) -> String {
    let effect = &scenario.table(count.effect).name;
    let often = often(count.times);
    if several {
        format!("{effect} {often} for {}", scenario.intents[count.intent.index()])
    } else {
        format!("{effect} {often}")
    }
}

/// A count with its digits in groups of three; past 15 digits as `≈ 4.9 × 10⁴³`, cut and not rounded, so that it never
/// says more than there is. A count that is only a lower bound says so.
///
/// ```
/// use ran_twice::check::count::Count;
/// use ran_twice::tell::outcome::figure;
///
/// assert_eq!(figure(Count::from(17_153_136_u32)), "17,153,136");
/// ```
#[must_use]
pub fn figure(count: Count) -> String {
    let digits = count.decimal();
    let least = if count.is_exact() { "" } else { "at least " };
    if digits.len() <= WRITTEN_DIGITS_MAX {
        return format!("{least}{}", grouped(&digits));
    }
    let power: String = (digits.len() - 1).to_string().chars().map(raised).collect();
    format!("{least}≈ {}.{} × 10{power}", &digits[..1], &digits[1..2])
}

/// In how many schedules UNIQUE refuses a row: `UNIQUE refuses a row in 2 of 20 schedules`.
#[must_use]
pub fn refusals(refused: Count, all: Count) -> String {
    match (refused == all && all.is_exact(), all == Count::ONE) {
        (true, true) => "UNIQUE refuses a row in the only schedule".to_owned(),
        (true, false) => format!("UNIQUE refuses a row in all {} schedules", figure(all)),
        (false, _) => format!("UNIQUE refuses a row in {} of {} schedules", figure(refused), figure(all)),
    }
}

/// Digits in groups of three: `1,532`.
#[must_use]
pub fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn raised(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    }
}

/// The share of `part` in `whole` in percent, from exact numbers: 0 and 100 only where it is exactly so. Of counts that
/// are only lower bounds it is not known.
///
/// ```
/// use ran_twice::check::count::Count;
/// use ran_twice::tell::outcome::percent;
///
/// assert_eq!(percent(Count::from(18_u32), Count::from(20_u32)), "90 %");
/// assert_eq!(percent(Count::from(1_u32), Count::from(1_000_u32)), "under 1 %");
/// assert_eq!(percent(Count::from(999_u32), Count::from(1_000_u32)), "over 99 %");
/// ```
#[must_use]
pub fn percent(part: Count, whole: Count) -> String {
    if !part.is_exact() || !whole.is_exact() {
        return "share not known".to_owned();
    }
    if part.is_zero() {
        return "0 %".to_owned();
    }
    if part == whole {
        return "100 %".to_owned();
    }
    let hundredfold = part.times(100);
    let whole_percents = (1..=99).rev().find(|percent| hundredfold.at_least(whole.times(*percent)));
    match whole_percents {
        None => "under 1 %".to_owned(),
        Some(99) if hundredfold != whole.times(99) => "over 99 %".to_owned(),
        Some(percent) => format!("{percent} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_grouped_or_written_as_a_power() {
        let power = |exponent: u32| (0..exponent).fold(Count::ONE, |count, _| count.times(10));
        for (count, expected) in [
            (Count::ZERO, "0"),
            (Count::from(999_u32), "999"),
            (Count::from(1_000_u32), "1,000"),
            (power(14), "100,000,000,000,000"),
            (power(15), "≈ 1.0 × 10¹⁵"),
            (power(43).times(49), "≈ 4.9 × 10⁴⁴"),
        ] {
            assert_eq!(figure(count), expected);
        }
        assert!(figure(power(80)).starts_with("at least ≈ 1.1 × 10⁷⁷"), "{}", figure(power(80)));
    }
}
