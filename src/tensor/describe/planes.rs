//! Descriptions of planes.

use super::{COLORS, Conventions, OWN, PIECES, SIDE_TO_MOVE, WHITE, sides, view_name};
use crate::tensor::alphazero::AlphaZero;
use crate::tensor::lc0::{HistoryFill, InputFormat, Lc0};
use crate::tensor::pettingzoo::PettingZoo;
use crate::tensor::{EnPassantRule, Encoding, PlaneEncoding, Player, View};

/// One channel of a plane encoding.
#[derive(Clone, PartialEq, Debug)]
pub struct Channel {
    /// The description.
    pub name: String,
    /// The smallest value.
    pub low: f32,
    /// The largest value; infinite if there is no limit.
    pub high: f32,
}

/// Returns twelve names: the pieces of the first player, then of the second.
fn pieces(sides: [&str; 2], when: &str) -> Vec<String> {
    let name = |side: &str, piece: &str| format!("{side} {piece}{when}");
    sides.iter().flat_map(|side| PIECES.map(|piece| name(side, piece))).collect()
}

/// Returns "`plies` plies ago".
fn ago(plies: usize) -> String {
    format!("{plies} {} ago", if plies == 1 { "ply" } else { "plies" })
}

/// Returns the names of the planes of several positions, newest first.
fn steps(steps: usize, last: &[&str]) -> Vec<String> {
    let step = |back: usize| {
        let when = if back == 0 { String::new() } else { format!(", {}", ago(back)) };
        let more = last.iter().map(|name| format!("{name}{when}")).collect::<Vec<_>>();
        [pieces(OWN, &when), more].concat()
    };
    (0..steps).flat_map(step).collect()
}

/// Returns the name of the channel that is ones if a player is Black.
fn is_black(player: Player) -> &'static str {
    match player {
        Player::SideToMove => "Black to move",
        Player::Opponent => "White to move",
    }
}

/// Returns the description of the view of a player.
fn player_view(player: Player) -> &'static str {
    match player {
        Player::SideToMove => SIDE_TO_MOVE,
        Player::Opponent => "opponent: ranks flipped for Black, files never",
    }
}

/// Returns the names of all channels.
fn names(encoding: &Encoding) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    match encoding {
        Encoding::Pieces(encoding) => pieces(sides(encoding.view), ""),
        Encoding::Tutorial14(_) => {
            let targets = ["targets of White's moves", "targets of Black's moves"];
            [pieces(COLORS, ""), owned(&targets)].concat()
        }
        Encoding::Maia2(maia2) => {
            let [first, second] = sides(maia2.view);
            let castling = [first, second]
                .map(|side| [format!("{side} O-O right"), format!("{side} O-O-O right")]);
            let turn = match maia2.view {
                View::SideToMove => "ones",
                View::White => "White to move",
            };
            let mut names = pieces([first, second], "");
            names.push(turn.to_owned());
            names.extend(castling.into_iter().flatten());
            names.push("square passed by a double push".to_owned());
            names
        }
        Encoding::OpenSpiel(_) => {
            let pieces =
                PIECES.iter().rev().flat_map(|piece| COLORS.map(|side| format!("{side} {piece}")));
            let rest = [
                "empty squares",
                "earlier occurrences / 2",
                "White to move",
                "halfmove clock / 101",
                "White's O-O-O right",
                "White's O-O right",
                "Black's O-O-O right",
                "Black's O-O right",
            ];
            pieces.chain(owned(&rest)).collect()
        }
        Encoding::PettingZoo(PettingZoo { player }) => {
            let black = is_black(*player);
            let head = [
                "own O-O right",
                "own O-O-O right",
                "opponent's O-O right",
                "opponent's O-O-O right",
                black,
                "square number halfmove clock / 2",
                "ones",
            ];
            [owned(&head), steps(8, &["repeated"])].concat()
        }
        Encoding::AlphaZero(AlphaZero { player, .. }) => {
            let rest = [
                is_black(*player),
                "ply / 512",
                "own O-O-O right",
                "own O-O right",
                "opponent's O-O-O right",
                "opponent's O-O right",
                "halfmove clock / 100",
            ];
            [steps(8, &["not repeated", "repeated"]), owned(&rest)].concat()
        }
        Encoding::Composed(composed) => composed.channel_names(),
        Encoding::Lc0(lc0) => [steps(8, &["repeated"]), owned(&lc0_rest(lc0.format))].concat(),
        Encoding::Maia3(maia3) => {
            let step = |back: usize| match back {
                0 => pieces(OWN, ""),
                _ => pieces(OWN, &format!(", {}", ago(back))),
            };
            (0..maia3.history()).rev().flat_map(step).collect()
        }
    }
}

/// Returns the names of lc0's last eight planes.
fn lc0_rest(format: InputFormat) -> [&'static str; 8] {
    let castling = match format {
        InputFormat::Classical => {
            ["own O-O-O right", "own O-O right", "opponent's O-O-O right", "opponent's O-O right"]
        }
        _ => ["rooks for O-O-O, both sides'", "rooks for O-O, both sides'", "zeros", "zeros"],
    };
    let turn =
        if format.is_canonical() { "en-passant file on the eighth rank" } else { "Black to move" };
    let rule = if format.has_hectoplies() { "halfmove clock / 100" } else { "halfmove clock" };
    let armageddon = if format.is_armageddon() { "Black to move" } else { "zeros" };
    let [a, b, c, d] = castling;
    [a, b, c, d, turn, rule, armageddon, "ones"]
}

impl Encoding {
    /// Returns the channels in order.
    ///
    /// ```
    /// use enroque::tensor::Encoding;
    /// let channels = Encoding::named("lc0", &[]).unwrap().channel_list();
    /// assert_eq!(channels[109].name, "halfmove clock");
    /// assert_eq!((channels[0].low, channels[0].high), (0.0, 1.0));
    /// ```
    pub fn channel_list(&self) -> Vec<Channel> {
        let scaled = self.scaled();
        let channel = |(n, name)| {
            let is_bounded = !scaled.contains(&n) && !self.numbers().contains(&n);
            let high = if is_bounded { 1.0 } else { f32::INFINITY };
            Channel { name, low: 0.0, high }
        };
        names(self).into_iter().enumerate().map(channel).collect()
    }

    /// Returns the conventions of the encoding.
    pub fn conventions(&self) -> Conventions {
        let flags = "rights are encoded without their rooks";
        let (view, en_passant, repetition, chess960, source) = match self {
            Encoding::Pieces(pieces) => (
                view_name(pieces.view),
                "not encoded",
                "not encoded",
                "castling rights are not encoded",
                "enroque",
            ),
            Encoding::Tutorial14(_) => (
                "always White, eighth rank first",
                "the target of a legal capture is encoded",
                "not encoded",
                "the target of legal castling is encoded",
                "the function split_dims of many tutorials",
            ),
            Encoding::Maia2(maia2) => (
                view_name(maia2.view),
                "the square passed by every double push is encoded",
                "not encoded",
                flags,
                "Maia-2, commit 67bee6c",
            ),
            Encoding::Maia3(_) => (
                SIDE_TO_MOVE,
                "not encoded",
                "not encoded",
                "castling rights are not encoded",
                "Maia-3, commit 1e13597",
            ),
            Encoding::OpenSpiel(_) => (
                WHITE,
                "not encoded; for repetition, counts if a pawn is beside the pushed pawn",
                "number of earlier occurrences, divided by 2",
                flags,
                "OpenSpiel 2.0.2",
            ),
            Encoding::PettingZoo(PettingZoo { player }) => (
                player_view(*player),
                "after every double push, the pawn is shown on its back rank",
                "ones from the second occurrence on; en passant counts if a capture is legal",
                flags,
                "PettingZoo 1.27 chess_v6",
            ),
            Encoding::Composed(composed) => (
                view_name(composed.view()),
                "a legal capture is encoded by the parts en_passant and legal_targets",
                "en passant counts if a capture is legal",
                "complete with the part castling_rooks; the part castling has flags",
                "the user",
            ),
            Encoding::AlphaZero(AlphaZero { player, .. }) => (
                player_view(*player),
                "visible in the history only; for repetition, counts after every double push",
                "one plane for new positions, one for repeated ones",
                flags,
                "Silver et al. 2018 in the order of pgx 2.6",
            ),
            Encoding::Lc0(Lc0 { format, fill }) => (
                if format.is_canonical() {
                    "side to move, transformed to lc0's canonical orientation"
                } else {
                    SIDE_TO_MOVE
                },
                if format.is_canonical() {
                    "the file is encoded if a pawn is beside the pushed pawn"
                } else {
                    "visible in the history only; counts if a pawn is beside the pushed pawn"
                },
                "ones from the second occurrence on, for each of 8 positions",
                match (format, fill) {
                    (InputFormat::Classical, _) => flags,
                    (_, HistoryFill::No | HistoryFill::FenOnly | HistoryFill::Always) => {
                        "complete: rights are the squares of the rooks"
                    }
                },
                "Leela Chess Zero 0.31 to 0.33",
            ),
        };
        Conventions { view, en_passant, repetition, chess960, source }
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub fn distinguishes_chess960(&self) -> bool {
        match self {
            Encoding::Lc0(lc0) => lc0.format != InputFormat::Classical,
            Encoding::Composed(composed) => composed.has_castling_rooks(),
            _ => false,
        }
    }

    /// The name of the en-passant rule: `double_push`, `pseudo_legal` or `legal`.
    pub fn en_passant_rule_name(&self) -> &'static str {
        match self.en_passant() {
            EnPassantRule::DoublePush => "double_push",
            EnPassantRule::PseudoLegal => "pseudo_legal",
            EnPassantRule::Legal => "legal",
        }
    }
}
