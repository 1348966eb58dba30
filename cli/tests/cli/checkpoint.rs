//! `--checkpoint` and `resume`: interruptions change neither the count nor the solutions nor their
//! order.

use crate::program::{CLASHING, EASY, Ran, is_thorough, latin, queens, run, run_in, run_on, start};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const LANGFORD: &str = "puzzles/langford8.dlx";

/// A folder with a problem that takes a while, a checkpoint and a list of solutions.
struct Desk {
    folder: TempDir,
    problem: String,
    checkpoint: String,
    list: String,
}

impl Desk {
    fn new(problem: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (file, checkpoint, list) = (name("problem.dlx"), name("state.json"), name("list.txt"));
        fs::write(&file, problem).unwrap();
        Self { problem: file, checkpoint, list, folder }
    }

    fn counting(&self) -> Vec<&str> {
        vec![
            "count",
            "-q",
            "--checkpoint-every",
            "0.01",
            "--checkpoint",
            &self.checkpoint,
            &self.problem,
        ]
    }

    fn listing(&self) -> Vec<&str> {
        let list = ["solve", "--all", "-q", "--checkpoint-every", "0.01"];
        let files = ["--checkpoint", &self.checkpoint, "--output", &self.list, &self.problem];
        [&list[..], &files].concat()
    }

    fn resuming(&self) -> Vec<&str> {
        vec!["resume", "-q", "--checkpoint-every", "0.01", &self.checkpoint]
    }

    fn shown(&self) -> String {
        fs::read_to_string(&self.list).unwrap()
    }

    fn clear(&self) {
        for file in [&self.checkpoint, &self.list] {
            let _ = fs::remove_file(file);
        }
    }
}

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Ran {
    run(&[arguments, more].concat())
}

#[test]
fn a_count_that_was_stopped_goes_on() {
    let (n, count) = if is_thorough() { (13, 73712) } else { (12, 14200) };
    let (desk, answer) = (Desk::new(&queens(n)), format!("{count}\n"));
    let mut ran = with(&desk.counting(), &["--nodes", "1000", "--threads", "1"]);
    let mut stops = 0;
    while ran.code == Some(3) && stops < 200 {
        assert!(ran.out.starts_with(">="), "{}", ran.out);
        stops += 1;
        let threads = ["1", "2", "3"][stops % 3];
        // Where other work takes the processor, little is done in so short a time.
        let timeout = format!("{}e-3", 50 << (stops / 25));
        ran = with(&desk.resuming(), &["--timeout", &timeout, "--threads", threads]);
    }
    assert_eq!(ran.exits(0).out, answer);
    assert!(stops > 0);
    assert_eq!(run(&desk.resuming()).exits(0).silent().out, answer, "it is over, and stays so");
    assert_eq!(run(&desk.counting()).exits(0).out, answer);
    desk.clear();
    with(&desk.counting(), &["--nodes", "100000"]).exits(3);
    assert_eq!(run(&desk.resuming()).exits(0).out, answer);
    let expected = format!(r#""count":{count},"complete":true,"stop":"exhausted""#);
    let json = with(&desk.resuming(), &["--json"]).exits(0).out;
    assert!(json.contains(&expected), "{json}");
}

#[test]
fn a_run_that_finishes_no_part_says_so() {
    let desk = Desk::new(&queens(13));
    let short = "too short to finish a part of the search";
    let count = ["count", "--checkpoint", &desk.checkpoint, &desk.problem];
    for _ in 0..2 {
        with(&count, &["--nodes", "1000"]).exits(3).says(short);
    }
    let ran = with(&count, &["--nodes", "200000"]).exits(3);
    assert!(!ran.err.contains(short), "{}", ran.err);
    for _ in 0..2 {
        let ran = run(&count).exits(0);
        assert!(ran.out == "73712\n" && !ran.err.contains(short), "{}", ran.err);
    }
}

/// More time was recommended to a count that had reached its limit.
#[test]
fn a_run_that_reaches_its_limit_was_not_too_short() {
    let desk = Desk::new(&queens(8));
    let count = ["count", "--limit", "50", "--checkpoint", &desk.checkpoint, &desk.problem];
    for _ in 0..2 {
        let ran = run(&count).exits(3);
        assert!(ran.out == ">=50\n" && !ran.err.contains("too short"), "{}", ran.err);
    }
}

#[test]
fn a_list_that_was_stopped_goes_on_where_it_was() {
    let desk = Desk::new(&queens(11));
    with(&desk.listing(), &["--threads", "1"]).exits(0).silent();
    let all = desk.shown();
    assert_eq!(all.lines().count(), 2680);
    let drawn = run(&[&desk.listing()[..], &["--to", "grid"]].concat());
    drawn.exits(2).says("the checkpoint is of a search with another format");
    for form in ["line", "grid"] {
        desk.clear();
        let first = ["--to", form, "--limit", "1000000"];
        let first = [&["solve"], &desk.listing()[2..], &first].concat();
        with(&first, &["--timeout", "0.03"]);
        let mut runs = 0;
        loop {
            // What was written after the last checkpoint does not count.
            let mut shown = desk.shown();
            shown.push_str("half a li");
            fs::write(&desk.list, shown).unwrap();
            if with(&first, &["--timeout", "0.03", "--threads", "3"]).code == Some(0) || runs > 200
            {
                break;
            }
            runs += 1;
        }
        if form == "line" {
            assert_eq!(desk.shown(), all);
        } else {
            assert_eq!(desk.shown().split("\n\n").count(), 2680);
            let boards = run_on(queens(11), &["solve", "--all", "--to", "grid"]).exits(0);
            assert!(desk.shown() == boards.out, "the list is that of one run");
        }
    }
}

#[test]
fn the_first_solutions_are_the_first_of_all() {
    let desk = Desk::new(&queens(11));
    run(&desk.listing()).exits(0);
    let all = desk.shown();
    let first: String = all.lines().take(40).map(|line| line.to_owned() + "\n").collect();
    desk.clear();
    let limited = [&["solve", "--limit", "40"], &desk.listing()[2..]].concat();
    run(&limited).exits(0).silent();
    assert_eq!(desk.shown(), first);
    run(&desk.resuming()).exits(0).silent();
    assert_eq!(desk.shown(), first, "no more were asked for");
    run(&desk.listing()).exits(2).says("the checkpoint is of a search with another limit");
}

#[test]
fn a_sudoku_has_checkpoints() {
    let folder = TempDir::new().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (count, list, shown) = (name("c"), name("l"), name("s"));
    let open = EASY.replace(['9', '8'], ".");
    let expected = run_on(open.clone(), &["count"]).exits(0).out;
    let ran = run_on(open.clone(), &["count", "--checkpoint", &count]).exits(0).silent();
    assert_eq!(ran.out, expected);
    assert_eq!(run(&["resume", &count]).exits(0).out, expected);
    let solve = ["solve", "--all", "--checkpoint", &list, "-o", &shown];
    run_on(open.clone(), &solve).exits(0).silent();
    let solutions = fs::read_to_string(&shown).unwrap();
    assert_eq!(solutions.lines().count().to_string() + "\n", expected);
    let ours: Vec<_> = solutions.lines().map(str::to_owned).collect();
    let mut theirs: Vec<_> = run_on(open, &["solve", "--all"])
        .exits(0)
        .lines()
        .iter()
        .map(ToString::to_string)
        .collect();
    theirs.sort();
    let mut sorted = ours;
    sorted.sort();
    assert_eq!(sorted, theirs);
    assert_eq!(run_on(CLASHING, &["count", "--checkpoint", &name("d")]).exits(0).out, "0\n");
}

#[test]
fn another_problem_or_another_search_is_refused() {
    let desk = Desk::new(&queens(8));
    run(&desk.counting()).exits(0);
    let before = fs::read(&desk.checkpoint).unwrap();
    let other = ["count", "--checkpoint", &desk.checkpoint, LANGFORD];
    let place = format!("error: {}: the checkpoint is of another problem", desk.checkpoint);
    run(&other).exits(2).says(&place);
    run(&desk.listing()).exits(2).says("the checkpoint is of a search with another command");
    with(&desk.counting(), &["--limit", "3"]).exits(2).says("another limit");
    with(&desk.counting(), &["--engine", "naive"]).exits(2).says("with engine auto");
    with(&desk.counting(), &["--reduce", "never"]).exits(2).says("another --reduce");
    with(&desk.counting(), &["--engine", "diagram"]).exits(2).says("another --engine");
    with(&desk.counting(), &["--order", "fewest"]).exits(2).says("another --order");
    with(&desk.counting(), &["--canonical", "on"]).exits(2).says("another --canonical");
    assert_eq!(fs::read(&desk.checkpoint).unwrap(), before, "it is as it was");
    // Comments and blanks make no other problem.
    fs::write(&desk.problem, queens(8).replace('\n', " \n") + "| the end\n").unwrap();
    assert_eq!(run(&desk.counting()).exits(0).out, "92\n");
}

#[test]
fn broken_checkpoints_are_refused_with_their_place() {
    let desk = Desk::new(&queens(6));
    run(&desk.counting()).exits(0);
    let text = fs::read_to_string(&desk.checkpoint).unwrap();
    let check = |text: &str, message: &str| {
        fs::write(&desk.checkpoint, text).unwrap();
        let ran = run(&desk.resuming()).exits(2).says(message);
        assert!(ran.err.contains(&desk.checkpoint), "{}", ran.err);
        run(&desk.counting()).exits(2);
        assert_eq!(fs::read_to_string(&desk.checkpoint).unwrap(), text, "nothing is overwritten");
    };
    for end in (0..text.len() - 3).step_by(text.len() / 12) {
        let message = if end == 0 { "the line is empty" } else { "cut off or damaged" };
        check(&text[..end], message);
    }
    check(&text.replacen("\"found\":4", "\"found\":5", 1), "its hash is different");
    check(&text.replacen("\"checkpoint\":9", "\"checkpoint\":1", 1), "of version 1");
    check("{\"unit\":1}\n", "expected a checkpoint: missing field");
    check("a b\na\nb\n", "cut off or damaged");
    fs::remove_file(&desk.checkpoint).unwrap();
    run(&desk.resuming()).exits(2).says("there is no such file");
}

#[test]
fn a_list_that_is_gone_is_not_begun_in_the_middle() {
    let desk = Desk::new(&queens(10));
    let limited = [&["solve", "--limit", "20"], &desk.listing()[2..]].concat();
    run(&limited).exits(0);
    let shown = desk.shown();
    let moved = desk.folder.path().join("moved.txt");
    fs::rename(&desk.list, &moved).unwrap();
    run(&desk.resuming()).exits(2).says("No such file").says("note: --output names");
    assert!(!Path::new(&desk.list).exists());
    fs::write(&desk.list, "half").unwrap();
    let message =
        format!("expected the {} bytes that were found before, and there are 4", shown.len());
    run(&desk.resuming()).exits(2).says(&message);
    with(&desk.resuming(), &["-o", moved.to_str().unwrap()]).exits(0).silent();
    assert_eq!(fs::read_to_string(moved).unwrap(), shown);
}

#[test]
fn contradicting_arguments_are_refused_before_anything_is_written() {
    let desk = Desk::new(&queens(6));
    let solve = ["solve", &desk.problem, "--checkpoint", &desk.checkpoint];
    run(&solve).exits(2).says("--checkpoint needs --output FILE");
    with(&solve, &["-o", &desk.list, "--json"]).exits(2).says("line or grid, not as json");
    fs::write(&desk.list, "mine").unwrap();
    run(&desk.listing()).exits(2).says("the file is not empty, and the search has not begun");
    assert_eq!(desk.shown(), "mine");
    desk.clear();
    let limited = ["--limit", "3"];
    with(&desk.counting(), &[&limited[..], &["--engine", "diagram"]].concat())
        .exits(2)
        .says("not for diagram");
    with(&desk.counting(), &[&limited[..], &["--memory", "1M"]].concat())
        .exits(2)
        .says("--memory is for counts with a memo, which have no --limit");
    with(&desk.counting(), &["--engine", "links", "--order", "fewest"])
        .exits(2)
        .says("--order is for --engine diagram and auto");
    with(&desk.counting(), &[LANGFORD]).exits(2).says("for one problem, and several files");
    run(&["solve", LANGFORD, "-o", &desk.list]).exits(2).says("--checkpoint");
    let nowhere = desk.folder.path().join("no").join("where");
    let nowhere = ["count", LANGFORD, "--checkpoint", nowhere.to_str().unwrap()];
    run(&nowhere).exits(2).says("the checkpoint can't be written");
    let ran = with(&["solve"], &[&nowhere[1..], &["-o", &desk.list]].concat()).exits(2);
    assert_eq!((ran.out.as_str(), desk.shown().as_str()), ("error\n", ""));
    fs::remove_file(&desk.list).unwrap();
    let list = desk.folder.path().join("no").join("list");
    let nowhere = ["solve", LANGFORD, "--checkpoint", &desk.checkpoint, "-o"];
    with(&nowhere, &[list.to_str().unwrap()]).exits(2).says(list.to_str().unwrap());
    let two = format!("{EASY}\n{EASY}\n");
    run_on(two, &["count", "--checkpoint", &desk.checkpoint]).exits(2).says("expected one problem");
    let costs = ["solve", "puzzles/costs.dlx", "--checkpoint", &desk.checkpoint, "-o", &desk.list];
    run(&costs).exits(2).says("--checkpoint is not for options with costs");
    assert!(!Path::new(&desk.checkpoint).exists() && !Path::new(&desk.list).exists());
}

/// Runs the program in a folder.
const BEGIN: [&str; 8] =
    ["solve", "--limit", "20", "--checkpoint", "state", "--output", "list.txt", "../problem.dlx"];

#[test]
fn only_the_list_of_the_checkpoint_is_written() {
    let desk = Desk::new(&queens(8));
    let folder = |name: &str| desk.folder.path().join(name);
    for name in ["a", "b"] {
        fs::create_dir(folder(name)).unwrap();
    }
    run_in(&folder("a"), Stdio::null(), &BEGIN).exits(0);
    let shown = fs::read_to_string(folder("a/list.txt")).unwrap();
    let theirs = "a list of somebody else\n".repeat(100);
    fs::write(folder("b/list.txt"), &theirs).unwrap();
    // The path is relative to the checkpoint, wherever that is.
    run_in(&folder("b"), Stdio::null(), &["resume", "-q", "--every", "5", "../a/state"])
        .exits(0)
        .silent();
    run_in(desk.folder.path(), Stdio::null(), &["resume", "-q", "a/state"]).exits(0).silent();
    fs::rename(folder("a"), folder("c")).unwrap();
    run_in(&folder("b"), Stdio::null(), &["resume", "-q", "../c/state"]).exits(0).silent();
    assert_eq!(fs::read_to_string(folder("c/list.txt")).unwrap(), shown);
    // Another file is not truncated, whatever its length.
    let other =
        run_in(&folder("b"), Stdio::null(), &["resume", "../c/state", "-o", "list.txt"]).exits(2);
    other.says("bytes are not the solutions that were found before").says("b/list.txt");
    assert_eq!(fs::read_to_string(folder("b/list.txt")).unwrap(), theirs);
    let changed = shown.replacen('r', "R", 1);
    fs::write(folder("c/list.txt"), &changed).unwrap();
    run_in(&folder("c"), Stdio::null(), &["resume", "state"])
        .exits(2)
        .says("are not the solutions");
    assert_eq!(fs::read_to_string(folder("c/list.txt")).unwrap(), changed);
}

#[test]
fn a_list_of_which_nothing_is_known_is_kept() {
    let desk = Desk::new(&dominating_queens());
    let ran = with(&desk.listing(), &["--nodes", "1", "--threads", "1"]).exits(3);
    assert_eq!((ran.out.as_str(), desk.shown().as_str()), ("unknown\n", ""));
    // What was written after the checkpoint is found again.
    fs::OpenOptions::new().append(true).open(&desk.list).unwrap().write_all(b"half a li").unwrap();
    with(&desk.listing(), &["--nodes", "1", "--threads", "1"]).exits(3);
    assert_eq!(desk.shown(), "");
    fs::remove_file(&desk.list).unwrap();
    fs::write(&desk.list, "mine").unwrap();
    run(&desk.resuming()).exits(2).says("the file is not empty, and it was when");
    assert_eq!(desk.shown(), "mine");
}

#[test]
fn checkpoint_and_list_are_different_files() {
    let desk = Desk::new(&queens(6));
    let folder = desk.folder.path();
    let both = |checkpoint: &str, list: &str| {
        let problem = ["solve", "--all", "-q", "problem.dlx"];
        let ran = run_in(
            folder,
            Stdio::null(),
            &[&problem[..], &["--checkpoint", checkpoint, "-o", list]].concat(),
        );
        (ran.code, ran.err)
    };
    for (checkpoint, list) in [("k", "k"), ("k", "./k"), ("../k", "k")] {
        let checkpoint = checkpoint.replace("..", folder.to_str().unwrap());
        let (code, message) = both(&checkpoint, list);
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains("two outputs are the same file"), "{message}");
    }
    #[cfg(unix)]
    for (target, link) in [("k", "link"), ("link", "k")] {
        std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
        assert_eq!(both("k", "link").0, Some(2), "{link} is a link to {target}");
        for file in ["k", "link"] {
            let _ = fs::remove_file(folder.join(file));
        }
    }
    // No name beside the checkpoint is taken.
    fs::write(folder.join("data.new"), "theirs").unwrap();
    assert_eq!(both("data", "list").0, Some(0));
    assert_eq!(fs::read_to_string(folder.join("data.new")).unwrap(), "theirs");
    assert_eq!(both("k", "k.new").0, Some(0));
    assert_eq!(fs::read_to_string(folder.join("k.new")).unwrap().lines().count(), 4);
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["data", "data.new", "k", "k.new", "list", "problem.dlx"]);
}

#[test]
fn one_process_works_on_a_checkpoint() {
    let desk = Desk::new(&queens(14));
    let mut child = start(&desk.listing());
    let begun = Instant::now();
    while !Path::new(&desk.checkpoint).exists() && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    let other = desk.folder.path().join("other");
    for _ in 0..5 {
        for arguments in [desk.listing(), desk.resuming()] {
            run(&arguments)
                .exits(2)
                .says("another process is using the file")
                .says(&desk.checkpoint);
        }
        // The list is locked, too, for a copy of the checkpoint.
        fs::copy(&desk.checkpoint, &other).unwrap();
        run(&["resume", other.to_str().unwrap()])
            .exits(2)
            .says("another process is using the file");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(child.try_wait().unwrap().is_none(), "it was running all the time");
    child.kill().unwrap();
    child.wait().unwrap();
    with(&desk.resuming(), &["--timeout", "0.1"]).exits(3);
}

#[cfg(unix)]
#[test]
fn devices_and_folders_are_refused() {
    let desk = Desk::new(&queens(6));
    let folder = desk.folder.path().to_str().unwrap();
    for file in ["/dev/full", "/dev/null", folder] {
        let message = format!("error: {file}: expected a regular file");
        run(&["count", &desk.problem, "--checkpoint", file]).exits(2).says(&message);
        run(&["resume", file]).exits(2).says(&message);
        let solve = ["solve", &desk.problem, "--checkpoint", &desk.checkpoint, "-o", file];
        run(&solve).exits(2).says(&message);
        assert!(!Path::new(&desk.checkpoint).exists());
    }
}

/// Numbers that look random, so that kills come at any moment.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u128) -> u128 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(self.0 >> 33) % end.max(1)
    }
}

/// How many kills there are: two, six if tests are thorough, or as many as `QUADRILLE_KILLS` says
/// (fifty take a minute or two).
fn kills() -> usize {
    let kills = std::env::var("QUADRILLE_KILLS").ok().and_then(|kills| kills.parse().ok());
    kills.unwrap_or(if is_thorough() { 6 } else { 2 })
}

/// Kills the program at any moment of a search, again and again, and lets others go on. How often
/// that hit a search.
fn kill_and_resume(desk: &Desk, begin: &[&str], is_whole: impl Fn(&Ran) -> bool) -> usize {
    let begun = Instant::now();
    assert!(is_whole(&run(begin).exits(0)), "without interruption");
    // Some runs come to their end, also those that first read a large checkpoint.
    let time = 2 * begun.elapsed().as_micros() + 300_000;
    let (mut numbers, mut hits) = (Numbers(time.try_into().unwrap()), 0);
    while hits < kills() {
        desk.clear();
        let mut next = begin.to_vec();
        loop {
            let threads = ["1", "2", "3"][usize::try_from(numbers.below(3)).unwrap()];
            let mut child = start(&[&next[..], &["--threads", threads]].concat());
            thread::sleep(Duration::from_micros(numbers.below(time).try_into().unwrap()));
            let is_over = child.try_wait().unwrap().is_some();
            child.kill().unwrap();
            let ran = Ran::wait(child);
            if is_over {
                assert!(is_whole(&ran.exits(0)));
                break;
            }
            hits += 1;
            // A process that was killed at once has left nothing.
            if PathBuf::from(&desk.checkpoint).exists() {
                next = desk.resuming();
            }
        }
    }
    hits
}

#[test]
fn a_count_that_is_killed_at_any_moment_comes_to_the_same_end() {
    let desk = Desk::new(&queens(13));
    let hits = kill_and_resume(&desk, &desk.counting(), |ran| ran.out == "73712\n");
    assert!(hits >= kills());
}

#[test]
fn a_list_that_is_killed_at_any_moment_comes_to_the_same_end() {
    let desk = Desk::new(&queens(12));
    run(&desk.listing()).exits(0);
    let all = desk.shown();
    assert_eq!(all.lines().count(), 14200);
    desk.clear();
    let hits = kill_and_resume(&desk, &desk.listing(), |_| desk.shown() == all);
    assert!(hits >= kills());
}

/// Five queens that attack all squares: no item is to be covered once.
fn dominating_queens() -> String {
    let squares = || (0..8_usize).flat_map(|row| (0..8_usize).map(move |column| (row, column)));
    let name = |(row, column)| format!("{row}{column}");
    let items: String = squares().map(|square| format!(" 1:64|{}", name(square))).collect();
    let mut text = format!("5|queen{items}\n");
    for (r, c) in squares() {
        let is_seen = |&(row, column): &(usize, usize)| {
            row == r || column == c || row.abs_diff(r) == column.abs_diff(c)
        };
        let seen: Vec<_> = squares().filter(is_seen).map(name).collect();
        text += &format!("queen {}\n", seen.join(" "));
    }
    text
}

#[test]
fn multiplicities_have_checkpoints() {
    let desk = Desk::new(&dominating_queens());
    let first =
        with(&desk.counting(), &["--engine", "multiple", "--nodes", "20000", "--threads", "1"])
            .exits(3);
    assert!(first.out.starts_with(">="), "{}", first.out);
    let mut ran =
        with(&desk.counting(), &["--engine", "multiple", "--nodes", "66000", "--threads", "1"]);
    let text = fs::read_to_string(&desk.checkpoint).unwrap();
    let mut choices = text.split(r#""choices":["#).skip(1);
    let is_excluding = |list: &str| list.split(']').next().is_some_and(|list| list.contains('-'));
    assert!(choices.any(is_excluding), "it was split");
    let mut runs = 0;
    while ran.code == Some(3) && runs < 100 {
        ran = with(&desk.resuming(), &["--timeout", "0.5", "--threads", "2"]);
        runs += 1;
    }
    assert_eq!(ran.exits(0).out, "4860\n");
}

#[test]
fn counts_with_a_memo_have_checkpoints() {
    let desk = Desk::new(&latin(6));
    let settings: [&[&str]; 5] = [
        &[],
        &["--engine", "diagram"],
        &["--order", "fewest"],
        &["--order", "frontier", "--canonical", "on"],
        &["--order", "fewest", "--memory", "1M"],
    ];
    for settings in settings {
        desk.clear();
        let count = with(&desk.counting(), &[settings, &["--nodes", "9000"]].concat()).exits(3);
        assert!(count.out.starts_with(">="), "{}", count.out);
        let text = fs::read_to_string(&desk.checkpoint).unwrap();
        if settings.is_empty() {
            assert!(text.contains(r#""method":"auto","canonical":"auto""#), "{text}");
        } else {
            assert!(text.contains(r#""branch":{"options":["#), "{text}");
        }
        let copy = desk.folder.path().join("copy");
        fs::copy(&desk.checkpoint, &copy).unwrap();
        for threads in ["1", "2"] {
            fs::copy(&copy, &desk.checkpoint).unwrap();
            let ran = with(&desk.resuming(), &["--threads", threads]).exits(0);
            assert_eq!(ran.out, "812851200\n", "{settings:?}");
            assert_eq!(run(&desk.resuming()).exits(0).silent().out, "812851200\n");
        }
        assert_eq!(with(&desk.counting(), settings).exits(0).out, "812851200\n");
        let stats = with(&desk.resuming(), &["--stats"]).exits(0);
        assert!(stats.err.contains("engine"), "{}", stats.err);
    }
}

#[test]
fn a_count_with_a_memo_that_is_killed_at_any_moment_comes_to_the_same_end() {
    let desk = Desk::new(&latin(7));
    let begin = [&desk.counting()[..], &["--order", "fewest"]].concat();
    let hits = kill_and_resume(&desk, &begin, |ran| ran.out == "61479419904000\n");
    assert!(hits >= kills());
}
