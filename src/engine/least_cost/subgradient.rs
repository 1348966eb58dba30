//! [`Relaxation`]: strong multipliers for the root, by a subgradient method.
//!
//! Coordinate ascent ends where no single multiplier raises the bound, which can be far below the
//! maximum. Steps along a subgradient move all multipliers at once, and do not stop there: each
//! multiplier moves by what its item needs less the number of its options with negative reduced
//! costs. A step is as long as Polyak has it ("Minimization of unsmooth functionals", 1969): a
//! target less the present bound, divided by the square of the direction. The target is above the
//! best bound by a rise that is halved after some steps without success. A part of the last
//! direction is added to the next one (Camerini, Fratta and Maffioli, "On improving relaxation
//! methods by modified gradient techniques", 1975).
//!
//! The numbers are floating point, as any multipliers give a bound: it is computed from the rounded
//! ones.

use super::fixed_point::FixedPoint;
use crate::engine::multiplicity::decision_state::DecisionState;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::ids::{OptionId, as_index, signed_f64, to_f64};
use crate::problem::Problem;
use std::ops::Range;

/// The parameters of the method. More steps come nearer to the bound of the linear relaxation.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubgradientRule {
    /// The greatest number of steps. Each looks at all entries.
    steps: u32,
    /// The steps without a rise after which the target rise is halved.
    before_halving: u32,
    /// The part of the target rise that counts as a rise.
    rise: f64,
    /// The part of the last direction in the next one.
    momentum: f64,
}

impl SubgradientRule {
    /// Mostly 400 to 800 steps.
    pub(super) const SHORT: Self =
        Self { steps: 1000, before_halving: 20, rise: 0.05, momentum: 0.7 };

    /// Mostly 800 to 1500 steps.
    pub(super) const MIDDLE: Self =
        Self { steps: 3000, before_halving: 50, rise: 0.1, momentum: 0.95 };

    /// Mostly 1500 to 2500 steps.
    pub(super) const LONG: Self =
        Self { steps: 3000, before_halving: 100, rise: 0.1, momentum: 0.97 };
}

/// How often the target rise is halved.
const HALVINGS: u32 = 16;

/// An open item.
#[derive(Debug)]
struct RelaxedItem {
    needs: f64,
    capacity: f64,
}

/// An undecided option: its cost in units, and its items in the list of all.
#[derive(Debug)]
struct RelaxedOption {
    cost: f64,
    items: Range<usize>,
}

/// What is left of a problem at the root. See the head of this file.
#[derive(Debug)]
pub(super) struct Relaxation {
    items: Vec<RelaxedItem>,
    options: Vec<RelaxedOption>,
    entries: Vec<usize>,
}

impl Relaxation {
    /// The relaxation of the undecided options and of those of the priced items that they have.
    pub(super) fn new(
        problem: &Problem,
        scale: &FixedPoint,
        sets: &BoundedSets,
        priced: &[u32],
        undecided: &[u32],
    ) -> Self {
        let mut positions = vec![usize::MAX; problem.items().len()];
        for (position, &item) in priced.iter().enumerate() {
            positions[as_index(item)] = position;
        }
        let number = |count: u32| to_f64(u64::from(count));
        let item = |&item: &u32| RelaxedItem {
            needs: number(sets.needs(item)),
            capacity: number(sets.capacity(item).min(sets.left(item))),
        };
        let mut relaxation = Self {
            items: priced.iter().map(item).collect(),
            options: Vec::new(),
            entries: Vec::new(),
        };
        for &option in undecided {
            let first = relaxation.entries.len();
            let items = sets.items_of(option).map(|item| positions[as_index(item)]);
            relaxation.entries.extend(items.filter(|&position| position != usize::MAX));
            let cost = scale.units(problem.cost(OptionId::new(as_index(option))));
            let items = first..relaxation.entries.len();
            relaxation.options.push(RelaxedOption { cost: signed_f64(cost), items });
        }
        relaxation
    }

    /// Raises the bound of the multipliers of the priced items, until it reaches a limit or hardly
    /// rises, or there is a reason to stop. Returns the [fraction](Fractions) of each option.
    pub(super) fn ascend(
        &self,
        multipliers: &mut Vec<f64>,
        limit: f64,
        rule: SubgradientRule,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<f64> {
        let SubgradientRule { steps, before_halving, rise, momentum } = rule;
        let mut gradient = vec![0.0; self.items.len()];
        let mut direction = gradient.clone();
        let mut present = multipliers.clone();
        let mut fractions = Fractions::new(self.options.len());
        let mut best = self.bound(multipliers, &mut gradient, &mut fractions);
        let mut target_rise = (limit - best) / 4.0;
        let (mut steps_without_rise, mut halvings) = (0, 0);
        for _ in 0..steps {
            let bound = self.bound(&present, &mut gradient, &mut fractions);
            let is_rise = bound > best + rise * target_rise;
            steps_without_rise = if is_rise { 0 } else { steps_without_rise + 1 };
            if bound > best {
                best = bound;
                multipliers.clone_from(&present);
            }
            if steps_without_rise == before_halving {
                halvings += 1;
                target_rise /= 2.0;
                steps_without_rise = 0;
                present.clone_from(multipliers);
                direction.fill(0.0);
                self.bound(&present, &mut gradient, &mut fractions);
            }
            for (part, rise) in direction.iter_mut().zip(&gradient) {
                *part = momentum * *part + rise;
            }
            let square: f64 = direction.iter().map(|part| part * part).sum();
            if square == 0.0 || halvings == HALVINGS || best >= limit || is_stopped() {
                break;
            }
            self.step(&mut present, &direction, (best + target_rise - bound) / square);
        }
        fractions.finish()
    }

    /// Changes the multipliers. Above 0, that of an item that needs no option only lowers the
    /// bound.
    fn step(&self, multipliers: &mut [f64], direction: &[f64], length: f64) {
        for ((multiplier, part), item) in multipliers.iter_mut().zip(direction).zip(&self.items) {
            *multiplier += length * part;
            if item.needs == 0.0 {
                *multiplier = multiplier.min(0.0);
            }
        }
    }

    /// The bound, and a subgradient: for a multiplier of 0 the one nearest to 0. The options with
    /// negative reduced costs count in the fractions.
    fn bound(&self, multipliers: &[f64], gradient: &mut [f64], fractions: &mut Fractions) -> f64 {
        fractions.begin_step();
        let mut bound = 0.0;
        for ((multiplier, rise), item) in multipliers.iter().zip(&mut *gradient).zip(&self.items) {
            *rise = if *multiplier < 0.0 { item.capacity } else { item.needs };
            bound += multiplier * *rise;
        }
        for (index, option) in self.options.iter().enumerate() {
            let items = &self.entries[option.items.clone()];
            let reduced = items.iter().fold(option.cost, |cost, &item| cost - multipliers[item]);
            if reduced < 0.0 {
                bound += reduced;
                fractions.add(index);
                for &item in items {
                    gradient[item] -= 1.0;
                }
            }
        }
        for ((multiplier, rise), item) in multipliers.iter().zip(gradient).zip(&self.items) {
            if *multiplier == 0.0 && *rise < 0.0 {
                *rise = (*rise + item.capacity - item.needs).min(0.0);
            }
        }
        bound
    }
}

/// How often each option had a negative reduced cost, as a part of all steps. A step counts 1 %
/// more than the one before, so about the last hundred steps count.
///
/// This is near to a solution of the linear relaxation, whose values are fractions of options
/// (Barahona and Anbil, "The volume algorithm", 2000, with other weights).
#[derive(Debug)]
struct Fractions {
    sums: Vec<f64>,
    /// The weight of the present step, and of all so far.
    weight: f64,
    total: f64,
}

impl Fractions {
    /// The weight of a step as a part of that of the next one.
    const DECAY: f64 = 0.99;

    fn new(options: usize) -> Self {
        Self { sums: vec![0.0; options], weight: 1.0, total: 0.0 }
    }

    fn begin_step(&mut self) {
        self.weight /= Self::DECAY;
        self.total += self.weight;
    }

    fn add(&mut self, option: usize) {
        self.sums[option] += self.weight;
    }

    fn finish(mut self) -> Vec<f64> {
        self.sums.iter_mut().for_each(|sum| *sum /= self.total);
        self.sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// The bound after the ascent from multipliers of 0, as a cost.
    fn bound(text: &str, limit: f64, rule: SubgradientRule) -> f64 {
        stopped_bound(text, limit, rule, &|| false)
    }

    fn stopped_bound(
        text: &str,
        limit: f64,
        rule: SubgradientRule,
        is_stopped: &dyn Fn() -> bool,
    ) -> f64 {
        let problem: Problem = text.parse().unwrap();
        let scale = FixedPoint::new(&problem);
        let sets = BoundedSets::new(&problem, None);
        let items: Vec<_> = problem.items().map(crate::ids::ItemId::number).collect();
        let options: Vec<_> = problem.options().map(OptionId::number).collect();
        let relaxation = Relaxation::new(&problem, &scale, &sets, &items, &options);
        let unit = signed_f64(scale.units(1));
        let mut multipliers = vec![0.0; items.len()];
        relaxation.ascend(&mut multipliers, limit * unit, rule, is_stopped);
        let mut fractions = Fractions::new(options.len());
        relaxation.bound(&multipliers, &mut vec![0.0; items.len()], &mut fractions) / unit
    }

    #[test]
    fn the_bound_comes_near_to_that_of_the_linear_relaxation() {
        let table = [
            ("a b\na |9\na |4\nb |3\na b |8\nb |7\n", 7.0),
            // Half of each of three options, or all of one that costs more.
            ("a b c\na b |2\nb c |4\na c |6\na b c |7\n", 6.0),
            ("2:3|a b\na b |3\na b |8\na |5\na |1\n", 4.0),
            ("a b | x\na x |1\nb x |1\na |10\nb |20\n", 11.0),
            ("a b c | x y\na x |0\nb x y |0\nc y |0\na |5\nb |4\nc |5\n", 4.0),
        ];
        for (text, maximum) in table {
            for (rule, least) in [(SubgradientRule::SHORT, 0.98), (SubgradientRule::LONG, 0.998)] {
                let reached = bound(text, 2.0 * maximum, rule);
                assert!(reached <= maximum + 1e-6, "{reached} is above {maximum}: {text}");
                assert!(reached > least * maximum, "{reached} instead of {maximum}: {text}");
            }
        }
    }

    #[test]
    fn an_ascent_ends_when_it_is_stopped() {
        let steps = Cell::new(0);
        let is_stopped = || {
            steps.set(steps.get() + 1);
            steps.get() == 3
        };
        let text = "a b c\na b |2\nb c |4\na c |6\na b c |7\n";
        let reached = stopped_bound(text, 12.0, SubgradientRule::LONG, &is_stopped);
        assert_eq!(steps.get(), 3);
        assert!(reached <= bound(text, 12.0, SubgradientRule::LONG), "{reached}");
    }

    #[test]
    fn the_ascent_ends_where_there_is_nothing_to_raise() {
        for rule in [SubgradientRule::SHORT, SubgradientRule::LONG] {
            assert!(bound("a\na |1\n", 0.0, rule) >= 0.0);
            assert!(bound("a\na |0\n", 0.0, rule) <= 0.0);
            assert!(bound("a b c\na b |1\nb c |1\na c |1\n", 1e9, rule).is_finite());
        }
    }
}
