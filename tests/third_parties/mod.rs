//! Proofs in the formats of third parties' checkers: checked by small checkers here and, where the
//! environment says where they are, by those of the third parties.
mod checkers;
mod count;
mod cpog;
mod encode;
mod learned;
mod lrat;
mod scpog;
mod veripb;
