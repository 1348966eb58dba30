//! [`Constraints`]: the numbers that the reasons of the search have in a derivation.

use crate::engine::learning::lists::IndexLists;
use crate::engine::learning::literal::Lit;
use crate::engine::learning::model::Model;
use crate::ids::{ItemId, as_index, to_u64};
use crate::proof::export::{Definitions, ExportError, Formula, Literal};
use std::collections::HashMap;

/// The constraints of the formula, and what was derived of them for the variables of colours.
///
/// The formula has no such variables: it says of pairs of options that they give different colours.
/// The derivation *defines* them: a colour is true if and only if an option is chosen that gives
/// it. All other constraints with colours follow from these definitions, and are derived when they
/// are needed.
#[derive(Debug)]
pub(super) struct Constraints<'a, D> {
    pub(super) formula: &'a Formula,
    pub(super) out: D,
    /// The number of options. Variables from there on stand for colours.
    options: u32,
    /// For each variable of a colour, the options that give it.
    givers: IndexLists,
    /// For each colour, the constraint that its first option implies it. Those of the others
    /// follow, and last comes that the colour implies one of its options.
    definitions: Vec<u64>,
    /// Pairs of variables that were derived to exclude each other, of which one is a colour.
    exclusions: HashMap<(u32, u32), u64>,
    /// The literals that the problem makes true, in ascending order, with their origins.
    units: Vec<(Lit, Option<ItemId>)>,
}

pub(super) fn literal(literal: Lit) -> Literal {
    let variable = as_index(literal.variable());
    if literal.is_positive() { Literal::chosen(variable) } else { Literal::excluded(variable) }
}

fn excluded(variable: u32) -> Literal {
    literal(!Lit::positive(variable))
}

impl<'a, D: Definitions> Constraints<'a, D> {
    /// Defines the colours.
    pub(super) fn new(formula: &'a Formula, model: &Model, out: D) -> Result<Self, ExportError> {
        let forced = model.forced.iter().map(|&option| Lit::positive(option));
        let forced = forced.zip(model.origins.forced.iter().copied().map(Some));
        let excluded = model.excluded.iter().map(|&variable| !Lit::positive(variable));
        let mut units: Vec<_> =
            forced.chain(excluded.zip(model.origins.excluded.iter().copied())).collect();
        units.sort_unstable();
        let mut constraints = Self {
            formula,
            out,
            options: model.options,
            givers: model.implied.transposed(model.len()),
            definitions: Vec::new(),
            exclusions: HashMap::new(),
            units,
        };
        for color in model.options..model.variables {
            constraints.define(color)?;
        }
        Ok(constraints)
    }

    fn define(&mut self, color: u32) -> Result<(), ExportError> {
        let givers = self.givers.list(color);
        let own = Literal::chosen(as_index(color));
        let mut ids = Vec::with_capacity(givers.len());
        for &option in givers {
            ids.push(self.out.define(&[own, excluded(option)], &[])?);
        }
        let chosen = givers.iter().map(|&option| Literal::chosen(as_index(option)));
        let clause: Vec<_> = [excluded(color)].into_iter().chain(chosen).collect();
        self.out.define(&clause, &ids)?;
        self.definitions.push(ids[0]);
        Ok(())
    }

    /// That a colour implies one of the options that give it.
    fn some_giver(&self, color: u32) -> u64 {
        let first = self.definitions[as_index(color - self.options)];
        first + to_u64(self.givers.list(color).len())
    }

    /// That two literals are not both true: variables that exclude each other, or an option and the
    /// negation of a colour that it gives.
    pub(super) fn pair(&mut self, one: Lit, other: Lit) -> Result<u64, ExportError> {
        let (option, color) = match (one.is_positive(), other.is_positive()) {
            (true, true) => return self.exclusion(one.variable(), other.variable()),
            (true, false) => (one.variable(), other.variable()),
            (false, _) => (other.variable(), one.variable()),
        };
        let givers = self.givers.list(color);
        let place = givers.binary_search(&option).expect("the option gives the colour");
        Ok(self.definitions[as_index(color - self.options)] + to_u64(place))
    }

    /// That two variables are not both true.
    fn exclusion(&mut self, one: u32, other: u32) -> Result<u64, ExportError> {
        let (low, high) = (one.min(other), one.max(other));
        if high < self.options {
            let conflict = self.formula.conflict(as_index(low), as_index(high));
            return Ok(conflict.expect("the options exclude each other"));
        }
        if let Some(&known) = self.exclusions.get(&(low, high)) {
            return Ok(known);
        }
        // One of them is a colour. Each option that gives it excludes the other one.
        let (color, kept) = if low < self.options { (high, low) } else { (low, high) };
        let mut hints = Vec::new();
        for place in 0..self.givers.list(color).len() {
            hints.push(self.exclusion(self.givers.list(color)[place], kept)?);
        }
        hints.push(self.some_giver(color));
        let derived = self.out.learn(&[excluded(low), excluded(high)], &hints)?;
        self.exclusions.insert((low, high), derived);
        Ok(derived)
    }

    /// That a colour, given by each option of an item, implies one of those that give it.
    pub(super) fn support(
        &mut self,
        color: u32,
        givers: &[u32],
        item: ItemId,
    ) -> Result<u64, ExportError> {
        let formula = self.formula;
        let mut hints = Vec::new();
        for &option in &formula.options_of[item.index()] {
            if !givers.contains(&option) {
                hints.push(self.exclusion(option, color)?);
            }
        }
        hints.push(self.low(item));
        let chosen = givers.iter().map(|&option| Literal::chosen(as_index(option)));
        let clause: Vec<_> = [excluded(color)].into_iter().chain(chosen).collect();
        self.out.learn(&clause, &hints)
    }

    /// That an item is covered often enough.
    pub(super) fn low(&self, item: ItemId) -> u64 {
        self.formula.low(item).expect("the item has a lower bound")
    }

    /// That an item is not covered too often.
    pub(super) fn high(&self, item: ItemId) -> u64 {
        self.formula.high(item).expect("the item has an upper bound")
    }

    /// A constraint that by itself makes a literal true, which the problem says.
    pub(super) fn unit(&mut self, literal: Lit) -> Result<u64, ExportError> {
        let place = self.units.partition_point(|&(other, _)| other < literal);
        let &(found, origin) = self.units.get(place).expect("the problem has the unit");
        debug_assert_eq!(found, literal);
        let Some(item) = origin else {
            let never = self.formula.never(as_index(literal.variable()));
            return Ok(never.expect("the option can't be chosen"));
        };
        if literal.is_positive() {
            Ok(self.low(item))
        } else if self.formula.problem.bounds(item).high == 0 {
            Ok(self.high(item))
        } else {
            self.support(literal.variable(), &[], item)
        }
    }

    /// A variable that the problem makes both true and false.
    pub(super) fn clash(&self) -> Option<u32> {
        let pairs = self.units.windows(2);
        let mut clashes = pairs.filter(|pair| pair[0].0 == !pair[1].0);
        clashes.next().map(|pair| pair[0].0.variable())
    }
}
