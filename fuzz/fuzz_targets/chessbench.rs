#![no_main]

#[path = "../formats.rs"]
#[allow(dead_code)]
mod formats;

use enroque::formats::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    formats::bag(Format::BehavioralCloning, data);
    formats::bag(Format::StateValue, data);
    formats::bag(Format::ActionValue, data);
});
