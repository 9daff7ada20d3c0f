//! The scenarios whose bytes are here, opened. A native build carries them all; the page has each fetched when it is
//! wanted.

use std::sync::{Arc, OnceLock};

use super::catalogue::{self, Entry};
use super::endings::Endings;
use super::model::{Awaited, Body, Model};
use super::named::Named;
use crate::lang::document::Document;
use crate::lang::packed::{unpack, unsealed};

/// A scenario's text, read: a document, or what is wrong with it.
pub type Opened = Result<Arc<Document>, Arc<[String]>>;

/// A scenario that is here.
#[derive(Clone, Debug)]
pub struct Pack {
    /// It, checked, as [`pack`](crate::lang::packed::pack) made it.
    pub checked: Arc<[u8]>,
    /// It, unpacked.
    pub opened: Opened,
}

/// The scenarios that are here, and those that could not be fetched. Cheap to clone: what is big is shared.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    here: Arc<Named<Pack>>,
    missed: Named<()>,
}

impl Packs {
    /// What this build carries: every scenario, but in the page none.
    #[must_use]
    pub fn carried() -> Self {
        static CARRIED: OnceLock<Packs> = OnceLock::new();
        if cfg!(target_arch = "wasm32") {
            return Self::default();
        }
        CARRIED
            .get_or_init(|| {
                let mut all = Self::default();
                for entry in catalogue::entries() {
                    all = all.with(entry.name, entry.carried).expect("build.rs packed it in this build");
                }
                all
            })
            .clone()
    }

    /// The scenario of this name, where it is here.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Pack> {
        self.here.get(name)
    }

    /// These and the scenario of this name, as [`sealed`](crate::lang::packed::sealed) bytes; none where they are damaged.
    #[must_use]
    pub fn with(&self, name: &str, sealed: &[u8]) -> Option<Self> {
        let checked = unsealed(sealed)?;
        let opened = match unpack(checked)? {
            Ok(document) => Ok(Arc::new(document)),
            Err(errors) => Err(errors.into()),
        };
        let mut with = self.clone();
        Arc::make_mut(&mut with.here).insert(name.into(), Pack { checked: checked.into(), opened });
        Some(with)
    }

    /// Those that could not be fetched may be, now.
    pub(super) fn forget_missed(&mut self) {
        self.missed = Named::default();
    }

    /// Is it not here, because it could not be fetched?
    pub(super) fn misses(&self, entry: &Entry) -> bool {
        self.get(entry.name).is_none() && self.missed.get(entry.name).is_some()
    }

    /// Neither here nor known to be missing.
    fn lack(&self, entry: &Entry) -> bool {
        self.get(entry.name).is_none() && self.missed.get(entry.name).is_none()
    }
}

/// The same scenarios from the same place.
impl PartialEq for Packs {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.here, &other.here) && self.missed == other.missed
    }
}

impl Entry {
    /// The scenario, in a build that carries it.
    ///
    /// # Panics
    /// In the page, where it may not be here yet.
    pub fn open(&self) -> Opened {
        Packs::carried().get(self.name).expect("a native build carries every scenario").opened.clone()
    }
}

impl Model {
    /// The scenario to fetch now: the one that is to be shown, every one where all endings are, else the one that comes
    /// next: after this, or after the start page.
    #[must_use]
    pub fn wanted(&self) -> Option<&'static Entry> {
        let lack = &mut |entry: &Entry| self.packs.lack(entry);
        match &self.open.body {
            Body::Awaited(awaited) => catalogue::entry(&self.open.name).filter(|_| awaited.wanted),
            Body::Start | Body::Player(_) | Body::Broken(_) if self.endings == Endings::Wanted => {
                catalogue::found(lack)
            }
            // A workshop goes on where the network does not.
            Body::Player(_) | Body::Broken(_) if self.listed_at().is_some() => {
                let mut entries = self.presentation.list.iter().filter_map(|name| catalogue::entry(name));
                entries.find(|entry| lack(entry))
            }
            Body::Start => catalogue::opening().filter(|entry| lack(entry)),
            Body::Player(_) | Body::Broken(_) => catalogue::after(&self.open.name).filter(|entry| lack(entry)),
        }
    }

    /// The bytes of a scenario are here. Those that nobody can read are as good as none.
    pub(super) fn receive(&mut self, name: &str, sealed: &[u8]) {
        match self.packs.with(name, sealed) {
            Some(packs) => self.packs = packs,
            None => self.miss(name, "Its file is damaged, or belongs to another version of this page."),
        }
    }

    /// A scenario is not here, for this reason.
    pub(super) fn miss(&mut self, name: &str, reason: &str) {
        self.packs.missed.insert(name.into(), ());
        if let Some(awaited) = self.awaited(name) {
            awaited.told = Some(reason.into());
            awaited.wanted = false;
        }
    }

    /// The reader wants it fetched again. What is told stays until there is something else to tell.
    pub(super) fn retry(&mut self) {
        let name = self.open.name.clone();
        if let Some(awaited) = self.awaited(&name) {
            awaited.told = Some("Trying again …".into());
            awaited.wanted = true;
        }
    }

    /// The open scenario, where it is this one and is not here yet.
    fn awaited(&mut self, name: &str) -> Option<&mut Awaited> {
        match &mut self.open.body {
            Body::Awaited(awaited) if *self.open.name == *name => Some(awaited),
            Body::Start | Body::Awaited(_) | Body::Player(_) | Body::Broken(_) => None,
        }
    }
}
