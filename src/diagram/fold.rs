//! [`Algebra`]: values computed bottom up over a diagram.

use super::Diagram;
use super::node::{Node, NodeId, NodeStore};
use crate::ids::OptionId;

/// Defines the value of a node from those of its children.
///
/// Counting is an algebra: 0 for no solution, 1 for the empty one, sums at choices, products at
/// conjunctions.
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
    /// The value of a node.
    type Value: Clone;

    /// The value of no solution.
    fn none(&self) -> Self::Value;

    /// The value of the one solution that takes no option.
    fn unit(&self) -> Self::Value;

    /// The value of the solutions of `without`, and those of `with` with an option added. No
    /// solution is in both.
    fn choice(&self, option: OptionId, without: &Self::Value, with: &Self::Value) -> Self::Value;

    /// The value of all unions of a solution of `left` and one of `right`, which share no option.
    /// The parts of a conjunction are combined from left to right.
    fn and(&self, left: Self::Value, right: &Self::Value) -> Self::Value;
}

impl Diagram {
    /// The value of the root, computed bottom up, once for each node.
    ///
    /// Values are dropped after their last use, so that they may be large. It takes four bytes and
    /// the size of a value for each node.
    pub fn fold<A: Algebra>(&self, algebra: &A) -> A::Value {
        let mut fold = Fold {
            algebra,
            values: vec![None; self.nodes.all()],
            last_parent: last_parents(&self.nodes),
        };
        fold.values[NodeId::NONE.index()] = Some(algebra.none());
        fold.values[NodeId::UNIT.index()] = Some(algebra.unit());
        for (id, node) in self.nodes.iter() {
            let value = fold.value(node);
            fold.values[id.index()] = Some(value);
            fold.forget(id, node);
        }
        fold.take(self.root)
    }

    /// The sum over all solutions of the product of the weights of their options. With weight 1 for
    /// each option this is the number of solutions.
    ///
    /// Sums are rounded like all floating-point sums. `weight` is called once for each choice.
    #[must_use]
    pub fn weight(&self, weight: impl Fn(OptionId) -> f64) -> f64 {
        self.fold(&Weights(weight))
    }
}

/// The state of a fold.
struct Fold<'a, A: Algebra> {
    algebra: &'a A,
    /// Of each node so far, until its last parent is done.
    values: Vec<Option<A::Value>>,
    last_parent: Vec<NodeId>,
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
        self.values[id.index()].take().expect("the value of the root is kept")
    }

    /// Drops the values of children of which this is the last parent. Those of terminals stay.
    fn forget(&mut self, id: NodeId, node: Node<'_>) {
        let drop_last = |child: NodeId| {
            if !child.is_terminal() && self.last_parent[child.index()] == id {
                self.values[child.index()] = None;
            }
        };
        each_child(node, drop_last);
    }
}

/// The last parent of each node.
fn last_parents(nodes: &NodeStore) -> Vec<NodeId> {
    let mut last = vec![NodeId::NONE; nodes.all()];
    for (id, node) in nodes.iter() {
        each_child(node, |child| last[child.index()] = id);
    }
    last
}

/// Calls a function with every child of a node, terminals included.
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
