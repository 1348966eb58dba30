//! `--to svg`, and drawings of exact covers by `--to grid`.

use crate::program::{CLASHING, EASY, Ran, blank, queens, run, run_on, start};
use roxmltree::{Document, Node};
use std::fs;
use std::io::{Read, Write};
use tempfile::TempDir;

const PENTOMINOES: &str = "puzzles/pentominoes6x10.dlx";

/// The title of a sheet, and the captions of its pictures with the texts drawn in each.
struct SheetRead {
    title: String,
    width: u32,
    pictures: Vec<(String, Vec<String>)>,
    footer: String,
}

impl SheetRead {
    #[track_caller]
    fn of(ran: &Ran) -> Self {
        let document = Document::parse(&ran.out).unwrap_or_else(|e| panic!("{e}: {}", ran.out));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let title = root.first_element_child().unwrap();
        let view = root.attribute("viewBox").unwrap();
        let groups =
            root.children().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "g")));
        let below = root.children().filter(|node| is_text(node)).map(text);
        Self {
            title: text(title),
            width: view.split(' ').nth(2).unwrap().parse().unwrap(),
            footer: below.collect::<Vec<_>>().join(" "),
            pictures: groups.map(picture).collect(),
        }
    }

    fn captions(&self) -> Vec<&str> {
        self.pictures.iter().map(|(caption, _)| caption.as_str()).collect()
    }

    /// The texts in a picture, joined.
    fn drawn(&self, picture: usize) -> String {
        self.pictures[picture].1.concat()
    }
}

fn is_text(node: &Node<'_, '_>) -> bool {
    node.tag_name().name() == "text"
}

fn text(node: Node<'_, '_>) -> String {
    node.text().unwrap_or_default().to_owned()
}

/// The caption of a picture, and the texts inside.
fn picture(group: Node<'_, '_>) -> (String, Vec<String>) {
    let caption: Vec<_> = group.children().filter(is_text).map(text).collect();
    let drawing = group.children().find(|node| node.tag_name().name() == "g");
    let texts = drawing.into_iter().flat_map(|node| node.descendants().filter(is_text));
    (caption.join(" "), texts.map(text).collect())
}

#[track_caller]
fn sheet(ran: &Ran) -> SheetRead {
    SheetRead::of(ran)
}

#[test]
fn solve_draws_solutions() {
    let one = sheet(&run_on(EASY, &["solve", "--to", "svg"]).exits(0).silent());
    assert_eq!(one.title, "<stdin>:1: Sudoku 9x9, 32 clues, solved");
    assert_eq!((one.captions(), one.drawn(0).len()), (vec!["<stdin>:1"], 81));
    let three = sheet(&run(&["solve", "--limit", "3", "--to", "svg", PENTOMINOES]).exits(0));
    assert_eq!(three.title, "3 pictures");
    assert_eq!(three.captions()[2], "pentominoes6x10.dlx, solution 3");
    for picture in 0..3 {
        let mut labels: Vec<_> = three.drawn(picture).chars().collect();
        labels.sort_unstable();
        assert_eq!(labels.iter().collect::<String>(), "FILNPTUVWXYZ");
    }
    let none = sheet(&run_on(CLASHING, &["solve", "--to", "svg"]).exits(0));
    assert_eq!((none.captions(), none.drawn(0).len()), (vec!["<stdin>:1: none"], 33));
    let cost = run_on("s1 s2\ns1 |3\ns2 |4\ns1 s2 |5\n", &["solve", "--to", "svg", "--all"]);
    assert_eq!(sheet(&cost.exits(0)).captions(), ["<stdin>, cost 5", "<stdin>, cost 7"]);
    let cut = run_on(queens(8), &["solve", "--to", "svg", "--nodes", "1"]).exits(3);
    assert_eq!(sheet(&cut).captions(), ["<stdin>: unknown"]);
}

#[test]
fn check_draws_problems_with_their_verdicts() {
    let input = format!("{EASY}\n{CLASHING}\n{}\n12345\n{EASY}\n", blank());
    let ran = run_on(input, &["check", "--to", "svg"]).exits(2);
    let read = sheet(&ran);
    let captions = read.captions();
    assert_eq!(captions[..3], ["<stdin>:1: unique", "<stdin>:2: none", "<stdin>:3: multiple"]);
    assert!(captions[3].starts_with("<stdin>:4: error: "), "{captions:?}");
    assert_eq!((captions[4], captions.len()), ("<stdin>:5: unique", 5));
    assert_eq!((read.drawn(0).len(), read.drawn(2).len(), read.drawn(3).len()), (32, 0, 0));
    let cover = sheet(&run(&["check", "--to", "svg", "puzzles/queens8.dlx"]).exits(1));
    assert_eq!(cover.title, "queens8.dlx: multiple: board 8x8");
    assert_eq!(
        run_on(EASY, &["check", "--to", "json"]).out,
        run_on(EASY, &["check", "--json"]).out
    );
}

#[test]
fn candidates_are_small_marks() {
    let read = sheet(&run_on("12..34...1......", &["candidates", "--to", "svg"]).exits(0));
    assert_eq!(read.captions(), ["<stdin>:1: 6 solutions"]);
    let drawn = run_on("12..34...1......", &["candidates", "--to", "grid"]).out;
    let digits = drawn.lines().skip(1).flat_map(str::chars).filter(char::is_ascii_digit);
    assert_eq!(read.drawn(0).len(), digits.count());
    let latin = "r1c1 r1c2 r2c1 r2c2 r1#1 r1#2 r2#1 r2#2 c1#1 c1#2 c2#1 c2#2\n\
                 r1c1 r1#1 c1#1\nr1c1 r1#2 c1#2\nr1c2 r1#1 c2#1\nr1c2 r1#2 c2#2\n\
                 r2c1 r2#1 c1#1\nr2c1 r2#2 c1#2\nr2c2 r2#1 c2#1\nr2c2 r2#2 c2#2\n";
    let read = sheet(&run_on(latin, &["candidates", "--to", "svg"]).exits(0));
    assert_eq!(
        (read.captions(), read.drawn(0)),
        (vec!["<stdin>: 2 solutions"], "12121212".to_owned())
    );
    // Pieces without labels: the number of options that cover a cell.
    let dominoes = "00 01 10 11\n00 01\n10 11\n00 10\n01 11\n";
    assert_eq!(sheet(&run_on(dominoes, &["candidates", "--to", "svg"])).drawn(0), "2222");
    let none = sheet(&run_on(CLASHING, &["candidates", "--to", "svg"]).exits(0));
    assert_eq!(none.captions(), ["<stdin>:1: none"]);
}

#[test]
fn sample_and_convert_draw_too() {
    let arguments = ["sample", "4", "--to", "svg", "--columns", "4", "puzzles/langford7.dlx"];
    let read = sheet(&run(&arguments).exits(0).silent());
    assert_eq!(read.captions()[3], "langford7.dlx, solution 4");
    assert!(read.width > 4 * 560);
    let puzzles = ["convert", "--to", "svg", "-q", "puzzles/lab.txt", "puzzles/formats/euler.txt"];
    let puzzles = sheet(&run(&puzzles).exits(0));
    assert_eq!(puzzles.captions()[0], "lab.txt:5");
    assert!(puzzles.captions().contains(&"Grid 01"), "{:?}", puzzles.captions());
    assert!(puzzles.pictures.len() > 1 && puzzles.drawn(0).len() < 81);
    let board = sheet(&run(&["convert", "--to", "svg", PENTOMINOES]).exits(0).silent());
    assert_eq!(board.title, "pentominoes6x10.dlx: board 6x10");
    assert_eq!(board.drawn(0), "");
    let cheapest = run_on("s1 s2\ns1 |3\ns2 |4\n", &["cheapest", "--to", "svg"]).exits(0);
    assert_eq!(sheet(&cheapest).captions(), ["<stdin>, cost 7"]);
}

#[test]
fn names_that_are_no_cells_are_an_error_that_names_one() {
    for verb in [&["solve"][..], &["check"], &["candidates"], &["sample", "1"], &["convert"]] {
        let arguments = [verb, &["--to", "svg", "puzzles/toy.dlx"]].concat();
        let ran = run(&arguments).exits(2).says("item `A` is not a cell of a board").says("--grid");
        let read = sheet(&ran);
        assert!(read.captions()[0].starts_with("toy.dlx: error: item `A`"));
        assert!(read.captions()[0].ends_with("or rows `r1` and columns `c2`"));
    }
    let ran = run(&["solve", "--to", "grid", "puzzles/toy.dlx"]).exits(2).says("item `A`");
    assert_eq!(ran.out, "error\n");
    // Names that are cells, but not of one board, have a reason.
    let convert = |items: &str| run_on(format!("{items}\n{items}\n"), &["convert", "--to", "svg"]);
    convert("1,2 01,2 3,4").exits(2).says("items `1,2` and `01,2` are the same cell");
    convert("0,0 4294967296,1").exits(2).says("item `4294967296,1`: the row is `4294967296`");
    convert("s1 s9 s50")
        .exits(2)
        .says("the items, for example `s1`, are not the cells")
        .says("--grid");
    assert_eq!(sheet(&convert("r1c1").exits(0).silent()).title, "<stdin>: board 1x1");
    // Other names are no cells.
    let board = "r1c1 r1c2 r2c1 r2c22 r3c";
    assert_eq!(sheet(&convert(board).exits(0).silent()).title, "<stdin>: board 2x22");
    // Without a drawing no board is needed.
    run(&["solve", "--to", "json", "puzzles/toy.dlx"]).exits(0).silent();
    run(&["candidates", "--to", "grid", "puzzles/toy.dlx"]).exits(0).silent();
}

#[test]
fn no_cell_of_a_board_is_left_out() {
    let title = |cells: Vec<String>| {
        let cells = cells.join(" ");
        let ran = run_on(format!("{cells}\n{cells}\n"), &["convert", "--to", "svg"]);
        sheet(&ran.exits(0).silent()).title
    };
    let square = |name: fn(i32, i32) -> String, from: i32| {
        let row = move |row: i32| (0..4).map(move |column| name(row, column));
        title((from..from + 4).flat_map(row).collect())
    };
    let names: [fn(i32, i32) -> String; 5] = [
        |row, column| format!("{row},{column}"),
        |row, column| format!("p{row}_{column}"),
        |row, column| format!("r{row}c{column}"),
        |row, column| format!("({row},{column})"),
        |row, column| format!("cell[{row}][{column}]"),
    ];
    for name in names {
        assert_eq!(square(name, -2), "<stdin>: board 4x4", "{}", name(-2, 0));
    }
    assert_eq!(square(|row, column| format!("cell{row}{column}"), 0), "<stdin>: board 4x4");
    let letters = || ('a'..='z').map(String::from).chain(["aa", "ab"].map(str::to_owned));
    let sheet = letters().flat_map(|column| [1, 2].map(|row| format!("{column}{row}"))).collect();
    assert_eq!(title(sheet), "<stdin>: board 2x28");
}

#[test]
fn a_search_with_a_checkpoint_is_not_advised_to_take_a_pattern() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (checkpoint, list) = (path("c"), path("o"));
    let files = ["--checkpoint", &checkpoint, "--output", &list, "puzzles/toy.dlx"];
    let ran = run(&[&["solve", "--all", "--to", "grid"], &files[..]].concat()).exits(2);
    assert!(!ran.says("item `A` is not a cell").err.contains("--grid"));
}

#[test]
fn files_with_equal_names_have_folders_in_captions() {
    let folder = TempDir::new().unwrap();
    let paths = ["d1", "d2"].map(|name| folder.path().join(name).join("q.dlx"));
    for path in &paths {
        fs::create_dir(path.parent().unwrap()).unwrap();
    }
    fs::write(&paths[0], "s1 s2\ns1 s2\n").unwrap();
    fs::write(&paths[1], "A B\nA B\n").unwrap();
    let [one, two] = paths.map(|path| path.to_str().unwrap().to_owned());
    let read = sheet(&run(&["solve", "--to", "svg", &one, &two, "puzzles/queens8.dlx"]).exits(2));
    assert_eq!((read.captions()[0], read.captions()[2]), ("d1/q.dlx", "queens8.dlx"));
    assert!(read.captions()[1].starts_with("d2/q.dlx: error: item `A`"), "{:?}", read.captions());
}

#[test]
fn a_pattern_says_which_items_are_cells() {
    let text = "x0y0z x1y0z A B\nx0y0z A\nx1y0z B\nx0y0z B\n";
    let drawn = "┌───┬───┐\n│ A │ B │\n└───┴───┘\n";
    let named = r"x(?<column>\d+)y(?<row>\d+)z";
    for pattern in [named, r"x\d+y(\d+)z|x(\d)y\dz", r"x(\d+)y(\d+)z"] {
        let arguments = ["solve", "--to", "grid", "--grid", pattern];
        let ran = run_on(text, &arguments);
        if pattern == named {
            assert_eq!(ran.exits(0).silent().out, drawn);
        } else if pattern == r"x(\d+)y(\d+)z" {
            assert_eq!(ran.exits(0).silent().out, "┌───┐\n│ A │\n├───┤\n│ B │\n└───┘\n");
        } else {
            ran.exits(2).says("items `x0y0z` and `x1y0z` are the same cell");
        }
    }
    let verbose = ["solve", "--to", "grid", "--grid", "(?x) x(?<column>.) y(?<row>.)z # c"];
    assert_eq!(run_on(text, &verbose).exits(0).silent().out, drawn);
    let solve = |pattern| run_on(text, &["solve", "--to", "svg", "--grid", pattern]).exits(2);
    solve("(").says("--grid").says("not a regular expression");
    solve("x").says("the pattern has no group");
    solve(r"(?<plane>\d)").says("the group `plane` is unknown");
    solve(r"q(\d)").says("matches no item, for example not `x0y0z`");
    solve(r"x(.*)").says("the row is `0y0z`: expected a number");
}

#[test]
fn options_for_pictures_are_refused_without_pictures() {
    for verb in [&["solve"][..], &["check"], &["candidates"], &["sample", "1"], &["convert"]] {
        let with = |arguments: &[&str]| run(&[verb, arguments].concat()).exits(2);
        with(&["--columns", "2", PENTOMINOES]).says("--columns is for --to svg");
        with(&["--grid", r"(\d)", PENTOMINOES]).says("--grid is for drawings of exact covers");
        with(&["--to", "svg", "--columns", "0"]).says("the number of columns must be at least 1");
    }
    let to_file = ["solve", "--to", "svg", "--checkpoint", "c", "--output", "o", PENTOMINOES];
    run(&to_file).exits(2).says("--checkpoint writes solutions as line or grid, not as svg");
    let no_file = ["solve", "--to", "svg", "--checkpoint", "c", PENTOMINOES];
    run(&no_file).exits(2).says("--checkpoint writes solutions as line or grid, not as svg");
    let columns = [&to_file[..], &["--columns", "2"]].concat();
    run(&columns).exits(2).says("--columns and --grid are not for --checkpoint");
}

#[test]
fn columns_and_the_default_arrange_a_sheet() {
    let input = format!("{EASY}\n").repeat(9);
    let width = |arguments: &[&str]| {
        sheet(&run_on(input.clone(), &[&["convert", "--to", "svg"], arguments].concat())).width
    };
    let (one, nine) = (width(&["--columns", "1"]), width(&["--columns", "9"]));
    let default = width(&[]);
    assert!(one < default && default < nine, "{one} {default} {nine}");
    assert_eq!(width(&["--columns", "3"]), default);
    assert_eq!(width(&["--columns", "1000000"]), nine);
}

#[test]
fn a_full_sheet_stops_the_run() {
    let footer = "stopped: the sheet is full with 1000 pictures; 1001 records were read";
    let (small, nine) = ("1...............\n".repeat(3000), format!("{EASY}\n").repeat(2500));
    for (puzzles, arguments) in [
        (&small, ["solve", "--to", "svg"]),
        (&nine, ["solve", "--to", "svg"]),
        (&nine, ["check", "--to", "svg"]),
        (&small, ["convert", "--to", "svg"]),
        (&small, ["check", "--to", "svg"]),
    ] {
        let ran = run_on(puzzles.clone(), &arguments).exits(3);
        let read = sheet(&ran);
        assert_eq!(read.pictures.len(), 1000);
        assert!(read.footer.starts_with(footer), "{}", read.footer);
        let converts = arguments.contains(&"convert");
        let drawn = if converts { "1000 converted" } else { "" };
        let ran = ran.says("error: the sheet is full with 1000 pictures").says(footer).says(drawn);
        assert!(!ran.err.contains("unknown"), "{}", ran.err);
    }
    let all = run(&["solve", "--all", "--to", "svg", PENTOMINOES]).exits(3);
    assert_eq!(sheet(&all).pictures.len(), 1000);
    let sample = run(&["sample", "1001", "--to", "svg", "puzzles/langford7.dlx"]).exits(3);
    assert_eq!(sheet(&sample).pictures.len(), 1000);
    let fits = run(&["sample", "1000", "--to", "svg", "puzzles/langford7.dlx"]).exits(0);
    assert_eq!((sheet(&fits).pictures.len(), sheet(&fits).footer.as_str()), (1000, ""));
}

#[test]
fn the_sheet_is_the_same_with_many_threads() {
    let puzzles = format!("{EASY}\n").repeat(600);
    let solve = |threads| {
        let ran = run_on(puzzles.clone(), &["solve", "--to", "svg", "--threads", threads]).exits(0);
        assert_eq!(sheet(&ran).pictures.len(), 600);
        ran.out
    };
    assert!(solve("1") == solve("4"));
}

#[test]
fn a_stopped_run_leaves_a_whole_sheet() {
    let mut child = start(&["check", "--to", "svg", "--timeout", "0.5"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{EASY}").unwrap();
    let ran = Ran::wait(child).exits(3).says("stopped: the time was up");
    let read = sheet(&ran);
    assert_eq!(read.captions(), ["<stdin>:1: unique"]);
    assert_eq!(read.footer, "stopped: the time was up; 1 record was read");
    drop(stdin);
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = start(&["solve", "--limit", "500", "--to", "svg", PENTOMINOES]);
    drop(child.stdin.take());
    let mut stdout = child.stdout.take().unwrap();
    let mut first = [0; 10];
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    Ran::wait(child).exits(0).silent();
}

#[test]
fn boards_are_drawn_as_text_and_coloured_on_demand() {
    let solve = ["solve", "--to", "grid", PENTOMINOES];
    let plain = run(&solve).exits(0).silent().out;
    assert_eq!(plain.lines().count(), 13);
    assert!(plain.starts_with('┌') && !plain.contains('\u{1b}'));
    let never = run(&[&solve[..], &["--color", "never"]].concat()).out;
    let always = run(&[&solve[..], &["--color", "always"]].concat()).out;
    assert!(never == plain && always.contains("\u{1b}["));
    let queens = "puzzles/queens8.dlx";
    for question in [&["solve"][..], &["sample", "1"]] {
        let board = run(&[question, &["--to", "grid", queens]].concat()).exits(0).silent().out;
        assert_eq!(board.matches('♛').count(), 8);
    }
}
