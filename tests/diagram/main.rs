//! Memoised counting, and diagrams made by search: held against the oracle, against known answers
//! and against laws.
//!
//! A memo that is wrong gives wrong counts seldom and says nothing. So here are thousands of
//! problems, each counted in many ways, and the largest that are still counted in a blink.
#![cfg(feature = "diagram")]

#[path = "../common/mod.rs"]
mod common;

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
