//! The methods of the sources of samples, made from the table of columns: a class states once which
//! arguments select samples.

/// Makes the methods of a class for some entries of the table of columns, and for `encode`,
/// `planes_bits` and `supported`.
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
    // an entry of a column
    ($class:tt {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident $((
            $($(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident
                $(= $argument_default:tt)?),* ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        ))?
        $(unsupported $mask:literal)?
        $(#[doc = $returns:tt])*
        -> $element:ident $(($($dtype:tt)*) $(in $dtypes:ident)?)?; $shape:expr;
        $($writing:tt)*
    }) => {
        $crate::python::columns::method! {
            @ $class $name(py, call, source)
            [$($doc)*]
            [$($(
                $($argument_doc)* $argument: {
                    <$crate::python::columns::parameters::$argument_type
                        as $crate::python::columns::Parameter>::Argument<'_>
                } $(= $argument_default)?,
            )*)?]
            [
                $($(
                    $($option_doc)* $option: {
                        <$crate::python::columns::parameters::$option_type
                            as $crate::python::columns::Parameter>::Argument<'_>
                    } = $default,
                )*)?
                $($mask on_unsupported: {&str} = "raise",)?
                "     out: a C-contiguous, writeable array of the result's shape and dtype."
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            [$($returns)*]
            [
                "     EncodingError: an encoding is unknown, or cannot express a position."
                "     ArgumentError: a position lacks what the column needs."
                "     ArrayError: an array does not fit."
                "     OutOfRangeError: a position does not exist."
            ]
            -> {
                $crate::python::hints::ArrayOf<
                    'py, $crate::python::columns::parameters::$element
                >
            }
            {
                $(
                    let _: &str = $mask;
                    call.on_unsupported(on_unsupported)?;
                )?
                let column = $crate::columns::Column::$variant $((
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$argument_type
                    >($argument, &mut call)?,)*
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$option_type
                    >($option, &mut call)?,)*
                ))?;
                call.one(py, source, column, out)
            }
        }
    };
    // an entry of a column of rows of different lengths
    ($class:tt {
        $(#[doc = $doc:tt])*
        $variant:ident = $name:ident(
            $($(#[doc = $argument_doc:tt])* $argument:ident: $argument_type:ident
                $(= $argument_default:tt)?),* ;
            $($(#[doc = $option_doc:tt])* $option:ident: $option_type:ident = $default:tt,)*
        )
        unsupported $mask:literal
        $(#[doc = $returns:tt])*
        -> $result:ident rows $count:literal;
        $($writing:tt)*
    }) => {
        $crate::python::columns::method! {
            @ $class $name(py, call, source)
            [$($doc)*]
            [$(
                $($argument_doc)* $argument: {
                    <$crate::python::columns::parameters::$argument_type
                        as $crate::python::columns::Parameter>::Argument<'_>
                } $(= $argument_default)?,
            )*]
            [
                $(
                    $($option_doc)* $option: {
                        <$crate::python::columns::parameters::$option_type
                            as $crate::python::columns::Parameter>::Argument<'_>
                    } = $default,
                )*
                $mask
                on_unsupported: {&str} = "raise",
            ]
            [$($returns)*]
            [
                "     EncodingError: an encoding is unknown, or cannot express a position."
                "     ArgumentError: a position lacks what the column needs."
                "     OutOfRangeError: a position does not exist."
            ]
            -> {$crate::python::columns::$result<'py>}
            {
                call.on_unsupported(on_unsupported)?;
                let column = $crate::columns::RaggedColumn::$variant(
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$argument_type
                    >($argument, &mut call)?,)*
                    $($crate::python::columns::value::<
                        $crate::python::columns::parameters::$option_type
                    >($option, &mut call)?,)*
                );
                call.ragged(py, source, column)
            }
        }
    };
    // several columns, with an example of the class
    ($class:tt { encode $($example:literal)* }) => {
        $crate::python::columns::method! {
            @ $class encode(py, call, source)
            [" Returns the arrays of several columns by name, computing once what they share."]
            [
                "     columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of a"
                "         column is its kind."
                columns: {$crate::python::hints::ColumnsArgument<'py>},
            ]
            [
                "     on_unsupported: `\"raise\"`, or `\"mask\"` to write markers for positions that a column cannot"
                "         express, as the methods of the columns state."
                on_unsupported: {&str} = "raise",
                "     out: a dict of arrays to write to, by name; columns without an array get a new one."
                out: {Option<$crate::python::hints::OutputsArgument<'py>>} = None,
            ]
            ["     A dict of arrays by name, with a row for each position."]
            [
                "     EncodingError: a column cannot express a position."
                "     ArgumentError: two columns have the same name, or a position lacks what a column needs."
                "     ArrayError: an array does not fit."
                "     OutOfRangeError: a position does not exist, or no move was played there."
                ""
                " Example:"
                $($example)*
            ]
            -> {$crate::python::hints::BatchDict<'py>}
            {
                call.on_unsupported(on_unsupported)?;
                call.all(py, source, &columns.0, out).map($crate::python::hints::BatchDict)
            }
        }
    };
    ($class:tt { planes_bits }) => {
        $crate::python::columns::method! {
            @ $class planes_bits(py, call, source)
            [" Returns planes as bits."]
            [
                "     encoding: a name or an `Encoding` of planes."
                encoding: {$crate::python::encodings::EncodingArgument<'py>},
            ]
            [
                "     out: an array for the masks to write to."
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
                "     values_out: an array for the values to write to."
                values_out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            [
                "     `(masks, values)`: `(channels,)` uint64 for each position, bit n for row n // 8 and column"
                "     n % 8, and `(len(scaled_channels),)` float32."
            ]
            [
                "     EncodingError: the encoding is unknown or has no bit form."
                "     ArrayError: an array does not fit."
                "     OutOfRangeError: a position does not exist."
            ]
            -> {$crate::python::hints::MasksAndValues<'py>}
            { call.bits(py, source, &encoding, out, values_out) }
        }
    };
    ($class:tt { supported $($example:literal)* }) => {
        $crate::python::columns::method! {
            @ $class supported(py, call, source)
            [" Returns which positions all of some columns can express."]
            [
                "     columns: a `Column`, a list of them, or a dict of them by name."
                columns: {$crate::python::hints::ColumnsArgument<'py>},
            ]
            [
                "     out: a C-contiguous, writeable array of the result's shape and dtype."
                out: {Option<$crate::python::hints::AnyArrayArgument<'py>>} = None,
            ]
            ["     A bool for each position."]
            [
                "     ArgumentError: a position lacks what a column needs."
                "     ArrayError: an array does not fit."
                "     OutOfRangeError: a position does not exist, or no move was played there."
                ""
                " Example:"
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
            [$($($position_doc:literal)* $position:ident: {$($position_type:tt)*},)*]
            [$($($key_doc:literal)* $key:ident: {$($key_type:tt)*},)*]
            [$($($last_doc:literal)* $last:ident: {$($last_type:tt)*},)*]
            $make_call:block on $make_source:block
        }
        $name:ident($py:ident, $call:ident, $source:ident)
        [$($doc:literal)*]
        [$($($argument_doc:literal)* $argument:ident: {$($argument_type:tt)*}
            $(= $argument_default:tt)?,)*]
        [$($($option_doc:literal)* $option:ident: {$($option_type:tt)*} = $option_default:tt,)*]
        [$($returns:literal)*]
        [$($raises:literal)*]
        -> {$($result:tt)*}
        $body:block
    ) => {
        #[pymethods]
        impl $class {
            $(#[doc = $doc])*
            #[doc = ""]
            #[doc = " Args:"]
            $($(#[doc = $argument_doc])*)*
            $($(#[doc = $position_doc])*)*
            $($(#[doc = $key_doc])*)*
            $($(#[doc = $option_doc])*)*
            $($(#[doc = $last_doc])*)*
            #[doc = ""]
            #[doc = " Returns:"]
            $(#[doc = $returns])*
            #[doc = ""]
            #[doc = " Raises:"]
            $(#[doc = $raises])*
            #[pyo3(signature = (
                $($argument $(= $argument_default)?,)* $($position,)* *, $($key = None,)*
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
