//! Traces as text, JSON, pictures and trees: golden files, and what holds for all of them.
//!
//! `QUADRILLE_REWRITE=1 cargo test -p quadrille-pictures` rewrites the golden files. Look at them
//! before they are committed.

mod common;

use common::golden;
use quadrille::sudoku::{Encoding, Geometry, PuzzleError, text};
use quadrille::{Problem, Solver};
use quadrille_pictures::trace::{
    TraceEnd, TraceLimit, TracedProblem, write_dot, write_html, write_json, write_svg, write_text,
};
use roxmltree::Document;
use std::io::{self, Write};

type Writer = fn(&TracedProblem, &TraceLimit, &mut dyn Write) -> io::Result<TraceEnd>;

const WRITERS: [Writer; 5] = [write_text, write_json, write_svg, write_html, write_dot];

const TOY: &str = include_str!("../../puzzles/toy.dlx");
const COLORED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
/// Names that mean something in XML, HTML, JSON, DOT or JavaScript.
const STRANGE: &str = "\
</script> <b> \"q\" \\n & | {{data}} <!--
</script> <b>
\"q\" \\n & {{data}}:<i>
\"q\" \\n &
";

fn toy() -> TracedProblem {
    TracedProblem::new("toy", &TOY.parse().unwrap()).unwrap()
}

/// Six queens.
fn queens() -> TracedProblem {
    let text = include_str!("../../puzzles/queens6.dlx");
    TracedProblem::new("queens", &text.parse().unwrap()).unwrap()
}

fn colored() -> TracedProblem {
    TracedProblem::new("colours", &COLORED.parse().unwrap()).unwrap()
}

fn sudoku(line: &str) -> TracedProblem {
    let record = text::parse(line).unwrap();
    let encoding = Encoding::new(Geometry::of_size(record.grid.size()).unwrap());
    TracedProblem::of_puzzle(line, &encoding, &record.grid, record.alphabet).unwrap()
}

fn written(write: Writer, traced: &TracedProblem, limit: u64) -> (String, TraceEnd) {
    let mut bytes = Vec::new();
    let end = write(traced, &TraceLimit::new(limit), &mut bytes).unwrap();
    (String::from_utf8(bytes).unwrap(), end)
}

#[test]
fn texts_trees_and_records_are_as_before() {
    golden("trace-toy.txt", &written(write_text, &toy(), 1000).0);
    golden("trace-toy.dot", &written(write_dot, &toy(), 1000).0);
    golden("trace-toy.svg", &written(write_svg, &toy(), 6).0);
    golden("trace-colours.txt", &written(write_text, &colored(), 1000).0);
    golden("trace-colours.jsonl", &written(write_json, &colored(), 1000).0);
    golden("trace-queens.txt", &written(write_text, &queens(), 200).0);
    golden("trace-sudoku.txt", &written(write_text, &sudoku("1...3..2...3..2."), 60).0);
    golden("trace-sudoku.jsonl", &written(write_json, &sudoku("1...3..2...3..2."), 5).0);
}

/// The trace of the toy fits on two screens of 51 lines.
#[test]
fn the_trace_of_the_toy_is_short() {
    let (text, end) = written(write_text, &toy(), 1000);
    assert!(text.lines().count() <= 102, "{}", text.lines().count());
    assert_eq!(end, TraceEnd { steps: 67, nodes: 6, solutions: 1, is_complete: true });
    assert!(text.lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn all_writers_see_the_same_steps() {
    for traced in [toy(), colored(), queens(), sudoku("1...3..2...3..2.")] {
        let ends = WRITERS.map(|write| written(write, &traced, 10_000).1);
        assert!(ends[0].is_complete && ends.iter().all(|end| *end == ends[0]));
        assert_eq!(ends[0].solutions, Solver::new(traced.problem()).count().solutions);
        for limit in [1, 2, ends[0].steps - 1, ends[0].steps] {
            for write in WRITERS {
                let (text, end) = written(write, &traced, limit);
                assert_eq!((end.steps, end.is_complete), (limit, limit == ends[0].steps));
                let says = ["of more", "\"complete\":false"].iter().any(|word| text.contains(word));
                assert_eq!(says, !end.is_complete);
            }
        }
    }
}

#[test]
fn records_are_json() {
    let (text, end) = written(write_json, &toy(), 1000);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(u64::try_from(lines.len()).unwrap(), end.steps + 2);
    assert_eq!(lines[0]["problem"]["options"][1]["name"], "A D G");
    let solutions = lines.iter().filter(|line| line["action"] == "solution");
    let solutions: Vec<_> = solutions.map(|line| line["solution"].to_string()).collect();
    assert_eq!(solutions, ["[4,1,5]"]);
}

#[test]
fn a_picture_is_xml_with_a_group_for_each_step() {
    let strange = TracedProblem::new(STRANGE, &STRANGE.parse().unwrap()).unwrap();
    for traced in [toy(), colored(), sudoku("1...3..2...3..2."), strange] {
        let (text, end) = written(write_svg, &traced, 1000);
        let document = Document::parse(&text).unwrap();
        let svg = document.root_element();
        assert_eq!(svg.attribute("role"), Some("img"));
        assert!(svg.attribute("viewBox").is_some());
        let title = svg.first_element_child().unwrap();
        assert!(!traced.title().contains('\n'));
        assert_eq!(title.text(), Some(format!("Dancing links: {}", traced.title()).as_str()));
        let groups = svg.children().filter(|node| node.attribute("class") == Some("step"));
        assert_eq!(u64::try_from(groups.count()).unwrap(), end.steps);
        for loads in ["href", "url(", "@import", "@font-face", "<image"] {
            assert!(!text.contains(loads), "{loads}");
        }
    }
}

/// Names and titles neither end the elements of a page nor are taken for its marks.
#[test]
fn a_page_contains_its_data_as_they_are() {
    let traced = TracedProblem::new(STRANGE, &STRANGE.parse().unwrap()).unwrap();
    let (page, end) = written(write_html, &traced, 1000);
    assert_eq!(page.matches("</script>").count(), 2);
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["problem"]["title"], traced.title());
    assert_eq!(data["problem"]["items"][0]["name"], "</script>");
    assert_eq!(u64::try_from(data["steps"].as_array().unwrap().len()).unwrap(), end.steps);
    for loads in ["src=", "url(", "@import", "http:", "https:"] {
        let script = "http://www.w3.org/2000/svg";
        assert!(!page.replace(script, "").contains(loads), "{loads}");
    }
}

#[test]
fn a_wide_matrix_is_left_out() {
    let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let (text, _) = written(write_text, &sudoku(line), 300);
    assert!(text.lines().all(|line| line.chars().count() <= 100));
    assert!(text.contains("6 . . | . 8 . | 4 . .") || text.contains(". . . | . 8 . | 4 . ."));
    assert!(!text.contains("00000"));
}

/// Long names and many options take time in proportion to them.
#[test]
fn large_problems_are_written() {
    let name = "x".repeat(100_000);
    let problem: Problem = format!("{name} b\n{name} b\n{}", "b\n".repeat(20_000)).parse().unwrap();
    let traced = TracedProblem::new("large", &problem).unwrap();
    for write in WRITERS {
        let (text, end) = written(write, &traced, 3);
        assert_eq!((end.steps, end.is_complete), (3, false));
        assert!(text.len() < 20_000_000, "{}", text.len());
    }
}

#[test]
fn what_has_no_trace_is_an_error() {
    let problem: Problem = "2|a\na\na\na\n".parse().unwrap();
    let refused = TracedProblem::new("twice", &problem).unwrap_err();
    assert!(refused.to_string().contains("links"), "{refused}");
    let full = text::parse("1234341221434321").unwrap();
    let encoding = Encoding::new(Geometry::of_size(4).unwrap());
    let refused = TracedProblem::of_puzzle("full", &encoding, &full.grid, full.alphabet);
    assert_eq!(refused.unwrap_err(), PuzzleError::NothingLeft);
}

/// A writer that takes this number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = bytes.len().min(self.0);
        self.0 -= written;
        if written == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(written) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_ends_the_trace() {
    for write in WRITERS {
        let error = write(&toy(), &TraceLimit::new(1000), &mut Full(100)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}

#[test]
fn a_token_ends_the_trace() {
    let limit = TraceLimit::new(1000);
    limit.token.cancel();
    for write in WRITERS {
        let end = write(&toy(), &limit, &mut Vec::new()).unwrap();
        assert_eq!((end.steps, end.is_complete), (0, false));
    }
}
