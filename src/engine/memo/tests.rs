//! Memoised counts against the oracle.

use super::*;
use crate::engine::tests::oracle;
use crate::natural::Natural;

fn counted(problem: &Problem, order: Order, bytes: usize) -> Natural {
    let plan = Orders::new(problem, None).plan(order);
    let mut machine = machine(problem, None, &Subproblem::default(), &plan, Counts, |root| {
        Table::new(root, bytes)
    });
    while machine.advance(7) == Status::Paused {
        assert!(machine.at_least() <= Natural::Word(oracle(problem, &[])));
    }
    machine.value().expect("it is done").clone()
}

const ORDERS: [Order; 2] = [Order::Fewest, Order::Frontier];

#[test]
fn counts_are_those_of_the_oracle() {
    for text in [
        "a\n",
        "a\na\n",
        "| x\nx\n",
        "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n",
        "a b | x y\na x:r\na x:s y\nb x:r\nb y\nb x:s\na b\n",
        "0:2|a b 1:3|c\na\na b\nc\nb c\na c\nc\n",
        "2|a 0:1|b c | x\na x:1\na b x:1\na c x:2\nb c\nc x:1\na\n",
        "0:0|a b\na b\nb\n",
        "0:5|a\na\na\na\n",
        "a b c d\na\na\nb\nb\nc\nc d\nd\n",
    ] {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            for bytes in [0, 1 << 20] {
                assert_eq!(
                    counted(&problem, order, bytes),
                    Natural::Word(oracle(&problem, &[])),
                    "{text}"
                );
            }
        }
    }
}
