//! The king's and the queen's pieces of a game, for descriptive notation.

use super::Game;
use crate::notation::descriptive::Wings;

impl Game {
    /// Returns the king's and the queen's pieces, by the moves since the start of the game or since
    /// the position was replaced.
    pub fn wings(&self) -> Wings {
        let mut wings = Wings::of(self.start());
        let mut position = self.start();
        for (ply, m) in self.moves().iter().enumerate() {
            let Some(next) = self.position_at(ply + 1) else { break };
            let mut after = *position;
            match *m {
                Some(m) => {
                    wings.play(position, m);
                    after.play_unchecked(m);
                }
                None => after.pass(),
            }
            if after.placement() != next.placement() {
                wings = Wings::of(next);
            }
            position = next;
        }
        wings
    }
}
