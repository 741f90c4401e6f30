//! Python bindings: they convert arguments, release the GIL and map errors.

#![allow(clippy::too_many_arguments, reason = "they are Python's keywords")]

// first, for its macros
#[macro_use]
mod hints;
mod immutable;

mod any_move;
mod arena;
mod arguments;
mod array_arguments;
mod arrays;
mod bitboards;
mod board;
mod calls;
mod chess960;
mod columns;
mod dataclass;
mod encodings;
mod engine;
mod errors;
mod exit;
mod files;
mod find;
mod games;
mod gil_cell;
#[cfg(feature = "stubs")]
mod item_hints;
#[cfg(not(feature = "stubs"))]
mod items;
mod legal_moves;
mod loader;
mod moves;
mod named_arguments;
mod numpy_api;
mod openings;
mod package;
mod perft;
mod pgn;
mod piece;
mod positions;
mod prelude;
mod progress;
mod python_chess;
mod rows;
mod rules;
mod saved_state;
mod square_set;
mod surrogates;
mod tablebase;
mod trees;
mod win_probability;
mod written_in_python;

use pyo3::prelude::*;

#[cfg(feature = "large-pages")]
#[global_allocator]
static ALLOCATOR: crate::large_pages::LargePages = crate::large_pages::LargePages;

/// The compiled part of the package `enroque`.
#[pymodule]
mod _core {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::{
        arena::{Arena, step_rows},
        bitboards::{
            between, flip_anti_diagonal, flip_diagonal, flip_horizontal, flip_vertical,
            leaper_tables, lsb, msb, ray, ray_table, scan_forward, scan_reversed, shift_2_down,
            shift_2_left, shift_2_right, shift_2_up, shift_down, shift_down_left, shift_down_right,
            shift_left, shift_right, shift_up, shift_up_left, shift_up_right, slider_masks,
            slider_tables,
        },
        board::{BaseBoard, Board, MoveStack},
        calls::thread_count,
        chess960::{
            chess960_back_rank, chess960_fen, chess960_number, chess960_numbers, chess960_random,
        },
        columns::{Column, InternalColumn},
        encodings::{Encoding, Policy},
        engine::{EngineBatch, EngineProcesses},
        files::{
            FileReader, FileWriter, binary_format, lc0_planes, lc0_v7, plan_splits, record_fens,
            training_formats,
        },
        find::{check_query, position_text},
        games::{
            GameIterator, GameView, Games, StartTallies, check_filter, filter_criteria,
            games_from_columns, games_from_rows, games_from_table, stored_columns,
        },
        legal_moves::{LegalMoveGenerator, PseudoLegalMoveGenerator},
        loader::{Loader, check_token_spec, game_tokens, sequence_columns},
        moves::Move,
        openings::{entries_with, named_positions, openings_version, polyglot_key},
        perft::perft,
        pgn::{
            ChildNode, Game, GameNode, PgnWriter, is_pgn_tag_name, mainline_text, next_game_text,
            pgn_variant, read_game, read_headers, read_into, skip_game, visit_game,
        },
        piece::Piece,
        positions::{Positions, position_suffixes, positions_from_columns},
        python_chess::imitate_python_chess,
        rules::{
            Clock, PlayedGame, TimeControl, languages, parse_time_control, read_score_sheet,
            rule_set_fields, termination_pgn_tag,
        },
        square_set::SquareSet,
        tablebase::SyzygyTables,
        trees::{Leaves, TreeSearch, named_puct},
        win_probability::{stockfish_wdl, value_buckets, win_probability},
    };

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const SKIPPING: &str = super::errors::SKIPPING;

    /// Registers the hooks of the interpreter's exit and of forks; later calls only return. Raises in
    /// another interpreter of the process, with which the interned objects cannot be shared.
    // not in an initializer of the module, which would make the stub incomplete
    #[pyfunction(crate = "crate::python::named_arguments")]
    fn register_hooks(py: Python<'_>) -> PyResult<()> {
        static SYS: AtomicUsize = AtomicUsize::new(0);
        // each interpreter has its own
        let sys = py.import("sys")?.as_ptr() as usize;
        match SYS.compare_exchange(0, sys, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => {}
            Err(first) if first == sys => return Ok(()),
            Err(_) => {
                return Err(PyImportError::new_err(
                    "enroque can be imported in one interpreter of a process only",
                ));
            }
        }
        super::exit::register_hooks(py)
    }
}
