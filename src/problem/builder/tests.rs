//! Every error of the builder, and what a builder keeps.

use super::*;

fn two_items() -> (ProblemBuilder, ItemId, ItemId) {
    let mut builder = ProblemBuilder::new();
    let p = builder.primary("p").unwrap();
    let x = builder.secondary("x").unwrap();
    (builder, p, x)
}

#[test]
fn every_error_names_what_is_wrong() {
    let (builder, p, x) = two_items();
    let red = builder.clone().color("red").unwrap();
    type Wrong = fn(&mut ProblemBuilder, ItemId, ItemId, Color) -> Result<(), BuildError>;
    let table: [(&str, Wrong); 16] = [
        ("there are two items `p`", |b, _, _, _| b.secondary("p").map(drop)),
        ("the primary item `q` comes after a secondary item", |b, _, _, _| {
            b.primary("q").map(drop)
        }),
        (
            "the bounds of item `q` are 2 and 1: the lower bound is above the upper bound",
            |_, _, _, _| {
                ProblemBuilder::new().primary_bounded("q", Bounds { low: 2, high: 1 }).map(drop)
            },
        ),
        ("a name is empty", |b, _, _, _| b.secondary("").map(drop)),
        (
            "`a b` is not a valid name: it contains a blank, a control character, `:` or `|`",
            |b, _, _, _| b.secondary("a b").map(drop),
        ),
        (
            "`a:b` is not a valid name: it contains a blank, a control character, `:` or `|`",
            |b, _, _, _| b.secondary("a:b").map(drop),
        ),
        ("option 1 has no items", |b, _, _, _| b.option::<[ItemId; 0]>([]).map(drop)),
        ("option 1 has unknown item 8", |b, _, _, _| b.option([ItemId::new(7)]).map(drop)),
        ("option 1 has item `x` twice", |b, p, x, _| b.option([x, p, x]).map(drop)),
        (
            "option 1 gives a colour to `p`, a primary item: only secondary items take colours",
            |b, p, _, red| b.option([Entry::colored(p, red)]).map(drop),
        ),
        ("option 1 gives an unknown colour to item `x`", |b, _, x, red| {
            b.option([Entry::colored(x, red)]).map(drop)
        }),
        ("there is no option 1", |b, _, _, _| b.cost(OptionId::new(0), 1)),
        ("there is no option 1", |b, _, _, _| b.label(OptionId::new(0), "one")),
        (
            "`two\\nlines` is not a valid label: expected one line of text without blanks at its ends",
            |b, p, _, _| b.option([p]).and_then(|option| b.label(option, "two\nlines")),
        ),
        (
            "`` is not a valid label: expected one line of text without blanks at its ends",
            |b, p, _, _| b.option([p]).and_then(|option| b.label(option, "")),
        ),
        ("a problem needs at least one item", |_, _, _, _| ProblemBuilder::new().build().map(drop)),
    ];
    for (message, wrong) in table {
        let error = wrong(&mut builder.clone(), p, x, red).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_rejected_option_leaves_no_trace() {
    let (mut builder, p, x) = two_items();
    builder.option([p, x, p]).unwrap_err();
    let option = builder.option([p, x]).unwrap();
    assert_eq!(option.index(), 0);
    let problem = builder.build().unwrap();
    assert_eq!(problem.entries(option), [p.into(), x.into()]);
    assert_eq!(problem.options().len(), 1);
}

#[test]
fn bounds_and_costs_cost_nothing_until_they_are_used() {
    let mut builder = ProblemBuilder::new();
    let a = builder.primary("a").unwrap();
    let b = builder.primary_bounded("b", Bounds { low: 0, high: 2 }).unwrap();
    let c = builder.primary("c").unwrap();
    let first = builder.option([a]).unwrap();
    let second = builder.option([b]).unwrap();
    builder.cost(second, 7).unwrap();
    let third = builder.option([c]).unwrap();
    let problem = builder.build().unwrap();
    assert_eq!([a, b, c].map(|item| problem.bounds(item).high), [1, 2, 1]);
    assert_eq!([first, second, third].map(|option| problem.cost(option)), [0, 7, 0]);
    let features = problem.features();
    assert_eq!((features.colors, features.multiplicities, features.costs), (false, true, true));
}

#[test]
fn a_cost_set_back_to_0_is_not_a_feature() {
    let (mut builder, p, _) = two_items();
    let option = builder.option([p]).unwrap();
    builder.cost(option, 5).unwrap();
    builder.cost(option, 0).unwrap();
    assert!(!builder.build().unwrap().features().costs);
}

#[test]
fn an_option_without_a_primary_item_is_kept_but_not_choosable() {
    let (mut builder, p, x) = two_items();
    let (with, without) = (builder.option([p]).unwrap(), builder.option([x]).unwrap());
    let problem = builder.build().unwrap();
    assert!(problem.is_choosable(with));
    assert!(!problem.is_choosable(without));
}

#[test]
fn labels_belong_to_options_and_to_the_problem() {
    let (mut builder, p, _) = two_items();
    let [first, second, third] = [0; 3].map(|_| builder.option([p]).unwrap());
    let plain = builder.clone().build().unwrap();
    builder.label(second, "to be replaced").unwrap();
    builder.label(second, "the second").unwrap();
    let problem = builder.build().unwrap();
    let labels = [first, second, third].map(|option| problem.label(option));
    assert_eq!(labels, [None, Some("the second"), None]);
    assert_ne!(problem, plain);
    let rest = problem.without(|option| option == first);
    assert_eq!([first, second].map(|option| rest.label(option)), [Some("the second"), None]);
    assert_eq!(problem.without(|option| option == second), plain.without(|option| option == first));
}
