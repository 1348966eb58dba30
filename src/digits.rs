//! serde for big integers: a text of digits, since they can be too large for a word.

use crate::natural::Natural;
use num_bigint::BigUint;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.to_big(), serializer)
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Self::from)
    }
}

pub(crate) fn serialize<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BigUint, D::Error> {
    let text = Cow::<str>::deserialize(deserializer)?;
    let number = BigUint::parse_bytes(text.as_bytes(), 10);
    let number = number.filter(|number| number.to_string() == text);
    number.ok_or_else(|| D::Error::custom("expected a number as digits"))
}

/// A list of big integers.
pub(crate) mod list {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        numbers: &[BigUint],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(numbers.iter().map(BigUint::to_string))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<BigUint>, D::Error> {
        let numbers = Vec::<Natural>::deserialize(deserializer)?;
        Ok(numbers.iter().map(Natural::to_big).collect())
    }
}
