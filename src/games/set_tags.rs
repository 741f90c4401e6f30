//! Replacing tags of games.

use super::headers::Headers;
use super::push::elo;
use super::store::Games;
use crate::error::{CallError, ensure};
use crate::pgn::is_readable_name;

/// Tags that repeat what the columns have: the start position, the variant and the result.
const OF_COLUMNS: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];

/// The values of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagValues {
    /// One for all games; `None` removes the tag.
    Same(Option<String>),
    /// One for each game.
    Each(Vec<Option<String>>),
}

impl TagValues {
    fn of(&self, game: usize) -> Option<&str> {
        match self {
            TagValues::Same(value) => value.as_deref(),
            TagValues::Each(values) => values.get(game)?.as_deref(),
        }
    }
}

impl Games {
    /// Replaces tags of all games: a tag that a game has keeps its place, others come last.
    ///
    /// # Errors
    /// When a name is not possible, or there is not one value for each game; nothing is changed.
    ///
    /// ```
    /// use enroque::games::{Games, TagValues};
    /// let mut games = Games::from_pgn_text("text", b"[White \"A\"] 1. e4 * [White \"B\"] 1. d4 *");
    /// let ratings = TagValues::Each(vec![Some("2500".to_owned()), None]);
    /// games.set_tags(&[("White", &TagValues::Same(None)), ("WhiteElo", &ratings)]).unwrap();
    /// assert_eq!(games.game(0).unwrap().headers().collect::<Vec<_>>(), [("WhiteElo", "2500")]);
    /// assert_eq!(games.white_elo(), [2500, 0]);
    /// ```
    pub fn set_tags(&mut self, tags: &[(&str, &TagValues)]) -> Result<(), CallError> {
        for (name, values) in tags {
            ensure!(is_readable_name(name), Value("tags"), "{name:?} cannot be the name of a tag");
            ensure!(
                !OF_COLUMNS.contains(name),
                Value("tags"),
                "the tag {name} follows from a game's start position, variant or result, and \
                 cannot be set"
            );
            if let TagValues::Each(values) = values {
                let (values, games) = (values.len(), self.len());
                ensure!(
                    values == games,
                    Array("tags"),
                    "the tag {name} has {values} values for {games} games"
                );
            }
        }
        let mut headers = Headers::new();
        for game in 0..self.len() {
            let mut is_written = vec![false; tags.len()];
            for (name, value) in self.headers.of(game) {
                match tags.iter().position(|(other, _)| *other == name) {
                    None => headers.push(name, value),
                    Some(at) => {
                        // of a repeated tag only the first one stays
                        if !std::mem::replace(&mut is_written[at], true)
                            && let Some(value) = tags[at].1.of(game)
                        {
                            headers.push(name, value);
                        }
                    }
                }
            }
            for ((name, values), is_written) in tags.iter().zip(is_written) {
                if let Some(value) = values.of(game).filter(|_| !is_written) {
                    headers.push(name, value);
                }
            }
            headers.end_game();
        }
        self.headers = headers;
        for (name, values) in tags {
            let ratings = match *name {
                "WhiteElo" => &mut self.of_games.white_elo,
                "BlackElo" => &mut self.of_games.black_elo,
                _ => continue,
            };
            for (game, rating) in ratings.iter_mut().enumerate() {
                *rating = values.of(game).map_or(0, |value| elo(value.as_bytes()));
            }
        }
        Ok(())
    }
}
