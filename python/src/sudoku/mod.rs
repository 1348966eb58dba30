//! Sudoku: one puzzle or a column of them, and random ones.
//!
//! ```text
//! row ── arrow, shared_bytes ── rows ──┬── worker ─────────────────┐        solutions
//!  └─────── puzzle ────────────────────┼── grid_worker ── *_tool ──┼── job ── answers
//! rules ──────┘                        └── generation ─────────────┘        random puzzles
//!                 values ── question ──────┘
//! ```

mod answer_arrow;
mod answers;
mod arrow;
mod canonical_tool;
mod generation;
mod grid_task;
mod grid_tool;
mod grid_worker;
mod job;
mod minimal_tool;
mod neighbour_tool;
mod puzzle;
mod question;
mod rating_tool;
mod row;
mod rows;
mod rules;
mod shared_bytes;
mod single;
mod task;
mod unavoidable_tool;
mod values;
mod within_tool;
mod worker;

pub(crate) use answers::Answers;
pub(crate) use generation::{generate, grids};
pub(crate) use job::answer;
pub(crate) use rules::Rules;
pub(crate) use single::{draw, format, parse, problem, size, symbols};
pub(crate) use values::VERDICTS;
