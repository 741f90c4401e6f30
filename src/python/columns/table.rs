//! The table of columns. Each entry documents a column once; the static methods of `Column` and the
//! methods of `Games`, `Arena` and `Board` are made from it.
//!
//! An entry has the documentation, the arguments, the options after `;`, what `on_unsupported="mask"`
//! writes if the column may be unable to express a position, the documentation and the type of the
//! result, and the function that makes the column.

/// Calls a macro with the columns that every source of samples has.
macro_rules! columns_of_boards {
    ($then:ident) => {
        $then! {
            {
                /// Positions and their history as planes.
                fn planes(
                    ///     encoding: a name or an `Encoding` of planes.
                    encoding: {EncodingArgument<'py>},
                    ;
                    *
                    ///     dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`;
                    ///         counts above 255 become 255 in uint8. For a `Column` also `"bits"`: uint64
                    ///         masks, and an array of values named like the column with `_values`.
                    dtype: {Option<DtypeArgument<'py>>} = None,
                )
                ///     `(*encoding.shape)` for each position.
                -> {AnyArray<'py>}
                { planes_column(&encoding, dtype.as_ref()) }
            }
            {
                /// Positions as tokens.
                fn tokens(
                    ///     encoding: a name or an `Encoding` of tokens.
                    encoding: {TokensArgument<'py>},
                    ;
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write 255s for positions without tokens.";
                ///     `(length,)` uint8 for each position.
                -> {Array<'py, PyArrayDyn<u8>>}
                { Ok(core::Column::Tokens(encoding.get()?).into()) }
            }
            {
                /// The active features of positions, padded with -1.
                fn features(
                    ///     encoding: a name or an `Encoding` of features.
                    encoding: {FeaturesArgument<'py>},
                    ;
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write -1s for positions with too many pieces.";
                ///     `(2, 32)` int32 for each position: the perspectives of the side to move and of the
                ///     opponent, ordered by the squares of the pieces.
                -> {Array<'py, PyArrayDyn<i32>>}
                { Ok(core::Column::Features(encoding.get()?).into()) }
            }
        }
    };
}
pub(in crate::python) use columns_of_boards;

/// Calls a macro with the columns that games and arenas have.
macro_rules! columns_of_arenas {
    ($then:ident) => {
        $then! {
            {
                /// The index of Stockfish's layer stack, by the number of pieces.
                fn feature_buckets(;)
                ///     An int32 for each position, 0 to 7.
                -> {Array<'py, PyArrayDyn<i32>>}
                { Ok(core::Column::FeatureBucket.into()) }
            }
            {
                /// Positions as binary records with evaluation and result.
                ///
                /// An unknown evaluation is written as 0, an unknown result as a draw.
                fn records(
                    ///     encoding: `"bullet"` (bulletformat), `"packed"` (viriformat, marlinformat), or
                    ///         an `Encoding` of records.
                    encoding: {RecordsArgument<'py>},
                    ;
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write zeros for positions that do not fit.";
                ///     `(32,)` uint8 for each position.
                -> {Array<'py, PyArrayDyn<u8>>}
                { Ok(core::Column::Records(encoding.get()?).into()) }
            }
        }
    };
}
pub(in crate::python) use columns_of_arenas;

/// Calls a macro with the columns that games and boards have, and that need no policy in an arena.
macro_rules! columns_of_moves {
    ($then:ident) => {
        $then! {
            {
                /// 1 at the policy index of each legal move, and 0 elsewhere.
                fn legal_mask(
                    ///     policy: a name or a `Policy`.
                    policy: {PolicyArgument<'py>},
                    ;
                    *
                    ///     dtype: bool (default), float32, float16 or uint8, or `"bits"` for eight indices
                    ///         in a byte, lowest bit first, as `numpy.unpackbits(..., bitorder="little")`
                    ///         reads them.
                    dtype: {Option<DtypeArgument<'py>>} = None,
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write no 1 for moves that have no index.";
                ///     `(policy.size,)` for each position; with `dtype="bits"` `(ceil(policy.size / 8),)`
                ///     uint8.
                -> {AnyArray<'py>}
                { mask_column(policy.get()?, dtype.as_ref()) }
            }
        }
    };
}
pub(in crate::python) use columns_of_moves;

/// Calls a macro with the columns that only games have: those of a move played, a result, an
/// evaluation, or a search.
macro_rules! columns_of_games {
    ($then:ident) => {
        $then! {
            {
                /// The policy index of the move played.
                fn policy(
                    ///     policy: a name or a `Policy`.
                    policy: {PolicyArgument<'py>},
                    ;
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write -1 for moves that have no index.";
                ///     An int64 for each position.
                -> {Array<'py, PyArrayDyn<i64>>}
                { Ok(core::Column::Policy(policy.get()?).into()) }
            }
            {
                /// The visits of a search as a distribution over policy indices, with the sum 1.
                fn policy_target(
                    ///     policy: a name or a `Policy`.
                    policy: {PolicyArgument<'py>},
                    ;
                    *
                    ///     dtype: float32 (default) or float16.
                    dtype: {Option<DtypeArgument<'py>>} = None,
                    ///     on_missing: what positions without visits get: `"raise"`, `"zeros"` for a row of
                    ///         zeros, which adds nothing to a cross-entropy, or `"played"` for 1 at the
                    ///         index of the move played; in a `Loader` also `"skip"`.
                    on_missing: {&str} = "raise",
                )
                unsupported on_unsupported: {&str} = "raise",
                    "     on_unsupported: `\"raise\"`, or `\"mask\"` to write nothing for moves that have no index.";
                ///     `(policy.size,)` for each position.
                -> {AnyArray<'py>}
                { target_column(&policy, dtype.as_ref(), on_missing) }
            }
            {
                /// The result of the game: 1 won, 0 drawn, -1 lost, NaN unknown.
                fn value(
                    ;
                    *
                    ///     view: `"side_to_move"` or `"white"`.
                    view: {&str} = "side_to_move",
                )
                ///     A float32 for each position.
                -> {Array<'py, PyArrayDyn<f32>>}
                { Ok(core::Column::Value(encodings::view(view)?).into()) }
            }
            {
                /// The result of the game as win, draw and loss; NaN if unknown.
                fn wdl(
                    ;
                    *
                    ///     view: `"side_to_move"` or `"white"`.
                    view: {&str} = "side_to_move",
                )
                ///     `(3,)` float32 for each position.
                -> {Array<'py, PyArrayDyn<f32>>}
                { Ok(core::Column::Wdl(encodings::view(view)?).into()) }
            }
            {
                /// The win probability by the evaluation (`Games.evals`); NaN without one.
                fn win_probability(
                    ;
                    *
                    ///     model: `"lichess"` or `"chessbench"`, as in `enroque.win_probability`.
                    model: {&str} = "lichess",
                    ///     view: `"side_to_move"` or `"white"`.
                    view: {&str} = "side_to_move",
                )
                ///     A float32 for each position; NaN for every start position.
                -> {Array<'py, PyArrayDyn<f32>>}
                {
                    let (model, view) = (encodings::win_model(model)?, encodings::view(view)?);
                    Ok(core::Column::WinProbability(model, view).into())
                }
            }
            {
                /// The number of plies to the end of the game.
                fn plies_left(;)
                ///     An int32 for each position.
                -> {Array<'py, PyArrayDyn<i32>>}
                { Ok(core::Column::PliesLeft.into()) }
            }
        }
    };
}
pub(in crate::python) use columns_of_games;

/// Calls a macro with the columns that `Games` has no methods of: it has the columns of searches as
/// arrays of all plies.
macro_rules! columns_of_searches {
    ($then:ident) => {
        $then! {
            {
                /// The value of the search, -1 (lost) to 1 (won); NaN if unknown.
                fn search_value(
                    ;
                    *
                    ///     view: `"side_to_move"` or `"white"`.
                    view: {&str} = "side_to_move",
                )
                ///     A float32 for each position.
                -> {Array<'py, PyArrayDyn<f32>>}
                { Ok(core::Column::SearchValue(encodings::view(view)?).into()) }
            }
            {
                /// The win, draw and loss probabilities of the search; NaN if unknown.
                fn search_wdl(
                    ;
                    *
                    ///     view: `"side_to_move"` or `"white"`.
                    view: {&str} = "side_to_move",
                )
                ///     `(3,)` float32 for each position.
                -> {Array<'py, PyArrayDyn<f32>>}
                { Ok(core::Column::SearchWdl(encodings::view(view)?).into()) }
            }
        }
    };
}
pub(super) use columns_of_searches;

/// Makes the methods of a class for some columns.
macro_rules! methods {
    ($class:tt $($entry:tt)*) => {
        $($crate::python::columns::method! { $class $entry })*
    };
}
pub(in crate::python) use methods;

/// Makes the method of a class for a column: the class states the arguments that select samples,
/// each with its documentation, and how the call and its source are made of them.
macro_rules! method {
    (
        {
            $class:ident($slf:ident):
            [$($position_doc:literal $position:ident: {$($position_type:tt)*},)*]
            [$($key_doc:literal $key:ident: {$($key_type:tt)*},)*]
            [$($last_doc:literal $last:ident: {$($last_type:tt)*},)*]
            $call:block on $source:block
        }
        {
            $(#[doc = $doc:tt])*
            fn $name:ident(
                $($(#[doc = $argument_doc:tt])* $argument:ident: {$($argument_type:tt)*},)*
                ;
                $(* $($(#[doc = $option_doc:tt])* $option:ident: {$($option_type:tt)*}
                    = $default:tt,)+)?
            )
            $(unsupported $unsupported:ident: {$($unsupported_type:tt)*} = $raise:tt, $mask:tt;)?
            $(#[doc = $returns:tt])*
            -> {$($result:tt)*}
            $build:block
        }
    ) => {
        #[pymethods]
        impl $class {
            $(#[doc = $doc])*
            #[doc = ""]
            #[doc = " Args:"]
            $($(#[doc = $argument_doc])*)*
            $(#[doc = $position_doc])*
            $(#[doc = $key_doc])*
            $($($(#[doc = $option_doc])*)+)?
            $(#[doc = $mask])?
            #[doc = "     out: a C-contiguous, writeable array of the result's shape and dtype."]
            $(#[doc = $last_doc])*
            #[doc = ""]
            #[doc = " Returns:"]
            $(#[doc = $returns])*
            #[doc = ""]
            #[doc = " Raises:"]
            #[doc = "     EncodingError: an encoding is unknown, or cannot express a position."]
            #[doc = "     ArrayError: an array does not fit."]
            #[doc = "     OutOfRangeError: a position does not exist."]
            #[pyo3(signature = (
                $($argument,)* $($position,)* *, $($key = None,)* $($($option = $default,)+)?
                $($unsupported = $raise,)? out = None, $($last = None,)*
            ))]
            #[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
            fn $name<'py>(
                $slf: &Bound<'py, $class>,
                $($argument: $($argument_type)*,)*
                $($position: $($position_type)*,)*
                $($key: $($key_type)*,)*
                $($($option: $($option_type)*,)+)?
                $($unsupported: $($unsupported_type)*,)?
                out: Option<AnyArrayArgument<'py>>,
                $($last: $($last_type)*,)*
            ) -> PyResult<$($result)*> {
                let given: PyResult<crate::python::columns::Given> = $build;
                let call = $call$(.on_unsupported($unsupported)?)?;
                call.one($slf.py(), &$source, given?, out)
            }
        }
    };
}
pub(in crate::python) use method;
