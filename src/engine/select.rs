//! The automatic choice of an engine.
//!
//! | rule, the first that applies | engine | reason |
//! |---|---|---|
//! | items have multiplicities | `multiple` | it bounds how often items can still be covered |
//! | options conflict with many others | `bits` | 2 to 13 times as fast as `links` on packings, queens and words |
//! | at most [`MAX_LEARNING_ITEMS`] items | `cells-wtd` | as fast as `bits` on sparse problems, and 100 times as fast on hard Sudoku of 16x16, because it learns |
//! | the bit rows are short | `bits` | with many items, saving the sizes of all sets at each level takes too much memory |
//! | otherwise | `links` | an empty Sudoku of 25x25 takes `bits` 17 times as long |
//!
//! The choice depends on the problem alone. If it is `cells-wtd`, [`adaptive`](super::adaptive) can
//! switch to `bits`. Where solutions are rare, [`turns`](super::turns) can add `learning`; to
//! `multiple` only if solutions are large, as it is slower on others with multiplicities. On most
//! dense problems whose solutions are small it is slower than `bits`, but some it solves at once
//! that `bits` do not solve. So it does little there: an eighth of the work if options are lines of
//! cells, as in a nonogram, and else a short trial (docs/measurements.md).
//! [`memo_turns`](super::memo_turns) adds a memo to any of them.

use super::shape::Shape;
use super::{Engine, EngineChoice, EngineReason, bitset};
use crate::problem::Problem;

/// The most items for which sparse sets are used: each level saves the sizes of all sets, so that
/// the memory of a deep search grows with the square of the number of items.
const MAX_LEARNING_ITEMS: usize = 1 << 13;

/// The most entries of a problem for which `learning` is tried: it takes some 30 bytes for each.
const MOST_LEARNING_ENTRIES: usize = 1 << 22;

/// How much of the work learning does in turns with the chosen engine, while solutions are rare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LearningShare {
    /// Nothing.
    None,
    /// A quarter, at the beginning only: on most problems it is slower, but some
    /// timetables that bits do not solve take it milliseconds.
    Trial,
    /// An eighth: on some problems it is a thousand times as fast as the other engine, on some a
    /// thousand times slower.
    Eighth,
    /// As much as the other.
    Half,
}

/// An engine, and what learning does beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EngineSelection {
    pub(super) choice: EngineChoice,
    pub(super) learning: LearningShare,
}

/// Chooses an engine for a problem.
pub(super) fn select(problem: &Problem) -> EngineSelection {
    let shape = Shape::of_problem(problem);
    let has_few_items = problem.items().len() <= MAX_LEARNING_ITEMS;
    let has_large_matrix = bitset::is_large(problem);
    let (engine, why) = if problem.features().multiplicities {
        (Engine::Multiple, EngineReason::Multiplicities)
    } else if shape.is_dense() && (has_few_items || !has_large_matrix) {
        (Engine::Bits, EngineReason::Dense)
    } else if has_few_items {
        (Engine::CellsWtd, EngineReason::Sparse)
    } else if shape.is_narrow() && !has_large_matrix {
        (Engine::Bits, EngineReason::Narrow)
    } else {
        (Engine::Links, EngineReason::Wide)
    };
    let is_sparse = matches!(engine, Engine::CellsWtd | Engine::Links);
    let learning = if problem.entry_count() > MOST_LEARNING_ENTRIES {
        LearningShare::None
    } else if is_sparse || shape.has_large_solutions() {
        LearningShare::Half
    } else if shape.has_lines() {
        LearningShare::Eighth
    } else if engine == Engine::Bits {
        LearningShare::Trial
    } else {
        LearningShare::None
    };
    EngineSelection { choice: EngineChoice { engine, why }, learning }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{queens, ring};

    #[test]
    fn the_shape_decides() {
        let table = [
            (queens(6), Engine::Bits, EngineReason::Dense),
            ("2|a\na\na\n".to_owned(), Engine::Multiple, EngineReason::Multiplicities),
            (ring(100), Engine::CellsWtd, EngineReason::Sparse),
            (ring(MAX_LEARNING_ITEMS), Engine::CellsWtd, EngineReason::Sparse),
            (ring(10_001), Engine::Links, EngineReason::Wide),
        ];
        for (text, engine, why) in table {
            let problem: Problem = text.parse().unwrap();
            let EngineSelection { choice, learning } = select(&problem);
            assert_eq!(choice, EngineChoice { engine, why }, "{engine}");
            let is_sparse = matches!(engine, Engine::CellsWtd | Engine::Links);
            assert_eq!(learning == LearningShare::Half, is_sparse, "{engine}");
            assert_eq!(learning == LearningShare::Trial, engine == Engine::Bits, "{engine}");
        }
    }

    #[test]
    fn learning_needs_large_solutions_where_items_have_multiplicities() {
        let options = "a b\n".repeat(200);
        for (bounds, can_learn) in [("1:2", false), ("63", false), ("64", true), ("64:99", true)] {
            let problem: Problem = format!("{bounds}|a 0:9|b\n{options}").parse().unwrap();
            assert_eq!(select(&problem).learning == LearningShare::Half, can_learn, "{bounds}");
        }
    }

    #[test]
    fn learning_does_more_where_options_give_many_colors() {
        let line = |colors: usize| -> String {
            (0..colors).map(|cell| format!(" {cell}:x")).collect::<String>() + "\n"
        };
        for (colors, share) in [(4, LearningShare::Trial), (5, LearningShare::Eighth)] {
            let lines = format!("a{0}a{0}b{0}b{0}", line(colors));
            let problem: Problem = format!("a b | 0 1 2 3 4\n{lines}").parse().unwrap();
            let bits = EngineChoice { engine: Engine::Bits, why: EngineReason::Dense };
            assert_eq!(select(&problem), EngineSelection { choice: bits, learning: share });
        }
    }

    #[test]
    fn many_items_with_few_options_have_short_rows() {
        let items: String = (0..9000).map(|item| format!("{item} ")).collect();
        let problem: Problem = format!("{items}\n0\n0 1\n1\n").parse().unwrap();
        let chosen = EngineChoice { engine: Engine::Bits, why: EngineReason::Narrow };
        assert_eq!(
            select(&problem),
            EngineSelection { choice: chosen, learning: LearningShare::Half }
        );
    }
}
