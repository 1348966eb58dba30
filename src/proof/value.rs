//! What a proof says about the number and the costs of solutions, from the last line up.

use super::child::{Child, ChildKind};
use super::node::{ProofNode, ProofNodes};
use crate::natural::Natural;

/// A part that is not looked at, next to parts that have solutions. It is on this line, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NeededPart(pub(super) usize);

/// What is known of a family of solutions.
trait FamilyValue: Clone {
    fn none() -> Self;
    fn of_empty_solution() -> Self;
    fn is_none(&self) -> bool;
    /// Adds disjoint solutions, each with an option of this cost.
    fn add(&mut self, other: &Self, cost: u64);
    /// Makes all unions of a solution with one of `other`.
    fn multiply(&mut self, other: &Self);
}

/// The number of solutions of the first node.
pub(super) fn count(nodes: &ProofNodes) -> Result<Natural, NeededPart> {
    // Words take a quarter of the memory of numbers without bound.
    match fold(nodes, |_| 0)? {
        Saturating(u64::MAX) => fold(nodes, |_| 0),
        Saturating(count) => Ok(Natural::Word(count)),
    }
}

/// The least cost of a solution of the first node, and the number of solutions that have it.
/// `costs`: for each child of each node, the cost of the option that is chosen.
pub(super) fn cheapest(
    nodes: &ProofNodes,
    costs: &[u64],
) -> Result<Option<(u128, Natural)>, NeededPart> {
    fold(nodes, |child| costs[child]).map(|Cheapest(cheapest)| cheapest)
}

fn fold<V: FamilyValue>(
    nodes: &ProofNodes,
    cost_of: impl Fn(usize) -> u64,
) -> Result<V, NeededPart> {
    let [none, solved] = [V::none(), V::of_empty_solution()];
    // The value of line `l` is at `len - 1 - l`.
    let mut values: Vec<V> = Vec::with_capacity(nodes.len());
    for line in (0..nodes.len()).rev() {
        let value = |child: &Child| match child.kind() {
            ChildKind::Node(distance) => Some(&values[values.len() - distance]),
            ChildKind::Solved => Some(&solved),
            ChildKind::Dead(_) => Some(&none),
            ChildKind::Skipped => None,
        };
        let node = nodes.get(line);
        let children = node.children().iter().map(value);
        let own = if let ProofNode::Parts { .. } = node {
            product(children)
        } else {
            sum(children, (nodes.first_child(line)..).map(&cost_of))
        };
        values.push(own.ok_or(NeededPart(line))?);
    }
    Ok(values.pop().unwrap_or(none))
}

/// The sum over the children, which have these costs; `None` if one is not known.
fn sum<'a, V: FamilyValue + 'a>(
    children: impl Iterator<Item = Option<&'a V>>,
    costs: impl Iterator<Item = u64>,
) -> Option<V> {
    let mut sum = V::none();
    for (child, cost) in children.zip(costs) {
        sum.add(child?, cost);
    }
    Some(sum)
}

/// The product of all parts; `None` if it depends on a part that is not known.
fn product<'a, V: FamilyValue + 'a>(parts: impl Iterator<Item = Option<&'a V>>) -> Option<V> {
    let mut product = Some(V::of_empty_solution());
    for part in parts {
        match (part, &mut product) {
            (Some(part), _) if part.is_none() => return Some(V::none()),
            (Some(part), Some(product)) => product.multiply(part),
            (Some(_), None) => {}
            (None, _) => product = None,
        }
    }
    product
}

/// A number of solutions, or [`u64::MAX`] for all from there on.
#[derive(Clone, Copy)]
struct Saturating(u64);

impl FamilyValue for Saturating {
    fn none() -> Self {
        Self(0)
    }

    fn of_empty_solution() -> Self {
        Self(1)
    }

    fn is_none(&self) -> bool {
        self.0 == 0
    }

    fn add(&mut self, other: &Self, _: u64) {
        self.0 = self.0.saturating_add(other.0);
    }

    fn multiply(&mut self, other: &Self) {
        self.0 = self.0.saturating_mul(other.0);
    }
}

impl FamilyValue for Natural {
    fn none() -> Self {
        Self::ZERO
    }

    fn of_empty_solution() -> Self {
        Self::ONE
    }

    fn is_none(&self) -> bool {
        self.is_zero()
    }

    fn add(&mut self, other: &Self, _: u64) {
        Self::add(self, other);
    }

    fn multiply(&mut self, other: &Self) {
        Self::multiply(self, other);
    }
}

/// The least cost and how many solutions have it; `None` if there is no solution. A cost is below
/// 2^64 and there are at most 2^32 options, so that sums fit.
#[derive(Clone)]
struct Cheapest(Option<(u128, Natural)>);

impl FamilyValue for Cheapest {
    fn none() -> Self {
        Self(None)
    }

    fn of_empty_solution() -> Self {
        Self(Some((0, Natural::ONE)))
    }

    fn is_none(&self) -> bool {
        self.0.is_none()
    }

    fn add(&mut self, other: &Self, cost: u64) {
        let Some((least, count)) = &other.0 else { return };
        let least = least + u128::from(cost);
        match &mut self.0 {
            Some((own, sum)) if *own == least => sum.add(count),
            Some((own, _)) if *own < least => {}
            _ => self.0 = Some((least, count.clone())),
        }
    }

    fn multiply(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Some((own, product)), Some((least, count))) => {
                *own += least;
                product.multiply(count);
            }
            _ => self.0 = None,
        }
    }
}
