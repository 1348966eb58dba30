//! The settings of a counter: methods, memory limits, threads, and reduction.

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille::{Method, PresolveMode, Problem, Solver};

/// The methods that are an order and nothing else.
pub(crate) const ORDERS: [Method; 2] = [Method::Fewest, Method::Frontier];

/// No memory; just too little for an entry; some for a few, and for a few of threads, which take it
/// by the page; enough.
const MEMORIES: [usize; 5] = [0, 8 << 10, 9 << 10, 40 << 10, 1 << 26];

/// How a counter is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) method: Method,
    pub(crate) memory: usize,
    pub(crate) threads: usize,
    pub(crate) reduce: PresolveMode,
}

impl Setting {
    /// A method as it is without further wishes.
    pub(crate) fn of(method: Method) -> Self {
        Self { method, memory: 1 << 28, threads: 1, reduce: PresolveMode::Auto }
    }

    /// A counter that is set up so.
    pub(crate) fn counter(&self, problem: &Problem) -> Solver {
        let Self { method, memory, threads, reduce } = *self;
        Solver::new(problem).method(method).memory(memory).threads(threads).presolve(reduce)
    }

    /// All solutions are counted.
    pub(crate) fn count(&self, problem: &Problem) -> BigUint {
        let count = self.counter(problem).big_count();
        assert!(count.is_complete(), "{self:?}: {}", count.stop);
        count.solutions
    }
}

/// Any setting with a method.
fn setting(method: Method) -> impl Strategy<Value = Setting> {
    let reduce = select(vec![PresolveMode::Auto, PresolveMode::Always, PresolveMode::Never]);
    (select(MEMORIES.to_vec()), 1..=3usize, reduce)
        .prop_map(move |(memory, threads, reduce)| Setting { method, memory, threads, reduce })
}

/// A setting for each method.
pub(crate) fn settings() -> impl Strategy<Value = [Setting; 5]> {
    Method::ALL.map(setting)
}

/// A setting for one method of all.
pub(crate) fn any_setting() -> impl Strategy<Value = Setting> {
    select(Method::ALL.to_vec()).prop_flat_map(setting)
}

/// A setting for one of the methods that make diagrams, with enough memory for one.
pub(crate) fn diagram_setting() -> impl Strategy<Value = Setting> {
    any_setting().prop_map(|setting| Setting { memory: 1 << 26, ..setting })
}
