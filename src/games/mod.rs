//! Many games at once.

pub mod batch;
