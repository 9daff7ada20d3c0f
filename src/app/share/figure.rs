//! The figure in somebody's page: the lines to paste, and the address that tries them out.

use super::issue::fenced;
use super::{Reach, Share, WHOLE};
use crate::app::model::Theme;
use crate::app::presentation::Controls;
use crate::check::outcome::Outcome;
use crate::lang::scenario::Scenario;
use crate::tell::found::often;

/// As what a figure is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// One line of HTML: the element, and what is read until it runs.
    #[default]
    Element,
    /// A block of Markdown.
    Block,
    /// A frame, without a script.
    Frame,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 3] = [Self::Element, Self::Block, Self::Frame];

    /// What its button says.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Element => "HTML",
            Self::Block => "Markdown",
            Self::Frame => "A frame without script",
        }
    }
}

/// Where a page from a file would stand, as the documentation writes it.
const SOMEWHERE: &str = "https://YOUR-HOST/ran-twice/";
/// What no script element may hold: the parser would take it for its end, or never find that.
const ENDS: [&[u8]; 2] = [b"</script", b"<!--"];

impl Share<'_> {
    /// What to paste; none where the text is too long. `height` is that of a frame, which cannot ask.
    #[must_use]
    pub fn snippet(&self, height: u32) -> Option<String> {
        let hash = self.hash()?;
        Some(match self.options.form {
            Form::Element => self.element(&hash),
            Form::Block => self.block(&hash),
            Form::Frame => self.frame(&hash, height),
        })
    }

    /// The line that a page needs once, for all its figures.
    #[must_use]
    pub fn script(&self) -> String {
        let source = quoted(&[&self.folder(), "ran-twice.js"].concat());
        format!("<script type=\"module\" src=\"{source}\"></script>")
    }

    /// The figure as a frame of this page opens it: query and hash. None where the text is too long.
    #[must_use]
    pub fn preview(&self) -> Option<String> {
        Some(["?", &self.query(), "#", &self.hash()?].concat())
    }

    /// What has to be known of what is pasted.
    #[must_use]
    pub fn about(&self) -> Vec<String> {
        let mut about = Vec::new();
        if self.model.own().is_some_and(|own| own.payload.is_none()) {
            return vec!["This text is too long for a figure: packed, one carries 16 kB.".to_owned()];
        }
        about.push(match self.options.form {
            Form::Element => {
                "The words inside stand there until the figure runs, and where no script does. It is as tall as what is \
                 in it, and takes the width of its column. In Markdown, empty lines go before and after it."
                    .to_owned()
            }
            Form::Block => {
                "Your site needs this line once, and the block is a figure in mdBook, Docusaurus, VitePress and MkDocs. \
                 “ran-twice check” holds what stands in it."
                    .to_owned()
            }
            Form::Frame => "A frame cannot ask for its height: this is what the preview takes.".to_owned(),
        });
        if self.options.form == Form::Block && self.model.own().is_some() && self.is_elsewhere() {
            about.push(
                "A block that holds a text of your own opens at its start, in the design and the order that the text \
                 begins with. HTML and a frame keep this moment."
                    .to_owned(),
            );
        }
        match self.site.reach {
            Reach::Everybody => {}
            Reach::Machine => {
                about.push("The address is that of this machine: put your host's in its place.".to_owned())
            }
            Reach::File => about.push(
                "A file cannot stand in a page on the web: put the folder that script/build makes on a host, and its \
                 address in the place of YOUR-HOST."
                    .to_owned(),
            ),
        }
        about
    }

    fn element(&self, hash: &str) -> String {
        let own = self.model.own();
        let inline = own.filter(|own| !ENDS.iter().any(|end| holds(&own.text, end)));
        let mut line = format!("{}\n<ran-twice", self.script());
        for part in hash.split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            // What the text began as is not asked for where it stands inside.
            if !(key == "text" && inline.is_some() || key == "scenario" && own.is_some()) {
                attribute(&mut line, key, value);
            }
        }
        for (key, value) in self.shown() {
            attribute(&mut line, key, &value);
        }
        attribute(&mut line, "label", &self.model.open.title);
        line.push_str(">\n");
        if let Some(own) = inline {
            line.push_str("  <script type=\"text/twice\">\n");
            for written in own.text.trim_end().lines() {
                // In Markdown an empty line would end the figure, and what is left of the text would be the chapter's.
                line.push_str(if written.trim().is_empty() { "#" } else { written });
                line.push('\n');
            }
            line.push_str("  </script>\n");
        }
        let link = [self.page(), "#", hash].concat();
        line.push_str(&format!(
            "  <p>{}\n    <a href=\"{}\">Open the simulation</a></p>\n</ran-twice>\n",
            quoted(&self.said()),
            quoted(&link)
        ));
        line
    }

    fn frame(&self, hash: &str, height: u32) -> String {
        let address = [self.page(), "?", &self.query(), "#", hash].concat();
        let mut line = "<iframe".to_owned();
        attribute(&mut line, "src", &address);
        attribute(&mut line, "title", &self.model.open.title);
        attribute(&mut line, "width", "100%");
        attribute(&mut line, "height", &height.to_string());
        line + " loading=\"lazy\"></iframe>\n"
    }

    fn block(&self, hash: &str) -> String {
        let inside = match self.model.own() {
            Some(own) => format!("{}\n", own.text.trim_end()),
            None => {
                let mut line = hash.to_owned();
                for (key, value) in self.shown() {
                    line.push_str(&format!("&{key}={value}"));
                }
                // A name alone is a moment, too.
                let name = line.strip_prefix("scenario=").filter(|rest| !rest.contains('&')).map(str::to_owned);
                format!("{}\n{}", name.unwrap_or(line), self.expected())
            }
        };
        fenced("ran-twice", &inside)
    }

    /// What came of the run, as lines that `ran-twice check` holds: it does so in the size of the file alone.
    fn expected(&self) -> String {
        if !self.player.size.is_own() {
            return String::new();
        }
        let (scenario, mut lines) = (self.player.scenario(), String::new());
        let counts = Outcome::of(scenario, self.player.run.last()).effects;
        for (at, count) in counts.iter().enumerate() {
            // A line has to be right in every design of the file, and in some of them this may be a table.
            let name = &scenario.table(count.effect).name;
            let designs = &self.player.document.designs;
            let is_table =
                |design: &Scenario| design.tables.iter().any(|table| table.name == *name && !table.is_effect());
            if counts[..at].iter().any(|before| before.effect == count.effect)
                || designs.iter().any(|one| is_table(one))
            {
                continue;
            }
            let (mut fewest, mut most) = (count.times, count.times);
            for other in counts.iter().filter(|other| other.effect == count.effect) {
                (fewest, most) = (fewest.min(other.times), most.max(other.times));
            }
            let times = if most > 1 { most } else { fewest };
            lines.push_str(&format!("expect {} {}\n", scenario.table(count.effect).name, often(times)));
        }
        lines
    }

    /// Is it another moment than the one that the scenario opens with?
    fn is_elsewhere(&self) -> bool {
        let hash = self.hash().unwrap_or_default();
        hash.split('&').any(|part| !part.starts_with("scenario=") && !part.starts_with("text="))
    }

    /// How it is shown, where that is not how a figure is by itself: keys and values of the address.
    fn shown(&self) -> Vec<(&'static str, String)> {
        let mut shown = Vec::new();
        if self.options.panels != WHOLE {
            let mut names = Vec::new();
            for panel in &self.options.panels {
                names.push(panel.name());
            }
            shown.push(("view", names.join(",")));
        }
        if self.options.controls != Controls::Full {
            shown.push(("controls", self.options.controls.name().to_owned()));
        }
        if self.options.theme != Theme::Auto {
            shown.push(("theme", self.options.theme.name().to_owned()));
        }
        shown
    }

    fn query(&self) -> String {
        let mut query = "embed=1".to_owned();
        for (key, value) in self.shown() {
            query.push_str(&format!("&{key}={value}"));
        }
        query
    }

    /// The page that a figure opens.
    fn page(&self) -> &str {
        if self.site.reach == Reach::File { SOMEWHERE } else { &self.site.address }
    }

    /// The folder that it lies in.
    fn folder(&self) -> String {
        let page = self.page();
        let slash = page.rfind('/').unwrap_or(0);
        // The slash of `https://example.org` is none of a folder.
        if page[..slash].ends_with('/') {
            return [page, "/"].concat();
        }
        match &page[slash..] {
            "/" => page.to_owned(),
            file if file.contains('.') => page[..=slash].to_owned(),
            _ => [page, "/"].concat(),
        }
    }
}

fn holds(text: &str, part: &[u8]) -> bool {
    text.as_bytes().windows(part.len()).any(|here| here.eq_ignore_ascii_case(part))
}

fn attribute(line: &mut String, name: &str, value: &str) {
    line.push_str(&format!(" {name}=\"{}\"", quoted(value)));
}

/// Text that is no markup, between tags and between double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        match letter {
            '&' => quoted.push_str("&amp;"),
            '<' => quoted.push_str("&lt;"),
            '>' => quoted.push_str("&gt;"),
            '"' => quoted.push_str("&quot;"),
            _ => quoted.push(letter),
        }
    }
    quoted
}
