//! The claim of a proof in the records of `prove` and `verify`.

use super::json::Object;
use quadrille::proof::Claim;

/// Writes what is proved: the kind of the claim, and its numbers.
pub(super) fn describe_claim(claim: &Claim, object: &mut Object<'_>) {
    match claim {
        Claim::None => object.text("claim", "none"),
        Claim::Unique => object.text("claim", "unique"),
        Claim::Count(count) => object.text("claim", "count").plain("count", count),
        Claim::Cheapest(None) => object.text("claim", "cheapest").plain("count", 0),
        Claim::Cheapest(Some((cost, count))) => {
            object.text("claim", "cheapest").plain("cost", cost).plain("count", count)
        }
    };
}
