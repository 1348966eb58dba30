//! Memoised counts and diagrams: compared with the oracle, with known answers, and with laws.
//!
//! The errors of a wrong memo are rare and silent. So these are thousands of problems, each counted
//! in many ways, and the largest ones that are still counted at once.
mod against;
mod cheapest;
mod known;
mod laws;
mod memory;
mod parts;
mod problems;
mod sample;
mod settings;
mod shapes;
mod truth;
