//! The statistics of the 9x9 solver: for all puzzles together, since up to sixteen of them share a
//! pass.

use super::units::counted;
use crate::json::Plain;
use quadrille::sudoku::simd9::BatchStats;
use serde::{Serialize, Serializer};

const LANES: u64 = 16;

/// The share of lanes in use, averaged over all passes, in thousandths; `None` without a pass.
fn full(work: BatchStats) -> Option<u128> {
    let all = u128::from(LANES) * u128::from(work.passes);
    (u128::from(work.lane_passes) * 1000 + all / 2).checked_div(all)
}

#[derive(Serialize)]
struct Record {
    guesses: u64,
    branches: u64,
    passes: u64,
    lane_passes: u64,
    full: Option<Plain<String>>,
}

/// Writes the work for programs.
pub(super) fn serialize<S: Serializer>(
    work: &Option<BatchStats>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let record = work.map(|work| {
        let BatchStats { passes, lane_passes, guesses, branches, .. } = work;
        let full = full(work).map(|full| Plain(format!("{}.{:03}", full / 1000, full % 1000)));
        Record { guesses, branches, passes, lane_passes, full }
    });
    record.serialize(serializer)
}

/// The work for people: `2 guesses, 80 passes, 82.4 % full, all problems together`.
pub(super) fn text(work: BatchStats) -> String {
    let full = full(work).map(|full| format!(", {}.{} % full", full / 10, full % 10));
    let (guesses, passes) = (counted(work.guesses, "guess"), counted(work.passes, "pass"));
    format!("{guesses}, {passes}{}, all problems together", full.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(passes: u64, lane_passes: u64, guesses: u64) -> (String, String) {
        let mut work = BatchStats::default();
        (work.passes, work.lane_passes, work.guesses) = (passes, lane_passes, guesses);
        let mut json = Vec::new();
        serialize(&Some(work), &mut serde_json::Serializer::new(&mut json)).unwrap();
        (text(work), String::from_utf8(json).unwrap())
    }

    #[test]
    fn lanes_are_full_if_each_of_them_has_a_state() {
        let (text, json) = formatted(3, 48, 2);
        assert_eq!(text, "2 guesses, 3 passes, 100.0 % full, all problems together");
        let rest = r#""branches":0,"passes":3,"lane_passes":48,"full":1.000}"#;
        assert_eq!(json, format!(r#"{{"guesses":2,{rest}"#));
        let (text, json) = formatted(1, 1, 1);
        assert_eq!(text, "1 guess, 1 pass, 6.3 % full, all problems together");
        assert!(json.ends_with(r#""lane_passes":1,"full":0.063}"#), "{json}");
        assert!(formatted(u64::MAX, u64::MAX, 0).1.ends_with(r#""full":0.063}"#));
    }

    #[test]
    fn lanes_without_a_pass_are_neither_full_nor_empty() {
        let (text, json) = formatted(0, 0, 0);
        assert_eq!(text, "0 guesses, 0 passes, all problems together");
        assert!(json.ends_with(r#""full":null}"#), "{json}");
    }
}
