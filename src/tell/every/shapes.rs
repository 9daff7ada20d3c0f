//! How what is said of every schedule is packed.

use super::{Figure, Future, Kind, MapPlace, MapStep, MapView, Predicted, Verdict};
use crate::check::outcome::Sign;
use crate::lang::packed::macros::{enums, structs};
use crate::lang::packed::{Packed, Reader};
use crate::sim::action::Action;
use crate::tell::question::Guess;

structs! {
    Verdict { headline short mark aside all kinds cells map predicted states }
    Figure { shown exact }
    Kind { sign words bad schedules percent share simplest }
    Future { words mark worst_certain no_way_back shares cells }
    Predicted { given words }
    MapView { size labels places steps words }
    MapPlace { at lost ends }
    MapStep { from mover well }
}

enums! {
    Sign { 0 Once, 1 Never, else Repeated(times) }
    Action { 0 Step(process), else Crash(process) }
    Guess { 0 Count(rows), 1 Holds(holds), else Depends }
}

impl<T: Packed> Packed for [T; 2] {
    fn pack(&self, to: &mut Vec<u8>) {
        self[0].pack(to);
        self[1].pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        let first = T::unpack(from);
        [first, T::unpack(from)]
    }
}
