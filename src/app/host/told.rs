//! What the page around this one is told: what is on screen, what has changed, how tall it is.

use std::sync::Arc;

use super::Field;
use crate::app::model::{Body, Model};
use crate::check::outcome::Sign;
use crate::lang::value::Name;
use crate::tell::inline::plain;
use crate::tell::sentence::told;

/// No frame has to be taller, in CSS px.
const HEIGHT_MAX: u32 = 20_000;

/// A message to the page around this one: its type, and what else it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    /// `ready`, `step`, …
    pub kind: &'static str,
    /// Names and values.
    pub fields: Vec<(&'static str, Field)>,
}

/// What the page around this one knows of what is on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    scenario: Name,
    title: Name,
    hash: String,
    step: usize,
    steps: usize,
    playing: bool,
    said: String,
    /// How the run ended, where this is its end.
    outcome: Option<&'static str>,
    told: Vec<String>,
}

impl Shown {
    /// What is on screen; none where nothing is there yet, and nothing to tell either.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        let mut troubles: Vec<String> = model.notice.as_ref().map_or_else(Vec::new, |notice| notice.details.clone());
        match &model.open.body {
            Body::Start | Body::Player(_) => {}
            Body::Broken(mistakes) => troubles.extend(mistakes.iter().cloned()),
            Body::Awaited(awaited) => troubles.push(awaited.told.as_ref()?.to_string()),
        }
        let mut shown = Self {
            scenario: model.open.name.clone(),
            title: model.open.title.clone(),
            hash: model.hash(),
            step: 0,
            steps: 0,
            playing: model.playing,
            said: String::new(),
            outcome: None,
            told: troubles,
        };
        if let Some(player) = model.player() {
            (shown.step, shown.steps) = (player.playhead, player.steps());
            shown.said = plain(&told(player.moment()).sentence);
            if player.at_end() && player.complete() {
                shown.outcome = Some(outcome(player.performed()));
            }
        }
        Some(shown)
    }

    /// All of it, as `ready`, `scenario`, `step` and `reply` hold it.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'static str, Field)> {
        let text = |text: &str| Field::Text(text.to_owned());
        let number = |number: usize| Field::Number(u32::try_from(number).unwrap_or(u32::MAX));
        let mut fields = vec![
            ("scenario", text(&self.scenario)),
            ("title", text(&self.title)),
            ("hash", text(&self.hash)),
            ("step", number(self.step)),
            ("steps", number(self.steps)),
            ("playing", Field::Flag(self.playing)),
            ("said", text(&self.said)),
        ];
        if let Some(outcome) = self.outcome {
            fields.push(("outcome", text(outcome)));
        }
        fields
    }
}

fn outcome(sign: Option<Sign>) -> &'static str {
    match sign {
        None => "none",
        Some(Sign::Never) => "never",
        Some(Sign::Once | Sign::Amiss) => "once",
        Some(Sign::Repeated(_)) => "repeated",
    }
}

/// What the page around this one is told of what has changed, in order.
#[must_use]
pub fn news(before: Option<&Shown>, now: &Shown) -> Vec<Say> {
    let mut news = Vec::new();
    let mut say = |kind, fields| news.push(Say { kind, fields });
    let other = before.is_none_or(|before| before.scenario != now.scenario);
    match before {
        None => say("ready", now.fields()),
        Some(_) if other => say("scenario", now.fields()),
        Some(before) if (&before.hash, before.step, before.steps) != (&now.hash, now.step, now.steps) => {
            say("step", now.fields());
        }
        Some(_) => {}
    }
    if before.is_some_and(|before| before.playing) != now.playing {
        say(if now.playing { "play" } else { "pause" }, Vec::new());
    }
    if now.outcome.is_some() && (other || before.is_none_or(|before| before.outcome.is_none())) {
        say("ended", now.fields());
    }
    if !now.told.is_empty() && before.is_none_or(|before| before.told != now.told) {
        say("error", vec![("reason", Field::Text(now.told.join(" ")))]);
    }
    news
}

/// What is answered to a message: nothing where no answer is wanted and all is well.
#[must_use]
pub fn answer(id: Field, refused: Option<String>, shown: Option<&Shown>) -> Option<Say> {
    if id == Field::Missing {
        return refused.map(|reason| Say { kind: "error", fields: vec![("reason", Field::Text(reason))] });
    }
    let mut fields = vec![("id", id), ("ok", Field::Flag(refused.is_none()))];
    match refused {
        Some(reason) => fields.push(("reason", Field::Text(reason))),
        None => fields.extend(shown.map(Shown::fields).into_iter().flatten()),
    }
    Some(Say { kind: "reply", fields })
}

/// How tall the frame has to be. While one scenario is played in one width it only grows: a page must not jump with every
/// step, and a layout that answers the height of its frame must not go on for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Height {
    of: (Arc<str>, u32),
    px: u32,
}

impl Height {
    /// What is drawn is so tall at this width; the height to tell, where it is another one.
    pub fn measured(&mut self, scenario: &str, width: u32, px: u32) -> Option<u32> {
        let px = px.min(HEIGHT_MAX);
        if *self.of.0 != *scenario || self.of.1 != width {
            self.of = (scenario.into(), width);
        } else if px <= self.px {
            return None;
        }
        (std::mem::replace(&mut self.px, px) != px).then_some(px)
    }
}
