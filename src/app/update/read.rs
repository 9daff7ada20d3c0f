//! What a reader may do: in the mode `read` the run that is there is stepped, and nothing else; with fewer controls that, or
//! nothing at all.

use crate::app::message::Msg;
use crate::app::model::Model;
use crate::app::presentation::Controls;

/// May this come of what a reader presses? Without controls only the page around this one does anything, with few of them the
/// run that is there is stepped. What is fetched, counted or due comes of nobody's press.
#[inline(never)]
#[must_use]
pub fn reader_may(model: &Model, message: &Msg) -> bool {
    match model.presentation.controls {
        Controls::Full => true,
        Controls::Min => steps(model, message) || matches!(message, Msg::Ticked),
        Controls::None => matches!(
            message,
            Msg::Ticked
                | Msg::AddressChanged(_)
                | Msg::CameBack(..)
                | Msg::ScenarioFetched(..)
                | Msg::ScenarioMissed(..)
                | Msg::WordsFetched(_)
                | Msg::TextFetched(..)
                | Msg::TextRead(_)
                | Msg::Answered(_)
                | Msg::PageHidden
        ),
    }
}

/// Does it step the run that is there, or come from elsewhere than the reader? In the mode `read` nothing else is done.
#[inline(never)]
pub fn steps(model: &Model, message: &Msg) -> bool {
    match message {
        Msg::Advanced
        | Msg::WentBack
        | Msg::Clicked(_)
        | Msg::Restarted
        | Msg::WentToEnd
        | Msg::Seeked(_)
        | Msg::MarkSought(_)
        | Msg::TabChosen(_)
        | Msg::AddressChanged(_)
        | Msg::CameBack(..)
        | Msg::ScenarioFetched(..)
        | Msg::ScenarioMissed(..)
        | Msg::WordsFetched(_)
        | Msg::FetchRetried
        | Msg::TextFetched(..)
        | Msg::TextRead(_)
        | Msg::CountUncovered
        | Msg::Answered(_)
        | Msg::CountingStopped
        | Msg::NoticeDismissed
        | Msg::PageHidden
        | Msg::Presented(_) => true,
        // The step that is next anyway.
        Msg::ActionChosen(action) => {
            let next = model.player().and_then(|player| player.run.transitions.get(player.playhead));
            next.is_some_and(|next| next.action == *action)
        }
        Msg::ScenarioChosen(_)
        | Msg::StartWanted
        | Msg::FilterTyped(_)
        | Msg::SwitchFlipped { .. }
        | Msg::DesignCompared(_)
        | Msg::ScheduleChosen(_)
        | Msg::PlayToggled
        | Msg::Ticked
        | Msg::SpeedChosen(_)
        | Msg::Guessed(_)
        | Msg::EndingsRevealed
        | Msg::EndingsStopped
        | Msg::StepMoved { .. }
        | Msg::BranchRestored
        | Msg::TextWanted
        | Msg::TextPutAway
        | Msg::TextTyped(_)
        | Msg::TextPlaced(_)
        | Msg::TextRestored(_)
        | Msg::ShapeChosen(_)
        | Msg::WorkersChosen(_)
        | Msg::CrashesChosen(_)
        | Msg::RunChosen(_)
        | Msg::CellChosen(_)
        | Msg::PlaceChosen(_) => false,
    }
}
