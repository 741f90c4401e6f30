//! What planes show.

use super::{COLORS, Conventions, OWN, PIECES, SIDE_TO_MOVE, WHITE, sides, viewed};
use crate::tensor::alphazero::AlphaZero;
use crate::tensor::lc0::{HistoryFill, InputFormat, Lc0};
use crate::tensor::pettingzoo::PettingZoo;
use crate::tensor::{EnPassantRule, Encoding, PlaneEncoding, Player, View};

/// One channel of a plane encoding.
#[derive(Clone, PartialEq, Debug)]
pub struct Channel {
    /// What it shows.
    pub name: String,
    /// The least value that an element has.
    pub low: f32,
    /// The greatest value; infinite where nothing bounds it.
    pub high: f32,
}

/// Twelve names, the first side's pieces and then the second's.
fn pieces(sides: [&str; 2], when: &str) -> Vec<String> {
    let name = |side: &str, piece: &str| format!("{side} {piece}{when}");
    sides.iter().flat_map(|side| PIECES.map(|piece| name(side, piece))).collect()
}

/// So many plies ago.
fn ago(plies: usize) -> String {
    format!("{plies} {} ago", if plies == 1 { "ply" } else { "plies" })
}

/// The names of `steps` positions, the newest first.
fn steps(steps: usize, last: &[&str]) -> Vec<String> {
    let step = |back: usize| {
        let when = if back == 0 { String::new() } else { format!(", {}", ago(back)) };
        let more = last.iter().map(|name| format!("{name}{when}")).collect::<Vec<_>>();
        [pieces(OWN, &when), more].concat()
    };
    (0..steps).flat_map(step).collect()
}

/// What the channel shows that is ones if a player is Black.
fn is_black(player: Player) -> &'static str {
    match player {
        Player::SideToMove => "Black to move",
        Player::Opponent => "White to move",
    }
}

/// From whose side a player looks.
fn played(player: Player) -> &'static str {
    match player {
        Player::SideToMove => SIDE_TO_MOVE,
        Player::Opponent => {
            "the side of the player who waits: ranks flipped for Black, files never"
        }
    }
}

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

/// The names of lc0's last eight planes.
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
    /// The channels in order, with what their elements may be.
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

    /// What the encoding takes things for.
    pub fn conventions(&self) -> Conventions {
        let flags = "rights show, but not with which rook";
        let (view, en_passant, repetition, chess960, source) = match self {
            Encoding::Pieces(pieces) => {
                (viewed(pieces.view), "not shown", "not shown", "castling is not shown", "enroque")
            }
            Encoding::Tutorial14(_) => (
                "White's side always, the eighth rank first",
                "the target of a legal capture shows",
                "not shown",
                "the target of a legal castling shows",
                "the recipe split_dims of many tutorials",
            ),
            Encoding::Maia2(maia2) => (
                viewed(maia2.view),
                "after every double push, the square passed shows",
                "not shown",
                flags,
                "Maia-2, commit 67bee6c",
            ),
            Encoding::Maia3(_) => (
                SIDE_TO_MOVE,
                "not shown",
                "not shown",
                "castling is not shown",
                "Maia-3, commit 1e13597",
            ),
            Encoding::OpenSpiel(_) => (
                WHITE,
                "not shown; counts for repetition where a pawn stands ready to capture",
                "how often the position occurred before, halved",
                flags,
                "OpenSpiel 2.0.2",
            ),
            Encoding::PettingZoo(PettingZoo { player }) => (
                played(*player),
                "after every double push, the pawn stands on its back rank",
                "ones from the second occurrence on; legal captures en passant count",
                flags,
                "PettingZoo 1.27 chess_v6",
            ),
            Encoding::Composed(composed) => (
                viewed(composed.view()),
                "the parts en_passant and legal_targets show a legal capture",
                "legal captures en passant count",
                "complete with the part castling_rooks; the part castling has flags",
                "whoever composed it",
            ),
            Encoding::AlphaZero(AlphaZero { player, .. }) => (
                played(*player),
                "shows in the history only; counts for repetition after every double push",
                "one plane if new, one if it occurred before",
                flags,
                "Silver et al. 2018 in the order of pgx 2.6",
            ),
            Encoding::Lc0(Lc0 { format, fill }) => (
                if format.is_canonical() {
                    "the side to move's side, turned by lc0's canonical transform"
                } else {
                    SIDE_TO_MOVE
                },
                if format.is_canonical() {
                    "the file shows where a pawn stands ready to capture"
                } else {
                    "shows in the history only; counts where a pawn stands ready to capture"
                },
                "ones from the second occurrence on, in each of 8 positions",
                match (format, fill) {
                    (InputFormat::Classical, _) => flags,
                    (_, HistoryFill::No | HistoryFill::FenOnly | HistoryFill::Always) => {
                        "complete: rights show as the rooks' squares"
                    }
                },
                "Leela Chess Zero 0.31 to 0.33",
            ),
        };
        Conventions { view, en_passant, repetition, chess960, source }
    }

    /// Whether Chess960's castling rights show with their rooks, so that no two positions look alike that
    /// differ in them alone.
    pub fn distinguishes_chess960(&self) -> bool {
        match self {
            Encoding::Lc0(lc0) => lc0.format != InputFormat::Classical,
            Encoding::Composed(composed) => composed.has_castling_rooks(),
            _ => false,
        }
    }

    /// The rule by which en passant counts, as a word: `double_push`, `pseudo_legal` or `legal`.
    pub fn en_passant_rule_name(&self) -> &'static str {
        match self.en_passant() {
            EnPassantRule::DoublePush => "double_push",
            EnPassantRule::PseudoLegal => "pseudo_legal",
            EnPassantRule::Legal => "legal",
        }
    }
}
