//! `dlx`: Knuth's Algorithms X, C and M, and M with colours, each in a module of its own.

use super::{CountCover, Peer, count_while};
use crate::cover::{Cover, Entry};
use dlx::choose::{Tiebreak, knuth_tiebreak, mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Solver, Uint, c, m, mc, x};

pub(super) struct Dlx;

impl Peer for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        // It asserts that there are a primary item and an option.
        if cover.is_trivial() {
            return None;
        }
        let (primary, secondary) = (Uint(cover.primary()), Uint(cover.secondary()));
        let bounds: Vec<_> = cover.bounds().iter().map(|b| (Int(b.low), Int(b.high))).collect();
        Some(match (cover.has_multiplicities(), cover.has_colors()) {
            (false, false) => {
                let rows = rows(cover);
                Box::new(move |limit| {
                    let problem = x::make_problem(primary, secondary, &rows, OptOrder::Seq);
                    count(problem, no_tiebreak(), limit)
                })
            }
            (false, true) => {
                let rows = colored_rows(cover);
                Box::new(move |limit| {
                    let problem = c::make_problem(primary, secondary, &rows, OptOrder::Seq);
                    count(problem, no_tiebreak(), limit)
                })
            }
            (true, false) => {
                let rows = rows(cover);
                Box::new(move |limit| {
                    let items = m::INodes::new(bounds.iter().copied(), secondary);
                    let all = primary + secondary;
                    let options = x::ONodes::new(all, primary, &rows, OptOrder::Seq);
                    count(m::Problem::new(items, options), knuth_tiebreak(), limit)
                })
            }
            (true, true) => {
                let rows = colored_rows(cover);
                Box::new(move |limit| {
                    let items = m::INodes::new(bounds.iter().copied(), secondary);
                    let all = primary + secondary;
                    let options = c::ONodes::new(all, primary, &rows, OptOrder::Seq);
                    count(mc::Problem::new(items, options), knuth_tiebreak(), limit)
                })
            }
        })
    }
}

/// Its item numbers start from 0.
fn rows(cover: &Cover) -> Vec<Vec<Uint>> {
    let row = |option: &Vec<Entry>| option.iter().map(|(item, _)| Uint(*item)).collect();
    cover.options().iter().map(row).collect()
}

/// Its colour 0 is none, so that colours start from 1.
fn colored_rows(cover: &Cover) -> Vec<Vec<(Uint, Int)>> {
    let entry = |&(item, color): &Entry| (Uint(item), color.map_or(0, |color| Int(color) + 1));
    cover.options().iter().map(|option| option.iter().map(entry).collect()).collect()
}

/// The fewest options first, as the crate's own examples do it.
fn count<P: Solve>(mut problem: P, tiebreak: impl Tiebreak<D = P>, limit: u64) -> u64 {
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), tiebreak);
    count_while(limit, || solver.next_solution(&mut chooser))
}
