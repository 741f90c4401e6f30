//! The registry of encodings and policies.

use super::{
    Composed, Pieces, PlaneEncoding as _, Policy as _, Tokenizer as _, alphazero, chess_alpha_zero,
    chessbench, from_to, lc0, maia2, maia3, openspiel, options, pettingzoo, squares, tutorial,
};

options::registry! { $
    /// A plane encoding selected by name.
    ///
    /// ```
    /// use enroque::tensor::{Encoding, OptionValue, PlaneEncoding};
    /// let options = [("format".to_owned(), OptionValue::Number(2))];
    /// let encoding = Encoding::named("lc0", &options).unwrap();
    /// assert_eq!(encoding.channels(), 112);
    /// let error = Encoding::named("lco", &[]).unwrap_err();
    /// assert!(error.to_string().contains("known: \"alphazero\""));
    /// ```
    #[derive(Clone, PartialEq, Debug)]
    Encoding, "encoding", with_encoding:
    AlphaZero(alphazero::AlphaZero),
    ChessAlphaZero(chess_alpha_zero::ChessAlphaZero),
    Composed(Composed),
    Lc0(lc0::Lc0),
    Maia2(maia2::Maia2),
    Maia3(maia3::Maia3),
    OpenSpiel(openspiel::OpenSpiel),
    PettingZoo(pettingzoo::PettingZoo),
    Pieces(Pieces),
    Tutorial14(tutorial::Tutorial14),
}

options::registry! { $
    /// A policy selected by name.
    ///
    /// ```
    /// use enroque::tensor::{Policy, PolicyEncoding};
    /// assert_eq!(PolicyEncoding::named("maia2", &[]).unwrap().size(), 1880);
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    PolicyEncoding, "policy", with_policy:
    AlphaZero(alphazero::AlphaZeroPolicy),
    FromTo(from_to::FromTo),
    FromToPromotion(from_to::FromToPromotion),
    Lc0(lc0::Lc0Policy),
    Maia2(maia2::Maia2Policy),
    Maia3(maia3::Maia3Policy),
    OpenSpiel(alphazero::OpenSpielPolicy),
    PettingZoo(alphazero::PettingZooPolicy),
    Uci(chessbench::UciPolicy),
}

options::registry! { $
    /// A token encoding selected by name.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    TokenEncoding, "token encoding", with_tokens:
    ChessBench(chessbench::ChessBench),
    Squares(squares::Squares),
}

pub(super) use {with_encoding, with_policy, with_tokens};
