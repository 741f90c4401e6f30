//! The argument `columns`.

use super::class::{Column, ColumnArgument};
use crate::python::prelude::*;

/// Converts the argument `columns`: a `Column`, a list of them, or a dict by name.
pub(in crate::python) fn named_columns(
    columns: &Bound<'_, PyAny>,
) -> PyResult<Vec<(String, ColumnArgument)>> {
    let rule = "columns must be a Column, a list of them, or a dict of them by name";
    let given = |object: &Bound<'_, PyAny>| match object.cast::<Column>() {
        Ok(column) => Ok(column.get().argument().clone()),
        Err(_) => match object.extract::<String>() {
            Ok(name) => Err(PyTypeError::new_err(format!(
                "{rule}, not a name: Column.planes({:?}) is the column of an encoding",
                shortened(&name)
            ))),
            Err(_) => Err(wrong_type(rule, object)),
        },
    };
    let mut named = Vec::new();
    if let Ok(dict) = columns.cast::<PyDict>() {
        for (name, column) in dict {
            let name: String = name
                .extract()
                .map_err(|_| wrong_type("the name of a column must be a str", &name))?;
            named.push((name, given(&column)?));
        }
    } else {
        let list = if columns.is_instance_of::<PyList>() || columns.is_instance_of::<PyTuple>() {
            columns.try_iter()?.collect::<PyResult<Vec<_>>>()?
        } else {
            vec![columns.clone()]
        };
        for column in list {
            let given = given(&column)?;
            let name = given.column.kind();
            if named.iter().any(|(other, _)| other == name) {
                return Err(ArgumentError::new_err(format!(
                    "two columns have the name {name:?}: pass a dict of columns by name"
                )));
            }
            named.push((name.to_owned(), given));
        }
    }
    if named.is_empty() {
        return Err(ArgumentError::new_err("there must be at least one column"));
    }
    Ok(named)
}
