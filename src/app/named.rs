//! A few values by name, in the order of the names: a tree of a dozen names would cost the page 6 kB.

use crate::lang::value::Name;

/// Values by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(Vec<(Name, T)>);

impl<T> Named<T> {
    /// The value of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Gives a name its value.
    pub fn insert(&mut self, name: Name, value: T) {
        let at = self.0.iter().position(|(known, _)| *known >= name).unwrap_or(self.0.len());
        match self.0.get_mut(at) {
            Some(known) if known.0 == name => known.1 = value,
            Some(_) | None => self.0.insert(at, (name, value)),
        }
    }

    /// Every value.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
