//! Writing a proof.

use super::{CLAIM, FORMAT, NODES, OPTIONS, PROBLEM};
use crate::problem::Problem;
use crate::proof::child::{Child, ChildKind};
use crate::proof::hash::problem_hash;
use crate::proof::{Claim, Proof, ProofNode};
use std::io::{self, Write};

/// The bytes after which lines are written to the output.
const BLOCK: usize = 1 << 14;

impl Proof {
    /// Writes the proof of a claim about a problem as text, in blocks of some kilobytes.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, problem: &Problem, claim: &Claim, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{FORMAT}")?;
        writeln!(out, "{PROBLEM} sha256:{}", problem_hash(problem))?;
        writeln!(out, "{OPTIONS} {}", problem.options().len())?;
        writeln!(out, "{NODES} {}", self.node_count())?;
        writeln!(out, "{CLAIM} {claim}")?;
        let mut block = Vec::with_capacity(2 * BLOCK);
        for line in 0..self.node_count() {
            push_node(self.node(line), &mut block);
            if block.len() >= BLOCK {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    }
}

fn push_node(node: ProofNode<'_>, text: &mut Vec<u8>) {
    match node {
        ProofNode::Branch { item, .. } => push_number(item.index() + 1, text),
        ProofNode::Decision { option, .. } => {
            text.extend_from_slice(b"? ");
            push_number(option.index() + 1, text);
        }
        ProofNode::Parts { .. } => text.push(b'&'),
        ProofNode::Renaming { .. } => text.push(b'~'),
        ProofNode::Leaf(_) => {}
    }
    for (index, &child) in node.children().iter().enumerate() {
        if index > 0 || !matches!(node, ProofNode::Leaf(_)) {
            text.push(b' ');
        }
        push_child(child, text);
    }
    if let ProofNode::Renaming { images, .. } = node {
        for image in images {
            text.push(b' ');
            push_number(image.index() + 1, text);
        }
    }
    text.push(b'\n');
}

fn push_child(child: Child, text: &mut Vec<u8>) {
    match child.kind() {
        ChildKind::Node(distance) => push_number(distance, text),
        ChildKind::Solved => text.push(b'='),
        ChildKind::Dead(item) => {
            text.push(b'-');
            push_number(item.index() + 1, text);
        }
        ChildKind::Skipped => text.push(b'.'),
    }
}

/// Appends a number in decimal. Formatting by the standard library takes several times as long.
fn push_number(number: usize, text: &mut Vec<u8>) {
    let begin = text.len();
    let mut rest = number;
    loop {
        text.push(DIGITS[rest % 10]);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text[begin..].reverse();
}

const DIGITS: [u8; 10] = *b"0123456789";
