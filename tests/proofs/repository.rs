//! All problems and puzzles of this repository.

use super::support::{checked, proved};
use crate::common::{files, is_thorough};
use quadrille::proof::ClaimKind;
use quadrille::sudoku::Encoding;
use quadrille::{CanonicalMode, Method, Problem, Solver};

const AUTO: (Method, CanonicalMode) = (Method::Auto, CanonicalMode::Auto);

#[test]
fn the_exact_covers_are_proved() {
    let mut paths = files::files(&files::folder(), ".dlx");
    paths.retain(|path| is_thorough() || files::name(path) != "pentominoes6x10.dlx");
    assert!(paths.len() > 8);
    for path in paths {
        let problem: Problem = files::text(&path).parse().unwrap();
        let (text, claim) = proved(&problem, AUTO, ClaimKind::Count);
        assert_eq!(checked(&problem, &text).unwrap(), claim, "{path:?}");
        let count = Solver::new(&problem).big_count();
        assert_eq!(claim.to_string(), format!("count {count}"), "{path:?}");
        if problem.features().costs {
            let (text, claim) = proved(&problem, AUTO, ClaimKind::Cheapest);
            assert_eq!(checked(&problem, &text).unwrap(), claim, "{path:?}");
        }
    }
}

#[test]
fn the_sudoku_are_proved() {
    let mut unique = 0;
    for path in files::sudoku() {
        for puzzle in files::puzzles(&path).into_iter().filter(|puzzle| puzzle.count < 2) {
            let geometry = files::geometry(&files::name(&path), puzzle.grid.size());
            let Ok(whole) = Encoding::new(geometry).whole(&puzzle.grid) else { continue };
            let kind = if puzzle.count == 1 { ClaimKind::Unique } else { ClaimKind::None };
            let (text, claim) = proved(&whole.problem, AUTO, kind);
            assert_eq!(claim.kind(), kind, "{}", puzzle.place);
            assert_eq!(checked(&whole.problem, &text).unwrap(), claim, "{}", puzzle.place);
            unique += puzzle.count;
        }
    }
    assert!(unique > 50, "{unique}");
}
