//! Names and options of encodings as Python arguments.

use pyo3::types::PyBool;

use crate::python::prelude::*;
use crate::tensor::OptionValue;

hinted_argument! {
    /// The name of an encoding.
    EncodingName = hint!("enroque._model.encodings", "EncodingName");
    /// The name of a policy.
    PolicyName = hint!("enroque._model.encodings", "PolicyName");
    /// The option `buckets`.
    BucketsOption = hint!("enroque._model.encodings", "Buckets");
    /// The option `fill`.
    FillOption = hint!("enroque._model.names", "Fill");
    /// An option that is an integer.
    IntegerOption = hint!("builtins", "int");
    /// The option `layout`.
    LayoutOption = hint!("enroque._model.names", "Layout");
    /// The option `parts`.
    PartsOption = hint!("enroque._model.encodings", "Parts");
    /// The option `player`.
    PlayerOption = hint!("enroque._model.names", "Player");
    /// The option `view`.
    ViewOption = hint!("enroque._model.names", "View");
}

/// Makes the constructor of a class: a name, and options as keywords.
macro_rules! constructor {
    ($class:ident, $name:ident; $($option:ident: $argument:ident),*) => {
        #[pymethods(crate = "crate::python::named_arguments")]
        impl $class {
            #[new]
            #[pyo3(signature = (name, *, $($option = None),*))]
            fn new(name: $name<'_>, $($option: Option<$argument<'_>>),*) -> PyResult<$class> {
                let mut options = Vec::new();
                $(if let Some(option) = $option {
                    let name = stringify!($option);
                    options.push((name.to_owned(), value(name, &option.0)?));
                })*
                let name: String = crate::python::arguments::extract(&name.0, "name")?;
                Ok($class(Described::named(&name, &options)?))
            }
        }
    };
}
pub(super) use constructor;

/// Converts the value of an option: a string, an integer, or a list of them.
pub(super) fn value(name: &str, object: &Bound<'_, PyAny>) -> PyResult<OptionValue> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let Items(items) = object.extract::<Items<Bound<'_, PyAny>>>()?;
        let word = |item: Bound<'_, PyAny>| match item.cast::<PyString>() {
            Ok(word) => Ok(word.to_string()),
            Err(_) => match item.extract::<Number>() {
                Ok(Number(number)) if name == "buckets" => Ok(number.to_string()),
                _ if name == "buckets" => Err(wrong_type("buckets must be ints", &item)),
                _ => Err(wrong_type(&format!("{name} must be names"), &item)),
            },
        };
        let names = items.into_iter().map(word).collect::<PyResult<Vec<_>>>()?;
        return Ok(OptionValue::Word(names.join(" ")));
    }
    if let Ok(word) = object.cast::<PyString>() {
        return Ok(OptionValue::Word(word.to_string()));
    }
    match object.call_method0("__index__") {
        Ok(number) if !object.is_instance_of::<PyBool>() => {
            Ok(OptionValue::Number(number.extract::<Number>()?.0))
        }
        _ => Err(wrong_type(&format!("{name} must be a str or an int"), object)),
    }
}
