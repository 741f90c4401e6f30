//! The reserve of memory. In a process of its own, since releasing it stops all calls.

#![cfg(feature = "large-pages")]

use enroque::memory::{RESERVE, fill, has_ended, release};

#[test]
fn the_reserve_is_released_once() {
    assert!(!release(1) && !has_ended());
    assert!(fill() && fill() && !has_ended());
    assert!(!release(RESERVE) && !has_ended());
    assert!(release(1) && has_ended());
    assert!(release(1));
    assert!(fill() && !has_ended());
    assert!(release(RESERVE / 2) && has_ended());
    assert!(fill());
}
