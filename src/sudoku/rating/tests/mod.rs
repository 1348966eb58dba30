//! Ratings against definitions and laws.

mod laws;
mod naive;
mod samples;
mod steps;
