//! Sparse features of efficiently updatable neural networks (nnue-pytorch, bullet).
//!
//! A feature is what is seen from the perspective of a player: a piece on a square, an attack, a pair
//! of pawns. A position has active features for the perspectives of both players. Castling rights, en
//! passant and the side to move are not encoded.

mod active;
mod block;
mod chess768;
mod half_k;
mod pawn_pairs;
mod threats;

pub use block::{FeatureBlock, TooManyFeatures};

use std::borrow::Cow;

use super::describe::Conventions;
use super::options::{self, KnownOption, NameError, OptionValue};
use crate::attacks::{Backend, dispatch, task};
use crate::position::Position;
use crate::types::Color;
use active::Active;
use chess768::Buckets;
use threats::Width;

/// The largest number of blocks in a set.
const MAX_BLOCKS: usize = 4;

/// The largest number of active features of any set.
pub const MAX_ACTIVE: usize = MAX_BLOCKS * threats::MAX_ACTIVE;

/// A set of features: one block, or the sum of several, whose indices follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FeatureSet {
    blocks: [Option<FeatureBlock>; MAX_BLOCKS],
    width: Width,
    buckets: Buckets,
}

impl From<FeatureBlock> for FeatureSet {
    fn from(block: FeatureBlock) -> FeatureSet {
        let mut blocks = [None; MAX_BLOCKS];
        blocks[0] = Some(block);
        FeatureSet { blocks, width: Width::default(), buckets: Buckets::default() }
    }
}

impl FeatureBlock {
    /// Whether it has a feature for each piece, combined with the square of the own king.
    const fn is_half_k(self) -> bool {
        use FeatureBlock::{HalfKa, HalfKaV2, HalfKaV2Hm, HalfKaV2Hm12, HalfKp};
        matches!(self, HalfKp | HalfKa | HalfKaV2 | HalfKaV2Hm | HalfKaV2Hm12)
    }

    /// The largest number of active features.
    const fn max_active(self) -> usize {
        match self {
            FeatureBlock::FullThreats => threats::MAX_ACTIVE,
            FeatureBlock::PawnPairs => pawn_pairs::MAX_ACTIVE,
            FeatureBlock::HalfKaV2HmFactorized | FeatureBlock::Chess768Factorized => {
                2 * half_k::MAX_ACTIVE
            }
            _ => half_k::MAX_ACTIVE,
        }
    }

    fn source(self) -> &'static str {
        match self {
            FeatureBlock::HalfKaV2Hm12 | FeatureBlock::FullThreats | FeatureBlock::PawnPairs => {
                "nnue-pytorch, commit 9f72946"
            }
            FeatureBlock::Chess768 | FeatureBlock::Chess768Factorized => "bullet, commit cebc78a",
            _ => "nnue-pytorch, commit 6b2e13a",
        }
    }

    fn view(self) -> &'static str {
        match self {
            FeatureBlock::HalfKp => "each player: rotated by 180 degrees for Black",
            FeatureBlock::HalfKa | FeatureBlock::HalfKaV2 => "each player: ranks flipped for Black",
            FeatureBlock::HalfKaV2Hm
            | FeatureBlock::HalfKaV2HmFactorized
            | FeatureBlock::HalfKaV2Hm12 => {
                "each player: ranks flipped for Black, files flipped if the own king is on files a to d"
            }
            FeatureBlock::Chess768 | FeatureBlock::Chess768Factorized => {
                "each player: ranks flipped for Black; with 32 buckets, files flipped if the own king is on files e to h"
            }
            FeatureBlock::FullThreats | FeatureBlock::PawnPairs => {
                "each player: ranks flipped for Black, files flipped if the own king is on files e to h"
            }
        }
    }
}

impl FeatureSet {
    /// Returns the set of a name: a block, or blocks with `+` between them. The option `width`
    /// selects the date of `Full_Threats`, `buckets` the king squares of `Chess768`.
    ///
    /// # Errors
    /// If a name, an option or its value is unknown, or a block stands twice.
    pub fn named(name: &str, options: &[(String, OptionValue)]) -> Result<FeatureSet, NameError> {
        let mut set = FeatureSet { blocks: [None; MAX_BLOCKS], ..FeatureBlock::HalfKp.into() };
        let invalid = |reason| Err(NameError::Sum { name: name.to_owned(), reason });
        for (n, word) in name.split('+').enumerate() {
            let Some(block) = FeatureBlock::from_name(word) else {
                let known = FeatureBlock::ALL.map(FeatureBlock::name).to_vec();
                if name.contains('+') {
                    return invalid(format!("{word:?} is not one of {}", known.join(", ")));
                }
                return Err(NameError::Unknown { kind: "feature set", name: name.into(), known });
            };
            if set.blocks.contains(&Some(block)) {
                return invalid(format!("{word} stands twice"));
            }
            let Some(place) = set.blocks.get_mut(n) else {
                return invalid(format!("it has more than {MAX_BLOCKS} blocks"));
            };
            *place = Some(block);
        }
        set.configure(options)?;
        Ok(set)
    }

    fn configure(
        &mut self,
        options: &[(String, OptionValue)],
    ) -> Result<Vec<KnownOption>, NameError> {
        use FeatureBlock::{Chess768, Chess768Factorized, FullThreats};
        let has = |blocks: &[FeatureBlock]| self.blocks().find(|block| blocks.contains(block));
        let (threats, bullet) = (has(&[FullThreats]), has(&[Chess768, Chess768Factorized]));
        let owner = threats.or(bullet).unwrap_or(self.last());
        options::configure(owner.name(), options, |options| {
            if threats.is_some() {
                options.choose("width", &mut self.width, &Width::CHOICES)?;
            }
            if bullet.is_some() {
                self.buckets = options.text("buckets", self.buckets.text(), Buckets::parse)?;
            }
            Ok(())
        })
    }

    /// The number of features of a block.
    fn size_of(&self, block: FeatureBlock) -> usize {
        match block {
            FeatureBlock::FullThreats => self.width.size(),
            FeatureBlock::PawnPairs => pawn_pairs::SIZE,
            FeatureBlock::Chess768 => self.buckets.size() as usize,
            FeatureBlock::Chess768Factorized => self.buckets.size() as usize + 768,
            _ => half_k::size(block),
        }
    }

    fn blocks(&self) -> impl Iterator<Item = FeatureBlock> {
        self.blocks.into_iter().flatten()
    }

    /// The last block of the sum.
    fn last(&self) -> FeatureBlock {
        self.blocks().last().unwrap_or(FeatureBlock::HalfKp)
    }

    /// The name: those of the blocks, with `+` between them.
    pub fn name(&self) -> Cow<'static, str> {
        match self.blocks {
            [Some(block), None, ..] => block.name().into(),
            _ => self.blocks().map(FeatureBlock::name).collect::<Vec<_>>().join("+").into(),
        }
    }

    /// The perspectives of a row, in order.
    pub const PERSPECTIVES: [&'static str; 2] = ["side to move", "opponent"];

    /// Returns the conventions of the set: of a sum, those of its last block.
    pub fn conventions(&self) -> Conventions {
        let (view, source) = (self.last().view(), self.last().source());
        Conventions { view, source, ..Conventions::default() }
    }

    /// Returns all options with their values and choices.
    pub fn known_options(&self) -> Vec<KnownOption> {
        { *self }.configure(&[]).unwrap_or_default()
    }

    /// Whether positions that differ only in Chess960 castling rights are encoded differently.
    pub fn distinguishes_chess960(&self) -> bool {
        false
    }

    /// The number of features.
    pub fn size(&self) -> usize {
        self.blocks().map(|block| self.size_of(block)).sum()
    }

    /// The largest number of active features of a perspective.
    pub fn max_active(&self) -> usize {
        self.blocks().map(FeatureBlock::max_active).sum()
    }

    /// Writes the active features of a position, block after block, from the perspectives of the side
    /// to move and of the opponent. Returns their number, which is the same from both; the other values
    /// of the rows are unspecified.
    ///
    /// Pieces are ordered from a1 to h8. Threats and pairs of pawns begin with the player's own
    /// pieces, ordered by type, square of the attacker and square of the target.
    ///
    /// ```
    /// use enroque::position::Position;
    /// use enroque::tensor::nnue::FeatureBlock::HalfKaV2Hm;
    /// use enroque::tensor::nnue::FeatureSet;
    /// let (mut white, mut black) = ([0; 32], [0; 32]);
    /// let count = FeatureSet::from(HalfKaV2Hm)
    ///     .write(&Position::standard(), [&mut white, &mut black])
    ///     .unwrap();
    /// assert_eq!((count, white[0]), (32, 22208));
    /// ```
    ///
    /// # Errors
    /// If there are more active features than [`FeatureSet::max_active`]; the rows are then
    /// unspecified.
    ///
    /// # Panics
    /// If a row is shorter than that.
    #[inline]
    pub fn write(
        &self,
        position: &Position,
        rows: [&mut [i32]; 2],
    ) -> Result<usize, TooManyFeatures> {
        let players = [position.turn(), !position.turn()];
        // apart from the other blocks, among which these features take a third more instructions
        if let [Some(block), None, ..] = self.blocks
            && block.is_half_k()
        {
            let mut count = 0;
            for (row, player) in rows.into_iter().zip(players) {
                let Ok(row) = row.try_into() else { panic!("{} features are needed", row.len()) };
                count = half_k::write(block, position, player, 0, row)?;
            }
            return Ok(count);
        }
        let set = self;
        dispatch(task!(|backend,
                        set: &FeatureSet,
                        position: &Position,
                        players: [Color; 2],
                        rows: [&mut [i32]; 2]|
         -> Result<usize, TooManyFeatures> {
            set.write_blocks(backend, position, players, rows)
        }))
    }

    /// [`FeatureSet::write`] of any blocks, with a backend.
    #[inline(always)]
    fn write_blocks<B: Backend>(
        &self,
        backend: B,
        position: &Position,
        players: [Color; 2],
        mut rows: [&mut [i32]; 2],
    ) -> Result<usize, TooManyFeatures> {
        let (mut count, mut offset) = (0, 0);
        let mut of_us = [0; threats::MAX_ACTIVE];
        for block in self.blocks() {
            let max = block.max_active();
            let [ours, theirs] = rows.each_mut().map(|row| &mut row[count..][..max]);
            let [mut ours, mut theirs, mut last] =
                [ours, theirs, &mut of_us].map(|row| Active { row, count: 0, offset });
            for (n, player) in players.into_iter().enumerate() {
                // for the opponent, the threats and pairs of the side to move are the last
                let active = [&mut ours, if n == 0 { &mut last } else { &mut theirs }];
                match block {
                    FeatureBlock::FullThreats => {
                        threats::write(self.width, backend, position, players, n, active);
                    }
                    FeatureBlock::PawnPairs => pawn_pairs::write(position, players, n, active),
                    FeatureBlock::Chess768 | FeatureBlock::Chess768Factorized => {
                        chess768::write(block, &self.buckets, position, player, active[n]);
                    }
                    _ => half_k::write_active(block, position, player, active[n])?,
                }
            }
            if ours.count > max {
                return Err(TooManyFeatures { block: block.name(), limit: max });
            }
            theirs.row[theirs.count..ours.count].copy_from_slice(&last.row[..last.count]);
            count += ours.count;
            offset += self.size_of(block) as u32;
        }
        Ok(count)
    }
}

/// Returns the index of Stockfish's layer stack for a position, 0 to 7, by the number of pieces.
#[inline]
pub fn bucket(position: &Position) -> u32 {
    (position.placement().occupied().len() - 1) / 4
}
