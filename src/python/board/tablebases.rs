//! Attributes of standard chess that readers of endgame tablebases use, with python-chess's names
//! and values.

use super::Board;
use crate::python::prelude::*;

#[pymethods(crate = "crate::python::named_arguments")]
impl Board {
    /// The suffix of Syzygy files with wins and losses.
    #[classattr]
    #[pyo3(name = "tbw_suffix")]
    const TBW_SUFFIX: &'static str = ".rtbw";

    /// The suffix of Syzygy files with distances.
    #[classattr]
    #[pyo3(name = "tbz_suffix")]
    const TBZ_SUFFIX: &'static str = ".rtbz";

    /// The first bytes of Syzygy files with wins and losses.
    #[classattr]
    fn tbw_magic() -> &'static [u8] {
        &[0x71, 0xE8, 0x23, 0x5D]
    }

    /// The first bytes of Syzygy files with distances.
    #[classattr]
    fn tbz_magic() -> &'static [u8] {
        &[0xD7, 0x66, 0x0C, 0xA5]
    }

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    fn pawnless_tbw_suffix() -> Option<&'static str> {
        None
    }

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    fn pawnless_tbz_suffix() -> Option<&'static str> {
        None
    }

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    fn pawnless_tbw_magic() -> Option<&'static [u8]> {
        None
    }

    /// `None`: only variants have other files for positions without pawns.
    #[classattr]
    fn pawnless_tbz_magic() -> Option<&'static [u8]> {
        None
    }

    /// `False`: kings may not be on adjacent squares.
    #[classattr]
    #[pyo3(name = "connected_kings")]
    const CONNECTED_KINGS: bool = false;

    /// `True`: each side has one king.
    #[classattr]
    #[pyo3(name = "one_king")]
    const ONE_KING: bool = true;

    /// `False`: captures are not compulsory.
    #[classattr]
    #[pyo3(name = "captures_compulsory")]
    const CAPTURES_COMPULSORY: bool = false;
}
