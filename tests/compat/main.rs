//! The five documents re-enacted: what they print, and that they agree with the engines.

#[path = "../common/mod.rs"]
mod common;

mod agent;
mod crosscheck;
mod euler96;
mod lab;
mod lecture;
mod norvig16;
mod observers;
