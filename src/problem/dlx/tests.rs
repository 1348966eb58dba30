//! What the reader accepts and rejects, and that writing is its inverse.

use super::*;
use crate::ids::OptionId;
use crate::problem::{Bounds, Problem, ProblemBuilder};

const ALL: &str =
    "a b 2|c 0:3|d | x longer_than_eight\na c x:red\nb c d longer_than_eight:pale-blue |5\n";

#[test]
fn everything_the_format_has_is_read() {
    let problem = parse(ALL).unwrap().problem;
    let names: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
    assert_eq!(names, ["a", "b", "c", "d", "x", "longer_than_eight"]);
    assert_eq!(problem.primary_items().len(), 4);
    let bounds: Vec<_> = problem.primary_items().map(|item| problem.bounds(item)).collect();
    let [once, two, some] = [(1, 1), (2, 2), (0, 3)].map(|(low, high)| Bounds { low, high });
    assert_eq!(bounds, [once, once, two, some]);
    let second = OptionId::new(1);
    assert_eq!(problem.cost(second), 5);
    let color = problem.entries(second)[3].color.unwrap();
    assert_eq!(problem.color_name(color), "pale-blue");
}

#[test]
fn reading_and_writing_are_inverse() {
    for text in [
        ALL,
        "p\n",
        "p q |\n",
        "p | s\np s:1:2\np s:|\n",
        "p q\n|@ both: |5 @ once\np q |5\np\n|@ \u{e4}\nq\n",
        "3|p\np\np\np\n",
    ] {
        let problem = parse(text).unwrap().problem;
        let written = to_string(&problem).unwrap();
        assert_eq!(parse(&written).unwrap().problem, problem, "{text}");
        assert_eq!(to_string(&parse(&written).unwrap().problem).unwrap(), written);
    }
    assert_eq!(to_string(&parse(ALL).unwrap().problem).unwrap(), ALL);
}

#[test]
fn blanks_comments_and_line_ends_do_not_matter() {
    let plain = parse("a b | x\na x:c\nb\n").unwrap();
    for text in [
        "\u{feff}a b | x\na x:c\nb",
        "| comment\r\n\r\n a\tb  |  x \r\n\ta x:c\r\nb",
        "a b |x\n  | comment\na x:c\n\n   \nb\n\n",
        "|\n|caf\u{e9}\na b | x\na x:c |0\nb",
    ] {
        assert_eq!(parse(text).unwrap(), plain, "{text:?}");
    }
    assert_eq!(parse(b"|caf\xe9\na b | x\na x:c\nb").unwrap(), plain);
}

#[test]
fn costs_add_up() {
    let problem: Problem = "a b\na |3 b |4\na |0\n".parse().unwrap();
    let costs: Vec<_> = problem.options().map(|option| problem.cost(option)).collect();
    assert_eq!(costs, [7, 0]);
}

#[test]
fn options_that_are_never_chosen_are_reported_with_their_lines() {
    let parsed = parse("a | x\nx\n| comment\na x\nx\n").unwrap();
    let lines: Vec<_> =
        parsed.never_chosen.iter().map(|&(option, line)| (option.index(), line)).collect();
    assert_eq!(lines, [(0, 2), (2, 5)]);
}

#[test]
fn items_in_no_option_are_reported_with_their_line() {
    let parsed = parse("| c\na b 2|c 0:1|d | x\nb\n").unwrap();
    let found: Vec<_> =
        parsed.never_covered.iter().map(|&(item, line)| (item.index(), line)).collect();
    assert_eq!(found, [(0, 2), (2, 2)]);
    assert_eq!(parse("a 0:1|b | x\na\n").unwrap().never_covered, []);
}

#[test]
fn every_error_says_where_and_what() {
    let table: [(&[u8], &str); 23] = [
        (b"", "1:1: the text ends before a line that names the items"),
        (b"| c\n\n", "3:1: the text ends before a line that names the items"),
        (b"a b\na q b", "2:3: item `q` is not in the item line"),
        (b"a b\n2|a b", "2:1: item `2|a` is not in the item line"),
        (
            b"a b\na b|7",
            "2:3: item `b|7` is not in the item line: expected a space before the bar of a cost",
        ),
        (b"a b\nb a\n  b a b\n", "3:7: option 2 has item `b` twice"),
        (
            b"a | x\na:red x",
            "2:1: option 1 gives a colour to `a`, a primary item: only secondary items take colours",
        ),
        (b"a | x\na x:", "2:5: a name is empty"),
        (b"a b a", "1:5: there are two items `a`"),
        (b"a | b | c", "1:7: the item line has a second `|`"),
        (b"a | 2|b", "1:5: a secondary item has bounds: expected them on primary items only"),
        (
            b"2:1|a",
            "1:1: the bounds of item `a` are 2 and 1: the lower bound is above the upper bound",
        ),
        (b"x|a", "1:1: expected `n|name` or `low:high|name`, found `x` before the bar"),
        (
            b"a 1:99999999999|b",
            "1:3: the bounds `1:99999999999` are too large: expected numbers up to 4294967295",
        ),
        (b"+1|b", "1:1: expected `n|name` or `low:high|name`, found `+1` before the bar"),
        (b"0:+1|b", "1:1: expected `n|name` or `low:high|name`, found `0:+1` before the bar"),
        (b"b\nb |+5", "2:3: expected a cost, a whole number from 0, found `+5`"),
        (b"2|", "1:1: a name is empty"),
        (
            b"a:b",
            "1:1: `a:b` is not a valid name: it contains a blank, a control character, `:` or `|`",
        ),
        (b"a\na |x", "2:3: expected a cost, a whole number from 0, found `x`"),
        (
            b"a\na |18446744073709551615 |1",
            "2:25: the cost `1` is too large: expected the costs of an option to add up to less than 2^64",
        ),
        (b"a b\na \xff", "2:3: the line is not UTF-8"),
        (
            b"a\0b\n",
            "1:1: `a\\0b` is not a valid name: it contains a blank, a control character, `:` or `|`",
        ),
    ];
    for (text, message) in table {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn an_error_shows_the_line_and_names_the_file() {
    let error = parse("a b\na q b\n").unwrap_err().in_file("toy.dlx");
    assert_eq!(error.to_string(), "toy.dlx:2:3: item `q` is not in the item line");
    assert_eq!(error.location().shown(), "  a q b\n    ^");
}

#[test]
fn a_line_of_garbage_gives_a_short_error() {
    let mut text = b"a\n".to_vec();
    text.resize(10_000_000, b'x');
    let error = parse(&text).unwrap_err();
    assert!(error.to_string().len() < 200);
    assert!(error.location().shown().len() < 200);
}

#[test]
fn a_problem_without_primary_items_is_not_written() {
    let mut builder = ProblemBuilder::new();
    builder.secondary("x").unwrap();
    assert_eq!(to_string(&builder.build().unwrap()), Err(NoPrimaryItem));
}

#[test]
fn a_label_is_the_comment_on_the_line_before_an_option() {
    let labels = |text: &str| -> Vec<Option<String>> {
        let problem: Problem = text.parse().unwrap();
        let label = |option| problem.label(option).map(str::to_owned);
        problem.options().map(label).collect()
    };
    assert_eq!(labels("a\n  |@  one two \r\na\n"), [Some("one two".to_owned())]);
    for text in [
        "|@ items\na\na\n",
        "a\n|@ far\n\na\n",
        "a\n|@ far\n| comment\na\n",
        "a\n|@tight\na\n",
        "a\n| @ spaced\na\n",
        "a\n|@ \na\n",
        "a\n|@ a\u{7f}b\na\n|@ end",
    ] {
        assert_eq!(labels(text), [None], "{text:?}");
    }
}
