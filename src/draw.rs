//! Floor 5: what the page and its worker both draw, as markup and without a component.

pub mod compare;
pub mod icons;
pub mod markup;
pub mod tables;
