//! The stored columns of [`Games`] and of single games.

use super::game::GameRef;
use super::store::Games;
use super::table::stored_columns;
use crate::store::Ragged;

macro_rules! define {
    (
        games {$($(#[$game_doc:meta])* $of_game:ident: $GameValue:ty = $_no_value:expr, $_is_valid:ident;)*}
        plies {$($(#[$ply_doc:meta])* $of_ply:ident: $PlyValue:ty = $_absent:expr, $_is_valid_ply:ident;)*}
        lists {$($(#[$list_doc:meta])* $list:ident[$_offsets:ident]: $Item:ty, $_is_valid_item:ident;)*}
    ) => {
        impl Games {
            $($(#[$game_doc])* pub fn $of_game(&self) -> &[$GameValue] {
                &self.of_games.$of_game
            })*

            $($(#[$ply_doc])* pub fn $of_ply(&self) -> Option<&[$PlyValue]> {
                self.of_plies.$of_ply.as_deref()
            })*

            $($(#[$list_doc])* pub fn $list(&self) -> Option<&Ragged<$Item>> {
                self.of_plies.$list.as_ref()
            })*
        }

        impl<'a> GameRef<'a> {
            $(
                #[doc = concat!("Returns the values of this game in [`Games::", stringify!($of_ply), "`].")]
                pub fn $of_ply(&self) -> Option<&'a [$PlyValue]> {
                    self.games().$of_ply()?.get(self.plies())
                }
            )*
        }
    };
}

stored_columns!(define);
