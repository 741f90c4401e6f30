//! Printed games.
