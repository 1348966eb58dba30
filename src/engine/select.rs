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
//! switch to `bits`. Where solutions are rare, [`turns`](super::turns) can add `learning`.

use super::shape::Shape;
use super::{Engine, EngineChoice, EngineReason, bitset};
use crate::problem::Problem;

/// The most items for which sparse sets are used: each level saves the sizes of all sets, so that
/// the memory of a deep search grows with the square of the number of items.
const MAX_LEARNING_ITEMS: usize = 1 << 13;

/// Chooses an engine for a problem.
pub(super) fn select(problem: &Problem) -> EngineChoice {
    let choice = |engine, why| EngineChoice { engine, why };
    if problem.features().multiplicities {
        return choice(Engine::Multiple, EngineReason::Multiplicities);
    }
    let shape = Shape::of_problem(problem);
    let has_few_items = problem.items().len() <= MAX_LEARNING_ITEMS;
    let has_large_matrix = bitset::is_large(problem);
    if shape.is_dense() && (has_few_items || !has_large_matrix) {
        choice(Engine::Bits, EngineReason::Dense)
    } else if has_few_items {
        choice(Engine::CellsWtd, EngineReason::Sparse)
    } else if shape.is_narrow() && !has_large_matrix {
        choice(Engine::Bits, EngineReason::Narrow)
    } else {
        choice(Engine::Links, EngineReason::Wide)
    }
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
            assert_eq!(select(&problem), EngineChoice { engine, why }, "{engine}");
        }
    }

    #[test]
    fn many_items_with_few_options_have_short_rows() {
        let items: String = (0..9000).map(|item| format!("{item} ")).collect();
        let problem: Problem = format!("{items}\n0\n0 1\n1\n").parse().unwrap();
        let chosen = EngineChoice { engine: Engine::Bits, why: EngineReason::Narrow };
        assert_eq!(select(&problem), chosen);
    }
}
