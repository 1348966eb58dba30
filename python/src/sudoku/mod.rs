//! Sudoku: one puzzle or a column of them.
//!
//! ```text
//! row ── arrow, shared_bytes ── rows ── worker ── job ── answers
//!  └─────── puzzle ─────────────────────┘  │
//! rules ──────┘                   values ──┘
//! ```

mod answers;
mod arrow;
mod job;
mod puzzle;
mod row;
mod rows;
mod rules;
mod shared_bytes;
mod single;
mod task;
mod values;
mod worker;

pub(crate) use answers::{Answers, VERDICTS};
pub(crate) use job::answer;
pub(crate) use rules::Rules;
pub(crate) use single::{draw, format, parse, problem, size, symbols};
