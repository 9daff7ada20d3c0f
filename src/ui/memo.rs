//! The one component that remembers: a line, a row, a lane, the chapters. It draws again only when what it shows has
//! changed. One component for all of them, because each component costs as much code as a few views.

use super::words::On;
use super::{chapters, handler, lanes, tables};
use crate::app::screen::ChapterView;
use crate::tell::code::Line;
use crate::tell::lanes::Lane;
use crate::tell::tables::RowView;
use yew::prelude::*;

/// What is remembered.
#[derive(Clone, PartialEq)]
pub enum Part {
    /// A line of a program.
    Line(Line),
    /// A row of a table, and its name for the ribbon.
    Row(RowView, String),
    /// A lane, and how many columns there are.
    Lane(Lane, usize),
    /// Every chapter, and whether all endings are shown.
    Chapters(Vec<ChapterView>, bool),
}

/// A part, and where it sends what happened.
#[derive(PartialEq, Properties)]
pub struct MemoProps {
    /// What is shown.
    pub part: Part,
    /// Hears what happened.
    pub on: On,
}

/// Draws its part.
pub struct Memo;

impl Component for Memo {
    type Message = ();
    type Properties = MemoProps;

    fn create(_: &Context<Self>) -> Self {
        Self
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let MemoProps { part, on } = context.props();
        match part {
            Part::Line(line) => handler::line(line),
            Part::Row(row, place) => tables::row(row, place),
            Part::Lane(lane, columns) => lanes::lane(lane, *columns, on),
            Part::Chapters(chapters, revealed) => chapters::list(chapters, *revealed, on),
        }
    }
}
