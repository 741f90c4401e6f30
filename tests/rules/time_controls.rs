//! `time_controls.json`: the limits of blitz, rapid and standard chess in two editions of the Laws.

use enroque::rules::{LawsEdition, TimeClass, TimeControl};

use crate::{cases, rules_json, text};

#[test]
fn classes_of_the_laws() {
    let data = rules_json("time_controls.json");
    for case in cases(&data, "cases", 24) {
        let number = |field: &str| case[field].as_u64().unwrap();
        let tag = match (number("base_s"), number("increment_s")) {
            (base, 0) => base.to_string(),
            (base, increment) => format!("{base}+{increment}"),
        };
        let control: TimeControl = tag.parse().unwrap();
        assert_eq!(control.to_string(), tag);
        for (edition, field) in
            [(LawsEdition::Fide2009, "fide2009"), (LawsEdition::Fide2023, "fide2023")]
        {
            let expected = match text(case, field) {
                "blitz" => TimeClass::Blitz,
                "rapid" => TimeClass::Rapid,
                _ => TimeClass::Standard,
            };
            assert_eq!(control.class(edition), Some(expected), "{tag} by {field}");
        }
    }
}
