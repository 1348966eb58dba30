//! What is written is read as the same, and whatever is wrong with a text is said.

use crate::diagram::tests::{QUEENS, below, diagrams, sets, solution, solved};
use crate::diagram::{Diagram, NodeId};
use rand::SeedableRng;
use rand::rngs::SmallRng;

const HEAD: &str = "quadrille-diagram 1\noptions 3\n";

#[test]
fn reading_and_writing_are_inverse() {
    for diagram in diagrams().chain([solved(QUEENS).2]) {
        let text = diagram.to_string();
        let read: Diagram = text.parse().unwrap();
        assert_eq!(read, diagram);
        assert_eq!(read.to_string(), text);
        let mut bytes = Vec::new();
        diagram.write(&mut bytes).unwrap();
        assert_eq!(bytes, text.as_bytes());
    }
}

#[test]
fn the_form_is_the_documented_one() {
    let text =
        "quadrille-diagram 1\noptions 6\nnodes 4\n2: 5 0 1\n3: 4 0 2\n4: 1 0 1\n5: & 4 3\nroot 5\n";
    let diagram = Diagram::parse(text).unwrap();
    assert_eq!(sets(&diagram), [[0, 3, 4]]);
    // What is first below the root is written first.
    let written =
        "quadrille-diagram 1\noptions 6\nnodes 4\n2: 1 0 1\n3: 5 0 1\n4: 4 0 3\n5: & 2 4\nroot 5\n";
    assert_eq!(diagram.to_string(), written);
}

#[test]
fn blanks_comments_and_line_ends_do_not_matter() {
    let plain = Diagram::parse(format!("{HEAD}nodes 1\n2: 3 1 1\nroot 2\n")).unwrap();
    let text = "\u{feff}| what this is\r\n\r\nquadrille-diagram\t1\r\n options 3 \r\nnodes 1\r\n|\n  2:  3 1  1\n\nroot 2";
    assert_eq!(Diagram::parse(text), Ok(plain));
}

#[test]
fn what_is_of_no_use_is_dropped_when_read() {
    let nodes = "nodes 6\n2: 1 0 1\n3: 1 0 1\n4: 2 3 0\n5: & 4\n6: 3 1 1\n7: &\nroot 5\n";
    let diagram = Diagram::parse(format!("{HEAD}{nodes}")).unwrap();
    assert_eq!((diagram.node_count(), sets(&diagram)), (1, vec![vec![0]]));
    let unit = Diagram::parse(format!("{HEAD}nodes 1\n2: &\nroot 2\n")).unwrap();
    assert_eq!(unit.root(), NodeId::UNIT);
    let huge = Diagram::parse(
        "quadrille-diagram 1\noptions 4294967295\nnodes 1\n2: 4294967295 0 1\nroot 2\n",
    );
    assert_eq!(huge.unwrap().solutions().next(), Some(solution(&[4_294_967_294])));
}

#[test]
fn every_error_says_where_and_what() {
    let table = [
        ("", "1:1: expected `quadrille-diagram`, found nothing"),
        ("| nothing\n", "2:1: expected `quadrille-diagram`, found nothing"),
        ("a b\n", "1:1: expected `quadrille-diagram`, found `a`"),
        ("quadrille-diagram x\n", "1:19: expected the number of a version, found `x`"),
        ("quadrille-diagram 2\n", "1:19: expected version 1 of the format, found 2"),
        ("quadrille-diagram 1 1\n", "1:21: expected the end of the line, found `1`"),
        (
            "quadrille-diagram 1\nnodes 1\n",
            "2:1: expected `options` and a number below 2^32, found `nodes`",
        ),
        (
            "quadrille-diagram 1\noptions 4294967296\n",
            "2:9: expected `options` and a number below 2^32, found `4294967296`",
        ),
        (
            "quadrille-diagram 1\noptions 3\nnodes -1\n",
            "3:7: expected `nodes` and a number below 2^32, found `-1`",
        ),
    ];
    for (text, message) in table {
        assert_eq!(Diagram::parse(text).unwrap_err().to_string(), message, "{text}");
    }
    let table = [
        ("nodes 1\n3: 1 0 1\n", "4:1: expected `2:`, a node, found `3:`"),
        ("nodes 1\n2 1 0 1\n", "4:1: expected `2:`, a node, found `2`"),
        ("nodes 2\n2: 1 0 1\nroot 2\n", "5:1: expected `3:`, a node, found `root`"),
        ("nodes 1\n", "4:1: expected `2:`, a node, found nothing"),
        ("nodes 1\n2:\n", "4:3: expected the number of an option, or `&`, found nothing"),
        ("nodes 1\n2: + 0 1\n", "4:4: expected the number of an option, or `&`, found `+`"),
        ("nodes 1\n2: 0 0 1\n", "4:4: expected an option from 1 to 3, found `0`"),
        ("nodes 1\n2: 4 0 1\n", "4:4: expected an option from 1 to 3, found `4`"),
        ("nodes 1\n2: 1 0\n", "4:7: expected the number of a node, found nothing"),
        ("nodes 1\n2: 1 x 1\n", "4:6: expected the number of a node, found `x`"),
        ("nodes 1\n2: 1 0 2\n", "4:8: expected a node that comes before this line, found `2`"),
        ("nodes 1\n2: & 1 7\n", "4:8: expected a node that comes before this line, found `7`"),
        ("nodes 1\n2: 1 0 1 1\n", "4:10: expected the end of the line, found `1`"),
        ("nodes 0\n", "4:1: expected `root` and the number of a node, found nothing"),
        ("nodes 0\nroot\n", "4:5: expected `root` and the number of a node, found nothing"),
        ("nodes 0\nroot 2\n", "4:6: expected a node that comes before this line, found `2`"),
        (
            "nodes 0\n2: 1 0 1\nroot 2\n",
            "4:1: expected `root` and the number of a node, found `2:`",
        ),
        ("nodes 0\nroot 1\nroot 1\n", "5:1: expected the end of the text, found `root`"),
        (
            "nodes 3\n2: 1 0 1\n3: 2 2 1\n| so far so good\n4: 1 3 1\nroot 4\n",
            "7:1: option 1 is decided again below a choice of it",
        ),
        ("nodes 2\n2: 1 0 1\n3: & 2 2\nroot 3\n", "5:1: option 1 is in two parts of a conjunction"),
    ];
    for (text, message) in table {
        let error = Diagram::parse(format!("{HEAD}{text}")).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = Diagram::parse(b"quadrille-diagram \xff\n").unwrap_err().in_file("all.qd");
    assert_eq!(
        error.to_string(),
        "all.qd:1:19: expected the number of a version, found `\u{fffd}`"
    );
    assert_eq!(error.location().shown().lines().count(), 2);
}

#[test]
fn a_drawing_escapes_names_and_has_all_nodes() {
    let (problem, _, diagram) = solved("a\"b c\\d | x\na\"b x:1\nc\\d\na\"b c\\d\n");
    let dot = diagram.dot(&problem);
    assert!(dot.contains("[label=\"1: a\\\"b x:1\"]"), "{dot}");
    assert!(dot.contains("[label=\"2: c\\\\d\"]"), "{dot}");
    assert_eq!(dot.matches("->").count(), 2 * diagram.node_count());
    let other = "z\nz\n".parse().unwrap();
    assert!(diagram.dot(&other).contains("[label=\"3: \"]"));
    let and = Diagram::parse(format!("{HEAD}nodes 3\n2: 1 0 1\n3: 2 0 1\n4: & 2 3\nroot 4\n"));
    assert!(and.unwrap().dot(&other).contains("4 -> 2;\n  4 -> 3;\n"));
    let none = Diagram::parse(format!("{HEAD}nodes 0\nroot 0\n")).unwrap().dot(&problem);
    assert_eq!(none, "digraph solutions {\n  0 [shape=box, label=\"none\"];\n}\n");
}

#[test]
fn whatever_is_read_is_written_and_read_as_the_same() {
    let mut rng = SmallRng::seed_from_u64(2);
    let (mut read, mut refused) = (0, 0);
    for diagram in diagrams() {
        for _ in 0..20 {
            let mut bytes = diagram.to_string().into_bytes();
            let length = u32::try_from(bytes.len()).unwrap();
            for _ in 0..=below(&mut rng, 2) {
                // After the first line, most changed texts can still be read.
                let at = usize::try_from(20 + below(&mut rng, length - 20)).unwrap();
                bytes[at] = b"0123456789 \n&:|"[usize::try_from(below(&mut rng, 15)).unwrap()];
            }
            match Diagram::parse(&bytes) {
                Err(error) => {
                    assert!(error.location().line() > 1);
                    refused += 1;
                }
                Ok(other) => {
                    assert_eq!(other.to_string().parse(), Ok(other.clone()));
                    // It checks that no set comes twice.
                    assert_eq!(other.count(), sets(&other).len().into());
                    read += 1;
                }
            }
        }
    }
    assert!(read > 200 && refused > 1000, "{read} {refused}");
}
