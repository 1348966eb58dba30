//! Random problems and random Sudoku, as strategies that shrink.

use super::is_thorough;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{Bounds, Color, Entry, ItemId, Problem, ProblemBuilder};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// This number of cases if tests are thorough, else a quarter of it. They are the same in every
/// run.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let cases = if is_thorough() { cases } else { cases.div_ceil(4) };
    let rng_seed = RngSeed::Fixed(0x0071_1ad2_111e);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// An option as items by number, the primary ones first, each perhaps in a colour.
pub(crate) type DraftOption = BTreeMap<usize, Option<usize>>;

/// A problem that is easy to change before it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draft {
    /// The names of the items.
    pub(crate) primary: Vec<String>,
    pub(crate) secondary: Vec<String>,
    /// The names of the colours that the options may use.
    pub(crate) colors: Vec<String>,
    pub(crate) options: Vec<DraftOption>,
    /// Of some primary items, by number.
    pub(crate) bounds: BTreeMap<usize, Bounds>,
    /// Of some options, by number.
    pub(crate) costs: BTreeMap<usize, u64>,
}

impl Draft {
    /// A draft without options.
    pub(crate) fn new(primary: usize, secondary: usize) -> Self {
        let names = |letter: char, count| (0..count).map(|i| format!("{letter}{i}")).collect();
        let (primary, secondary) = (names('p', primary), names('s', secondary));
        let (bounds, costs) = (BTreeMap::new(), BTreeMap::new());
        Self { primary, secondary, colors: names('c', 3), options: Vec::new(), bounds, costs }
    }

    /// The number of items.
    pub(crate) fn items(&self) -> usize {
        self.primary.len() + self.secondary.len()
    }

    /// Whether an option has a primary item.
    pub(crate) fn is_choosable(&self, option: &DraftOption) -> bool {
        option.keys().any(|&item| item < self.primary.len())
    }

    /// Whether an option has a primary item, and agrees with some others on the secondary items.
    pub(crate) fn fits(&self, option: usize, others: &[usize]) -> bool {
        let option = &self.options[option];
        let secondary = option.iter().filter(|&(&item, _)| item >= self.primary.len());
        let agrees = |(item, color): (&usize, &Option<usize>)| {
            let mut others = others.iter().filter_map(|&other| self.options[other].get(item));
            others.all(|other| color.is_some() && other == color)
        };
        self.is_choosable(option) && secondary.into_iter().all(agrees)
    }

    /// The problem. Colours are made when an option first has them, as a reader does.
    pub(crate) fn problem(&self) -> Problem {
        let mut builder = ProblemBuilder::new();
        for (item, name) in self.primary.iter().enumerate() {
            let bounds = self.bounds.get(&item).copied().unwrap_or(Bounds::ONCE);
            builder.primary_bounded(name, bounds).unwrap();
        }
        for name in &self.secondary {
            builder.secondary(name).unwrap();
        }
        for (number, option) in self.options.iter().enumerate() {
            let mut entry = |(&item, &color): (&usize, &Option<usize>)| Entry {
                item: ItemId::new(item),
                color: color
                    .map(|color: usize| -> Color { builder.color(&self.colors[color]).unwrap() }),
            };
            let entries: Vec<_> = option.iter().map(&mut entry).collect();
            let option = builder.option(entries).unwrap();
            builder.cost(option, self.costs.get(&number).copied().unwrap_or(0)).unwrap();
        }
        builder.build().unwrap()
    }
}

/// How large random problems are.
#[derive(Clone, Debug)]
pub(crate) struct Size {
    pub(crate) primary: RangeInclusive<usize>,
    pub(crate) secondary: RangeInclusive<usize>,
    pub(crate) options: RangeInclusive<usize>,
    /// The most items of an option.
    pub(crate) entries: usize,
}

/// An option over so many primary items and some others; only the others have colours.
fn option(primary: usize, items: usize, most: usize) -> impl Strategy<Value = DraftOption> {
    let colorless = move |option: DraftOption| {
        option.into_iter().map(|(item, color)| (item, color.filter(|_| item >= primary))).collect()
    };
    btree_map(0..items, prop::option::weighted(0.6, 0..2usize), 1..=most.min(items))
        .prop_map(colorless)
}

/// Problems of random options, a few of which occur twice.
pub(crate) fn drafts(size: Size) -> impl Strategy<Value = Draft> {
    let Size { primary, secondary, options, entries } = size;
    (primary, secondary).prop_flat_map(move |(primary, secondary)| {
        let draft = Draft::new(primary, secondary.max(usize::from(primary == 0)));
        let option = option(primary, draft.items(), entries);
        (vec(option, options.clone()), vec(any::<(Index, Index)>(), 0..3)).prop_map(
            move |(mut options, repeats)| {
                let count = options.len();
                for (from, to) in repeats.iter().filter(|_| count > 0) {
                    options[to.index(count)] = options[from.index(count)].clone();
                }
                Draft { options, ..draft.clone() }
            },
        )
    })
}

/// A problem and the options, ascending, of a solution that was built first.
#[derive(Clone, Debug)]
pub(crate) struct Planted {
    pub(crate) draft: Draft,
    pub(crate) solution: Vec<usize>,
}

/// Problems with a hidden solution: its options share out the primary items and agree on the
/// secondary ones. Then come others, and all are shuffled.
pub(crate) fn planted(size: Size) -> impl Strategy<Value = Planted> {
    let Size { primary, secondary, options, entries } = size;
    (primary, secondary).prop_flat_map(move |(primary, secondary)| {
        let draft = Draft::new(primary, secondary);
        let owners = vec(0..primary, primary);
        // The colour of each secondary item, and the owners that have it: all of them, or without a
        // colour one.
        let agreed = vec((prop::option::of(0..3usize), vec(0..primary, 0..=3)), secondary);
        let noise = vec(option(primary, draft.items(), entries), options.clone());
        (owners, agreed, noise).prop_flat_map(move |(owners, agreed, noise)| {
            let hidden = hidden(&owners, &agreed).into_iter().map(|option| (true, option));
            let all: Vec<_> =
                hidden.chain(noise.into_iter().map(|option| (false, option))).collect();
            let draft = draft.clone();
            Just(all).prop_shuffle().prop_map(move |all| {
                let solution = (0..all.len()).filter(|&number| all[number].0).collect();
                let options = all.into_iter().map(|(_, option)| option).collect();
                Planted { draft: Draft { options, ..draft.clone() }, solution }
            })
        })
    })
}

/// The options of a hidden solution, one for each owner of a primary item.
fn hidden(owners: &[usize], agreed: &[(Option<usize>, Vec<usize>)]) -> Vec<DraftOption> {
    let mut hidden: BTreeMap<usize, DraftOption> = BTreeMap::new();
    for (item, &owner) in owners.iter().enumerate() {
        hidden.entry(owner).or_default().insert(item, None);
    }
    for (item, (color, having)) in agreed.iter().enumerate() {
        let sharing = if color.is_some() { having.len() } else { having.len().min(1) };
        for owner in &having[..sharing] {
            if let Some(option) = hidden.get_mut(owner) {
                option.insert(owners.len() + item, *color);
            }
        }
    }
    hidden.into_values().collect()
}

/// Bounds of some primary items.
pub(crate) fn with_bounds(draft: Draft) -> impl Strategy<Value = Draft> {
    let bounds = (0u32..3, 0u32..3).prop_map(|(low, more)| Bounds { low, high: low + more });
    let bounds = btree_map(0..draft.primary.len().max(1), bounds, 0..=draft.primary.len());
    bounds.prop_map(move |bounds| Draft { bounds, ..draft.clone() })
}

/// The first item is in every option, and so its bounds limit the number of options.
pub(crate) fn with_capacity(draft: Draft) -> impl Strategy<Value = Draft> {
    let bounds = (0u32..3, 1u32..3).prop_map(|(low, more)| Bounds { low, high: low + more });
    bounds.prop_map(move |bounds| {
        let mut draft = draft.clone();
        if !draft.primary.is_empty() {
            draft.options.iter_mut().for_each(|option| {
                option.insert(0, None);
            });
            draft.bounds.insert(0, bounds);
        }
        draft
    })
}

/// Bounds of some primary items, and costs of some options.
pub(crate) fn with_bounds_and_costs(draft: Draft) -> impl Strategy<Value = Draft> {
    let costs = btree_map(0..draft.options.len().max(1), any::<u64>(), 0..=draft.options.len());
    (with_bounds(draft), costs).prop_map(move |(draft, costs)| Draft { costs, ..draft })
}

/// Costs of some options: few different ones, or many, or so large that their sums pass 2^64.
pub(crate) fn with_costs(draft: Draft) -> impl Strategy<Value = Draft> {
    let cost = prop_oneof![Just(3u64), Just(1000), Just(u64::MAX)];
    cost.prop_flat_map(move |most| {
        let (draft, options) = (draft.clone(), draft.options.len());
        let costs = btree_map(0..options.max(1), 0..=most, options / 2..=options);
        costs.prop_map(move |costs| Draft { costs, ..draft.clone() })
    })
}

/// Bounds that a set of options meets: each item may be covered as often as they do, and a little
/// less or more.
pub(crate) fn with_bounds_around(planted: Planted) -> impl Strategy<Value = Planted> {
    let slacks = vec((0..3u32, 0..3u32), planted.draft.primary.len());
    let extra = vec(any::<Index>(), 0..4);
    (slacks, extra).prop_map(move |(slacks, extra)| {
        let Planted { mut draft, mut solution } = planted.clone();
        for number in extra.iter().map(|index| index.index(draft.options.len())) {
            if !solution.contains(&number) && draft.fits(number, &solution) {
                solution.push(number);
            }
        }
        solution.sort_unstable();
        for (item, &(less, more)) in slacks.iter().enumerate() {
            let times = solution.iter().filter(|&&o| draft.options[o].contains_key(&item)).count();
            let times = u32::try_from(times).expect("few options");
            let bounds = Bounds { low: times.saturating_sub(less), high: times + more };
            draft.bounds.insert(item, bounds);
        }
        Planted { draft, solution }
    })
}

/// Full grids of a geometry: one of a regular pattern, with its values, its bands, the rows of its
/// bands, and the same of its columns in any order.
pub(crate) fn full_grids(geometry: &Geometry) -> impl Strategy<Value = Grid> + use<> {
    let (height, width) = geometry.band_and_stack();
    let size = geometry.size();
    let lines = |bands: usize, lines: usize| {
        let bands = Just((0..bands).collect::<Vec<_>>()).prop_shuffle();
        let inner = vec(Just((0..lines).collect::<Vec<_>>()).prop_shuffle(), size / lines);
        (bands, inner).prop_map(move |(bands, inner)| -> Vec<usize> {
            let band = |band: usize| inner[band].clone().into_iter().map(move |i| band * lines + i);
            bands.into_iter().flat_map(band).collect()
        })
    };
    let values = Just((1..=size).collect::<Vec<_>>()).prop_shuffle();
    (lines(width, height), lines(height, width), values).prop_map(move |(rows, columns, values)| {
        let pattern = |r: usize, c: usize| (r % height * width + r / height + c) % size;
        let value = |r: &usize, c: &usize| u8::try_from(values[pattern(*r, *c)]).unwrap();
        let cells = rows.iter().flat_map(|r| columns.iter().map(move |c| value(r, c))).collect();
        Grid::from_cells(size, cells).unwrap()
    })
}

/// A full grid, and a puzzle that has it as a solution, with a number of clues in this range.
pub(crate) fn sudoku(
    geometry: &Geometry,
    clues: RangeInclusive<usize>,
) -> impl Strategy<Value = (Grid, Grid)> + use<> {
    let cells = (0..geometry.cells()).collect::<Vec<_>>();
    (full_grids(geometry), Just(cells).prop_shuffle(), clues).prop_map(|(full, cells, clues)| {
        let mut puzzle = full.clone();
        for &cell in cells.iter().skip(clues) {
            puzzle.set(cell, 0).unwrap();
        }
        (full, puzzle)
    })
}

/// The puzzle with another value in one of its clues, the first from a cell on where that does not
/// clash: often there is no solution then.
pub(crate) fn spoilt(puzzle: &Grid, geometry: &Geometry, first: usize) -> Option<Grid> {
    let size = u8::try_from(puzzle.size()).unwrap();
    let cells = (first..first + geometry.cells()).map(|cell| cell % geometry.cells());
    let clues = cells.filter(|&cell| puzzle.cells()[cell] != 0);
    let others = clues.flat_map(|cell| (1..=size).map(move |value| (cell, value)));
    let spoilt =
        others.filter(|&(cell, value)| puzzle.cells()[cell] != value).map(|(cell, value)| {
            let mut spoilt = puzzle.clone();
            spoilt.set(cell, value).unwrap();
            spoilt
        });
    spoilt.into_iter().find(|spoilt| spoilt.clash(geometry).is_none())
}
