//! Floor 5: components and the browser.
