//! Chess engines that speak UCI: processes, their pipes, and a pool of them.
//!
//! A thread for each process writes a position, reads until `bestmove`, and takes the next position
//! from the queue of the pool. It waits for its pipe, its deadline and cancellation at once, and it
//! starts the process again after a failure. No process outlives the pool or the program.

mod failure;
mod label;
mod pipe;
mod pool;
mod process;
mod session;
mod task;
mod uci;

pub use failure::EngineError;
pub use label::{LABEL_BYTES, push_end_label, push_labels};
pub use pool::{Batch, Pool};
pub use session::{Answer, Identity, fen_of};
pub use task::{Settings, Task};
pub use uci::{Bound, Info, NUMBERS, Score};
