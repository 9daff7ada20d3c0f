//! Floor 5: what the page and its worker both draw, as markup and without a component.

#[cfg(feature = "page")]
pub mod code;
pub mod compare;
pub mod deliveries;
pub mod depths;
pub mod every;
pub mod icons;
pub mod map;
pub mod markup;
pub mod production;
pub mod reading;
pub mod tables;
pub mod text;
