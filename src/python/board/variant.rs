//! Attributes of standard chess as a variant, with python-chess's names and values.

use super::Board;
use crate::notation::fen::STARTING_FEN;
use crate::python::prelude::*;

#[expect(non_upper_case_globals, reason = "the names are Python's")]
#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// The names of standard chess in PGN's tag `Variant`.
    #[classattr]
    fn aliases() -> Vec<&'static str> {
        vec!["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    }

    /// The name of standard chess for UCI engines.
    #[classattr]
    const uci_variant: &'static str = "chess";

    /// The name of standard chess for XBoard engines.
    #[classattr]
    const xboard_variant: &'static str = "normal";

    /// The FEN of the standard start position.
    #[classattr]
    const starting_fen: &'static str = STARTING_FEN;

    /// The suffix of Syzygy files with wins and losses.
    #[classattr]
    const tbw_suffix: &'static str = ".rtbw";

    /// The suffix of Syzygy files with distances.
    #[classattr]
    const tbz_suffix: &'static str = ".rtbz";

    /// The first bytes of Syzygy files with wins and losses.
    #[classattr]
    const tbw_magic: &'static [u8] = &[0x71, 0xE8, 0x23, 0x5D];

    /// The first bytes of Syzygy files with distances.
    #[classattr]
    const tbz_magic: &'static [u8] = &[0xD7, 0x66, 0x0C, 0xA5];

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    const pawnless_tbw_suffix: Option<&'static str> = None;

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    const pawnless_tbz_suffix: Option<&'static str> = None;

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    const pawnless_tbw_magic: Option<&'static [u8]> = None;

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    const pawnless_tbz_magic: Option<&'static [u8]> = None;

    /// `False`: kings may not be on adjacent squares.
    #[classattr]
    const connected_kings: bool = false;

    /// `True`: each side has one king.
    #[classattr]
    const one_king: bool = true;

    /// `False`: captures are not compulsory.
    #[classattr]
    const captures_compulsory: bool = false;
}
