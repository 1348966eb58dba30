//! Pictures of Sudoku and of exact covers: golden files, and laws that all pictures obey.
//!
//! `QUADRILLE_REWRITE=1 cargo test -p quadrille-pictures` rewrites the golden files. Look at them
//! before they are committed: `rsvg-convert FILE.svg > FILE.png`.

mod common;

use common::golden;
use quadrille::sudoku::{Geometry, Grid, solve_grid, text};
use quadrille::{OptionId, Problem, Solver};
use quadrille_pictures::{CellPattern, Picture, Sheet, SudokuPicture, Tiling, TilingError};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// Checks what every document has: it is XML, with a title, a role and a `viewBox` around every
/// position, and nothing is loaded.
#[track_caller]
fn check(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let title = root.first_element_child().unwrap();
    let style = title.next_sibling_element().unwrap();
    assert!(style.text().is_some_and(|text| text.contains("prefers-color-scheme: dark")));
    assert_eq!(title.tag_name().name(), "title");
    assert!(title.text().is_some_and(|text| !text.is_empty()));
    let view: Vec<u32> =
        root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(["svg", "title", "style", "g", "path", "text"].contains(&name), "{name}");
        assert!(!node.attributes().any(|attribute| attribute.name().contains("href")));
        if let (Some(x), Some(y)) = (node.attribute("x"), node.attribute("y")) {
            let (x, y): (u32, u32) = (x.parse().unwrap(), y.parse().unwrap());
            assert!(x <= view[2] && y <= view[3], "{x} {y} in {view:?}");
        }
    }
}

/// The colour and the cells of each path of a picture that fills cells.
fn areas(svg: &str) -> BTreeMap<String, BTreeSet<String>> {
    let document = Document::parse(svg).unwrap();
    let paths = document.descendants().filter(|node| node.tag_name().name() == "path");
    let filled = paths.filter_map(|node| {
        let fill = node.attribute("fill").filter(|fill| fill.starts_with('#'))?;
        let squares = node.attribute("d")?.split_inclusive('z').map(str::to_owned);
        Some((fill.to_owned(), squares.collect()))
    });
    filled.collect()
}

/// The texts of a picture, in order, without titles.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|node| node.tag_name().name() == "text");
    nodes.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

fn problem(path: &str) -> Problem {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap().parse().unwrap()
}

fn first(problem: &Problem) -> Vec<OptionId> {
    Solver::new(problem).solutions().next().expect("a solution").options().to_vec()
}

/// The picture and the drawing of the first solution.
fn drawn(problem: &Problem) -> (String, String) {
    let (tiling, solution) = (Tiling::new(problem).unwrap(), first(problem));
    (tiling.picture(&solution).to_svg(), tiling.text(&solution, false))
}

fn sudoku(line: &str, geometry: &Geometry) -> Picture {
    let record = text::parse(line).unwrap();
    let solution = solve_grid(&record.grid, geometry).unwrap();
    let picture = SudokuPicture::new(geometry, &record.grid, record.alphabet).unwrap();
    picture.solution(solution.first().unwrap()).unwrap().picture()
}

/// The items of a Latin square of a size, and its options.
fn latin(size: usize) -> Problem {
    let pairs = || (1..=size).flat_map(|a| (1..=size).map(move |b| (a, b)));
    let items = pairs().map(|(a, b)| format!("r{a}c{b} r{a}#{b} c{a}#{b}")).collect::<Vec<_>>();
    let options = pairs().flat_map(|(row, column)| {
        (1..=size).map(move |value| format!("r{row}c{column} r{row}#{value} c{column}#{value}"))
    });
    format!("{}\n{}\n", items.join(" "), options.collect::<Vec<_>>().join("\n")).parse().unwrap()
}

/// Domino tilings of a board, with names of rows and columns by a function.
fn dominoes(rows: usize, columns: usize, name: impl Fn(usize, usize) -> String) -> Problem {
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let items = cells().map(|(row, column)| name(row, column)).collect::<Vec<_>>().join(" ");
    let mut text = items + "\n";
    for (row, column) in cells() {
        for (down, right) in [(0, 1), (1, 0)] {
            if row + down < rows && column + right < columns {
                text += &format!("{} {}\n", name(row, column), name(row + down, column + right));
            }
        }
    }
    text.parse().unwrap()
}

#[test]
fn golden_sudoku() {
    let nine = Geometry::of_size(9).unwrap();
    let record = text::parse(EASY).unwrap();
    let puzzle = SudokuPicture::new(&nine, &record.grid, record.alphabet).unwrap().picture();
    golden("sudoku_puzzle.svg", &puzzle.to_svg());
    golden("sudoku_solved.svg", &sudoku(EASY, &nine).to_svg());
    let diagonal =
        "2.............62....1....7...6..8...3...9...7...6..4...4....8....52.............3";
    golden("sudoku_diagonal.svg", &sudoku(diagonal, &nine.diagonal()).to_svg());
    let six = Geometry::new(3, 2).unwrap();
    golden("sudoku_six.svg", &sudoku(&("1".to_owned() + &".".repeat(35)), &six).to_svg());
    let four = Geometry::of_size(4).unwrap().with_region("cage", &[0, 1, 5]).unwrap();
    let record = text::parse("12..............").unwrap();
    let picture = SudokuPicture::new(&four, &record.grid, record.alphabet).unwrap();
    let candidates = [(2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 3)];
    golden("sudoku_candidates.svg", &picture.candidates(candidates).picture().to_svg());
}

#[test]
fn golden_tilings() {
    let hole = "I L 00 01 02 10 12 20 21 22\nI 00 01 02 12\nL 10 20 21 22\n";
    let layers = "A B 0,0,0 0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1\n\
                  A 0,0,0 0,0,1 0,1,0 1,0,0\nB 0,1,1 1,0,1 1,1,0 1,1,1\n";
    let problems = [
        ("pentominoes", problem("puzzles/pentominoes6x10.dlx")),
        ("queens", problem("puzzles/queens8.dlx")),
        ("langford", problem("puzzles/langford7.dlx")),
        ("words", problem("puzzles/colours.dlx")),
        ("latin", latin(4)),
        ("dominoes", dominoes(4, 5, |row, column| format!("{row}{column}"))),
        ("hole", hole.parse().unwrap()),
        ("layers", layers.parse().unwrap()),
    ];
    for (name, problem) in problems {
        let (svg, drawing) = drawn(&problem);
        check(&svg);
        golden(&format!("{name}.svg"), &svg);
        golden(&format!("{name}.txt"), &drawing);
    }
}

#[test]
fn golden_candidates_and_sheet() {
    let latin = latin(3);
    let options: Vec<_> = latin.options().filter(|option| option.index() != 1).collect();
    let tiling = Tiling::new(&latin).unwrap();
    golden("latin_candidates.svg", &tiling.candidates(&options).to_svg());
    let four = Geometry::of_size(4).unwrap();
    let blank = Grid::blank(4);
    let alphabet = text::Alphabet::of_size(4).unwrap();
    let mut sheet = Sheet::new().columns(NonZeroUsize::new(2).unwrap());
    let puzzle = SudokuPicture::new(&four, &blank, alphabet).unwrap().picture();
    sheet.push(puzzle, "a <blank> puzzle").unwrap();
    sheet.push_note("line 2: error: expected 16 cells & found 15").unwrap();
    sheet.push(tiling.picture(&first(&latin)), "").unwrap();
    sheet.set_footer("stopped: the time was up");
    check(&sheet.to_svg());
    golden("sheet.svg", &sheet.to_svg());
}

#[test]
fn every_size_of_sudoku_is_a_document_with_all_digits() {
    for size in [4, 6, 8, 9, 12, 16, 25, 36] {
        let geometry = Geometry::of_size(size).unwrap().diagonal();
        let values = (0..geometry.cells()).map(|cell| u8::try_from(cell % (size + 1)).unwrap());
        let grid = Grid::from_cells(size, values.collect()).unwrap();
        let alphabet = text::Alphabet::of_size(size).unwrap();
        let picture = SudokuPicture::new(&geometry, &grid, alphabet).unwrap();
        let clues = picture.picture().to_svg();
        check(&clues);
        assert_eq!(texts(&clues).len(), grid.clues());
        let all = (0..geometry.cells())
            .flat_map(|cell| (1..=u8::try_from(size).unwrap()).map(move |value| (cell, value)));
        let candidates = picture.candidates(all).picture().to_svg();
        check(&candidates);
        let blanks = geometry.cells() - grid.clues();
        assert_eq!(texts(&candidates).len(), grid.clues() + blanks * size);
    }
}

#[test]
fn a_solved_puzzle_shows_all_digits() {
    let (record, nine) = (text::parse(EASY).unwrap(), Geometry::of_size(9).unwrap());
    let solution = solve_grid(&record.grid, &nine).unwrap();
    let svg = sudoku(EASY, &nine).to_svg();
    let mut shown = texts(&svg);
    let mut expected: Vec<_> =
        solution.first().unwrap().cells().iter().map(u8::to_string).collect();
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
}

#[test]
fn pieces_have_one_colour_in_all_solutions_and_cover_the_board() {
    let problem = problem("puzzles/pentominoes6x10.dlx");
    let tiling = Tiling::new(&problem).unwrap();
    let mut colors = BTreeMap::new();
    for solution in Solver::new(&problem).solutions().take(20) {
        let svg = tiling.picture(solution.options()).to_svg();
        let areas = areas(&svg);
        assert_eq!(areas.len(), 12);
        assert!(areas.values().all(|squares| squares.len() == 5));
        assert_eq!(areas.values().flatten().collect::<BTreeSet<_>>().len(), 60);
        let mut labels = texts(&svg);
        labels.sort();
        assert_eq!(labels.concat(), "FILNPTUVWXYZ");
        for &option in solution.options() {
            let piece = problem.item_name(problem.entries(option)[0].item);
            let alone = tiling.picture(&[option]).to_svg();
            let (color, _) = self::areas(&alone).pop_first().unwrap();
            assert_eq!(colors.entry(piece).or_insert(color.clone()), &color);
        }
    }
    assert_eq!(colors.values().collect::<BTreeSet<_>>().len(), 12);
}

#[test]
fn all_schemes_of_names_give_the_same_picture() {
    let plain = drawn(&dominoes(3, 4, |row, column| format!("{row}{column}")));
    let letter = |number: usize| char::from(b'a' + u8::try_from(number).unwrap());
    let schemes: [&dyn Fn(usize, usize) -> String; 11] = [
        &|row, column| format!("r{row}c{column}"),
        &|row, column| format!("c{column}r{row}"),
        &|row, column| format!("Col{column}Row{row}"),
        &|row, column| format!("x{column}y{row}z7"),
        &|row, column| format!("{row},{column}"),
        &|row, column| format!("{}_{}", row + 9, column + 8),
        &|row, column| format!("_{row}{column}"),
        &|row, column| format!("cell{row}.{column}"),
        &|row, column| format!("p{row}{column}"),
        &|row, column| format!("{}{}", letter(column), 9 - row),
        &|row, column| format!("0-{row}-{column}"),
    ];
    for scheme in schemes {
        let problem = dominoes(3, 4, scheme);
        assert_eq!(drawn(&problem), plain, "{}", scheme(0, 1));
    }
}

#[test]
fn a_pattern_says_where_cells_are() {
    let name = |row: usize, column: usize| format!("x{column}y{row}z");
    let problem = dominoes(3, 2, name);
    assert!(matches!(Tiling::new(&problem), Err(TilingError::NotCoordinates { .. })));
    let pattern: CellPattern = r"x(?<column>\d)y(?<row>\d)z".parse().unwrap();
    let tiling = Tiling::with_pattern(&problem, &pattern).unwrap();
    assert_eq!((tiling.layers(), tiling.rows(), tiling.columns()), (1, 3, 2));
    // A comment at the end of the pattern is part of it.
    let verbose: CellPattern = "(?x) x(?<column>.) y(?<row>.)z # cells".parse().unwrap();
    assert_eq!(Tiling::with_pattern(&problem, &verbose).unwrap().rows(), 3);
    let none: CellPattern = r"(\d)".parse().unwrap();
    let error = Tiling::with_pattern(&problem, &none).unwrap_err();
    let expected = "the pattern for cells matches no item, for example not `x0y0z`";
    assert_eq!(error.to_string(), expected);
    let same: CellPattern = r"x(\d)y.*".parse().unwrap();
    let error = Tiling::with_pattern(&problem, &same).unwrap_err();
    assert_eq!(error.to_string(), "items `x0y0z` and `x0y1z` are the same cell");
}

#[test]
fn colours_on_a_terminal_change_no_text() {
    for problem in [problem("puzzles/pentominoes6x10.dlx"), latin(4)] {
        let (tiling, solution) = (Tiling::new(&problem).unwrap(), first(&problem));
        let (plain, colored) = (tiling.text(&solution, false), tiling.text(&solution, true));
        let mut stripped = String::new();
        for part in colored.split('\u{1b}') {
            let text =
                if stripped.is_empty() { Some(part) } else { part.split_once('m').map(|p| p.1) };
            stripped.push_str(text.unwrap());
        }
        assert_eq!(stripped, plain);
        assert!(colored.contains("\u{1b}[48;2;") || colored.contains("\u{1b}[38;2;"));
    }
}

#[test]
fn candidates_are_readable_with_many_or_long_names() {
    // A cell for each of 40 pieces, and one more cell, which two pieces can cover.
    let pieces = (0..40).map(|number| format!("p{number}")).collect::<Vec<_>>();
    let cells = (0..41).map(|column| format!("0,{column}")).collect::<Vec<_>>();
    let mut text = format!("{} {}\n", pieces.join(" "), cells.join(" "));
    for (piece, cell) in pieces.iter().zip(&cells) {
        text += &format!("{piece} {cell}\n");
    }
    text += "p0 0,40\np1 0,40\n";
    let problem: Problem = text.parse().unwrap();
    let all: Vec<_> = problem.options().collect();
    let svg = Tiling::new(&problem).unwrap().candidates(&all).to_svg();
    check(&svg);
    let shown = texts(&svg);
    assert!(pieces.iter().all(|piece| shown.contains(piece)), "{shown:?}");
    assert!(shown.contains(&"2".to_owned()) && shown.len() == 41, "{shown:?}");
    // Pieces 12 apart have one colour, and differ by their hatching.
    let hatched = |option: usize| {
        let svg = Tiling::new(&problem).unwrap().candidates(&[all[option]]).to_svg();
        (areas(&svg).into_keys().collect::<Vec<_>>(), svg.contains("stroke-opacity=\"0.35\""))
    };
    let (plain, hatches) = (hatched(0), hatched(12));
    assert_eq!((&plain.0, plain.1, hatches.1), (&hatches.0, false, true));
    let long = "Alphabet Beta 0,0 0,1\nAlphabet 0,0\nAlphabet 0,1\nBeta 0,0\nBeta 0,1\n";
    let long: Problem = long.parse().unwrap();
    let candidates = Tiling::new(&long).unwrap().candidates(&long.options().collect::<Vec<_>>());
    let svg = candidates.to_svg();
    assert_eq!(texts(&svg), ["2", "2"]);
    let document = Document::parse(&svg).unwrap();
    let sizes = document.descendants().filter_map(|node| node.attribute("font-size"));
    assert!(sizes.map(|size| size.parse::<u32>().unwrap()).all(|size| size > 6), "{svg}");
}

#[test]
fn wide_characters_do_not_shift_the_lines() {
    let problem: Problem = "\u{6570} e\u{301} 00 01\n\u{6570} 00\ne\u{301} 01\n".parse().unwrap();
    let expected = "┌────┬────┐\n│ \u{6570} │ e\u{301}  │\n└────┴────┘\n";
    assert_eq!(drawn(&problem).1, expected);
}

#[test]
fn a_cell_that_several_options_cover_shows_how_many() {
    let problem: Problem = "1:2|00 1:2|01 1:2|02 A B\nA 00 01\nB 01 02\n".parse().unwrap();
    let (svg, drawing) = drawn(&problem);
    check(&svg);
    assert!(texts(&svg).contains(&"×2".to_owned()));
    assert_eq!(drawing, "┌────┬────┬────┐\n│ A  │ ×2 │ B  │\n└────┴────┴────┘\n");
}
