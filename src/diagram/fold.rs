//! [`Algebra`]: whatever can be computed of a diagram from below.

use super::Diagram;
use super::node::{Node, NodeId, Nodes};
use crate::ids::OptionId;

/// How a value of each node comes from those below it.
///
/// To count is such an algebra: 0 of nothing, 1 of the empty set, sums at choices, and products at conjunctions.
///
/// ```
/// use quadrille::OptionId;
/// use quadrille::diagram::{Algebra, Diagram};
/// use quadrille::Solution;
///
/// /// The greatest number of options of a solution.
/// struct Longest;
///
/// impl Algebra for Longest {
///     type Value = Option<usize>;
///
///     fn none(&self) -> Self::Value {
///         None
///     }
///     fn unit(&self) -> Self::Value {
///         Some(0)
///     }
///     fn choice(&self, _: OptionId, without: &Self::Value, with: &Self::Value) -> Self::Value {
///         (*without).max(with.map(|length| length + 1))
///     }
///     fn and(&self, left: Self::Value, right: &Self::Value) -> Self::Value {
///         Some(left? + (*right)?)
///     }
/// }
///
/// let sets = [vec![0, 3, 4], vec![1, 2]];
/// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
/// assert_eq!(Diagram::of_solutions(5, solutions)?.fold(&Longest), Some(3));
/// # Ok::<(), quadrille::diagram::DiagramError>(())
/// ```
pub trait Algebra {
    /// What is computed of each node.
    type Value: Clone;

    /// The value of no solution.
    fn none(&self) -> Self::Value;

    /// The value of the one solution that takes no option.
    fn unit(&self) -> Self::Value;

    /// The value of the solutions of two nodes, where those of the second have one more option. No set is in both.
    fn choice(&self, option: OptionId, without: &Self::Value, with: &Self::Value) -> Self::Value;

    /// The value of all unions of a solution of one side and one of the other, which have no option in common. The
    /// parts of a conjunction are taken from the left: first two, then what they give and the third, and so on.
    fn and(&self, left: Self::Value, right: &Self::Value) -> Self::Value;
}

impl Diagram {
    /// The value of the root, computed from below: once for each node.
    ///
    /// A value is dropped when it was asked for the last time, so that values may be large. It takes four bytes for each
    /// node, and the size of a value (what that owns not counted).
    pub fn fold<A: Algebra>(&self, algebra: &A) -> A::Value {
        let mut fold =
            Fold { algebra, values: vec![None; self.nodes.all()], last: last_parents(&self.nodes) };
        fold.values[NodeId::NONE.index()] = Some(algebra.none());
        fold.values[NodeId::UNIT.index()] = Some(algebra.unit());
        for (id, node) in self.nodes.iter() {
            let value = fold.value(node);
            fold.values[id.index()] = Some(value);
            fold.forget(id, node);
        }
        fold.take(self.root)
    }

    /// The sum over all solutions of the product of the weights of their options: with 1 for each option the number of
    /// solutions, and with probabilities of independent options the probability that those taken are a solution.
    ///
    /// Sums are those of floating-point numbers, rounded as these are. A weight is asked for once for each choice.
    #[must_use]
    pub fn weight(&self, weight: impl Fn(OptionId) -> f64) -> f64 {
        self.fold(&Weights(weight))
    }
}

/// The state of a fold.
struct Fold<'a, A: Algebra> {
    algebra: &'a A,
    /// Of the nodes so far, as long as one that is above them is to come.
    values: Vec<Option<A::Value>>,
    last: Vec<NodeId>,
}

impl<A: Algebra> Fold<'_, A> {
    fn value(&self, node: Node<'_>) -> A::Value {
        match node {
            Node::Choice { option, without, with } => {
                self.algebra.choice(option, self.get(without), self.get(with))
            }
            Node::And(parts) => {
                parts[1..].iter().fold(self.get(parts[0]).clone(), |left, &right| {
                    self.algebra.and(left, self.get(right))
                })
            }
        }
    }

    fn get(&self, id: NodeId) -> &A::Value {
        self.values[id.index()].as_ref().expect("children come before parents")
    }

    fn take(&mut self, id: NodeId) -> A::Value {
        self.values[id.index()].take().expect("the root is never forgotten")
    }

    /// Drops what no other node will ask for. Terminals stay.
    fn forget(&mut self, id: NodeId, node: Node<'_>) {
        let drop_last = |child: NodeId| {
            if !child.is_terminal() && self.last[child.index()] == id {
                self.values[child.index()] = None;
            }
        };
        each_child(node, drop_last);
    }
}

/// Of each node the last one that refers to it.
fn last_parents(nodes: &Nodes) -> Vec<NodeId> {
    let mut last = vec![NodeId::NONE; nodes.all()];
    for (id, node) in nodes.iter() {
        each_child(node, |child| last[child.index()] = id);
    }
    last
}

/// Calls with every child of a node, terminals too.
fn each_child(node: Node<'_>, mut call: impl FnMut(NodeId)) {
    match node {
        Node::Choice { without, with, .. } => {
            call(without);
            call(with);
        }
        Node::And(parts) => parts.iter().copied().for_each(call),
    }
}

/// Sums of products of the weights of options.
struct Weights<F>(F);

impl<F: Fn(OptionId) -> f64> Algebra for Weights<F> {
    type Value = f64;

    fn none(&self) -> f64 {
        0.0
    }

    fn unit(&self) -> f64 {
        1.0
    }

    fn choice(&self, option: OptionId, without: &f64, with: &f64) -> f64 {
        without + self.0(option) * with
    }

    fn and(&self, left: f64, right: &f64) -> f64 {
        left * right
    }
}
