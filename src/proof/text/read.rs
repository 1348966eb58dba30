//! Reading a proof and checking it line by line.

use super::lines::{LineTokens, Lines, positive};
use super::{CLAIM, CLAIM_LINE, FORMAT, NODES, OPTIONS, PROBLEM, line_of};
use crate::ids::{ItemId, OptionId, to_u64};
use crate::problem::Problem;
use crate::proof::child::Child;
use crate::proof::error::{CheckError, ProofError, ProofFault};
use crate::proof::hash::problem_hash;
use crate::proof::verify::Verifier;
use crate::proof::{Claim, ClaimKind, ProofNode};
use std::io::BufRead;
use std::ops::ControlFlow;

/// Reads the text of a proof about a problem, and checks it. Returns what it proves.
///
/// `progress` is called now and then, and at the end, with the number of nodes that were checked,
/// and the number of all. It can stop the check, but not at the end: what is checked is returned.
///
/// ```
/// use quadrille::proof::{ClaimKind, verify};
/// use quadrille::{Problem, Solver};
/// use std::ops::ControlFlow;
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
/// let (proof, claim) = Solver::new(&problem).proof(ClaimKind::Count)?;
/// let mut text = Vec::new();
/// proof.write(&problem, &claim, &mut text)?;
/// let proved = verify(&problem, &text[..], |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(proved.to_string(), "count 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CheckError`]. A proof that is refused says nothing about the problem.
pub fn verify(
    problem: &Problem,
    input: impl BufRead,
    mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Claim, CheckError> {
    let mut lines = Lines::new(input, problem.options().len());
    let header = Header::read(problem, &mut lines)?;
    let mut verifier = Verifier::new(problem, header.kind, header.nodes);
    let mut children = Children::default();
    let mut checked = 0;
    while let Some(line) = lines.next()? {
        let own = to_u64(verifier.checked());
        let result = if own == header.nodes {
            Err(ProofFault::Nodes(header.nodes))
        } else {
            children.parse(problem, line).and_then(|node| verifier.check(node))
        };
        result.map_err(|fault| lines.error(fault))?;
        checked += 1;
        if checked % STEP == 0 && progress(checked, header.nodes).is_break() {
            return Err(CheckError::Stopped);
        }
    }
    if checked < header.nodes {
        return Err(lines.error(ProofFault::Nodes(header.nodes)));
    }
    let at = |(node, fault)| ProofError { line: line_of(node), fault };
    let found = verifier.finish().map_err(at)?;
    if found.to_string() != header.claim {
        let fault = ProofFault::wrong_claim(&header.claim, &found);
        return Err(ProofError { line: CLAIM_LINE, fault }.into());
    }
    // What is known can't be stopped.
    let _ = progress(checked, header.nodes);
    Ok(found)
}

/// Numbers have at most ten digits.
const MOST_NODES: u64 = 10_000_000_000;
/// The nodes between two reports of progress.
const STEP: u64 = 1 << 10;

/// What the first lines say.
struct Header {
    nodes: u64,
    claim: String,
    kind: ClaimKind,
}

impl Header {
    fn read(problem: &Problem, lines: &mut Lines<impl BufRead>) -> Result<Self, CheckError> {
        let line = lines.expect()?;
        if line != FORMAT {
            let fault = ProofFault::expected(FORMAT, line);
            return Err(lines.error(fault));
        }
        let mut hash = String::new();
        field(lines, PROBLEM, |tokens| {
            let token = tokens.next().unwrap_or_default();
            let digits = token.strip_prefix("sha256:");
            let fault = || ProofFault::expected("`sha256:` and 64 hexadecimal digits", token);
            hash = digits.filter(|digits| is_hash(digits)).ok_or_else(fault)?.to_owned();
            Ok(())
        })?;
        let expected = problem_hash(problem);
        if hash != expected {
            return Err(lines.error(ProofFault::OtherProblem { found: hash, expected }));
        }
        let options = problem.options().len();
        field(lines, OPTIONS, |tokens| match tokens.next() {
            Some(token) if token == options.to_string() => Ok(()),
            _ => Err(ProofFault::Options(options)),
        })?;
        let mut nodes = 0;
        field(lines, NODES, |tokens| {
            nodes = to_u64(tokens.number("a number of nodes from 1")?);
            let is_possible = nodes < MOST_NODES;
            is_possible.then_some(()).ok_or(ProofFault::Nodes(nodes))
        })?;
        let mut claim = (String::new(), ClaimKind::Count);
        field(lines, CLAIM, |tokens| {
            claim = parse_claim(tokens.rest().unwrap_or_default())?;
            Ok(())
        })?;
        Ok(Self { nodes, claim: claim.0, kind: claim.1 })
    }
}

/// Reads a line of the header that starts with a word.
fn field(
    lines: &mut Lines<impl BufRead>,
    word: &'static str,
    read: impl FnOnce(&mut LineTokens<'_>) -> Result<(), ProofFault>,
) -> Result<(), CheckError> {
    let mut tokens = LineTokens::new(lines.expect()?);
    let result = tokens.word(word).and_then(|()| read(&mut tokens)).and_then(|()| tokens.end());
    result.map_err(|fault| lines.error(fault))
}

fn is_hash(digits: &str) -> bool {
    digits.len() == 64 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// The text of a claim and its kind. Numbers are compared as texts later.
fn parse_claim(claim: &str) -> Result<(String, ClaimKind), ProofFault> {
    let is_number = |token: &str| token == "0" || positive_digits(token);
    let tokens: Vec<_> = claim.split(' ').collect();
    let kind = match tokens[..] {
        ["none"] => ClaimKind::None,
        ["unique"] => ClaimKind::Unique,
        ["count", count] if is_number(count) => ClaimKind::Count,
        ["cheapest", "none"] => ClaimKind::Cheapest,
        ["cheapest", cost, count] if is_number(cost) && is_number(count) => ClaimKind::Cheapest,
        _ => {
            let expected = "`none`, `unique`, `count N`, `cheapest none` or `cheapest COST N`";
            return Err(ProofFault::expected(expected, claim));
        }
    };
    Ok((claim.to_owned(), kind))
}

fn positive_digits(token: &str) -> bool {
    !token.is_empty() && !token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// The children and images of the line that was parsed last.
#[derive(Default)]
struct Children {
    children: Vec<Child>,
    images: Vec<OptionId>,
}

impl Children {
    /// Parses the line of a node.
    fn parse(&mut self, problem: &Problem, line: &str) -> Result<ProofNode<'_>, ProofFault> {
        let mut tokens = LineTokens::new(line);
        let first = tokens.next().unwrap_or_default();
        self.children.clear();
        match first {
            "?" => {
                let option = option(problem, &mut tokens)?;
                let mut child = || child(problem, tokens.next().unwrap_or_default());
                let children = [child()?, child()?];
                tokens.end()?;
                Ok(ProofNode::Decision { option, children })
            }
            "&" => {
                while let Some(token) = tokens.next() {
                    let skipped = (token == ".").then_some(Child::SKIPPED);
                    self.children.push(skipped.map_or_else(|| child(problem, token), Ok)?);
                }
                Ok(ProofNode::Parts { children: &self.children })
            }
            "~" => {
                let child = child(problem, tokens.next().unwrap_or_default())?;
                self.images.clear();
                while tokens.has_more() {
                    self.images.push(option(problem, &mut tokens)?);
                }
                Ok(ProofNode::Renaming { child, images: &self.images })
            }
            _ => match positive(first) {
                Some(number) => {
                    let item = item(problem, number)?;
                    while let Some(token) = tokens.next() {
                        self.children.push(child(problem, token)?);
                    }
                    Ok(ProofNode::Branch { item, children: &self.children })
                }
                None if first == "=" || first.starts_with('-') => {
                    let leaf = child(problem, first)?;
                    tokens.end()?;
                    Ok(ProofNode::Leaf(leaf))
                }
                None => Err(ProofFault::expected("an item, `?`, `&` or `~`", first)),
            },
        }
    }
}

/// The item with this number, from 1.
fn item(problem: &Problem, number: usize) -> Result<ItemId, ProofFault> {
    let is_known = number <= problem.items().len();
    is_known.then(|| ItemId::new(number - 1)).ok_or(ProofFault::NoItem(number))
}

/// The next token, which is the number of an option.
fn option(problem: &Problem, tokens: &mut LineTokens<'_>) -> Result<OptionId, ProofFault> {
    let number = tokens.number("an option")?;
    let is_known = number <= problem.options().len();
    is_known.then(|| OptionId::new(number - 1)).ok_or(ProofFault::NoOption(number))
}

/// A token that is a child.
fn child(problem: &Problem, token: &str) -> Result<Child, ProofFault> {
    if token == "=" {
        return Ok(Child::SOLVED);
    }
    if let Some(number) = token.strip_prefix('-').and_then(positive) {
        return item(problem, number).map(Child::dead);
    }
    let distance = positive(token);
    let distance = distance.ok_or_else(|| ProofFault::expected("a child", token))?;
    if distance > Child::MOST {
        return Err(ProofFault::BelowEnd(distance));
    }
    Ok(Child::node(distance))
}
