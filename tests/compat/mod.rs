//! The five documents re-enacted: what they print, and that they agree with the engines.
mod agent;
mod crosscheck;
mod euler96;
mod lab;
mod lecture;
mod norvig16;
mod observers;
