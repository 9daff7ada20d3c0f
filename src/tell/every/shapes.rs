//! How what is said of every schedule is packed.

use super::{Future, Kind, Predicted, Verdict};
use crate::check::outcome::Sign;
use crate::lang::packed::macros::{enums, structs};
use crate::sim::action::Action;
use crate::tell::question::Guess;

structs! {
    Verdict { short mark kinds cells runs predicted }
    Kind { sign words bad }
    Future { mark worst_certain no_way_back cells }
    Predicted { given words }
}

enums! {
    Sign { 0 Once, 1 Never, 2 Amiss, else Repeated(times) }
    Action { 0 Step(process), 1 Strike(fault process), 2 LeaseEnds(job), else StrikeJob(fault job) }
    Guess { 0 Count(rows), 1 Holds(holds), else Depends }
}
