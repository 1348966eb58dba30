//! Proofs: every claim of random and known problems is proved, checked, and compared with the
//! oracle; wrong proofs are refused.
mod claims;
mod mutations;
mod repository;
mod support;
mod wrong;
