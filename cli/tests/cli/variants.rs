//! Latin squares, irregular boxes and rules beyond rows, columns and boxes, in all verbs.

use crate::program::{Ran, is_thorough, run, run_on};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Irregular boxes of size 4, 6 and 9.
const FOUR: &str = "AAAB\nACBB\nCCBD\nCDDD\n";
const SIX: &str = "A A A B B B\nA A C C B B\nA D C C B E\nD D C C E E\nD D F F E E\nD F F F F E\n";
const NINE: &str =
    "AABBBCCCCAAAABBBCCAAABBBCCCDDEEEFFFFDDDDEEEFFDDDEEEFFFGGHHHIIIIGGGGHHHIIGGGHHHIII";

const SEVEN: &str = "AAAABBB AACBBBB ACCCCCD EECFDDD EEEFDDD EEFFFGG FFGGGGG";

/// A folder with drawings of boxes.
struct Drawings(TempDir);

impl Drawings {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("four"), FOUR).unwrap();
        fs::write(folder.path().join("six"), SIX).unwrap();
        fs::write(folder.path().join("nine"), NINE).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Arguments, in which the names of the drawings are their paths.
    fn arguments(&self, arguments: &[&str]) -> Vec<String> {
        let argument = |argument: &&str| match *argument {
            "four" | "six" | "nine" => self.name(argument),
            other => other.to_owned(),
        };
        arguments.iter().map(argument).collect()
    }

    fn run_on(&self, input: &str, rules: &[&str], arguments: &[&str]) -> Ran {
        let all = self.arguments(&[arguments, rules].concat());
        run_on(input, &all.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

/// Rules of all kinds, and the number of rows.
const RULES: [(&[&str], usize); 12] = [
    (&["--variant", "windows"], 9),
    (&["--variant", "anti-knight"], 9),
    (&["--variant", "anti-king"], 9),
    (&["--variant", "diagonal,windows,anti-king"], 9),
    (&["--variant", "anti-king", "--variant", "anti-knight"], 9),
    (&["--box", "none"], 9),
    (&["--box", "none", "--size", "7"], 7),
    (&["--box", "none", "--size", "5", "--variant", "anti-king"], 5),
    (&["--box", "none", "--variant", "windows,diagonal"], 9),
    (&["--regions", "four"], 4),
    (&["--regions", "six"], 6),
    (&["--regions", "nine", "--variant", "anti-king"], 9),
];

#[test]
fn the_numbers_of_latin_squares_are_known() {
    for (size, squares) in [("4", "576\n"), ("5", "161280\n")] {
        let blank = ".".repeat(size.parse::<usize>().unwrap().pow(2));
        let count = ["count", "--box", "none", "--size", size];
        assert_eq!(run_on(blank.as_str(), &count).exits(0).out, squares);
        let naive = [&count[..], &["--engine", "naive"]].concat();
        assert_eq!(run_on(blank.as_str(), &naive).exits(0).out, squares);
    }
}

#[test]
fn counts_of_small_variants_are_those_of_the_naive_engine() {
    let (drawings, blank) = (Drawings::new(), ".".repeat(16));
    let mut counts = Vec::new();
    for boxes in [&["--regions", "four"][..], &["--box", "none", "--size", "4"], &["--box", "2x2"]]
    {
        for variant in ["", "diagonal", "windows", "anti-knight", "anti-king", "diagonal,windows"] {
            let variant = ["--variant", variant];
            let rules = [boxes, if variant[1].is_empty() { &[] } else { &variant }].concat();
            let count = drawings.run_on(&blank, &rules, &["count"]).exits(0).out;
            let naive = drawings.run_on(&blank, &rules, &["count", "--engine", "naive"]).exits(0);
            assert_eq!(count, naive.out, "{rules:?}");
            counts.push(count.trim().parse::<u32>().unwrap());
        }
    }
    assert_eq!(counts[6..8], [576, 48]);
    assert_eq!(counts[12..14], [288, 48]);
    assert!(counts[0] > 0 && counts.contains(&0), "{counts:?}");
}

/// Whether two cells must differ by the rules of moves.
fn differ(variant: &str, [row, column]: [usize; 2]) -> bool {
    let sides = [row.min(column), row.max(column)];
    variant.contains("knight") && sides == [1, 2] || variant.contains("king") && sides == [1, 1]
}

#[test]
fn puzzles_of_all_rules_are_unique_and_obey_them() {
    let drawings = Drawings::new();
    for (rules, size) in RULES {
        let made = drawings.run_on("", rules, &["generate", "2", "-q"]).exits(0).out;
        assert_eq!(made.lines().count(), 2);
        assert_eq!(
            drawings.run_on(&made, rules, &["check", "-q"]).exits(0).out,
            "unique\nunique\n"
        );
        let solved = drawings.run_on(&made, rules, &["solve"]).exits(0).out;
        let links =
            drawings.run_on(&made, rules, &["solve", "--all", "--engine", "links"]).exits(0);
        assert_eq!(links.out, solved, "{rules:?}");
        let solution: Vec<char> = solved.lines().next().unwrap().chars().collect();
        assert_eq!(solution.len(), size * size);
        let variant =
            rules.concat().replace("anti-knight", "knight").replace("anti-king", " king ");
        for a in 0..solution.len() {
            for b in 0..a {
                let sides = [(a / size).abs_diff(b / size), (a % size).abs_diff(b % size)];
                let is_line = sides.contains(&0);
                if is_line || differ(&variant, sides) {
                    assert_ne!(solution[a], solution[b], "{solved}");
                }
            }
        }
        for (name, one_row) in [
            ("windows", [10, 11, 12, 19, 20, 21, 28, 29, 30]),
            ("diagonal", [0, 10, 20, 30, 40, 50, 60, 70, 80]),
        ] {
            if variant.contains(name) {
                let mut values = one_row.map(|cell| solution[cell]);
                values.sort_unstable();
                assert_eq!(values.iter().collect::<String>(), "123456789");
            }
        }
    }
}

#[test]
fn all_verbs_take_all_rules() {
    let drawings = Drawings::new();
    for (rules, size) in RULES {
        let with = |input: &str, arguments: &[&str]| drawings.run_on(input, rules, arguments);
        let puzzle = with("", &["generate", "1", "-q"]).exits(0).out;
        let solution = with(&puzzle, &["solve"]).exits(0).out;
        assert_eq!(with(&puzzle, &["count"]).exits(0).out, "1\n");
        assert_eq!(with(&puzzle, &["sample", "1"]).exits(0).out, solution);
        assert_eq!(with(&puzzle, &["candidates", "-q"]).exits(0).lines().len(), 1 + size * size);
        let minimal = with(&puzzle, &["minimise", "-q"]).exits(0).out;
        assert_eq!(with(&minimal, &["redundant", "-q"]).exits(0).out, "minimal\n");
        let form = with(&puzzle, &["canonical", "-q"]).exits(0).out;
        assert_eq!(with(&form, &["canonical", "-q"]).exits(0).out, form);
        with(&puzzle, &["rate", "--numbers", "technique,depth,clues", "-q"]).exits(0);
        with(&puzzle, &["unavoidable", "--max-size", "4", "-q"]).exits(0);
        with(&puzzle, &["estimate"]).exits(0);
        let grid = with("", &["grid", "1", "--sampling", "fast", "-q"]).exits(0).out;
        assert_eq!(with(&grid, &["check", "-q"]).exits(0).out, "unique\n");
        let drawn = with(&puzzle, &["solve", "--to", "grid"]).exits(0).out;
        assert_eq!(with(&drawn, &["solve", "--from", "grid"]).exits(0).out, solution);
        assert!(with(&puzzle, &["solve", "--to", "svg"]).exits(0).out.starts_with("<svg"));
        let cover = with(&puzzle, &["convert", "--to", "dlx"]).exits(0).out;
        assert!(cover.contains(", boxes "), "{cover}");
        assert_eq!(run_on(cover, &["count"]).exits(0).out, "1\n");
        for format in ["sdk", "sdx", "ss", "opensudoku"] {
            let refused = with(&puzzle, &["convert", "--to", format]).exits(2);
            refused.says("with rows, columns and 3x3 boxes alone");
        }
        with(&puzzle, &["solve", "--engine", "lanes"])
            .exits(2)
            .says("engine `lanes` does not take");
        with(&puzzle, &["hunt", "--step", "-0+1", "--limit", "1", "-q"]).exits(0);
    }
}

#[test]
fn proofs_and_certificates_are_those_of_the_rules() {
    let drawings = Drawings::new();
    for (rules, _) in RULES {
        let with = |input: &str, arguments: &[&str]| drawings.run_on(input, rules, arguments);
        let puzzle = with("", &["generate", "1", "-q"]).exits(0).out;
        fs::write(drawings.path("puzzle"), &puzzle).unwrap();
        let (file, certificate) = (drawings.name("puzzle"), drawings.name("certificate"));
        let proof = with("", &["prove", "--claim", "unique", &file]).exits(0).out;
        let verified = with(&proof, &["verify", &file, "-"]).exits(0).out;
        assert!(verified.starts_with("verified"), "{verified}");
        with(&puzzle, &["check", "--certify", &certificate, "-q"]).exits(0);
        let verified = with("", &["verify", &file, &certificate]).exits(0).out;
        assert!(verified.contains("1 with one solution"), "{verified}");
    }
}

#[test]
fn a_certificate_of_other_rules_is_explained() {
    let drawings = Drawings::new();
    let (usual, diagonal): (&[&str], &[&str]) = (&[], &["--variant", "diagonal"]);
    let (file, certificate) = (drawings.name("puzzle"), drawings.name("certificate"));
    for (own, other, words) in
        [(diagonal, usual, "the usual rules"), (usual, diagonal, "diagonals")]
    {
        let puzzle = drawings.run_on("", own, &["generate", "1", "-q"]).exits(0).out;
        fs::write(drawings.path("puzzle"), &puzzle).unwrap();
        drawings.run_on("", own, &["check", "--certify", &certificate, "-q", &file]).exits(0);
        let verify = ["verify", &file, &certificate];
        drawings.run_on("", own, &verify).exits(0);
        let refused = drawings.run_on("", other, &verify).exits(1);
        refused
            .says(&format!("note: verified with {words}: if the certificate is for other rules"));
        // What is wrong for any rules has no note.
        let text = fs::read_to_string(&certificate).unwrap();
        fs::write(drawings.path("certificate"), text + "x\n").unwrap();
        let damaged = drawings.run_on("", own, &verify).exits(1);
        assert!(!damaged.err.contains("note:"), "{}", damaged.err);
    }
}

#[test]
fn records_and_tables_state_the_rules() {
    let drawings = Drawings::new();
    for (rules, size) in RULES {
        let with = |input: &str, arguments: &[&str]| drawings.run_on(input, rules, arguments);
        let puzzle = with("", &["generate", "1", "-q"]).exits(0).out;
        let solution = with(&puzzle, &["solve"]).exits(0).out;
        for arguments in [
            &["convert", "--to", "csv"][..],
            &["convert", "--json"],
            &["solve", "--to", "csv"],
            &["solve", "--json"],
            &["minimise", "--json"],
        ] {
            let text = with(&puzzle, arguments).exits(0).out;
            let solved = with(&text, &["solve"]).exits(0).out;
            assert_eq!(solved, solution, "{text}");
            let size = size.to_string();
            let check = ["check", "--size", &size, "--box", "none"];
            let refused = run_on(text, &check);
            // Latin squares are stated, too, and other variants of them are missing then.
            let is_latin = rules == RULES[5].0 || rules == RULES[6].0;
            if !is_latin {
                let refused = refused.exits(2).says(", unlike the given rules");
                refused.says("--variant, --box and --regions");
            }
        }
    }
    let stated = drawings.run_on(&".".repeat(81), RULES[11].0, &["convert", "--json"]).exits(0).out;
    let stated: Value = serde_json::from_str(&stated).unwrap();
    assert!(stated["box"].as_str().unwrap().starts_with("112223333111122233111222333445"));
    assert_eq!(stated["variant"], "anti-king");
    // Boxes that a drawing shows as rectangles are the usual ones, and take the lanes.
    fs::write(
        drawings.path("usual"),
        "aaabbbccc".repeat(3) + &"dddeeefff".repeat(3) + &"ggghhhiii".repeat(3),
    )
    .unwrap();
    let usual = drawings.name("usual");
    let made = run(&["generate", "1", "-q"]).exits(0).out;
    let solve = ["solve", "--json", "--regions", &usual, "--engine", "lanes"];
    let solved = run_on(made.as_str(), &solve).exits(0).out;
    assert!(!solved.contains("\"box\""), "{solved}");
}

#[test]
fn units_and_checkpoints_keep_the_rules() {
    let drawings = Drawings::new();
    let rules = [
        (RULES[9].0, ".".repeat(16)),
        (RULES[10].0, format!("123456{}", ".".repeat(30))),
        (RULES[7].0, ".".repeat(25)),
        (&["--variant", "windows", "--size", "4"], ".".repeat(16)),
    ];
    for (rules, puzzle) in rules {
        let with = |input: &str, arguments: &[&str]| drawings.run_on(input, rules, arguments);
        let counted = with(&puzzle, &["count"]).exits(0).out;
        let units =
            with(&puzzle, &["split", "--tasks", "3", "--self-contained", "-q"]).exits(0).out;
        let results = run_on(units, &["work", "-q"]).exits(0).out;
        assert_eq!(run_on(results, &["merge", "-q"]).exits(0).out, counted, "{rules:?}");
        fs::write(drawings.path("puzzle"), &puzzle).unwrap();
        let (file, state, list) =
            (drawings.name("puzzle"), drawings.name("state"), drawings.name("list"));
        let kept =
            ["solve", "--all", "--nodes", "3", "-q", "--checkpoint", &state, "-o", &list, &file];
        with("", &kept).exits(3);
        run(&["resume", "-q", &state]).exits(0);
        let found = fs::read_to_string(&list).unwrap().lines().count();
        let expected = counted.trim().parse::<usize>().unwrap();
        assert_eq!(found, expected, "{rules:?}");
        // Other rules are another problem.
        let units = with("", &["split", "--tasks", "2", "-q", &file]).exits(0).out;
        let size = puzzle.len().isqrt().to_string();
        let more = ["--box", "none", "--size", &size, "--variant", "diagonal"];
        let other = [&["work", "--problem", &file][..], &more].concat();
        run_on(units, &other).exits(2).says("of another problem than --problem");
        let _ = fs::remove_file(&state);
        let _ = fs::remove_file(&list);
    }
}

#[test]
fn known_puzzles_of_a_hunt_have_its_rules() {
    let drawings = Drawings::new();
    let regions = ["--regions", "six"];
    let puzzle = drawings.run_on("", &regions, &["generate", "1", "--json", "-q"]).exits(0).out;
    fs::write(drawings.path("puzzle"), puzzle).unwrap();
    let hunt = ["hunt", "--step", "-0+1", "-q"];
    let puzzle = drawings.name("puzzle");
    let found = run(&[&hunt[..], &["--json", &puzzle]].concat()).exits(0).out;
    assert!(found.lines().count() > 1);
    let known = drawings.name("known");
    fs::write(drawings.path("known"), found).unwrap();
    assert_eq!(run(&[&hunt[..], &["--known", &known, &puzzle]].concat()).exits(0).out, "");
    let usual = run(&["generate", "1", "--size", "6", "-q"]).exits(0).out;
    let refused = run_on(usual, &[&hunt[..], &["--known", &known]].concat()).exits(2);
    refused.says("the puzzle has irregular boxes, unlike the given rules");
}

#[test]
fn hunts_are_continued_with_the_same_rules_only() {
    let drawings = Drawings::new();
    let puzzle = drawings.run_on("", &["--regions", "four"], &["generate", "1", "-q"]).exits(0).out;
    fs::write(drawings.path("puzzle"), puzzle).unwrap();
    let (file, state, list) =
        (drawings.name("puzzle"), drawings.name("state"), drawings.name("list"));
    let hunt = ["hunt", "-q", "--checkpoint", &state, "-o", &list, &file];
    drawings.run_on("", &["--regions", "four"], &hunt).exits(0);
    drawings.run_on("", &["--regions", "four"], &hunt).exits(0);
    for other in
        [&["--box", "none", "--size", "4"][..], &["--regions", "four", "--variant", "diagonal"]]
    {
        drawings.run_on("", other, &hunt).exits(2).says("checkpoint");
    }
}

#[test]
fn a_drawing_of_boxes_has_bars_only_between_rectangles() {
    let drawings = Drawings::new();
    let puzzle = "1.2.............";
    let drawn =
        drawings.run_on(puzzle, &["--regions", "four"], &["convert", "--to", "grid"]).exits(0);
    assert_eq!(drawn.out, "1 . 2 .\n. . . .\n. . . .\n. . . .\n");
    let svg =
        drawings.run_on(puzzle, &["--regions", "four"], &["convert", "--to", "svg"]).exits(0).out;
    let plain = run_on(puzzle, &["convert", "--to", "svg", "--box", "none"]).exits(0).out;
    // 12 sides of cells are between two of these boxes.
    let sides = |svg: &str| svg.matches("v40").count() + svg.matches("h40").count();
    assert_eq!(sides(&svg) - sides(&plain), 12);
}

#[test]
fn what_is_wrong_with_rules_is_said() {
    let drawings = Drawings::new();
    let regions = |text: &str| {
        fs::write(drawings.path("wrong"), text).unwrap();
        let ran = run(&["generate", "1", "--regions", &drawings.name("wrong")]).exits(2);
        let place = ran.err.rsplit_once("/wrong:").map(|(_, message)| message.to_owned());
        place.unwrap_or(ran.err).lines().next().unwrap().to_owned()
    };
    assert_eq!(regions("AAAB\nACBB\nCCBD\nCDDA\n"), "4:4: box A has 5 cells: expected 4");
    assert_eq!(regions("AAAB\nACB\n"), "2:3: expected 4 symbols in the line, found 3");
    assert_eq!(
        regions("AAAB\n"),
        "1:1: the first line has 4 symbols: expected n lines of n symbols, or one of n * n, with n from 4 to 36"
    );
    let refused = |arguments: &[&str], message: &str| {
        let arguments = drawings.arguments(arguments);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).exits(2).says(message);
    };
    refused(&["generate", "1", "--regions", "no/file"], "No such file");
    fs::write(drawings.path("long"), format!("{SIX}{}", "A".repeat(1 << 16))).unwrap();
    refused(&["generate", "1", "--regions", &drawings.name("long")], "longer than 64 KiB");
    fs::write(drawings.path("long"), format!("{SIX}#{}", "x".repeat(65_000))).unwrap();
    run(&["generate", "1", "--regions", &drawings.name("long")]).exits(0);
    fs::write(drawings.path("latin1"), b"AAAB\xe4").unwrap();
    refused(&["generate", "1", "--regions", &drawings.name("latin1")], "is not UTF-8");
    refused(&["generate", "1", "--regions", "-"], "expected a file");
    refused(&["generate", "1", "--regions", "four", "--box", "2x2"], "cannot be used with");
    refused(&["generate", "1", "--regions", "four", "--size", "9"], "contradict each other");
    refused(&["generate", "1", "--box", "1112132233243444"], "--regions takes irregular boxes");
    refused(&["generate", "1", "--size", "7"], "--box none and --regions take other sizes");
    refused(&["generate", "1", "--size", "3", "--box", "none"], "expected a number from 4 to 36");
    refused(&["generate", "1", "--size", "6", "--variant", "windows"], "which have windows");
    refused(&["generate", "1", "--variant", "killer"], "possible values: diagonal, windows");
    refused(&["generate", "1", "--regions", "six", "--variant", "diagonal"], "no grid obeys");
    refused(&["grid", "1", "--regions", "six", "--variant", "diagonal"], "no grid obeys");
    refused(
        &["grid", "1", "--sampling", "fast", "--regions", "six", "--variant", "anti-king"],
        "no grid obeys",
    );
    // Without a grid, it does not matter how probable each one is.
    fs::write(drawings.path("seven"), SEVEN).unwrap();
    let seven = drawings.name("seven");
    let none = run(&["grid", "1", "--regions", &seven, "--variant", "anti-king"]).exits(2);
    assert_eq!(none.err, "error: no grid obeys these rules\n");
    let some = run(&["grid", "2", "--regions", &seven]).exits(0);
    assert_eq!(some.err.matches("more probable").count(), 1, "{}", some.err);
    refused(&["compat", "agent", "--variant", "windows"], "no document has it");
    refused(&["generate", "1", "--box", "none", "--sampling", "weighted"], "for standard 9x9");
    let unfit = run_on(".".repeat(36), &["check", "--variant", "windows"]).exits(2);
    unfit.says("the size is 6: expected 4, 9, 16, 25 or 36");
    // Boxes of documents are squares.
    run_on(".".repeat(81), &["compat", "lecture", "--box", "none"])
        .says("as high as they are wide");
    let stated = r#"[{"puzzle":"1...............","box":"none","variant":"windows"}]"#;
    let refused = run_on(stated, &["count", "--variant", "windows"]).exits(2);
    refused.says("the puzzle has no boxes and windows, unlike the given rules");
    run_on(stated, &["count", "--box", "none", "--variant", "windows"]).exits(0);
}

#[test]
fn rules_that_a_text_states_are_taken() {
    let drawings = Drawings::new();
    fs::write(drawings.path("seven"), SEVEN).unwrap();
    let seven = drawings.name("seven");
    let seven: (&[&str], _) = (&["--regions", &seven], 7);
    for (number, (rules, _)) in RULES.into_iter().chain([seven]).enumerate() {
        let with = |input: &str, arguments: &[&str]| drawings.run_on(input, rules, arguments);
        let solved = |text: &str| run_on(text, &["solve"]).exits(0).out;
        // One of the two in turn, or both if tests are thorough.
        let forms = ["json", "csv"];
        let forms = if is_thorough() { &forms[..] } else { &forms[number % 2..][..1] };
        for &to in forms {
            let made = with("", &["generate", "2", "-q", "--to", to]).exits(0).out;
            let solutions = with(&made, &["solve"]).exits(0).out;
            assert_eq!(solved(&made), solutions, "{made}");
            for arguments in [&["solve", "--to", to][..], &["convert", "--to", to]] {
                let given = with(&made, arguments).exits(0).out;
                assert_eq!(run_on(&*made, arguments).exits(0).out, given);
                assert_eq!(solved(&given), solutions, "{given}");
            }
            let one = with("", &["generate", "1", "-q", "--to", to]).exits(0).out;
            for arguments in [
                &["count"][..],
                &["sample", "1"],
                &["candidates"],
                &["minimise"],
                &["canonical"],
                &["rate", "--numbers", "technique"],
                &["unavoidable", "--max-size", "4"],
                &["hunt", "--step", "-0+1", "--limit", "1"],
                &["prove", "--claim", "unique"],
                &["split", "--tasks", "2", "--self-contained"],
                &["trace", "--limit", "10"],
                &["estimate", "--no-time"],
            ] {
                let given = with(&one, arguments).exits(0).out;
                assert_eq!(run_on(&*one, arguments).exits(0).out, given, "{arguments:?}");
            }
        }
    }
    // In blocks of lines, too, which several threads read.
    let many = run(&["generate", "300", "--variant", "diagonal", "--to", "csv", "-q"]).exits(0).out;
    let rows = many.split_once('\n').unwrap().1.repeat(20);
    let checked = run_on(format!("puzzle,solution,box,variant\n{rows}"), &["check", "-q"]);
    assert_eq!(checked.exits(0).out, "unique\n".repeat(6000));
}

#[test]
fn all_puzzles_have_the_rules_of_the_first_one() {
    let folder = tempfile::tempdir().unwrap();
    let blank = ".".repeat(16);
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let table = |rows: &[&str]| {
        let rows: String = rows.iter().map(|rules| format!("{blank},{rules}\n")).collect();
        format!("puzzle,box,variant\n{rows}")
    };
    let mixed = table(&[",diagonal", "none,diagonal", "2x2,diagonal", ","]);
    let ran = run_on(mixed, &["count"]).exits(2);
    assert_eq!(ran.out, "48\nerror\n48\nerror\n");
    let error = "3:18: the puzzle has no boxes and diagonals, and the first one has diagonals";
    let ran = ran.says(error);
    ran.says("5:18: the puzzle has the usual rules, and the first one has diagonals");
    // A damaged puzzle states its rules, too.
    let damaged = table(&[",diagonal", ","]).replacen("....", "...?", 1);
    let ran = run_on(damaged, &["solve", "--to", "csv"]).exits(2);
    ran.says("3:18: the puzzle has the usual rules, and the first one has diagonals");
    let usual = format!("{{\"puzzle\":\"{blank}\"}}\n");
    let windows = format!("{{\"puzzle\":\"{blank}\",\"variant\":\"windows\"}}\n");
    let ran = run_on(usual.clone() + &windows, &["count"]).exits(2);
    let ran = ran.says("2:1: the puzzle has windows, and the first one has the usual rules");
    assert_eq!(ran.out, "288\nerror\n");
    // A string of a list states nothing, before an object or after it.
    let (bare, object) = (format!("\"{blank}\""), windows.trim_end());
    for list in [format!("[{bare},{object}]"), format!("[{object},{bare}]")] {
        let ran = run_on(list, &["count", "--from", "json"]).exits(2);
        let ran = ran.says("the puzzle has the usual rules, and the first one has windows");
        assert!(ran.out.contains("error"), "{}", ran.out);
    }
    let ran = run_on(format!("{bare}\n{object}\n"), &["count", "--from", "json"]).exits(2);
    let ran = ran.says("2:1: the puzzle has windows, and the first one has the usual rules");
    assert_eq!(ran.out, "288\nerror\n");
    // Boxes are for one size.
    let other = format!("{{\"puzzle\":\"{}\",\"box\":\"3x2\"}}", ".".repeat(81));
    let ran = run_on(other, &["count", "--size", "9", "--limit", "2"]).exits(2);
    ran.says("the puzzle has 9x9 cells, and its boxes `3x2` are for another size");
    // Another file must have the same rules. Lines state none.
    let (usual, windows) = (path("usual", &usual), path("windows", &windows));
    let (lines, explicit) = (path("lines", &blank), path("explicit", &table(&["2x2,"])));
    run(&["count", &usual, &lines, &explicit]).exits(0);
    let ran = run(&["count", &windows, &windows, &lines]).exits(2);
    ran.says("lines:1: the puzzle has the usual rules, and this run has windows");
    let ran = run(&["count", &lines, &windows]).exits(2);
    ran.says("windows:1: the puzzle has windows, and this run has the usual rules");
    run(&["compat", "euler96", &windows]).exits(2).says("and this run has the usual rules");
}
