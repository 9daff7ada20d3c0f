//! The moment as a text for an issue: what happens, the order of steps, the tables as printed, where to see it.

use super::{Reach, Share};
use crate::app::compare::along;
use crate::app::counting::Shown;
use crate::tell::ending::read;
use crate::tell::inline::Inline;
use crate::tell::moment::Moment;
use crate::tell::printed::printed;

impl Share<'_> {
    /// The text, as Markdown.
    #[must_use]
    pub fn issue(&self) -> String {
        let moment = self.player.moment();
        let mut text = format!("**{}**\n\n{}\n\n", escaped(&self.title()), sentence(&read(moment)));
        for fact in self.facts() {
            text.push_str(&format!("- {fact}\n"));
        }
        text.push_str(&format!("\n{}", fenced("text", &printed(moment.scenario, moment.trace, moment.playhead))));
        self.beside(&mut text);
        if let Some(own) = self.model.own() {
            text.push_str(&format!(
                "\n<details><summary>The scenario</summary>\n\n{}\n</details>\n",
                fenced("text", &[own.text.trim_end(), "\n"].concat())
            ));
        }
        match (self.site.reach, self.hash()) {
            (Reach::Everybody, Some(hash)) => {
                text.push_str(&format!("\n[See it happen]({}#{hash})\n", self.site.address));
            }
            (Reach::Machine | Reach::File, Some(hash)) => {
                text.push_str(&format!("\nTo see it happen, open Ran Twice with this after its address: `#{hash}`\n"));
            }
            (_, None) => text.push_str("\nTo see it happen, open the scenario in Ran Twice.\n"),
        }
        text
    }

    /// In which design and size it runs, and in which order.
    fn facts(&self) -> Vec<String> {
        let (player, mut facts) = (&self.player, Vec::new());
        let mut design = Vec::new();
        for (at, switch) in player.document.switches.iter().enumerate() {
            let label = &switch.positions[player.positions[at]].label;
            design.push(format!("{}: {}", escaped(&switch.name), escaped(label)));
        }
        if !design.is_empty() {
            facts.push(format!("Design: {}", design.join(", ")));
        }
        if let Some(workers) = player.size.workers {
            facts.push(format!("Workers: {workers}"));
        }
        if let Some(crashes) = player.size.crashes {
            facts.push(format!("Crashes: at most {crashes}"));
        }
        if let (Shown::Counted(verdict, ..), false) = self.model.counted()
            && !self.model.covered()
        {
            let [figure, words] = &verdict.short;
            facts.push(format!("Over every schedule: {figure} {}", escaped(words)));
        }
        let mut items = Vec::new();
        for action in player.run.actions() {
            items.push(action.text(player.scenario()));
        }
        let schedule = items.join(" ");
        facts.push(format!("Schedule: `{schedule}`; shown after step {} of {}", player.playhead, player.steps()));
        facts
    }

    /// The same moment on the design beside it.
    fn beside(&self, text: &mut String) {
        let Some((other, (switch, position))) = self.player.other().zip(self.player.with) else { return };
        let (run, _) = along(self.player.scenario(), &self.player.run, &other);
        let there = Moment { scenario: &other, trace: &run, playhead: self.player.playhead };
        let switch = &self.player.document.switches[switch];
        let label = &switch.positions[position].label;
        text.push_str(&format!(
            "\nThe same schedule with {}: {}. {}\n\n{}",
            escaped(&switch.name),
            escaped(label),
            sentence(&read(there)),
            fenced("text", &printed(&other, &run, there.playhead))
        ));
    }
}

/// A block of this kind, which nothing in it ends.
pub(super) fn fenced(kind: &str, text: &str) -> String {
    let fence = "`".repeat(longest(text, '`').max(2) + 1);
    format!("{fence}{kind}\n{text}{fence}\n")
}

/// How many of this letter follow each other at most.
fn longest(text: &str, letter: char) -> usize {
    let (mut longest, mut here) = (0, 0);
    for next in text.chars() {
        here = if next == letter { here + 1 } else { 0 };
        longest = longest.max(here);
    }
    longest
}

fn sentence(pieces: &[Inline]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Inline::Plain(words) => text.push_str(&escaped(words)),
            Inline::Process(who) => text.push_str(&escaped(&who.name)),
            Inline::Code(code) => {
                let tick = "`".repeat(longest(code, '`') + 1);
                let room = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
                text.push_str(&[&*tick, room, code, room, &tick].concat());
            }
            Inline::Strong(words) => text.push_str(&["**", &escaped(words), "**"].concat()),
        }
    }
    text
}

/// Words in which nothing is Markdown.
fn escaped(text: &str) -> String {
    let mut words = String::new();
    for letter in text.chars() {
        if let '\\' | '*' | '_' | '`' | '<' | '[' | ']' | '#' | '|' | '~' = letter {
            words.push('\\');
        }
        words.push(if letter == '\n' { ' ' } else { letter });
    }
    words
}
