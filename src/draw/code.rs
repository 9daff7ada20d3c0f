//! An address as a QR code.

use super::markup::fill;
pub use crate::app::share::CODE_BYTES_MAX as BYTES_MAX;
use qrcodegen::{QrCode, QrCodeEcc};

/// Squares of ground on each side, as the standard has them.
const QUIET: i32 = 4;

/// The code as SVG, black on white in every theme; none where the address is too long.
#[must_use]
pub fn code(address: &str) -> Option<String> {
    if address.len() > BYTES_MAX {
        return None;
    }
    let code = QrCode::encode_text(address, QrCodeEcc::Low).ok()?;
    let mut dark = String::new();
    for y in 0..code.size() {
        for x in 0..code.size() {
            if code.get_module(x, y) {
                dark.push_str(&format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET));
            }
        }
    }
    let side = (code.size() + 2 * QUIET).to_string();
    Some(fill(
        r##"<svg class="code__picture" viewBox="0 0 $ $" role="img" aria-label="QR code of this moment" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h$v$H0z"/><path fill="#000" d="$"/></svg>"##,
        &[&side, &side, &side, &side, &dark],
    ))
}
