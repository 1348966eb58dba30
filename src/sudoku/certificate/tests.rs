//! Tests of certificates: random puzzles, agreement with the oracle, mutations, false lines.

use super::*;
use crate::engine::Engine;
use crate::ids::ItemId;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::{Encoding, Geometry, Grid, PuzzleSolution, SolveError, SudokuSolver};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

fn encodings() -> Vec<Encoding> {
    let six = Geometry::new(3, 2).unwrap();
    let size = |size| Geometry::of_size(size).unwrap();
    let all = [size(4), size(4).diagonal(), size(6), six, size(9), size(9).diagonal(), size(12)];
    let cage = size(4).with_region("cage", &[0, 5, 10]).unwrap();
    all.into_iter().chain([cage]).map(Encoding::new).collect()
}

/// A random solution: the first one with some random clues.
fn random_solution(encoding: &Encoding, rng: &mut ChaCha8Rng) -> Grid {
    let (size, cells) = (encoding.geometry().size(), encoding.geometry().cells());
    loop {
        let mut grid = Grid::blank(size);
        for _ in 0..size / 2 {
            let value = u8::try_from(rng.random_range(1..=size)).unwrap();
            grid.set(rng.random_range(0..cells), value).unwrap();
        }
        let solved = SudokuSolver::new(encoding).solve(&grid).unwrap();
        if let Some(solution) = solved.into_first() {
            return solution;
        }
    }
}

/// A random puzzle: some cells of a solution, and sometimes a clue of another value.
fn random_puzzle(encoding: &Encoding, share: f64, rng: &mut ChaCha8Rng) -> Grid {
    let mut puzzle = random_solution(encoding, rng);
    for cell in 0..puzzle.cells().len() {
        if !rng.random_bool(share) {
            puzzle.set(cell, 0).unwrap();
        }
    }
    if rng.random_bool(0.3) {
        let value = u8::try_from(rng.random_range(1..=puzzle.size())).unwrap();
        puzzle.set(rng.random_range(0..puzzle.cells().len()), value).unwrap();
    }
    puzzle
}

/// A puzzle whose clues are all needed for its only solution. Then sometimes one is changed.
fn minimal_puzzle(encoding: &Encoding, rng: &mut ChaCha8Rng) -> Grid {
    let mut solver = SudokuSolver::new(encoding);
    let mut puzzle = random_solution(encoding, rng);
    let (size, mut cells) = (puzzle.size(), (0..puzzle.cells().len()).collect::<Vec<_>>());
    cells.shuffle(rng);
    for &cell in &cells {
        let value = puzzle.get(cell).unwrap();
        puzzle.set(cell, 0).unwrap();
        if counted(&mut solver, &puzzle) > 1 {
            puzzle.set(cell, value).unwrap();
        }
    }
    if rng.random_bool(0.4) {
        let clues: Vec<_> = puzzle.clue_cells().collect();
        let value = u8::try_from(rng.random_range(1..=size)).unwrap();
        puzzle.set(clues[rng.random_range(0..clues.len())], value).unwrap();
    }
    puzzle
}

fn stated(certificate: &PuzzleCertificate) -> usize {
    match certificate {
        PuzzleCertificate::None(_) => 0,
        PuzzleCertificate::Unique(_) => 1,
        PuzzleCertificate::Several(_) => 2,
    }
}

/// The number of solutions up to 2.
fn counted(solver: &mut SudokuSolver, puzzle: &Grid) -> usize {
    match solver.solve(puzzle).unwrap() {
        PuzzleSolution::None => 0,
        PuzzleSolution::Unique(_) => 1,
        PuzzleSolution::Multiple(_) => 2,
    }
}

/// A certificate that differs in a token or two.
fn mutated(
    certificate: &PuzzleCertificate,
    most: usize,
    rng: &mut ChaCha8Rng,
) -> PuzzleCertificate {
    let mut mutated = certificate.clone();
    match &mut mutated {
        PuzzleCertificate::None(items) | PuzzleCertificate::Unique(items) => {
            let at = rng.random_range(0..=items.len());
            let other = ItemId::new(rng.random_range(0..most));
            match rng.random_range(0..5) {
                0 => items.insert(at, other),
                1 => items.truncate(at),
                2 if at < items.len() => items[at] = other,
                3 if at < items.len() => drop(items.remove(at)),
                4 if at > 1 => items.swap(at - 1, at - 2),
                _ => {}
            }
        }
        PuzzleCertificate::Several(grids) => {
            let number = rng.random_range(0..2);
            let (cell, size) = (rng.random_range(0..grids[0].cells().len()), grids[0].size());
            match rng.random_range(0..2) {
                0 => grids[number] = grids[1 - number].clone(),
                _ => {
                    let value = u8::try_from(rng.random_range(1..=size)).unwrap();
                    grids[number].set(cell, value).unwrap();
                }
            }
        }
    }
    match (rng.random_range(0..6), mutated) {
        (0, PuzzleCertificate::None(items)) => PuzzleCertificate::Unique(items),
        (0, PuzzleCertificate::Unique(items)) => PuzzleCertificate::None(items),
        (_, mutated) => mutated,
    }
}

#[test]
fn certificates_of_random_puzzles_are_checked_and_agree_with_the_oracle() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let (mut seen, mut branchings, mut wrong) = ([0; 3], 0, 0);
    for encoding in encodings() {
        let engine = if encoding.geometry().size() <= 6 { Engine::Naive } else { Engine::Links };
        let mut oracle = SudokuSolver::with_engine(&encoding, engine).unwrap();
        let (mut certifier, mut checker) =
            (Certifier::new(&encoding), CertificateChecker::new(&encoding));
        let items = encoding.problem().items().len() + 2;
        for share in [0.2, 0.3, 0.4, 1.0].repeat(12) {
            let puzzle = match share < 1.0 {
                true => random_puzzle(&encoding, share, &mut rng),
                false => minimal_puzzle(&encoding, &mut rng),
            };
            let certificate = certifier.certify(&puzzle).unwrap();
            let truth = counted(&mut oracle, &puzzle);
            assert_eq!(stated(&certificate), truth, "{puzzle}");
            assert_eq!(checker.check(&puzzle, &certificate), Ok(()), "{puzzle}: {certificate}");
            let text = certificate.to_string();
            assert_eq!(PuzzleCertificate::parse(text.as_bytes()).as_ref(), Ok(&certificate));
            seen[truth] += 1;
            if let PuzzleCertificate::Unique(items) | PuzzleCertificate::None(items) = &certificate
            {
                branchings += items.len();
            }
            for _ in 0..20 {
                let mutated = mutated(&certificate, items, &mut rng);
                match checker.check(&puzzle, &mutated) {
                    Ok(()) => assert_eq!(stated(&mutated), truth, "{puzzle}: {mutated}"),
                    Err(_) => wrong += 1,
                }
            }
            let other = random_puzzle(&encoding, share, &mut rng);
            if checker.check(&other, &certificate).is_ok() {
                assert_eq!(counted(&mut oracle, &other), stated(&certificate));
            }
        }
    }
    let is_enough = seen.iter().all(|&count| count > 20) && branchings > 20 && wrong > 1000;
    assert!(is_enough, "{seen:?} {branchings} {wrong}");
}

/// A certificate of puzzles, and the puzzles.
fn file(encoding: &Encoding, puzzles: &[Grid]) -> String {
    let (mut digest, mut lines) = (PuzzleDigest::default(), String::new());
    let mut certifier = Certifier::new(encoding);
    for puzzle in puzzles {
        let mut text = String::new();
        write_puzzle(puzzle, &mut text);
        digest.add(&text);
        lines += &format!("{}\n", certifier.certify(puzzle).unwrap());
    }
    digest.header().to_string() + &lines
}

fn verify(
    text: &str,
    encoding: &Encoding,
    puzzles: &[Grid],
) -> Result<CertifiedTotals, CertificateError> {
    let mut verifier = CertificateVerifier::new(text.as_bytes())?;
    let mut checker = CertificateChecker::new(encoding);
    puzzles.iter().for_each(|puzzle| verifier.add(puzzle, &mut checker));
    verifier.finish()
}

#[test]
fn files_with_changed_lines_are_refused_or_still_true() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    let encoding = Encoding::new(Geometry::of_size(6).unwrap());
    let puzzles: Vec<_> = (0..40).map(|_| random_puzzle(&encoding, 0.35, &mut rng)).collect();
    let text = file(&encoding, &puzzles);
    let totals = verify(&text, &encoding, &puzzles).unwrap();
    assert!(totals.none > 3 && totals.unique > 3 && totals.several > 3, "{totals:?}");
    assert_eq!(totals.puzzles(), 40);
    let mut refused = 0;
    for case in 0..300 {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let (at, other) = (rng.random_range(0..lines.len()), rng.random_range(0..lines.len()));
        match case % 5 {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => lines.insert(at, lines[other].clone()),
            3 => {
                let mut bytes = lines[at].clone().into_bytes();
                let place = rng.random_range(0..bytes.len());
                bytes[place] = *b"0123456789 a-".get(rng.random_range(0..13)).unwrap();
                lines[at] = String::from_utf8(bytes).unwrap();
            }
            _ => drop(lines[at].pop()),
        }
        let changed = lines.join("\n") + "\n";
        match verify(&changed, &encoding, &puzzles) {
            Ok(found) => assert_eq!(found, totals, "{changed}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn a_certificate_of_other_puzzles_is_refused_whatever_its_lines_say() {
    let encoding = Encoding::new(Geometry::of_size(4).unwrap());
    let puzzles: Vec<Grid> = ["1...3..2...3..2.", "................", "12..........3..."]
        .map(|text| text.parse().unwrap())
        .into();
    let text = file(&encoding, &puzzles);
    assert!(verify(&text, &encoding, &puzzles).is_ok());
    for (wrong, expected) in [
        (&puzzles[..2], "the certificate is for 3 other puzzles, not for these 2"),
        (
            &[&puzzles[..], &puzzles[..1]].concat(),
            "the certificate is for 3 other puzzles, not for these 4",
        ),
        (
            &[puzzles[1].clone(), puzzles[0].clone(), puzzles[2].clone()],
            "the certificate is for other puzzles: their SHA-256 differs",
        ),
    ] {
        let error = verify(&text, &encoding, wrong).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    // The rules of the checker are not those of the certificate.
    let diagonal = Encoding::new(Geometry::of_size(4).unwrap().diagonal());
    let error = verify(&text, &diagonal, &puzzles).unwrap_err();
    assert!(matches!(error, CertificateError::Line { line: 4, .. }), "{error}");
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let encoding = Encoding::new(Geometry::of_size(4).unwrap());
    let puzzles: Vec<Grid> =
        ["1...3..2...3..2.", "11.............."].map(|text| text.parse().unwrap()).into();
    let text = file(&encoding, &puzzles);
    assert!(text.ends_with("\nlines 2\n1\n0\n"), "{text}");
    let cases = [
        ("sudoku-proof 1\n", "sudoku-proof 2\n", "line 1: column 1: expected sudoku-proof 1"),
        (
            "sha256:",
            "sha1:",
            "line 2: column 1: expected `puzzles sha256:` and 64 hexadecimal digits in small letters",
        ),
        ("lines 2", "lines 02", "line 3: column 1: expected `lines ` and a number"),
        ("lines 2", "lines -2", "line 3: column 1: expected `lines ` and a number"),
        ("\n1\n0\n", "\n1\n", "line 5: the file ends before this line"),
        ("\n1\n0\n", "\n1\n0", "line 5: column 2: expected a line feed"),
        (
            "\n1\n0\n",
            "\n1\n0\n0\n",
            "line 6: expected the end of the file: the header has fewer lines",
        ),
        ("\n1\n0\n", "\n1\n1\n", "line 5: solutions: the line says 1, and the search has found 0"),
        ("\n1\n0\n", "\n3\n0\n", "line 4: column 1: expected 0, 1 or 2, the number of solutions"),
        ("\n1\n0\n", "\n1 1\n0\n", "line 4: items of the list that are not used: 1"),
        ("\n1\n0\n", "\n1\n0 1\n", "line 5: items of the list that are not used: 1"),
        ("\n1\n0\n", "\r\n1\r\n0\r\n", "line 3: column 1: expected `lines ` and a number"),
    ];
    for (old, new, expected) in cases {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text);
        assert_eq!(verify(&changed, &encoding, &puzzles).unwrap_err().to_string(), expected);
    }
    let empty = CertificateVerifier::new(&b""[..]).unwrap_err();
    assert_eq!(empty.to_string(), "line 1: the file ends before this line");
    let none = PuzzleDigest::default().header().to_string();
    assert_eq!(verify(&none, &encoding, &[]).unwrap(), CertifiedTotals::default());
    assert!(
        none.contains("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    );
}

#[test]
fn false_lines_are_refused_for_what_is_wrong() {
    let encoding = Encoding::new(Geometry::of_size(4).unwrap().diagonal());
    let mut checker = CertificateChecker::new(&encoding);
    let mut check = |puzzle: &str, line: &str| {
        let certificate = PuzzleCertificate::parse(line.as_bytes()).unwrap();
        checker.check(&puzzle.parse().unwrap(), &certificate)
    };
    let blank = "................";
    let solution = "1234341243212143";
    let other = "1243342143121234";
    use CertificateErrorKind as Kind;
    // 72 primary items.
    assert_eq!(check(blank, "1 73"), Err(Kind::NoSuchItem { item: 73 }));
    assert_eq!(check(blank, "1"), Err(Kind::ItemNeeded));
    assert_eq!(check(blank, "0 1"), Err(Kind::ItemNeeded));
    assert_eq!(check("1...............", "0 1"), Err(Kind::NotOpen { item: 1 }));
    assert_eq!(check("11..............", "0"), Ok(()));
    assert_eq!(check("1..............1", "0"), Ok(()));
    assert_eq!(check("11..............", "1"), Err(Kind::Count { stated: 1, found: 0 }));
    assert_eq!(check("11..............", "0 1"), Err(Kind::ItemsLeft { count: 1 }));
    assert_eq!(check(solution, "1"), Ok(()));
    assert_eq!(check(solution, "0"), Err(Kind::Count { stated: 0, found: 1 }));
    let several = |first: &str, second: &str| format!("2 {first} {second}");
    assert_eq!(check(solution, &several(solution, solution)), Err(Kind::SameSolutions));
    assert_eq!(check(blank, &several(solution, solution)), Err(Kind::SameSolutions));
    let wrong = |number| Err(Kind::NotASolution { number });
    assert_eq!(check(solution, &several(solution, other)), wrong(2));
    // Not on the diagonals: the rows, columns and boxes are right.
    assert_eq!(check(blank, &several("1234341221434321", solution)), wrong(1));
    assert_eq!(check(blank, &several(solution, "1111111111111111")), wrong(2));
    assert_eq!(check(blank, &several(solution, &"1".repeat(81))), wrong(2));
    let error = checker.check(&Grid::blank(9), &PuzzleCertificate::None(Vec::new()));
    assert_eq!(error, Err(Kind::PuzzleSize { expected: 4, found: 9 }));
}

#[test]
fn several_solutions_are_counted_where_the_line_says_one() {
    let encoding = Encoding::new(Geometry::of_size(4).unwrap());
    let mut checker = CertificateChecker::new(&encoding);
    // Two cells of two values each, in two rows: two solutions.
    let puzzle = "..3434122143432.".replace("432.", "4321").parse::<Grid>().unwrap();
    let mut certifier = Certifier::new(&encoding);
    let found = certifier.certify(&puzzle).unwrap();
    assert_eq!(stated(&found), 1, "{found}");
    let puzzle: Grid = "12343412........".parse().unwrap();
    assert_eq!(stated(&certifier.certify(&puzzle).unwrap()), 2);
    let mut counts = Vec::new();
    for first in 1..=64 {
        for second in 1..=64 {
            for third in 1..=64 {
                let items = [first, second, third].map(|item| ItemId::new(item - 1));
                let error = checker.check(&puzzle, &PuzzleCertificate::Unique(items.into()));
                if let Err(CertificateErrorKind::Count { stated: 1, found }) = error {
                    counts.push(found);
                }
                assert!(error.is_err());
            }
        }
    }
    counts.dedup();
    assert_eq!(counts, [4]);
}

#[test]
fn a_cancelled_search_has_no_certificate() {
    let encoding = Encoding::new(Geometry::of_size(9).unwrap());
    let token = CancelToken::new();
    let mut certifier = Certifier::new(&encoding).cancel_token(token.clone());
    let puzzle: Grid =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
            .parse()
            .unwrap();
    let certificate = certifier.certify(&puzzle).unwrap();
    assert!(stated(&certificate) == 1 && certificate.to_string().len() > 2);
    token.cancel();
    let error = certifier.certify(&puzzle).unwrap_err();
    assert!(matches!(error, SolveError::Stopped(StopReason::Cancelled)), "{error}");
    assert!(certifier.certify(&Grid::blank(4)).is_err());
    // Singles decide it, so that nothing is searched.
    let clash: Grid = ("11".to_owned() + &".".repeat(79)).parse().unwrap();
    assert_eq!(certifier.certify(&clash).unwrap(), PuzzleCertificate::None(Vec::new()));
}
