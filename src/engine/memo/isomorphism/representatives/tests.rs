//! Representatives of keys.

use super::*;
use crate::engine::Subproblem;
use crate::engine::memo::isomorphism::Isomorphism;
use crate::engine::memo::order::Order;
use crate::engine::memo::tests::interchangeable;
use crate::engine::memo::{Counts, Orders, Status, machine};
use crate::ids::{OptionId, low, to_u32};
use crate::problem::Problem;
use std::collections::{HashMap, HashSet};

/// A layout in the order of the items, and the key in which all are open.
fn root(text: &str) -> (Layout, Vec<u64>) {
    let problem: Problem = text.parse().unwrap();
    let plan = Orders::new(&problem, None, CanonicalMode::On).plan(Order::Fewest);
    let layout = Layout::new(&problem, &plan.items, None, &[]);
    let mut key = Key { words: vec![0; layout.key_layout.words()], hash: 0 };
    (0..problem.items().len()).for_each(|item| key.toggle(&layout.key_layout, to_u32(item), 1));
    (layout, key.words)
}

fn prepared(layout: &Layout, root: &[u64]) -> Representatives {
    let mut own = Representatives::new(CanonicalMode::On, Some(root));
    own.find_involutions(layout, FEW, &mut KeyGraph::new(layout), &mut Hypergraph::default());
    own
}

/// Two pigeons, and five holes that take at least one.
fn pigeons() -> String {
    let holes = ["h", "i", "j", "k", "l"];
    let options =
        ["a", "b"].into_iter().flat_map(|bird| holes.map(|hole| format!("{bird} {hole}\n")));
    let options: String = options.collect();
    format!("a b {}\n{options}", holes.map(|hole| format!("1:9|{hole}")).join(" "))
}

#[test]
fn states_of_interchangeable_items_are_sorted() {
    let (layout, words) = root(&pigeons());
    let mut own = prepared(&layout, &words);
    let holes: Vec<u32> = (0..7).filter(|&item| !layout.items[as_index(item)].is_unit()).collect();
    let mut found = HashSet::new();
    for hole in &holes {
        let mut key = Key { words: words.clone(), hash: 0 };
        key.toggle(&layout.key_layout, *hole, 1);
        key.toggle(&layout.key_layout, *hole, 2);
        let key = Key { hash: layout.key_layout.hash(&key.words), ..key };
        let mut other = Key::default();
        let representative = if own.find(&layout, &key, 0, &mut other) { other } else { key };
        assert_eq!(representative.hash, layout.key_layout.hash(&representative.words));
        let is_other = own.find(&layout, &representative, 0, &mut Key::default());
        assert!(!is_other, "it is its own");
        found.insert(representative.words);
    }
    assert_eq!(found.len(), 1);
}

/// The states of pairs of items exchanged one pair after another.
fn exchanged(fields: &KeyLayout, words: &[u64], pairs: &[(u32, u32)]) -> Vec<u64> {
    let mut key = Key { words: words.to_vec(), hash: 0 };
    for &(first, second) in pairs {
        let states = [first, second].map(|item| fields.field(item).state(words));
        for (item, old, new) in [(first, states[0], states[1]), (second, states[1], states[0])] {
            key.toggle(fields, item, old);
            key.toggle(fields, item, new);
        }
    }
    key.words
}

#[test]
fn representatives_are_those_of_exchanging_one_pair_after_another() {
    let mut seed = 5;
    let mut random = |bound: u32| low(crate::splitmix::next(&mut seed)) % bound;
    let mut changed = 0;
    for _ in 0..500 {
        let greatest: Vec<u32> = (0..200).map(|_| [1, 1, 1, 6][as_index(random(4))]).collect();
        let fields = KeyLayout::new(&greatest, 150);
        let mut involutions = Vec::new();
        while involutions.len() < 6 {
            let (begin, distance) = (random(150), 1 + random(49));
            let pairs = (begin..begin + distance).map(|item| (item, (item + distance) % 200));
            let pairs = pairs.map(|(a, b)| (a.min(b), a.max(b)));
            let is_same = |&(a, b): &(u32, u32)| greatest[as_index(a)] == greatest[as_index(b)];
            let mut pairs: Vec<_> = pairs.filter(is_same).collect();
            pairs.sort_unstable();
            involutions.push(pairs);
        }
        let mut key = Key { words: vec![0; fields.words()], hash: 0 };
        for item in 0..200 {
            key.toggle(&fields, item, random(greatest[as_index(item)] + 1));
        }
        let mut own = Representatives::new(CanonicalMode::On, None);
        own.set(&fields, involutions.clone());
        let (before, hash, mut words) = (key.words.clone(), key.hash, key.words.clone());
        changed += usize::from(own.ascend(&mut words));
        let (mut slow, mut kept) = (key.words, 0);
        involutions.sort_unstable();
        for pairs in involutions.iter().cycle() {
            let image = exchanged(&fields, &slow, pairs);
            let reversed = |words: &[u64]| -> Vec<u64> {
                words.iter().map(|word| word.reverse_bits()).collect()
            };
            kept += 1;
            if reversed(&image) > reversed(&slow) {
                (slow, kept) = (image, 0);
            }
            if kept == involutions.len() {
                break;
            }
        }
        assert_eq!(words, slow);
        assert_eq!(fields.rehash(&words, &before, hash), fields.hash(&words));
    }
    assert!(changed > 400, "{changed}");
}

/// A problem in which each item has a twin, and every other option a secondary item of its own.
fn doubled(text: &str) -> String {
    let (items, options) = text.split_once('\n').unwrap();
    let twin = |name: &str| match name.split_once('|') {
        _ if name == "|" => name.to_owned(),
        Some((bounds, name)) => format!("{bounds}|{name} {bounds}|t{name}"),
        None => format!("{name} t{name}"),
    };
    let line = |line: &str| line.split(' ').map(twin).collect::<Vec<_>>().join(" ");
    let options: Vec<_> = options.lines().map(line).collect();
    let mut text = line(items);
    text += if text.contains(" |") { "" } else { " |" };
    (0..options.len()).step_by(2).for_each(|own| text += &format!(" u{own}"));
    for (index, option) in options.iter().enumerate() {
        let own = if index % 2 == 0 { format!(" u{index}") } else { String::new() };
        text += &format!("\n{option}{own}");
    }
    text
}

/// The words of a representative were sometimes those of no subproblem, and described a hypergraph
/// that has another count.
#[test]
fn a_representative_has_the_hypergraph_of_a_subproblem_with_the_same_count() {
    let mut seed = 77;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let mut compared = 0;
    for round in 0..1500 {
        let plain = interchangeable(&mut random);
        let text = if round % 3 == 0 { plain } else { doubled(&plain) };
        let problem: Problem = text.parse().unwrap();
        if problem.options().len() > 14 {
            continue;
        }
        let plan = Orders::new(&problem, None, CanonicalMode::Off).plan(Order::Frontier);
        let exclude = (0..usize::from(round % 4 == 0)).map(OptionId::new).collect();
        let root = Subproblem { exclude, ..Subproblem::default() };
        let mut search = machine(&problem, None, &root, &plan, Counts, 1 << 20);
        let words = search.key().to_vec();
        while search.advance(1 << 10) == Status::Paused {}
        let layout = Layout::new(&problem, &plan.items, None, &root.exclude);
        let mut own = Representatives::new(CanonicalMode::On, Some(&words));
        own.find_involutions(&layout, 1, &mut KeyGraph::new(&layout), &mut Hypergraph::default());
        let mut isomorphism = Isomorphism::new(&layout, CanonicalMode::On, None).unwrap();
        let mut form = |words: &[u64]| {
            let hash = isomorphism.label_key(&layout, words, |_| true);
            let mut form = Vec::new();
            isomorphism.labeller.write(&isomorphism.own, &mut form);
            (hash, form)
        };
        let mut held = search.memo.table().unwrap().expensive(1 << 20, 1 << 20);
        held.retain(|entry| !layout.is_in_progress(&entry.key));
        let counts: HashMap<_, _> =
            held.iter().map(|entry| (form(&entry.key), entry.value.clone())).collect();
        for entry in &held {
            let hash = layout.key_layout.hash(&entry.key);
            let (key, mut other) = (Key { words: entry.key.clone(), hash }, Key::default());
            if own.find(&layout, &key, 0, &mut other)
                && let Some(count) = counts.get(&form(&other.words))
            {
                assert_eq!(*count, entry.value, "{round}\n{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
