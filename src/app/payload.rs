//! A scenario's text as a link carries it: `1z.` and base64url of raw DEFLATE, or `1j.` and base64url of the text itself.

use std::fmt;

use super::link::TOO_LONG;
use crate::lang::limits::SOURCE_BYTES_MAX;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

/// Characters of a payload: hosts and chat programs let 16 kB of an address through.
pub const PAYLOAD_CHARS_MAX: usize = 16 * 1024;

/// The format that is written, and the newest that is read.
const FORMAT: u8 = b'1';
/// As small as it gets: a text is packed while somebody types, and takes less than a millisecond.
const LEVEL: u8 = 9;
/// Base64 with the two letters that need no escape in an address (RFC 4648, section 5).
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Why a payload holds no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It ends too early.
    CutOff,
    /// It is nothing that was ever written as a text.
    NotOurs,
    /// A later version has written it.
    TooNew,
    /// It says that the text was too long for a link.
    LeftBehind,
    /// It is longer than a link may be, or unpacks to more than a text may be.
    TooLarge,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CutOff => "Its text was cut off on the way: the end of the link is missing.",
            Self::NotOurs => "Its text is damaged, or was not written by this page.",
            Self::TooNew => "Its text was written by a newer version of this page than this one.",
            Self::LeftBehind => "Its text was too long for a link, and stayed in the browser in which it was written.",
            Self::TooLarge => "Its text is larger than a link may carry: 16 kB in the address, 256 kB as a text.",
        })
    }
}

/// The payload of a text, packed where that makes it shorter by a fifth; none where it is too long for a link.
#[must_use]
pub fn encode(text: &str) -> Option<String> {
    if text.len() > SOURCE_BYTES_MAX {
        return None;
    }
    let (plain, packed) = (written('j', text.as_bytes()), written('z', &compress_to_vec(text.as_bytes(), LEVEL)));
    let payload = if packed.len() * 5 <= plain.len() * 4 { packed } else { plain };
    (payload.len() <= PAYLOAD_CHARS_MAX).then_some(payload)
}

/// The text of a payload.
///
/// # Errors
/// Why it holds none.
pub fn decode(payload: &str) -> Result<String, Broken> {
    if payload.len() > PAYLOAD_CHARS_MAX {
        return Err(Broken::TooLarge);
    }
    if payload == TOO_LONG {
        return Err(Broken::LeftBehind);
    }
    let (codec, letters) = match payload.as_bytes() {
        [] | [FORMAT] | [FORMAT, b'j' | b'z'] => return Err(Broken::CutOff),
        [FORMAT, codec @ (b'j' | b'z'), b'.', letters @ ..] => (*codec, letters),
        [b'2'..=b'9', ..] => return Err(Broken::TooNew),
        _ => return Err(Broken::NotOurs),
    };
    let bytes = bytes_of(letters)?;
    let bytes = if codec == b'z' { inflated(&bytes)? } else { bytes };
    if bytes.len() > SOURCE_BYTES_MAX {
        return Err(Broken::TooLarge);
    }
    String::from_utf8(bytes).map_err(|error| match error.utf8_error().error_len() {
        None => Broken::CutOff,
        Some(_) => Broken::NotOurs,
    })
}

fn written(codec: char, bytes: &[u8]) -> String {
    let mut payload = String::from(char::from(FORMAT));
    payload.push(codec);
    payload.push('.');
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for letter in 0..=three.len() {
            payload.push(char::from(LETTERS[(bits >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    payload
}

/// The bytes of base64url. Letters that hold less than a byte, or bits that belong to none, are what a cut leaves.
fn bytes_of(letters: &[u8]) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    for four in letters.chunks(4) {
        let mut bits = 0;
        for letter in four {
            bits = bits << 6 | value(*letter).ok_or(Broken::NotOurs)?;
        }
        bits <<= 6 * (4 - four.len());
        let three = &bits.to_be_bytes()[1..];
        let (whole, rest) = three.split_at(four.len() - 1);
        if four.len() == 1 || rest.iter().any(|byte| *byte > 0) {
            return Err(Broken::CutOff);
        }
        bytes.extend(whole);
    }
    Ok(bytes)
}

fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// What raw DEFLATE unpacks to; no more than a text may be is ever unpacked.
fn inflated(bytes: &[u8]) -> Result<Vec<u8>, Broken> {
    decompress_to_vec_with_limit(bytes, SOURCE_BYTES_MAX).map_err(|error| match error.status {
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => Broken::CutOff,
        TINFLStatus::HasMoreOutput => Broken::TooLarge,
        _ => Broken::NotOurs,
    })
}

#[cfg(test)]
mod tests {
    use super::{Broken, PAYLOAD_CHARS_MAX, decode, encode, written};
    use crate::lang::limits::SOURCE_BYTES_MAX;

    #[test]
    fn a_short_text_stays_plain_and_a_longer_one_is_packed() {
        assert_eq!(encode("job a").as_deref(), Some("1j.am9iIGE"));
        assert_eq!(encode("").as_deref(), Some("1j."));
        let long = "job charge-77\n".repeat(40);
        let payload = encode(&long).expect("it is short enough");
        assert!(payload.starts_with("1z.") && payload.len() < 60, "{payload}");
        assert_eq!(decode(&payload), Ok(long));
    }

    #[test]
    fn every_letter_of_the_alphabet_is_read_as_it_is_written() {
        for length in 0..300_u32 {
            let text: String = (0..length).filter_map(|at| char::from_u32(at * 7 % 0xd7ff + length)).collect();
            assert_eq!(decode(&written('j', text.as_bytes())), Ok(text));
        }
    }

    #[test]
    fn what_is_broken_says_how() {
        let payload = encode(&"title \"A key\"\n".repeat(9)).expect("it is short enough");
        for cut in 0..payload.len() {
            assert_eq!(decode(&payload[..cut]), Err(Broken::CutOff), "{}", &payload[..cut]);
        }
        for other in ["x", "0z.AA", "1q.AA", "1j,AA", "1j.A A", "1j.+A", "1j._w", "text", "1z.____", "é"] {
            assert_eq!(decode(other), Err(Broken::NotOurs), "{other}");
        }
        assert_eq!(decode("2z.AA"), Err(Broken::TooNew));
        assert_eq!(decode(&"1j.".repeat(PAYLOAD_CHARS_MAX)), Err(Broken::TooLarge));
    }

    #[test]
    fn nothing_larger_than_a_text_is_packed_or_unpacked() {
        let bomb = written('z', &miniz_oxide::deflate::compress_to_vec(&vec![b'a'; 64 << 20], 9));
        assert!(bomb.len() > PAYLOAD_CHARS_MAX);
        let fits = written('z', &miniz_oxide::deflate::compress_to_vec(&vec![b'a'; 8 << 20], 9));
        assert!(fits.len() <= PAYLOAD_CHARS_MAX);
        assert_eq!(decode(&fits), Err(Broken::TooLarge));
        let largest = "a".repeat(SOURCE_BYTES_MAX);
        assert_eq!(encode(&largest).map(|payload| decode(&payload)), Some(Ok(largest.clone())));
        assert_eq!(encode(&(largest + "a")), None);
    }
}
