//! Groups and symmetries against brute force, and known orders.

use super::classes::ConjugacyClass;
use super::factors::direct_factors;
use super::graph::ProblemGraph;
use super::group::SplitMix;
use super::symmetry_classes::SymmetryClasses;
use super::*;
use crate::engine::tests;
use crate::ids::{ItemId, OptionId, as_index, to_u32};
use crate::problem::{Bounds, Entry, Problem, ProblemBuilder};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashSet};

fn permutation(images: &[u32]) -> Permutation {
    Permutation::new(images.to_vec()).unwrap()
}

/// From cycles of numbers from 1, as books have them.
fn cycles(degree: u32, cycles: &[&[u32]]) -> Permutation {
    let mut images: Vec<u32> = (0..degree).collect();
    for cycle in cycles {
        for (at, &point) in cycle.iter().enumerate() {
            images[as_index(point - 1)] = cycle[(at + 1) % cycle.len()] - 1;
        }
    }
    permutation(&images)
}

fn shuffled(degree: usize, random: &mut SplitMix) -> Vec<u32> {
    let mut images: Vec<u32> = (0..u32::try_from(degree).unwrap()).collect();
    for at in (1..degree).rev() {
        images.swap(at, random.below(at + 1));
    }
    images
}

/// All products of generators.
fn closure(degree: usize, generators: &[Permutation]) -> HashSet<Permutation> {
    let mut seen = HashSet::from([Permutation::identity(degree)]);
    let mut open: Vec<_> = seen.iter().cloned().collect();
    while let Some(element) = open.pop() {
        for product in generators.iter().map(|generator| element.then(generator)) {
            if seen.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    seen
}

fn check_group(degree: usize, generators: &[Permutation], random: &mut SplitMix) {
    let group = PermutationGroup::new(degree, generators.iter().cloned());
    let all = closure(degree, generators);
    assert_eq!(group.order(), all.len().into());
    let listed: Vec<_> = group.elements().collect();
    assert!(listed[0].is_identity());
    assert_eq!(listed.iter().cloned().collect::<HashSet<_>>(), all);
    for (rank, element) in listed.iter().enumerate() {
        assert_eq!(group.rank(|point| element.image(point)), Some(rank));
        assert_eq!(group.unrank(rank), *element);
    }
    for _ in 0..20 {
        let other = permutation(&shuffled(degree, random));
        assert_eq!(group.contains(&other), all.contains(&other));
    }
    // Two elements are conjugate if some element maps one to the other.
    let class = |element: &Permutation| {
        let conjugate = |by: &Permutation| by.inverse().then(element).then(by);
        all.iter().map(conjugate).collect::<BTreeSet<_>>()
    };
    let expected: BTreeSet<_> = all.iter().map(class).collect();
    let classes = group.conjugacy_classes().unwrap();
    let found: BTreeSet<_> = classes.iter().map(|found| class(&found.element)).collect();
    assert_eq!(found, expected);
    assert!(classes.iter().all(|found| found.size == class(&found.element).len().into()));
    let name = |element: &Permutation| {
        let class = class(element);
        let size = class.len();
        Some((class, group.order() / size))
    };
    assert_eq!(
        group.sampled_classes(1000, Permutation::cycle_type, name).unwrap().len(),
        expected.len()
    );
}

#[test]
fn groups_are_those_of_brute_force() {
    let mut random = SplitMix(7);
    for round in 0..60 {
        let degree = 1 + round % 6;
        let number = random.below(3);
        let generators: Vec<_> =
            (0..number).map(|_| permutation(&shuffled(degree, &mut random))).collect();
        check_group(degree, &generators, &mut random);
    }
}

#[test]
fn known_groups_have_known_orders() {
    let order = |degree, generators: &[Permutation]| {
        PermutationGroup::new(degree, generators.iter().cloned()).order()
    };
    let cycle = |degree: u32| cycles(degree, &[&Vec::from_iter(1..=degree)]);
    for degree in 2..30 {
        let symmetric: BigUint = (1..=degree).map(BigUint::from).product();
        let size = as_index(degree);
        assert_eq!(order(size, &[cycle(degree), cycles(degree, &[&[1, 2]])]), symmetric);
        let images: Vec<_> = (0..degree).rev().collect();
        let dihedral = order(size, &[cycle(degree), permutation(&images)]);
        assert_eq!(dihedral, BigUint::from(if degree == 2 { 2 } else { 2 * degree }));
    }
    let m11 = [cycle(11), cycles(11, &[&[3, 7, 11, 8], &[4, 10, 5, 6]])];
    assert_eq!(order(11, &m11), 7920u32.into());
    let m12 = [
        cycles(12, &[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]),
        cycles(12, &[&[3, 7, 11, 8], &[4, 10, 5, 6]]),
        cycles(12, &[&[1, 12], &[2, 11], &[3, 6], &[4, 8], &[5, 9], &[7, 10]]),
    ];
    assert_eq!(order(12, &m12), 95040u32.into());
    let classes = PermutationGroup::new(12, m12).conjugacy_classes().unwrap();
    assert_eq!(classes.len(), 15);
    let m24 = [
        cycles(24, &[&Vec::from_iter(1..=23)]),
        cycles(
            24,
            &[&[3, 17, 10, 7, 9], &[4, 13, 14, 19, 5], &[8, 18, 11, 12, 23], &[15, 20, 22, 21, 16]],
        ),
        cycles(
            24,
            &[
                &[1, 24],
                &[2, 23],
                &[3, 12],
                &[4, 16],
                &[5, 18],
                &[6, 10],
                &[7, 20],
                &[8, 14],
                &[9, 21],
                &[11, 17],
                &[13, 22],
                &[15, 19],
            ],
        ),
    ];
    assert_eq!(order(24, &m24), 244_823_040u32.into());
}

/// A small random problem: up to three primary and two secondary items, with colours, bounds, costs
/// and equal options.
fn random_problem(random: &mut SplitMix) -> Problem {
    let mut builder = ProblemBuilder::new();
    let (primary, secondary) = (1 + random.below(4), random.below(3));
    let mut items = Vec::new();
    for item in 0..primary {
        let high = if random.below(6) == 0 { 2 } else { 1 };
        let bounds = Bounds { low: 1, high };
        items.push(builder.primary_bounded(&format!("p{item}"), bounds).unwrap());
    }
    for item in 0..secondary {
        items.push(builder.secondary(&format!("s{item}")).unwrap());
    }
    let colors = ["x", "y"].map(|name| builder.color(name).unwrap());
    for _ in 0..1 + random.below(5) {
        let mut entries: Vec<Entry> = Vec::new();
        for &item in &items {
            if random.below(2) == 0 {
                continue;
            }
            let color = random.below(3);
            entries.push(match colors.get(color).filter(|_| item.index() >= primary) {
                Some(&color) => Entry::colored(item, color),
                None => item.into(),
            });
        }
        if entries.is_empty() {
            entries.push(items[0].into());
        }
        let option = builder.option(entries).unwrap();
        if random.below(8) == 0 {
            builder.cost(option, 1).unwrap();
        }
    }
    builder.build().unwrap()
}

fn permutations(degree: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..degree {
        let longer = all.iter().flat_map(|start: &Vec<usize>| {
            (0..degree).filter(|next| !start.contains(next)).map(|next| {
                let mut longer = start.clone();
                longer.push(next);
                longer
            })
        });
        all = longer.collect();
    }
    all
}

/// Whether two options agree on an item: each has it, in the same colour.
fn agreement(problem: &Problem, item: ItemId, a: OptionId, b: OptionId) -> (bool, bool, bool) {
    let entry = |option| problem.entries(option).iter().find(|entry| entry.item == item);
    let agree = match (entry(a), entry(b)) {
        (Some(a), Some(b)) => a.color.is_some() && a.color == b.color,
        _ => false,
    };
    (entry(a).is_some(), entry(b).is_some(), agree && a != b)
}

/// Whether exchanging items and options keeps the problem, from the definition.
fn is_symmetry(problem: &Problem, items: &[usize], options: &[usize]) -> bool {
    let keeps_item = |item: ItemId| {
        let image = ItemId::new(items[item.index()]);
        problem.is_primary(item) == problem.is_primary(image)
            && problem.bounds(item) == problem.bounds(image)
            && problem.options().all(|a| {
                problem.options().all(|b| {
                    let (c, d) = (options[a.index()], options[b.index()]);
                    agreement(problem, item, a, b)
                        == agreement(problem, image, OptionId::new(c), OptionId::new(d))
                })
            })
    };
    let cost = |option| problem.cost(option);
    problem.options().all(|o| cost(o) == cost(OptionId::new(options[o.index()])))
        && problem.items().all(keeps_item)
}

#[test]
fn symmetries_are_those_of_all_permutations() {
    let mut random = SplitMix(11);
    let mut orders = BTreeSet::new();
    for _ in 0..150 {
        let problem = random_problem(&mut random);
        let symmetries = Symmetries::of(&problem);
        let group = symmetries.option_group();
        assert_eq!(group.order(), symmetries.order(), "{problem:?}");
        for symmetry in symmetries.generators() {
            let images =
                |p: &Permutation| p.images().iter().map(|&i| as_index(i)).collect::<Vec<_>>();
            assert!(is_symmetry(&problem, &images(&symmetry.items), &images(&symmetry.options)));
        }
        let all_items = permutations(problem.items().len());
        for options in permutations(problem.options().len()) {
            let expected = all_items.iter().any(|items| is_symmetry(&problem, items, &options));
            let images = options.iter().map(|&image| u32::try_from(image).unwrap()).collect();
            assert_eq!(group.contains(&Permutation::new(images).unwrap()), expected, "{problem:?}");
        }
        orders.insert(symmetries.order());
    }
    assert!(orders.len() > 5, "{orders:?}");
}

fn latin(size: usize) -> Problem {
    tests::latin(size).parse().unwrap()
}

#[test]
fn known_problems_have_known_symmetries() {
    for size in 3..6_usize {
        let problem = latin(size);
        let factorial: BigUint = (1..=size).map(BigUint::from).product();
        assert_eq!(Symmetries::of(&problem).order(), factorial.pow(3) * 6u32);
        let named = |kind: &str| {
            let is_named = |item: &ItemId| problem.item_name(*item).starts_with(kind);
            problem.items().filter(is_named).collect::<Vec<_>>()
        };
        let labels = ItemLabels::new(&problem).keep(named("p")).keep(named("r"));
        let kept = Symmetries::keeping(&problem, &labels).unwrap();
        assert_eq!(kept.order(), factorial.pow(3));
        assert_eq!(kept.item_orbits().len(), 3);
        let fixed = Symmetries::fixing(&problem, named("p"));
        assert_eq!(fixed.order(), factorial);
        assert!(fixed.generators().all(|s| {
            named("p")
                .iter()
                .all(|item| as_index(s.items.image(to_u32(item.index()))) == item.index())
        }));
        assert_eq!(fixed.option_orbits().len(), size * size);
    }
    assert_eq!(
        Symmetries::keeping(&latin(2), &ItemLabels::new(&latin(3))).err(),
        Some(SymmetryError::OtherProblem)
    );
}

/// A square of cells with a number in each: each number once in each row, column and box.
fn sudoku(height: usize, width: usize) -> Problem {
    let size = height * width;
    let mut builder = ProblemBuilder::new();
    let mut item = |kind: &str, a, b| builder.primary(&format!("{kind}{a},{b}")).unwrap();
    let pairs = || (0..size).flat_map(|a| (0..size).map(move |b| (a, b)));
    let [p, r, c, b] =
        ["p", "r", "c", "b"].map(|kind| pairs().map(|(a, b)| item(kind, a, b)).collect::<Vec<_>>());
    for (row, column) in pairs() {
        let square = row / height * height + column / width;
        for value in 0..size {
            let at = |a: usize, b: usize| size * a + b;
            let items =
                [p[at(row, column)], r[at(row, value)], c[at(column, value)], b[at(square, value)]];
            builder.option(items).unwrap();
        }
    }
    builder.build().unwrap()
}

/// The sizes of the classes of a problem, each with the cycles of an element on options.
fn class_sizes<'c>(
    graph: &ProblemGraph,
    classes: impl IntoIterator<Item = &'c ConjugacyClass>,
) -> Vec<(BigUint, Vec<usize>)> {
    let kind = |class: &ConjugacyClass| {
        let symmetry = Symmetry::new(graph, &class.element).unwrap();
        (class.size.clone(), symmetry.options.cycle_type())
    };
    let mut sizes: Vec<_> = classes.into_iter().map(kind).collect();
    sizes.sort();
    sizes
}

/// Two problems that share no item.
fn side_by_side(a: &str, b: &str) -> Problem {
    let (a, b) = (a.split_once('\n').unwrap(), b.split_once('\n').unwrap());
    format!("{} {}\n{}\n{}", a.0, b.0, a.1, b.1).parse().unwrap()
}

const PAIRS: &str = "ab ac ad ae bc bd be cd ce de\nab ac bc\nab ad bd\nab ae be\nac ad cd\n\
                     ac ae ce\nad ae de\nbc bd cd\nbc be ce\nbd be de\ncd ce de";

const DOMINOES: &str = "a b c d e f\na b\nb c\nc d\nd e\ne f\nf a";

const SQUARE: &str = "g h i j\ng h\nh i\ni j\nj g";

/// Problems with groups of few classes.
fn single_problems() -> Vec<Problem> {
    let colors = "a b | x y\na x:1 y:1\na x:2 y:2\nb x:1 y:2\nb x:2 y:1";
    let texts = [PAIRS, DOMINOES, colors].map(|text| text.parse().unwrap());
    texts.into_iter().chain([latin(3)]).collect()
}

#[test]
fn sampled_classes_are_those_of_a_list() {
    for problem in single_problems() {
        let symmetries = Symmetries::of(&problem);
        let listed = symmetries.group().unwrap().conjugacy_classes().unwrap();
        let sampled =
            symmetries.classes_by_sample(symmetries.group().unwrap(), &mut || true).unwrap();
        let sizes = |classes: &[ConjugacyClass]| class_sizes(&symmetries.graph, classes);
        assert_eq!(sizes(&listed), sizes(&sampled));
    }
}

/// Divides a group as far as possible.
fn factors(symmetries: &Symmetries) -> Vec<PermutationGroup> {
    let (graph, group) = (&symmetries.graph, symmetries.group().unwrap());
    direct_factors(graph, group, 20, |_| false, &mut || true).unwrap()
}

#[test]
fn classes_of_factors_are_those_of_a_list() {
    let equal = "t u v w x y\nt\nu\nu\nv\nv\nv\nw\nw\nw\nw\nx y\nx\ny".parse().unwrap();
    let both = [side_by_side(DOMINOES, SQUARE), side_by_side(PAIRS, SQUARE), equal, sudoku(2, 2)];
    for problem in single_problems().into_iter().chain(both) {
        let symmetries = Symmetries::of(&problem);
        let graph = &symmetries.graph;
        let listed = symmetries.group().unwrap().conjugacy_classes().unwrap();
        let classes: Vec<Vec<_>> =
            factors(&symmetries).iter().map(|group| group.conjugacy_classes().unwrap()).collect();
        let found = SymmetryClasses { graph, factors: classes };
        assert_eq!(found.len(), listed.len());
        let kind = |(symmetry, size): (Symmetry, BigUint)| (size, symmetry.options.cycle_type());
        let mut sizes: Vec<_> = found.iter().map(kind).collect();
        sizes.sort();
        assert_eq!(sizes, class_sizes(graph, &listed));
    }
}

#[test]
fn groups_of_known_products_are_divided() {
    let orders = |problem: &Problem| {
        let mut orders: Vec<BigUint> =
            factors(&Symmetries::of(problem)).iter().map(PermutationGroup::order).collect();
        orders.sort();
        orders.iter().map(|order| u64::try_from(order).unwrap()).collect::<Vec<_>>()
    };
    // Rows, columns and values; of square boxes, rows and columns are exchanged, too.
    assert_eq!(orders(&sudoku(2, 2)), [24, 128]);
    assert_eq!(orders(&sudoku(2, 3)), [48, 72, 720]);
    assert_eq!(orders(&sudoku(2, 4)), [384, 1152, 40320]);
    assert_eq!(orders(&sudoku(3, 3)), [362_880, 3_359_232]);
    assert_eq!(orders(&side_by_side(PAIRS, SQUARE)), [8, 120]);
    assert_eq!(orders(&"a b c d\na\na\nb\nb\nb\nc\nd\nc d".parse().unwrap()), [2, 2, 6]);
    assert_eq!(orders(&latin(4)), [82944]);
}

#[test]
fn classes_of_large_products_are_found() {
    for (height, width, number) in [(2, 2, 100), (2, 3, 10 * 9 * 11), (2, 4, 20 * 20 * 22)] {
        let problem = sudoku(height, width);
        let symmetries = Symmetries::of(&problem);
        let classes = symmetries.classes(false, &mut || true).unwrap();
        let elements: BigUint = classes.iter().map(|(_, size)| size).sum();
        assert_eq!(elements, symmetries.order());
        assert_eq!(classes.len(), number);
    }
}

#[test]
fn a_search_for_classes_can_be_stopped() {
    for problem in [sudoku(2, 2), sudoku(2, 3), latin(4)] {
        let symmetries = Symmetries::of(&problem);
        assert!(symmetries.classes(true, &mut || false).is_none());
    }
    // 14! elements.
    let equal: Problem = format!("a\n{}", "a\n".repeat(14)).parse().unwrap();
    let symmetries = Symmetries::of(&equal);
    assert!(symmetries.classes(false, &mut || true).is_none());
}
