//! The methods of the sources of samples, made from the table of columns: a class states once which
//! arguments select samples.

/// Makes the methods of a class for some entries of the table of columns, and for `encode`,
/// `planes_bits`, `supported` and `fens`.
///
/// The class states the arguments that select samples, each with its documentation: positional ones,
/// keywords that follow, and keywords at the end; and how the call and its source are made of them.
macro_rules! methods {
    ($class:tt $($entry:tt)*) => {
        $($crate::python::columns::method! { $class $entry })*
    };
}
pub(in crate::python) use methods;

/// Makes a method of a class.
macro_rules! method {
    // an entry of a column of rows of different lengths
    ($class:tt {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident $arguments:tt unsupported $mask:tt
        $(#[doc = $returns:tt])*
        -> $result:ident rows $($writing:tt)*
    }) => {
        $crate::python::columns::method! {
            @column RaggedColumn::$variant
            $class $name $arguments unsupported $mask []
            [$(#[doc = $doc])*] [$(#[doc = $returns])*]
            -> {$crate::python::columns::$result<'py>}
            |py, call, source, column| { call.ragged(py, source, column) }
        }
    };
    // an entry of a column
    ($class:tt {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident $(($($arguments:tt)*))? $(unsupported($($mask:tt)*))?
        $(#[doc = $returns:tt])*
        -> $element:ident $($writing:tt)*
    }) => {
        $crate::python::columns::method! {
            @column Column::$variant
            $class $name $(($($arguments)*))? $(unsupported($($mask)*))?
            [
                ///     out: a C-contiguous, writeable array of the result's shape and dtype.
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            [$(#[doc = $doc])*] [$(#[doc = $returns])*]
            -> {
                $crate::python::hints::ArrayOf<'py, $crate::python::columns::parameters::$element>
            }
            |py, call, source, column| { call.one(py, source, column, out) }
        }
    };
    // either, with the arguments that make the column
    (
        @column $column:ident::$variant:ident
        $class:tt $name:ident $((
            $($(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident
                $(= $argument_default:tt)?),* ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        ))?
        $(unsupported($($mask:tt)*))?
        [$($out:tt)*] $docs:tt $returns:tt -> $result:tt
        |$py:ident, $call:ident, $source:ident, $made:ident| $body:block
    ) => {
        $crate::python::columns::method! {
            @ $class $name($py, $call, $source)
            $docs
            [$($(
                $(#[doc = $argument_doc])* $argument: {
                    <$crate::python::columns::parameters::$argument_type
                        as $crate::python::columns::Parameter>::Argument<'_>
                } $(= $argument_default)?,
            )*)?]
            [
                $($(
                    $(#[doc = $option_doc])* $option: {
                        <$crate::python::columns::parameters::$option_type
                            as $crate::python::columns::Parameter>::Argument<'_>
                    } = $default,
                )*)?
                $($($mask)* on_unsupported: {&str} = "raise",)?
                $($out)*
            ]
            $returns
            [
                ///     EncodingError: an encoding cannot express a position.
                ///     ArgumentError: an encoding or option is unknown, or a position lacks what the column
                ///         needs.
                ///     ArrayError: an array does not fit.
                ///     OutOfRangeError: a position does not exist.
            ]
            -> $result
            {
                $(
                    let _ = stringify!($($mask)*);
                    $call.on_unsupported(on_unsupported)?;
                )?
                let $made = $crate::columns::$column::$variant $((
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$argument_type
                    >($argument, &mut $call.choices)?,)*
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$option_type
                    >($option, &mut $call.choices)?,)*
                ))?;
                $body
            }
        }
    };
    // several columns, with an example of the class
    ($class:tt { encode $($example:tt)* }) => {
        $crate::python::columns::method! {
            @ $class encode(py, call, source)
            [
                /// Returns the arrays of several columns by name, computing once what they share.
            ]
            [
                ///     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of
                ///         a column is its kind.
                columns: {$crate::python::hints::ColumnsArgument<'py>},
            ]
            [
                ///     on_unsupported: `"raise"`, or `"mask"` to write markers for positions that a column
                ///         cannot express, as the methods of the columns state.
                on_unsupported: {&str} = "raise",
                ///     out: a dict of arrays to write to, by name; columns without an array get a new one.
                out: {Option<$crate::python::hints::OutputsArgument<'py>>} = None,
            ]
            [
                ///     A dict of arrays by name, with a row for each position.
            ]
            [
                ///     EncodingError: a column cannot express a position.
                ///     ArgumentError: two columns have the same name, or a position lacks what a column needs.
                ///     ArrayError: an array does not fit.
                ///     OutOfRangeError: a position does not exist, or no move was played there.
                ///
                /// Example:
                $($example)*
            ]
            -> {$crate::python::hints::BatchDict<'py>}
            {
                call.on_unsupported(on_unsupported)?;
                call.all(py, source, &columns.0, out).map($crate::python::hints::BatchDict)
            }
        }
    };
    ($class:tt { fens }) => {
        $crate::python::columns::method! {
            @ $class fens(py, call, source)
            [
                /// Returns the FENs of positions.
            ]
            []
            []
            [
                ///     A `str` for each position (dtype object), as `Board.fen` returns it.
            ]
            [
                ///     OutOfRangeError: a position does not exist.
            ]
            -> {$crate::python::hints::TextArray<'py>}
            { call.fens(py, source) }
        }
    };
    ($class:tt { planes_bits }) => {
        $crate::python::columns::method! {
            @ $class planes_bits(py, call, source)
            [
                /// Returns planes as bits.
            ]
            [
                ///     encoding: a name or an `Encoding` of planes.
                encoding: {$crate::python::encodings::EncodingArgument<'py>},
            ]
            [
                ///     out: an array for the masks to write to.
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
                ///     values_out: an array for the values to write to.
                values_out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            [
                ///     `(masks, values)`: `(channels,)` uint64 for each position, bit n for row n // 8 and
                ///     column n % 8, and `(len(scaled_channels),)` float32.
            ]
            [
                ///     ArgumentError: the encoding is unknown.
                ///     EncodingError: it has no bit form.
                ///     ArrayError: an array does not fit.
                ///     OutOfRangeError: a position does not exist.
            ]
            -> {$crate::python::hints::MasksAndValues<'py>}
            { call.bits(py, source, &encoding, out, values_out) }
        }
    };
    ($class:tt { supported $($example:tt)* }) => {
        $crate::python::columns::method! {
            @ $class supported(py, call, source)
            [
                /// Returns which positions all of some columns can express.
            ]
            [
                ///     columns: a `Column`, a list of them, or a dict of them by name.
                columns: {$crate::python::hints::ColumnsArgument<'py>},
            ]
            [
                ///     out: a C-contiguous, writeable array of the result's shape and dtype.
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            [
                ///     A bool for each position.
            ]
            [
                ///     ArgumentError: a position lacks what a column needs.
                ///     ArrayError: an array does not fit.
                ///     OutOfRangeError: a position does not exist, or no move was played there.
                ///
                /// Example:
                $($example)*
            ]
            -> {$crate::python::hints::ArrayOf<'py, bool>}
            { call.supported(py, source, &columns.0, out) }
        }
    };
    // any method, of the class's arguments and its own
    (
        @ {
            $class:ident($slf:ident):
            [$($(#[doc = $position_doc:tt])* $position:ident: {$($position_type:tt)*}
                $(= $position_default:tt)?,)*]
            [$($(#[doc = $key_doc:tt])* $key:ident: {$($key_type:tt)*},)*]
            [$($(#[doc = $last_doc:tt])* $last:ident: {$($last_type:tt)*},)*]
            $make_call:block on $make_source:block
        }
        $name:ident($py:ident, $call:ident, $source:ident)
        [$($doc:tt)*]
        [$($(#[doc = $argument_doc:tt])* $argument:ident: {$($argument_type:tt)*}
            $(= $argument_default:tt)?,)*]
        [$($(#[doc = $option_doc:tt])* $option:ident: {$($option_type:tt)*}
            = $option_default:tt,)*]
        [$($returns:tt)*]
        [$($raises:tt)*]
        -> {$($result:tt)*}
        $body:block
    ) => {
        #[pymethods]
        impl $class {
            $($doc)*
            ///
            /// Args:
            $($(#[doc = $argument_doc])*)*
            $($(#[doc = $position_doc])*)*
            $($(#[doc = $key_doc])*)*
            $($(#[doc = $option_doc])*)*
            $($(#[doc = $last_doc])*)*
            ///
            /// Returns:
            $($returns)*
            ///
            /// Raises:
            $($raises)*
            #[pyo3(signature = (
                $($argument $(= $argument_default)?,)* $($position $(= $position_default)?,)* *, $($key = None,)*
                $($option = $option_default,)* $($last = None,)*
            ))]
            #[allow(clippy::too_many_arguments, reason = "they are Python's keywords")]
            fn $name<'py>(
                $slf: &Bound<'py, $class>,
                $($argument: $($argument_type)*,)*
                $($position: $($position_type)*,)*
                $($key: $($key_type)*,)*
                $($option: $($option_type)*,)*
                $($last: $($last_type)*,)*
            ) -> PyResult<$($result)*> {
                let $py = $slf.py();
                #[allow(unused_mut, reason = "some methods change the call")]
                let mut $call = $make_call;
                let $source = &$make_source;
                $body
            }
        }
    };
}
pub(in crate::python) use method;

/// Makes the methods of the columns of games in progress: of a class as in [`methods`], with the
/// examples of `encode` and `supported`.
macro_rules! methods_in_progress {
    (
        $class:tt $encode:tt $supported:tt
        boards {$($boards:tt)*} arenas {$($arenas:tt)*} moves {$($moves:tt)*}
        labels $labels:tt games $games:tt others $others:tt without_function $without_function:tt
        ragged_boards {$($of_boards:tt)*} ragged_moves {$($of_moves:tt)*} $($of_games:tt)*
    ) => {
        $crate::python::columns::methods! {
            $class
            $($boards)* $($arenas)* $($of_boards)*
            $encode
            { planes_bits }
            { fens }
            $supported
        }
        $($crate::python::columns::methods_in_progress! { policy $class $moves })*
        $($crate::python::columns::methods_in_progress! { policy $class $of_moves })*
    };
    // a column of a policy, which by default is that of the arena
    (policy $class:tt {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident(
            $(#[doc = $policy:tt])* policy: PolicyEncoding;
            $($options:tt)*
        )
        $($rest:tt)*
    }) => {
        $crate::python::columns::methods! {
            $class
            {
                $(#[doc = $doc])*
                $variant = $name(
                    ///     policy: a name or a `Policy`; `None` for that of the arena.
                    policy: ArenaPolicy = None;
                    $($options)*
                )
                $($rest)*
            }
        }
    };
}
pub(in crate::python) use methods_in_progress;
