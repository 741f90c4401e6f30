//! Tokens of whole games: the vocabulary of a language model of moves.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;

use super::Policy;
use super::chessbench::UciPolicy;
use super::empty_board::{EmptyBoard, all_moves};
use crate::attacks::Backend;
use crate::notation::san::play_and_write;
use crate::position::Position;
use crate::random::split_mix;
use crate::types::{Color, Move};

/// The tokens of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum MoveTokens {
    /// A token for each move in UCI.
    Uci,
    /// A token for each character of the moves of PGN: `1.e4 e5 2.Nf3`.
    Characters,
}

/// A fact of a game that is a token before or after its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlToken {
    /// White's rating.
    WhiteRating,
    /// Black's rating.
    BlackRating,
    /// The tag `TimeControl`.
    TimeControl,
    /// The result.
    Result,
    /// The tag `Termination`.
    Termination,
}

impl ControlToken {
    /// The number of the group of tokens that are dropped together.
    pub(crate) fn group(self) -> u64 {
        match self {
            ControlToken::WhiteRating | ControlToken::BlackRating => 0,
            other => other as u64,
        }
    }
}

#[derive(Deserialize)]
struct Fields {
    name: String,
    moves: MoveTokens,
    vocabulary: Vec<String>,
    control: Vec<ControlToken>,
    end: Vec<ControlToken>,
    bos: Option<String>,
    eos: Option<String>,
    unk: Option<String>,
    pad: String,
    rating_width: u16,
    bos_for_ratings: bool,
    aliases: Vec<(String, String)>,
}

/// The vocabulary of the tokens of games, and their order.
#[derive(Clone, PartialEq)]
pub struct TokenSpec {
    name: String,
    hash: u64,
    /// The tokens by text, with aliases.
    ids: HashMap<String, i32>,
    /// The number of tokens.
    size: i32,
    /// By the index of the policy `"uci"`, or by character.
    moves: Vec<i32>,
    kind: MoveTokens,
    /// The tokens before the moves.
    pub(crate) control: Vec<ControlToken>,
    /// The tokens after the moves that are in the vocabulary.
    pub(crate) end: Vec<ControlToken>,
    /// The first token of a game.
    pub(crate) bos: Option<i32>,
    /// The last token of a game.
    pub(crate) eos: Option<i32>,
    /// The token of what is unknown, omitted, or not in the vocabulary.
    pub(crate) unk: Option<i32>,
    pad: i32,
    rating_width: i32,
    /// Whether the first token is only there in place of ratings.
    pub(crate) bos_for_ratings: bool,
}

impl TokenSpec {
    /// Reads a spec.
    ///
    /// # Errors
    /// If the JSON is not a spec, or the vocabulary is incomplete.
    pub fn from_json(json: &str) -> Result<TokenSpec, String> {
        let fields: Fields = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let mut ids = HashMap::new();
        for (token, id) in fields.vocabulary.iter().zip(0..) {
            if ids.insert(token.clone(), id).is_some() {
                return Err(format!("the vocabulary has the token {token:?} twice"));
            }
        }
        let id = |token: &str| match ids.get(token) {
            Some(&id) => Ok(id),
            None => Err(format!("the vocabulary lacks the token {token:?}")),
        };
        let special = |token: &Option<String>| token.as_deref().map(id).transpose();
        let moves = match fields.moves {
            MoveTokens::Uci => {
                let mut moves = vec![0; UciPolicy.size()];
                for turn in Color::ALL {
                    let board = EmptyBoard::new(turn);
                    for m in all_moves(turn) {
                        if let Some(index) = board.index(&UciPolicy, m) {
                            moves[index] = id(&m.to_string())?;
                        }
                    }
                }
                moves
            }
            MoveTokens::Characters => {
                let characters = " #+-.0123456789=BKNOQRabcdefghx".chars();
                let mut moves = vec![0; 128];
                for character in characters {
                    moves[character as usize] = id(&character.to_string())?;
                }
                moves
            }
        };
        if fields.unk.is_none() && !fields.control.is_empty() {
            return Err("a spec with control tokens needs unk, for those that are unknown".into());
        }
        let (bos, eos) = (special(&fields.bos)?, special(&fields.eos)?);
        let (unk, pad) = (special(&fields.unk)?, id(&fields.pad)?);
        let alias = |(text, token): (String, String)| Ok((text, id(&token)?));
        let aliases = fields.aliases.into_iter().map(alias).collect::<Result<Vec<_>, String>>()?;
        ids.extend(aliases);
        Ok(TokenSpec {
            hash: json.bytes().fold(0, |hash, byte| split_mix(hash ^ u64::from(byte))),
            moves,
            kind: fields.moves,
            bos,
            eos,
            unk,
            pad,
            control: fields.control,
            end: fields.end,
            rating_width: fields.rating_width.into(),
            bos_for_ratings: fields.bos_for_ratings,
            name: fields.name,
            size: fields.vocabulary.len() as i32,
            ids,
        })
    }

    /// The token that fills rows.
    pub fn pad(&self) -> i32 {
        self.pad
    }

    /// Returns the token of a text.
    pub(crate) fn token(&self, text: &str) -> Option<i32> {
        self.ids.get(text).copied()
    }

    /// Returns the token of a rating: that of its bin, such as `<1500>`, or without bins its number
    /// after the vocabulary.
    pub(crate) fn rating(&self, rating: i32) -> Option<i32> {
        match rating.checked_div(self.rating_width) {
            Some(bin) => self.token(&format!("<{}>", bin * self.rating_width)),
            None => Some(self.size + rating),
        }
    }

    /// Plays a move, and calls a function with each of its tokens.
    #[inline(always)]
    pub(crate) fn play<B: Backend>(
        &self,
        backend: B,
        position: &mut Position,
        m: Move,
        is_first: bool,
        mut push: impl FnMut(i32),
    ) {
        if self.kind == MoveTokens::Uci {
            let index = UciPolicy.index(position, m);
            let token = index.and_then(|index| self.moves.get(index)).copied();
            token.or(self.unk).into_iter().for_each(push);
            position.replay(m);
            return;
        }
        let mut push_all = |bytes: &[u8]| {
            bytes.iter().for_each(|&byte| push(self.moves[usize::from(byte & 127)]));
        };
        if !is_first {
            push_all(b" ");
        }
        if position.turn() == Color::White {
            push_all(format!("{}.", position.fullmove_number()).as_bytes());
        }
        play_and_write(backend, position, m).with_bytes(push_all);
    }
}

impl fmt::Debug for TokenSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.name, self.hash)
    }
}
