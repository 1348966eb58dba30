//! The structure is checked after every step, and nothing may be left of a search that has ended.

use super::*;

/// Runs to the end, one node at a time, checking the structure after each; the number of solutions.
fn run_checked<const COLORS: bool>(links: &mut Links<'_, COLORS>) -> usize {
    let mut solutions = 0;
    loop {
        links.lists.check(links.root.is_dry());
        match links.advance(1) {
            Event::Solution => solutions += 1,
            Event::Exhausted => return solutions,
            Event::Paused => {}
        }
    }
}

fn count_checked<const COLORS: bool>(text: &str) -> usize {
    let problem: Problem = text.parse().unwrap();
    let mut links = Links::<COLORS>::new(&problem);
    let untouched = links.lists.links();
    let solutions = run_checked(&mut links);
    let work = links.work();
    assert_eq!(links.lists.links(), untouched, "everything was undone");
    links.restart(&[]);
    assert_eq!(run_checked(&mut links), solutions, "a second run finds the same");
    assert_eq!(links.work(), work, "and does the same work");
    solutions
}

/// `n` queens: rows and columns are primary, diagonals secondary.
fn queens(n: usize) -> String {
    let names = |letter: char, count: usize| -> String {
        (0..count).map(|number| format!(" {letter}{number}")).collect()
    };
    let diagonals = [names('s', 2 * n - 1), names('d', 2 * n - 1)].concat();
    let mut text = format!("{}{} |{diagonals}\n", names('r', n), names('c', n));
    for (r, c) in (0..n * n).map(|square| (square / n, square % n)) {
        text += &format!("r{r} c{c} s{} d{}\n", r + c, r + n - 1 - c);
    }
    text
}

#[test]
fn the_structure_holds_after_every_step() {
    let table = [
        ("a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n", 1),
        ("a\n", 0),
        ("a\na\na\n", 2),
        ("a b\na\n", 0),
        ("a b c\na b\nb c\nc a\na\nb\nc\n", 4),
        ("p q | x y\np x\nq x\np y\nq\n", 3),
        ("a b c | x\na x\nb x\nc x\na\nb\nc\n", 4),
        ("0 1 2 3 | s t\n0 1 s\n2 3 s\n2 3 t\n0 2\n1 3\n0 1\n", 4),
        (&queens(4), 2),
        (&queens(5), 10),
        (&queens(6), 4),
    ];
    for (text, solutions) in table {
        assert_eq!(count_checked::<false>(text), solutions, "{text}");
        assert_eq!(count_checked::<true>(text), solutions, "{text}");
    }
}

#[test]
fn colours_purify_and_unpurify() {
    // The example for Algorithm C, TAOCP 7.2.2.1 (49).
    let example = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(count_checked::<true>(example), 1);
    let three = "a b c | x\na x:1\na x:2\nb x:1\nb x:2\nc x:1\nc x:3\nc x\n";
    assert_eq!(count_checked::<true>(three), 1);
    let square = "a b c d | x y\na x:1 y:1\na x:2 y:1\nb x:1 y:2\nb x:2 y:1\nb y:1\nc x:1\nc x:2\nd y:1 x:2\nd y:1\n";
    assert_eq!(count_checked::<true>(square), 5);
}

#[test]
fn what_was_given_is_part_of_every_solution() {
    let problem: Problem = "a b c\na b\nb c\nc a\na\nb\nc\n".parse().unwrap();
    let mut links = Links::<false>::new(&problem);
    for (given, solutions) in [(vec![3], 2), (vec![0], 1), (vec![3, 4, 5], 1), (vec![], 4)] {
        let given: Vec<_> = given.into_iter().map(OptionId::new).collect();
        for _ in 0..2 {
            links.restart(&given);
            links.lists.check(false);
            assert_eq!(run_checked(&mut links), solutions, "{given:?}");
        }
    }
}

#[test]
fn what_was_given_may_leave_no_solution() {
    let problem: Problem = "a b c\na\nb c\nb\n".parse().unwrap();
    let mut links = Links::<false>::new(&problem);
    links.restart(&[OptionId::new(2)]);
    assert_eq!(links.advance(1), Event::Exhausted);
    links.restart(&[]);
    assert_eq!(run_checked(&mut links), 1);
}

#[test]
fn a_given_colour_purifies() {
    let problem: Problem = "a b c | x\na x:1\nb x:1\nb x:2\nc x:1\nc\nb x\n".parse().unwrap();
    let mut links = Links::<true>::new(&problem);
    links.restart(&[OptionId::new(0)]);
    links.lists.check(false);
    assert_eq!(run_checked(&mut links), 2);
}

#[test]
fn a_restart_in_mid_search_undoes_everything() {
    let problem: Problem = queens(6).parse().unwrap();
    let mut links = Links::<false>::new(&problem);
    let untouched = links.lists.links();
    for steps in 0..100 {
        for _ in 0..steps {
            links.advance(1);
        }
        links.restart(&[]);
        links.lists.check(false);
        assert_eq!(links.lists.links(), untouched);
    }
}

#[test]
fn many_forced_options_of_one_colour_take_linear_time() {
    // Walking the options of x once for each of them would take minutes.
    let items: String = (0..100_000).map(|number| format!("p{number} ")).collect();
    let options: String = (0..100_000).map(|number| format!("p{number} x:red\n")).collect();
    let problem: Problem = format!("{items}| x\n{options}").parse().unwrap();
    let mut links = Links::<true>::new(&problem);
    assert_eq!(links.advance(1), Event::Solution);
    assert_eq!(links.advance(1), Event::Exhausted);
}
