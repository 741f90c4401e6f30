//! Parsing, errors and classes of time controls.

use super::*;
use TimeControlErrorKind::*;

#[test]
fn reads_and_writes() {
    for (text, written) in [
        ("?", "?"),
        (" - ", "-"),
        ("300", "300"),
        ("300+3", "300+3"),
        ("0+10", "0+10"),
        ("40/7200", "40/7200"),
        ("40/7200:3600", "40/7200:3600"),
        ("40/7200:20/3600:900+30", "40/7200:20/3600:900+30"),
        ("40/5400+30:1800+30", "40/5400+30:1800+30"),
        ("*60", "*60"),
        ("40/7200:*60", "40/7200:*60"),
        ("300d5", "300d5"),
        ("300+d5", "300d5"),
        ("300+5d", "300d5"),
        ("60+0.100", "60+0.1"),
        ("0.25", "0.25"),
    ] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.to_string(), written);
        assert_eq!(written.parse(), Ok(control));
    }
}

#[test]
fn errors() {
    for (text, kind, column) in [
        ("", Empty, 0),
        ("  ", Empty, 2),
        ("300:", AfterTheLast, 4),
        ("40/7200:", Empty, 8),
        ("40/7200::60", Empty, 8),
        ("300:60", AfterTheLast, 4),
        ("five", NotANumber, 0),
        ("5+", NotANumber, 2),
        ("+5", NotANumber, 0),
        ("5++5", NotANumber, 2),
        ("5d5d", NotANumber, 2),
        ("5dd5", NotANumber, 2),
        ("5+d5d", NotANumber, 3),
        ("40/", NotANumber, 3),
        ("/300", NotANumber, 0),
        ("0/300", NoMoves, 0),
        ("40/0", NoTime, 3),
        ("*0", NoTime, 1),
        ("-5", NotANumber, 0),
        ("9999999999", TooLarge, 0),
        ("99999999999999999999999", TooLarge, 0),
        ("1.2345", TooFine, 2),
        ("1.", NotANumber, 2),
        ("1.x", NotANumber, 2),
        ("٣00", NotANumber, 0),
    ] {
        assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError { kind, column }), "{text}");
    }
    let many = "1/1:".repeat(100) + "1";
    assert_eq!(many.parse::<TimeControl>().unwrap_err().kind, TooMany);
}

#[test]
fn classes() {
    let class = |text: &str| text.parse::<TimeControl>().unwrap().class(LawsEdition::default());
    assert_eq!(class("40/7200:3600"), Some(TimeClass::Standard));
    assert_eq!(class("600"), Some(TimeClass::Blitz));
    assert_eq!(class("300d6"), Some(TimeClass::Rapid)); // 5 minutes and 60 times 6 seconds
    assert_eq!(class("20/300"), Some(TimeClass::Rapid)); // three periods for 60 moves
    assert_eq!(class("1/1"), Some(TimeClass::Blitz));
    assert_eq!(class("*300"), None);
    assert_eq!(class("-"), None);
    assert_eq!(class("?"), None);
    let lichess = |text: &str| text.parse::<TimeControl>().unwrap().lichess_class();
    for (text, expected) in [
        ("15", LichessClass::UltraBullet),
        ("60", LichessClass::Bullet),
        ("120+1", LichessClass::Bullet),
        ("180", LichessClass::Blitz),
        ("300+3", LichessClass::Blitz),
        ("600", LichessClass::Rapid),
        ("900+10", LichessClass::Rapid),
        ("1800", LichessClass::Classical),
        ("-", LichessClass::Correspondence),
        ("1/86400", LichessClass::Correspondence), // Chess.com
        ("1/1209600", LichessClass::Correspondence),
        ("10/4320000", LichessClass::Correspondence), // ICCF
        ("1/86399.999", LichessClass::Classical),
        ("86400", LichessClass::Classical),
        ("40/7200:3600", LichessClass::Classical),
    ] {
        assert_eq!(lichess(text), Some(expected), "{text}");
    }
    assert_eq!(lichess("?"), None);
}

/// The limits of the classes (A.1, B.1, Lichess) to the millisecond.
#[test]
fn borders_of_classes() {
    use LawsEdition::*;
    use TimeClass::*;
    let since_2014 = [Fide2014, Fide2018, Fide2023];
    for (text, in_2009, later) in [
        ("600", Blitz, Blitz),
        ("600.001", Blitz, Rapid),
        ("300+5", Blitz, Blitz),
        ("300.001+5", Blitz, Rapid),
        ("0+10", Blitz, Blitz),
        ("899.999", Blitz, Rapid),
        ("900", Rapid, Rapid),
        ("3599.999", Rapid, Rapid),
        ("3600", Standard, Standard),
        ("1800+29.999", Rapid, Rapid),
        ("1800+30", Standard, Standard),
        ("1800d30", Standard, Standard),
    ] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.class(Fide2009), Some(in_2009), "{text}");
        let found = since_2014.map(|edition| control.class(edition));
        assert_eq!(found, [Some(later); 3], "{text}");
    }
    use LichessClass as Lichess;
    for (text, expected) in [
        ("29", Lichess::UltraBullet),
        ("30", Lichess::Bullet),
        ("15+0.35", Lichess::UltraBullet),
        ("139+1", Lichess::Bullet),
        ("140+1", Lichess::Blitz),
        ("479", Lichess::Blitz),
        ("480", Lichess::Rapid),
        ("1499", Lichess::Rapid),
        ("1500", Lichess::Classical),
        ("0+37", Lichess::Rapid),
        ("0+38", Lichess::Classical),
    ] {
        assert_eq!(text.parse::<TimeControl>().unwrap().lichess_class(), Some(expected), "{text}");
    }
}
