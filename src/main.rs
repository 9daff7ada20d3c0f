//! Starts the page.

fn main() {
    ran_twice::ui::start();
}
