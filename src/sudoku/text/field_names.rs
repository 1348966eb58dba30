//! The names of columns and keys: which of them is the puzzle, its solution, and its name.

/// What a column of a table or a key of an object holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FieldRole {
    /// A puzzle. Of several columns, the one with the lowest rank is the puzzle: `clues` may also
    /// be the number of clues.
    Puzzle(usize),
    /// Its solution.
    Solution,
    /// Its candidates, as a candidate grid.
    Candidates,
    /// The alphabet of the puzzle.
    Alphabet,
    /// The shape of its boxes.
    Box,
    /// Its variant.
    Variant,
    /// Its name.
    Name(usize),
}

/// Names of puzzles, in the singular; the plural is a name as well. Published sets use most of
/// them: `quizzes,solutions` and `puzzle,solution` of Kaggle, `question,answer` of Hugging Face,
/// `value` of the service Dosuku.
const PUZZLES: [&str; 11] = [
    "puzzle", "quiz", "question", "sudoku", "board", "grid", "problem", "given", "unsolved",
    "value", "clue",
];

const SOLUTIONS: [&str; 3] = ["solution", "answer", "solved"];

const NAMES: [&str; 4] = ["name", "title", "label", "id"];

/// The role of a name in any case, with blanks around it.
pub(super) fn role(name: &[u8]) -> Option<FieldRole> {
    let name = str::from_utf8(name.trim_ascii()).ok()?.to_ascii_lowercase();
    let place = |names: &[&str]| names.iter().position(|known| is_word(&name, known));
    if let Some(rank) = place(&PUZZLES) {
        return Some(FieldRole::Puzzle(rank));
    }
    if place(&SOLUTIONS).is_some() {
        return Some(FieldRole::Solution);
    }
    if let Some(rank) = NAMES.iter().position(|known| *known == name) {
        return Some(FieldRole::Name(rank));
    }
    match &*name {
        "candidates" => Some(FieldRole::Candidates),
        "alphabet" => Some(FieldRole::Alphabet),
        "box" => Some(FieldRole::Box),
        "variant" => Some(FieldRole::Variant),
        _ => None,
    }
}

/// Returns whether a name is a word or its plural.
fn is_word(name: &str, word: &str) -> bool {
    let ending = name.strip_prefix(word);
    ending.is_some_and(|ending| matches!((ending, word), ("" | "s", _) | ("zes", "quiz")))
}

/// A solution that a table or an object gives without being a grid: there is none, or it is not
/// known.
pub(super) fn is_no_solution(text: &[u8]) -> bool {
    matches!(text.trim_ascii(), b"" | b"none" | b"unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case_and_number() {
        for name in ["puzzle", "Puzzles", " QUIZZES ", "quiz", "clues", "given", "Board", "values"]
        {
            let role = role(name.as_bytes());
            assert!(matches!(role, Some(FieldRole::Puzzle(_))), "{name}: {role:?}");
        }
        for name in ["solution", "Solutions", "answers"] {
            assert_eq!(role(name.as_bytes()), Some(FieldRole::Solution), "{name}");
        }
        assert_eq!(role(b"id"), Some(FieldRole::Name(3)));
        for name in ["", "puzzlez", "rating", "solutionszes", "\u{e9}"] {
            assert_eq!(role(name.as_bytes()), None, "{name}");
        }
        assert!(role(b"puzzle") < role(b"clues"));
    }
}
