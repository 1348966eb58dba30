//! Writing a proof.

use super::{CLAIM, FORMAT, NODES, OPTIONS, PROBLEM};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::proof::child::Child;
use crate::proof::hash::problem_hash;
use crate::proof::{Claim, Proof, ProofNode};
use std::io::{self, Write};

impl Proof {
    /// Writes the proof of a claim about a problem as text. Many small pieces are written: the output
    /// should be buffered.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, problem: &Problem, claim: &Claim, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{FORMAT}")?;
        writeln!(out, "{PROBLEM} sha256:{}", problem_hash(problem))?;
        writeln!(out, "{OPTIONS} {}", problem.options().len())?;
        writeln!(out, "{NODES} {}", self.node_count())?;
        writeln!(out, "{CLAIM} {claim}")?;
        (0..self.node_count()).try_for_each(|line| write_node(self.node(line), out))
    }
}

fn write_node(node: ProofNode<'_>, out: &mut impl Write) -> io::Result<()> {
    let number = |option: OptionId| option.index() + 1;
    match node {
        ProofNode::Branch { item, children } => {
            write!(out, "{}", item.index() + 1)?;
            write_children(children, out)
        }
        ProofNode::Decision { option, children } => {
            write!(out, "? {}", number(option))?;
            write_children(&children, out)
        }
        ProofNode::Parts { children } => {
            out.write_all(b"&")?;
            write_children(children, out)
        }
        ProofNode::Renaming { child, images } => {
            write!(out, "~ {child}")?;
            images.iter().try_for_each(|&image| write!(out, " {}", number(image)))?;
            writeln!(out)
        }
        ProofNode::Leaf(leaf) => writeln!(out, "{leaf}"),
    }
}

fn write_children(children: &[Child], out: &mut impl Write) -> io::Result<()> {
    children.iter().try_for_each(|child| write!(out, " {child}"))?;
    writeln!(out)
}
