//! Packs what stands on its input, piece by piece: of each its length as four bytes, the lowest first, and its bytes. Says the
//! same of what it made of them.

use ran_twice_archive::{pack, unpack};
use std::io::{Error, Read, Write, stdin, stdout};

fn main() -> Result<(), Error> {
    let mut given = Vec::new();
    stdin().lock().read_to_end(&mut given)?;
    let mut left = given.as_slice();
    let mut out = stdout().lock();
    while let Some((length, behind)) = left.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let (piece, behind) = behind.split_at_checked(length).ok_or_else(|| Error::other("a piece is cut off"))?;
        let packed = pack(piece)?;
        if unpack(&packed, piece.len()).as_deref() != Some(piece) {
            return Err(Error::other("a piece does not come out as it went in"));
        }
        let length = u32::try_from(packed.len()).map_err(Error::other)?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&packed)?;
        left = behind;
    }
    Ok(())
}
