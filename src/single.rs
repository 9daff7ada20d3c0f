//! Starts what the single file carries: the page, or in its worker what explores for it. One wasm is both there, because what
//! they share is most of either.

use wasm_bindgen::JsCast;
use web_sys::DedicatedWorkerGlobalScope;

/// As the page's own.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

fn main() {
    if js_sys::global().is_instance_of::<DedicatedWorkerGlobalScope>() {
        ran_twice::worker::start();
    } else {
        ran_twice::ui::start();
    }
}
