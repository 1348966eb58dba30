//! Each rule by hand, and where it must not fire. `tests/reduction.rs` holds them against the
//! definition.

use super::*;

fn problem(text: &str) -> Problem {
    text.parse().unwrap()
}

fn reduced(text: &str) -> Reduction {
    Reduction::new(&problem(text), &[], u64::MAX)
}

/// The indices of the removed options, of the forced ones, and the names of the redundant items.
fn known(text: &str) -> (Vec<usize>, Vec<usize>, Vec<String>) {
    let (problem, reduction) = (problem(text), reduced(text));
    assert!(reduction.is_complete() && !reduction.has_no_solution(), "{text}");
    let forced = reduction.forced().iter().map(|option| option.index()).collect();
    let redundant =
        reduction.redundant_items().map(|item| problem.item_name(item).to_owned()).collect();
    (reduction.removed().map(OptionId::index).collect(), forced, redundant)
}

fn removed(text: &str) -> Vec<usize> {
    known(text).0
}

fn redundant(text: &str) -> Vec<String> {
    known(text).2
}

const NONE: [usize; 0] = [];
const NO_ITEM: [&str; 0] = [];

#[test]
fn an_option_that_leaves_an_item_nothing_is_blocked() {
    // `b c` takes both options of `a`.
    assert_eq!(removed("a b c\na b\na c\nb c\nb\nc\n"), [2]);
    // Here one option of `a` is left to it.
    assert_eq!(removed("a b c\na b\na c\na\nb c\nb\nc\n"), NONE);
}

#[test]
fn what_conflicts_with_a_forced_option_is_removed() {
    let toy = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";
    let (removed, forced, _) = known(toy);
    assert_eq!((removed, forced), (vec![1, 2, 5], vec![0, 3, 4]));
}

#[test]
fn an_item_that_is_dominated_loses_its_other_options_and_is_idle() {
    // Each option of `a` has `b`.
    let (removed, _, redundant) = known("a b c d\na b c\na b d\nb c\nb d\nc\nd\n");
    assert_eq!((removed, redundant), (vec![2, 3], vec!["b".to_owned()]));
    // The third option has `a` alone: `b` is not dominated.
    assert_eq!(removed_and_idle("a b c d\na b c\na b d\na\nb\nb c\nc\nd\n"), (vec![], vec![]));
}

fn removed_and_idle(text: &str) -> (Vec<usize>, Vec<String>) {
    let (removed, _, redundant) = known(text);
    (removed, redundant)
}

#[test]
fn one_of_three_items_with_the_same_options_stays() {
    assert_eq!(redundant("a b c d\na b c\na b c d\nd\n"), ["b", "c"]);
}

#[test]
fn options_of_one_colour_leave_each_other_alone() {
    // With `x` in red, `a` has an option left; in blue, it has none.
    assert_eq!(removed("a b | x\na x:red\na x:red\nb x:red\nb x:blue\n"), [3]);
    assert_eq!(removed("a b | x\na x:red\na x:blue\nb x:red\nb x:blue\n"), NONE);
    // Without a colour, it is covered, and nothing agrees with that.
    assert_eq!(removed("a b | x\na x:red\na x:red\nb x\nb\nb\n"), [2]);
    assert_eq!(removed("a b | x\na x\na x\nb x\nb\nb\n"), [2]);
}

#[test]
fn an_option_that_needs_a_colour_of_another_item_is_not_blocked() {
    // `b` may be covered with either option of `a`, because each item agrees for one of them.
    assert_eq!(removed("a b | x y\na x:1 y:2\na x:2 y:1\nb x:1\nb y:1\nb\n"), NONE);
    // And here with none: each disagrees in one of the items.
    assert_eq!(removed("a b | x y\na x:1 y:2\na x:2 y:1\nb x:1 y:1\nb\nb\n"), [2]);
}

#[test]
fn a_secondary_item_needs_nothing() {
    assert_eq!(removed("a b | x\na x\na\nb x\nb\n"), NONE);
}

#[test]
fn an_item_that_needs_two_blocks_what_leaves_it_one() {
    // Of the three options of `a`, the first option of `b` takes two.
    assert_eq!(removed("2|a b | x y z\na x\na y\na z\nb x y\nb\nb\n"), [3]);
    // Of four it may take two.
    assert_eq!(removed("2|a b | x y z\na x\na y\na z\na\nb x y\nb\nb\n"), NONE);
    // An option of `a` itself that takes two of the others: one is left, and two are needed.
    assert_eq!(removed("2|a | x y\na x\na y\na x y\n"), [2]);
    // With one more, it is one of two.
    assert_eq!(removed("2|a | x y\na x\na y\na x y\na\n"), NONE);
}

#[test]
fn an_item_with_capacity_two_takes_nothing_from_its_second_option() {
    assert_eq!(removed("1:2|a b\na\na\na b\nb\n"), NONE);
    // An item that needs two of three can do without one of them, and `b` alone takes two.
    let (removed, forced, _) = known("2|a b c\na b\na b\na c\nc\nb\n");
    assert_eq!((removed, forced), (vec![4], vec![]));
    // Both are needed.
    let (removed, forced, _) = known("2|a b c\na b\na c\nb\nc\n");
    assert_eq!((removed, forced), (vec![2, 3], vec![0, 1]));
}

#[test]
fn an_item_whose_capacity_becomes_one_checks_its_options_again() {
    // `j` is looked at before `p` blocks the second option of `k`. The first, which is then forced,
    // leaves `i` capacity for one; `j` takes that, and `m` can't have it.
    let options = "j i\nj i\nm i\nm\nk i\nk n\np n\np n\np n\n";
    let (removed, forced, _) = known(&format!("0:2|i j k m p | n\n{options}"));
    assert_eq!((removed, forced), (vec![2, 5], vec![3, 4]));
    // With capacity for three, it can.
    let (removed, forced, _) = known(&format!("0:3|i j k m p | n\n{options}"));
    assert_eq!((removed, forced), (vec![5], vec![4]));
}

#[test]
fn an_item_that_may_not_be_covered_has_no_options() {
    assert_eq!(removed("0:0|a b\na b\na\nb\nb\n"), [0, 1]);
}

#[test]
fn an_item_that_needs_nothing_is_neither_forced_nor_a_reason() {
    let (removed, forced, _) = known("0:1|a b\na\nb\nb a\n");
    assert_eq!((removed, forced), (vec![], vec![]));
}

#[test]
fn a_tighter_item_makes_another_with_the_same_options_idle() {
    assert_eq!(redundant("1:2|a 0:3|b\na b\na b\na b\n"), ["b"]);
    assert_eq!(redundant("0:3|a 1:2|b\na b\na b\na b\n"), ["a"]);
    // Neither asks for all that the other asks for.
    assert_eq!(redundant("1:3|a 0:2|b\na b\na b\na b\na b\n"), NO_ITEM);
}

#[test]
fn secondary_items_that_constrain_nothing_are_idle() {
    assert_eq!(redundant("a b | x y z\na x:1 y:1 z\na\nb x:1 y:2\nb\n"), ["x", "z"]);
    // All options of `x` have `a`; those of `y` have nothing in common.
    assert_eq!(redundant("a b | x y\na x y\na x\na\nb y\nb\n"), ["x"]);
    // Two secondary items have the same options: the second is enough.
    assert_eq!(redundant("a b | x y\na x y\nb x y\na\nb\n"), ["x"]);
    // A colour does not keep two options apart.
    assert_eq!(redundant("a b | x y\na x y:1\nb x y:1\na\nb\nb y:2\n"), NO_ITEM);
    // Nor does a primary item with capacity for both.
    assert_eq!(redundant("1:2|a b | x\na x\na x b\na\nb\n"), NO_ITEM);
}

#[test]
fn no_solution_removes_all() {
    for text in ["a b\na\n", "a b c\na b\nb c\nc a\n", "2|a\na\n"] {
        let (problem, reduction) = (problem(text), reduced(text));
        assert!(reduction.has_no_solution() && reduction.is_complete());
        assert_eq!(reduction.removed().count(), problem.options().len());
        assert_eq!((reduction.forced(), reduction.redundant_items().count()), (&[][..], 0));
    }
}

#[test]
fn what_is_given_counts() {
    let problem = problem("a b c | x\na\na b\nb x:1\nb c x:2\nc a x:1\nc\n");
    let with = |assumptions: &[usize]| {
        let assumptions: Vec<_> = assumptions.iter().map(|&option| OptionId::new(option)).collect();
        Reduction::new(&problem, &assumptions, u64::MAX)
    };
    let indices = |reduction: &Reduction| -> Vec<_> {
        reduction.forced().iter().map(|option| option.index()).collect()
    };
    assert_eq!(indices(&with(&[])), NONE);
    assert_eq!(indices(&with(&[4])), [2, 4]);
    assert_eq!(with(&[4, 4]), with(&[4]));
    assert!(with(&[0, 1]).has_no_solution());
}

#[test]
fn an_option_without_a_primary_item_is_removed_and_no_reason() {
    assert_eq!(removed("a b | x\na x\nx\nb x\na\nb\n"), [1]);
}

#[test]
fn a_problem_without_items_to_cover_is_reduced_to_nothing() {
    let mut builder = crate::ProblemBuilder::new();
    let item = builder.secondary("x").unwrap();
    builder.option([item]).unwrap();
    let problem = builder.build().unwrap();
    let reduction = Reduction::new(&problem, &[], u64::MAX);
    assert!(!reduction.has_no_solution());
    assert_eq!((reduction.removed().count(), reduction.redundant_items().count()), (1, 1));
    assert_eq!(reduction.apply(&problem).options().len(), 0);
}

#[test]
fn nothing_is_done_for_nothing() {
    let text = "a b c\na b\na c\nb c\nb\nc\n";
    let nothing = Reduction::new(&problem(text), &[], 0);
    assert_eq!((nothing.work(), nothing.rounds(), nothing.removed().count()), (0, 0, 0));
    assert!(!nothing.is_complete());
    let all = reduced(text);
    let mut last = 0;
    for budget in 0..=all.work() + 1 {
        let some = Reduction::new(&problem(text), &[], budget);
        assert!(some.removed().count() >= last, "more work finds no less");
        last = some.removed().count();
    }
    assert_eq!(Reduction::new(&problem(text), &[], all.work() + 1), all);
}

#[test]
fn costs_stay_with_their_options() {
    let problem = problem("a b c\na b |1\na c |2\nb c |4\nb |8\nc\n");
    let reduced = Reduction::new(&problem, &[], u64::MAX).apply(&problem);
    let costs: Vec<_> = reduced.options().map(|option| reduced.cost(option)).collect();
    assert_eq!(costs, [1, 2, 8, 0]);
}

/// Three rows of five cells in a picture, each as its runs of black cells allow: 5, 1 1 1 and 5.
/// All follows from colours.
#[test]
fn colours_decide_lines_of_cells_within_a_small_budget() {
    let mut lines = vec![("r0", "11111"), ("r1", "10101"), ("r2", "11111")];
    let columns = ["c0", "c1", "c2", "c3", "c4"];
    for (column, runs) in columns.into_iter().zip(["111", "101", "111", "101", "111"]) {
        lines.push((column, runs));
    }
    let cell = |line: &str, place: usize| match line.split_at(1) {
        ("r", row) => format!("{row}_{place}"),
        (_, column) => format!("{place}_{column}"),
    };
    let mut text = "r0 r1 r2 c0 c1 c2 c3 c4 | ".to_owned();
    (0..15).for_each(|i| text += &format!("{}_{} ", i / 5, i % 5));
    for (line, drawn) in lines {
        // Besides what is right, columns could have any one cell of another colour.
        let others = if line.starts_with('c') { drawn.len() } else { 0 };
        for wrong in 0..=others {
            text += &format!("\n{line}");
            for (place, color) in drawn.bytes().enumerate() {
                let color = if place == wrong && others > 0 { 97 - color } else { color };
                text += &format!(" {}:{}", cell(line, place), char::from(color));
            }
        }
    }
    let problem = problem(&text);
    let reduction = Reduction::new(&problem, &[], 0);
    assert!(!reduction.is_complete());
    let budget = 20 * u64::try_from(problem.entry_count()).unwrap();
    let reduction = Reduction::new(&problem, &[], budget);
    assert!(reduction.is_complete(), "{} of {budget}", reduction.work());
    assert_eq!(reduction.forced().len(), 8, "each line is decided");
}
