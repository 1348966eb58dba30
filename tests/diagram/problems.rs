//! Random problems of all kinds, and problems made of others.

use crate::common::random::{
    Draft, DraftOption, Planted, Size, drafts, planted, with_bounds, with_bounds_around,
    with_capacity,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Problems around a hidden solution, with whatever a problem may have but bounds.
const HIDDEN: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=30, entries: 4 };
/// The same without secondary items.
const PLAIN: Size = Size { primary: 4..=12, secondary: 0..=0, options: 10..=40, entries: 3 };
/// Many options of many items.
const DENSE: Size = Size { primary: 6..=10, secondary: 0..=4, options: 60..=90, entries: 6 };
/// Few options of few items, on more items: what falls apart soon.
const SPARSE: Size = Size { primary: 10..=16, secondary: 0..=3, options: 8..=16, entries: 2 };
/// Colours everywhere.
const COLORED: Size = Size { primary: 2..=8, secondary: 4..=10, options: 5..=30, entries: 5 };
/// Whatever comes, often without a solution.
const ANY: Size = Size { primary: 0..=8, secondary: 0..=5, options: 0..=30, entries: 4 };
/// Around a hidden solution, and small, because bounds allow many more.
const BOUNDED: Size = Size { primary: 1..=6, secondary: 0..=4, options: 0..=9, entries: 3 };
/// One of several parts.
const PART: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=6, entries: 3 };
/// One of many parts, most of which have one or two solutions.
const MANY_PARTS: Size = Size { primary: 3..=6, secondary: 0..=3, options: 0..=2, entries: 3 };

fn hidden(size: Size) -> impl Strategy<Value = Draft> {
    planted(size).prop_map(|planted| planted.draft)
}

fn bounded() -> impl Strategy<Value = Draft> {
    planted(BOUNDED).prop_flat_map(with_bounds_around).prop_map(|planted| planted.draft)
}

/// A small problem, perhaps with bounds.
pub(crate) fn part() -> impl Strategy<Value = Draft> {
    let with_bounds = planted(PART).prop_flat_map(with_bounds_around);
    prop_oneof![2 => hidden(PART), 1 => with_bounds.prop_map(|planted| planted.draft)]
}

/// Problems whose items stand in more than one word of a key.
pub(crate) fn wide() -> impl Strategy<Value = Draft> {
    vec(hidden(MANY_PARTS), 12..=24).prop_map(|parts| side_by_side(&parts, 0))
}

/// Problems of every kind.
pub(crate) fn all_kinds() -> impl Strategy<Value = Draft> {
    prop_oneof![
        hidden(HIDDEN),
        hidden(PLAIN),
        hidden(DENSE),
        hidden(SPARSE),
        hidden(COLORED),
        drafts(ANY),
        drafts(ANY).prop_flat_map(with_bounds),
        drafts(ANY).prop_flat_map(with_bounds).prop_flat_map(with_capacity),
        bounded(),
        vec(part(), 2..=4).prop_map(|parts| side_by_side(&parts, 0)),
        bridged(),
    ]
}

/// The same with options of a solution, by which something can be given.
pub(crate) fn solvable() -> impl Strategy<Value = Planted> {
    let around = |size| planted(size).prop_flat_map(with_bounds_around);
    prop_oneof![planted(HIDDEN), planted(PLAIN), planted(COLORED), planted(SPARSE), around(BOUNDED)]
}

/// Parts that some options hold together, and perhaps secondary items: they fall apart when these
/// options are out of the way.
pub(crate) fn bridged() -> impl Strategy<Value = Draft> {
    let bridges = vec((any::<Index>(), any::<Index>()), 0..=3);
    (vec(part(), 2..=3), 0..=2usize, bridges).prop_map(|(parts, shared, bridges)| {
        let mut whole = side_by_side(&parts, shared);
        for (from, to) in bridges {
            bridge(&mut whole, &from, &to);
        }
        whole
    })
}

/// Adds an option that has all items of two others.
fn bridge(draft: &mut Draft, from: &Index, to: &Index) {
    if !draft.options.is_empty() {
        let mut both: DraftOption = from.get(&draft.options).clone();
        both.extend(to.get(&draft.options).clone());
        draft.options.push(both);
    }
}

/// Drafts side by side: the primary items of all, then the secondary ones. The first of these, so
/// many, are the same in all drafts.
pub(crate) fn side_by_side(drafts: &[Draft], shared: usize) -> Draft {
    let primary = drafts.iter().map(|draft| draft.primary.len()).sum();
    let own = |draft: &Draft| draft.secondary.len().saturating_sub(shared);
    let mut whole = Draft::new(primary, shared + drafts.iter().map(own).sum::<usize>());
    let (mut first, mut second) = (0, primary + shared);
    for draft in drafts {
        let count = draft.primary.len();
        let number = |item: usize| match item.checked_sub(count) {
            None => first + item,
            Some(item) if item < shared => primary + item,
            Some(item) => second + item - shared,
        };
        let moved = |option: &DraftOption| option.iter().map(|(&i, &c)| (number(i), c)).collect();
        whole.options.extend(draft.options.iter().map(moved));
        whole.bounds.extend(draft.bounds.iter().map(|(&item, &bounds)| (number(item), bounds)));
        first += count;
        second += own(draft);
    }
    whole
}
