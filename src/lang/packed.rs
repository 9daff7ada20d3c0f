//! A checked scenario as bytes: shipped files are checked when the page is built, so the page carries no parser.
//!
//! The bytes belong to the build that made them: they are no format, and nothing outside a build reads them. They are
//! read by hand and not by a serializer, because what can go wrong with them is not worth a `Result` at every field: a
//! `Reader` that runs out of bytes goes on with zeros and says so at its end.

pub(crate) mod macros;
mod shapes;

use std::sync::Arc;

use super::document::Document;

/// A text that has been read: a document, or what is wrong with it, a sentence for each mistake with its line.
pub type Checked = Result<Document, Vec<String>>;

/// The bytes of a text that has been read.
#[must_use]
pub fn pack(checked: &Checked) -> Vec<u8> {
    let mut bytes = Vec::new();
    match checked {
        Ok(document) => {
            true.pack(&mut bytes);
            document.pack(&mut bytes);
        }
        Err(errors) => {
            false.pack(&mut bytes);
            errors.pack(&mut bytes);
        }
    }
    bytes
}

/// What [`pack`] was given; none where the bytes are another build's.
#[must_use]
pub fn unpack(bytes: &[u8]) -> Option<Checked> {
    read(bytes, |from| if bool::unpack(from) { Ok(Packed::unpack(from)) } else { Err(Packed::unpack(from)) })
}

/// The bytes of [`pack`] with a checksum (FNV-1a) before them: a file of its own may be damaged on its way.
#[must_use]
pub fn sealed(packed: &[u8]) -> Vec<u8> {
    let mut sealed = checksum(packed).to_vec();
    sealed.extend(packed);
    sealed
}

/// What [`sealed`] was given; none where the bytes are damaged.
#[must_use]
pub fn unsealed(sealed: &[u8]) -> Option<&[u8]> {
    let (sum, packed) = sealed.split_first_chunk()?;
    (*sum == checksum(packed)).then_some(packed)
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let mut sum: u32 = 0x811c_9dc5;
    for byte in bytes {
        sum = (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    sum.to_le_bytes()
}

/// Reads all of the bytes; none where they are too few or too many.
pub(crate) fn read<T>(bytes: &[u8], unpacked: impl FnOnce(&mut Reader<'_>) -> T) -> Option<T> {
    let mut from = Reader { rest: bytes, overrun: false };
    let value = unpacked(&mut from);
    (from.rest.is_empty() && !from.overrun).then_some(value)
}

/// What can be packed.
pub(crate) trait Packed {
    /// Adds its bytes.
    fn pack(&self, to: &mut Vec<u8>);

    /// Takes it from the front of the bytes.
    fn unpack(from: &mut Reader<'_>) -> Self;
}

/// Bytes that have not been read yet.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// Was more asked for than there is?
    overrun: bool,
}

impl<'a> Reader<'a> {
    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((first, rest)) => {
                self.rest = rest;
                *first
            }
            None => {
                self.overrun = true;
                0
            }
        }
    }

    /// A whole number: seven bits a byte, the lowest first, a high bit where more follow (LEB128).
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    /// All that has not been read.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    fn text(&mut self) -> &'a str {
        let length = self.number() as usize;
        let (text, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        self.overrun |= text.len() < length;
        self.rest = rest;
        std::str::from_utf8(text).unwrap_or_default()
    }
}

fn pack_number(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Packed for $number {
            fn pack(&self, to: &mut Vec<u8>) {
                pack_number(*self as u64, to);
            }

            fn unpack(from: &mut Reader<'_>) -> Self {
                from.number() as Self
            }
        }
    )*};
}

numbers! { u8 u16 u32 u64 i64 usize }

impl Packed for bool {
    fn pack(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        from.byte() > 0
    }
}

impl Packed for String {
    fn pack(&self, to: &mut Vec<u8>) {
        pack_number(self.len() as u64, to);
        to.extend(self.as_bytes());
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        from.text().to_owned()
    }
}

impl Packed for Arc<str> {
    fn pack(&self, to: &mut Vec<u8>) {
        pack_number(self.len() as u64, to);
        to.extend(self.as_bytes());
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        from.text().into()
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, to: &mut Vec<u8>) {
        self.is_some().pack(to);
        if let Some(value) = self {
            value.pack(to);
        }
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        bool::unpack(from).then(|| T::unpack(from))
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, to: &mut Vec<u8>) {
        pack_number(self.len() as u64, to);
        for item in self {
            item.pack(to);
        }
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        let mut list = Self::new();
        let mut left = from.number() as usize;
        // The length of damaged bytes is anything; the bytes themselves are not.
        while left > 0 && !from.overrun {
            list.push(T::unpack(from));
            left -= 1;
        }
        list
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, to: &mut Vec<u8>) {
        self.0.pack(to);
        self.1.pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        let first = A::unpack(from);
        (first, B::unpack(from))
    }
}

impl<T: Packed, const LENGTH: usize> Packed for [T; LENGTH] {
    fn pack(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        std::array::from_fn(|_| T::unpack(from))
    }
}

impl<T: Packed> Packed for Box<T> {
    fn pack(&self, to: &mut Vec<u8>) {
        (**self).pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        Self::new(T::unpack(from))
    }
}

impl<T: Packed> Packed for Arc<T> {
    fn pack(&self, to: &mut Vec<u8>) {
        (**self).pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        Self::new(T::unpack(from))
    }
}

impl<T: Packed> Packed for Arc<[T]> {
    fn pack(&self, to: &mut Vec<u8>) {
        pack_number(self.len() as u64, to);
        for item in &**self {
            item.pack(to);
        }
    }

    fn unpack(from: &mut Reader<'_>) -> Self {
        Vec::unpack(from).into()
    }
}
