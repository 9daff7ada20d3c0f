//! A text that is to be read, and what came of it: as bytes between the page, which carries no parser, and its worker. And
//! what is sent both ways at all: questions about schedules, and texts.

use std::sync::Arc;

use super::asking::{Answer, Question};
use crate::lang::packed::macros::{enums, structs};
use crate::lang::packed::{Packed, read};

/// A text that is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// Its number; what comes back carries it.
    pub number: u32,
    /// Where it comes from.
    pub source: Source,
}

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Somebody wrote it.
    Text(Arc<str>),
    /// A link carries it: the value of `text`.
    Payload(Arc<str>),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The number of what was to be read.
    pub number: u32,
    /// The text; or, where there is none, why in words.
    pub text: Result<Text, Arc<str>>,
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// It.
    pub text: Arc<str>,
    /// What a link carries for it; none where it is too long for one.
    pub payload: Option<Arc<str>>,
    /// Its document, as [`pack`](crate::lang::packed::pack) makes it; empty where it has mistakes.
    pub checked: Vec<u8>,
    /// Its mistakes, in its order.
    pub mistakes: Vec<Mistake>,
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The stretch to underline, in bytes from the start of the text.
    pub stretch: [usize; 2],
    /// What is wrong, as the terminal says it.
    pub words: String,
}

structs! {
    Read { number source }
    Text { text payload checked mistakes }
    Mistake { line column stretch words }
}

enums! {
    Source { 0 Text(text), else Payload(payload) }
}

impl Mistake {
    /// `Line 3: …`
    #[must_use]
    pub fn in_line(&self) -> String {
        ["Line ", &self.line.to_string(), ": ", &self.words].concat()
    }
}

/// What the page sends its worker.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// What comes of every schedule.
    Question(Question),
    /// A text.
    Read(Read),
}

/// What its worker sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// What is known of every schedule.
    Answer(Answer),
    /// What came of a text.
    Reading(Reading),
}

impl Asked {
    /// As bytes.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        match self {
            Self::Question(question) => marked(0, question.packed()),
            Self::Read(read) => {
                let mut bytes = Vec::new();
                read.pack(&mut bytes);
                marked(1, bytes)
            }
        }
    }

    /// From bytes; none where they are nothing that this build sends.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        match bytes.split_first()? {
            (0, rest) => Question::unpacked(rest).map(Self::Question),
            (_, rest) => read(rest, Read::unpack).map(Self::Read),
        }
    }
}

impl Said {
    /// As bytes.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        match self {
            Self::Answer(answer) => marked(0, answer.packed()),
            Self::Reading(reading) => {
                let mut bytes = Vec::new();
                reading.number.pack(&mut bytes);
                match &reading.text {
                    Ok(text) => {
                        true.pack(&mut bytes);
                        text.pack(&mut bytes);
                    }
                    Err(words) => {
                        false.pack(&mut bytes);
                        words.pack(&mut bytes);
                    }
                }
                marked(1, bytes)
            }
        }
    }

    /// From bytes; none where they are nothing that this build sends.
    #[must_use]
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        match bytes.split_first()? {
            (0, rest) => Answer::unpacked(rest).map(Self::Answer),
            (_, rest) => read(rest, |from| Reading {
                number: Packed::unpack(from),
                text: if bool::unpack(from) { Ok(Packed::unpack(from)) } else { Err(Packed::unpack(from)) },
            })
            .map(Self::Reading),
        }
    }
}

fn marked(mark: u8, bytes: Vec<u8>) -> Vec<u8> {
    let mut marked = vec![mark];
    marked.extend(bytes);
    marked
}
