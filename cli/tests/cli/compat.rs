//! `compat`: the documents on their own puzzles and on others, compared with an engine.

use crate::program::{CLASHING, EASY, ROOT, Ran, SOLVED, blank, objects, run, run_on};
use std::process::{Command, Stdio};

/// The lines of comparisons, with single blanks between their words.
fn verdicts(ran: &Ran) -> Vec<String> {
    let words = ran.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_verdict = |line: &String| {
        [" agree ", " disagree ", " unknown "].iter().any(|word| line.contains(word))
    };
    words.filter(is_verdict).collect()
}

#[test]
fn every_document_agrees_on_its_own_puzzles() {
    let table = [
        ("lecture", &["problem 1", "problem 2"][..]),
        ("euler96", &["example"]),
        ("agent", &["grid", "grid2"]),
        ("lab", &["s", "s2", "s3", "s4", "s5", "m", "h", "s6"]),
        ("norvig16", &["grid1"]),
    ];
    for (document, names) in table {
        let ran = run(&["compat", document, "--quiet"]).exits(0).silent();
        let verdicts = verdicts(&ran);
        assert_eq!(verdicts.len(), names.len(), "{}", ran.out);
        for (name, verdict) in names.iter().zip(&verdicts) {
            assert!(
                verdict.starts_with(&format!("{document}: {name} agree {document}")),
                "{verdict}"
            );
        }
    }
}

#[test]
fn the_output_is_the_same_in_each_run() {
    for arguments in [&["norvig16"][..], &["lecture", "--json"], &["lab", "--trace"]] {
        let outputs = [(); 2].map(|()| run(&[&["compat"], arguments].concat()).exits(0).out);
        assert_eq!(outputs[0], outputs[1]);
    }
    let ran = run(&["compat", "lecture", "--stats", "--json"]).exits(0);
    let ran = ran.says("lecture: problem 1: lecture ").says(" ms, engine ");
    assert!(objects(&ran)[0]["runs"][0]["seconds"].is_number(), "{}", ran.out);
}

#[test]
fn columns_are_aligned() {
    let ran = run(&["compat", "lab"]).exits(0);
    let lines: Vec<_> = ran.lines().into_iter().filter(|line| line.starts_with("lab: ")).collect();
    for column in ["agree ", "  lab: ", "  engine: "] {
        let positions: Vec<_> = lines.iter().map(|line| line.find(column)).collect();
        assert!(positions.iter().all(|&position| position == positions[0]), "{}", ran.out);
    }
}

#[test]
fn a_document_prints_its_own_lines() {
    let lecture = run(&["compat", "lecture"]).exits(0);
    let first =
        "4 8 3 |9 2 1 |6 5 7 \n9 6 7 |3 4 5 |8 2 1 \n2 5 1 |8 7 6 |4 9 3 \n------+------+------\n";
    assert!(lecture.out.starts_with(first), "{}", lecture.out);
    lecture.says("lecture: 55 nodes in ").says("2 puzzles in ").says(": 2 agreed\n");

    let euler = run(&["compat", "euler96", "puzzles/formats/euler.txt"]).exits(0);
    assert_eq!(euler.lines()[1..], ["483"], "{}", euler.out);

    let lab = run(&["compat", "lab"]).exits(0).out;
    assert!(lab.starts_with("[[8, 9, 7, 6, 4, 2, 3, 1, 5], [5, 1, 4,"), "{lab}");
    assert!(lab.contains("\nSudoku Unsolvable\nlab: h "), "{lab}");

    let two = run(&["compat", "norvig16", "puzzles/sixteen.txt", "puzzles/sixteen.txt"]).exits(0);
    assert!(two.out.contains("\n8 f b 1 |6 2 a e |c 7 d 3 |g 9 4 5 \n"), "{}", two.out);
    let verdict = verdicts(&two).pop().unwrap();
    assert!(verdict.contains("norvig16 as printed: solved 4 nodes "), "{verdict}");
    assert!(verdict.contains("norvig16 as meant: solved 1 node "), "{verdict}");
    two.says("Solved 2 of 2  puzzles (avg ");
}

#[test]
fn puzzles_that_no_strategies_can_solve_are_marked() {
    let ran = run(&["compat", "lab"]).exits(0);
    let verdicts_of_lab = verdicts(&ran);
    let line = |name: &str| {
        let begin = format!("lab: {name} agree lab: ");
        verdicts_of_lab.iter().find_map(|line| line.strip_prefix(&begin)).unwrap()
    };
    let h =
        "stuck, 56 open 1 node engine: 30 solutions 422 nodes no list of strategies can solve it";
    assert_eq!(line("h"), h);
    assert!(line("s2").contains(" engine: 17604 solutions "));
    assert!(
        line("s4").contains(" engine: no solution 0 nodes the clues clash: column 3 has 6 twice")
    );
    assert!(line("m").starts_with("solved "));
    // Hidden singles are not enough for a puzzle with one solution: a search is.
    let hard = run(&["compat", "lab", "puzzles/agent.txt"]).exits(0);
    let last = verdicts(&hard).pop().unwrap();
    assert!(last.contains(" lab: stuck, ") && last.ends_with(" a search solves it"), "{last}");
}

/// The lab calls a grid without zeros solved, whatever its values; the other documents find the
/// contradiction.
#[test]
fn clues_that_clash_are_run_and_compared() {
    let ones = "1".repeat(81);
    for (document, ending, note, code) in [
        ("lecture", "agree lecture: no solution ", "the clues clash: row 1 has 1 twice", 0),
        ("euler96", "agree euler96: no solution ", "the clues clash: row 1 has 1 twice", 0),
        ("agent", "agree agent: no solution ", "the clues clash: row 1 has 1 twice", 0),
        ("lab", "disagree lab: solved ", "its solution breaks the rules: row 1 has 1 twice", 1),
    ] {
        let ran = run_on(ones.as_str(), &["compat", document, "-"]).exits(code);
        let [verdict] = &verdicts(&ran)[..] else { panic!("{}", ran.out) };
        assert!(verdict.starts_with(&format!("<stdin>:1 {ending}")), "{verdict}");
        assert!(verdict.ends_with(note), "{verdict}");
        let ran = run_on(ones.as_str(), &["compat", document, "--json", "-"]).exits(code);
        let object = objects(&ran).remove(0);
        assert_eq!(object["clash"], "row 1 has 1 twice");
        assert_eq!(object.get("reason").is_some(), code == 1, "{object}");
    }
    let sixteen = verdicts(&run_on("1".repeat(256), &["compat", "norvig16", "-"]).exits(0));
    assert!(sixteen[0].contains("norvig16 as printed: no solution 0 nodes"), "{sixteen:?}");
    let s4 = run(&["compat", "lab"]).exits(0).out;
    let printed = s4.lines().take_while(|line| !line.starts_with("lab: s4 ")).last();
    assert_eq!(printed, Some("Sudoku Unsolvable"), "{s4}");
}

#[test]
fn standard_input_is_read_without_files_unless_it_is_empty() {
    let piped = run_on(EASY, &["compat", "lab"]).exits(0);
    assert!(verdicts(&piped)[0].starts_with("<stdin>:1 agree lab: solved "), "{}", piped.out);
    run_on("no puzzle\n", &["compat", "lab"]).exits(2).says("error: <stdin>:");
    let mut null = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    let null = null.args(["compat", "lab", "--quiet"]).current_dir(ROOT).stdin(Stdio::null());
    let out = null.output().unwrap();
    assert!(out.status.success() && out.stdout.starts_with(b"[[8, 9, 7"), "{out:?}");
    assert_eq!(verdicts(&run(&["compat", "lab"]).exits(0)).len(), 8, "an empty pipe");
}

#[test]
fn any_format_that_fits_is_taken() {
    let files = ["drawn.txt", "euler.txt", "numbers.txt", "python.txt"];
    let paths = files.map(|file| format!("puzzles/formats/{file}"));
    for document in ["lecture", "euler96", "agent", "lab"] {
        let mut arguments = vec!["compat", document];
        arguments.extend(paths.iter().map(String::as_str));
        let ran = run(&arguments).exits(0);
        assert_eq!(verdicts(&ran).len(), 4, "{}", ran.out);
    }
    let verdict = |ran: Ran| verdicts(&ran.exits(0)).remove(0);
    let four = verdict(run_on("1234341221..43..\n", &["compat", "euler96", "-"]));
    assert!(four.contains("engine: one solution"), "{four}");
    let diagonal = ["compat", "agent", "--variant", "diagonal", "--twins", "puzzles/diagonal.txt"];
    let diagonal = verdict(run(&diagonal));
    assert!(diagonal.contains("agent with diagonals and twins: solved "), "{diagonal}");
    let plain = verdict(run(&["compat", "agent", "puzzles/diagonal.txt"]));
    assert!(plain.contains("engine: 2+ solutions"), "{plain}");
}

#[test]
fn a_trace_is_grouped_by_rounds_and_rules() {
    let ran = run_on("1.......2......3\n", &["compat", "euler96", "--trace", "-"]).exits(0);
    let begin = ["<stdin>:1: euler96", "board", "  1 0 |0 0 ", "  0 0 |0 0 ", "  ----+----"];
    assert_eq!(ran.lines()[..5], begin);
    assert_eq!(ran.lines()[7..9], ["reducePossibilities", "  (0, 1) is not 1: (0, 0) has it"]);
    let guess = ran.lines().iter().position(|line| line.starts_with("try (")).unwrap();
    assert_eq!(ran.lines()[guess + 1], "  reducePossibilities");
    assert!(ran.lines()[guess + 2].starts_with("    ("), "{}", ran.out);
    assert!(ran.lines().iter().any(|line| line.trim_start() == "solved"), "{}", ran.out);

    // The first line of the grid after each of these rules.
    let ran = run(&["compat", "lecture", "--trace"]).exits(0);
    let grids = [
        (
            "round 1: eliminate",
            "     45    4578    3   |   49     2     147  |   6     5789    57  ",
        ),
        ("round 1: only_choice", "    45    8     3   |  9     2     1   |  6    5789   57  "),
        ("round 2: only_choice", "    4    8    3  |  9    2    1  |  6    57   57 "),
    ];
    for (rule, grid) in grids {
        let of_rule = ran.lines().into_iter().skip_while(|&line| line != rule).skip(1);
        let mut of_rule =
            of_rule.skip_while(|line| line.contains(" is not ") || line.contains(" = "));
        assert_eq!(of_rule.next(), Some(grid), "{rule}");
    }
    let lab = run(&["compat", "lab", "--trace"]).exits(0).out;
    assert!(
        lab.starts_with("lab: s: lab\ninstantiateCases\n  [[0, 0, 7, 0, 0, 0, 0, 1, 5], ")
            && lab.contains("]]\nround 1: elimination\n  s[3][0] = 6: nothing else is left\n"),
        "{lab}"
    );
    for rules in ["]]\nround 2: elimination\n", "\nround 4: hiddenSingles\n  s["] {
        assert!(lab.contains(rules), "{lab}");
    }
}

#[test]
fn a_json_trace_is_an_object_for_each_step() {
    let ran = run(&["compat", "lecture", "--json", "--trace", "--quiet"]).exits(0).silent();
    let objects = objects(&ran);
    let (steps, records): (Vec<_>, Vec<_>) =
        objects.iter().partition(|object| object.get("step").is_some());
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["runs"][0]["grid"], SOLVED);
    for record in records {
        assert_eq!((&record["result"], &record["engine"]["count"]), (&"agree".into(), &1.into()));
        let steps: Vec<_> = steps.iter().filter(|step| step["line"] == record["line"]).collect();
        let first = ["str_to_dict_v1", "str_to_dict_v2"];
        for (step, rule) in steps.iter().zip(first) {
            assert_eq!((&step["step"], &step["rule"]), (&"grid".into(), &rule.into()));
        }
        assert_eq!(steps[2]["step"], "eliminated");
        assert_eq!((&steps[2]["round"], &steps[2]["rule"]), (&1.into(), &"eliminate".into()));
        assert_eq!(steps.last().unwrap()["step"], "solved");
        let count = |name: &str| steps.iter().filter(|step| step["step"] == name).count();
        let depth = steps.last().unwrap()["depth"].as_u64().unwrap();
        assert_eq!(count("guessed") - count("taken-back"), usize::try_from(depth).unwrap());
        assert!(count("grid") > 1);
    }
}

#[test]
fn a_puzzle_that_a_document_does_not_take_is_not_run() {
    let table: [(&[&str], &str, &str); 4] = [
        (&["lecture"], "puzzles/sixteen.txt", "the grid is 16x16: this document is for 9x9"),
        (&["lab"], "puzzles/sixteen.txt", "the grid is 16x16: this document is for 9x9"),
        (&["norvig16"], "puzzles/lecture.txt", "the grid is 9x9: this document is for 16x16"),
        (&["euler96", "--box", "2x8"], "puzzles/sixteen.txt", "as high as they are wide"),
    ];
    for (arguments, path, reason) in table {
        let ran = run(&[&["compat"], arguments, &[path, path]].concat()).exits(2);
        let ran = ran.says("warning: ").says(reason).says(" not run\n");
        assert!(!ran.err.contains("agreed") && verdicts(&ran).is_empty(), "{}", ran.err);
        assert!(ran.lines().iter().all(|line| line.contains("  not run   ")), "{}", ran.out);
        let ran = run(&[&["compat", "--json"], arguments, &[path]].concat()).exits(2);
        let object = objects(&ran).remove(0);
        assert_eq!(object["result"], "not run");
        assert!(object["reason"].as_str().unwrap().contains(reason), "{object}");
    }
    let ran = run(&["compat", "agent", "puzzles/toy.dlx"]).exits(2);
    assert_eq!(ran.says("the documents solve Sudoku").out, "error\n");
}

#[test]
fn arguments_that_do_not_fit_are_refused() {
    for (arguments, message) in [
        (["lecture", "--variant=diagonal"], "only the document agent has it"),
        (["lab", "--twins"], "only the document agent has it"),
        (["udacity", "--trace"], "possible values: lecture, euler96, agent, lab, norvig16"),
    ] {
        let ran = run(&[&["compat"], &arguments[..]].concat()).exits(2).says(message);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn a_bad_record_does_not_stop_the_others() {
    let input = format!("{EASY}\n{}\n{CLASHING}\n{EASY}\n", &EASY[1..]);
    let ran = run_on(input.as_str(), &["compat", "euler96", "-"]).exits(2);
    let ran = ran.says("error: <stdin>:2:").says("no sum: 2 of 3 puzzles were solved\n");
    assert_eq!((ran.lines().len(), ran.lines()[1]), (4, "error"), "{}", ran.out);
    let verdict = &verdicts(&ran)[1];
    assert!(verdict.starts_with("<stdin>:3 agree euler96: no solution 0 nodes "), "{verdict}");
    ran.says("4 puzzles in ");
}

#[test]
fn a_deadline_stops_a_document() {
    let blank = ".".repeat(625);
    let arguments = ["compat", "euler96", "--size", "25", "--timeout", "0.3", "-"];
    let ran = run_on(blank, &arguments).exits(3);
    let verdict = verdicts(&ran).remove(0);
    assert!(verdict.starts_with("<stdin>:1 unknown euler96: stopped "), "{verdict}");
    ran.says("stopped: the time was up; 1 record was read\n");
}

#[test]
fn a_grid_without_clues_is_solved_or_stuck() {
    for (document, answer) in
        [("lecture", "solved "), ("euler96", "solved "), ("lab", "stuck, 81 open ")]
    {
        let verdict = verdicts(&run_on(blank(), &["compat", document, "-"]).exits(0)).remove(0);
        assert!(verdict.contains(&format!(" {document}: {answer}")), "{verdict}");
        assert!(verdict.contains("+ solutions "), "{verdict}");
    }
}
