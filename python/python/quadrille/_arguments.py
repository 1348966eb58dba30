"""Checks of arguments, with messages that name them."""

from __future__ import annotations

from operator import index
from typing import Any

MAX_U32 = 2**32 - 1
MAX_U64 = 2**64 - 1


def natural(name: str, value: Any, least: int = 1, most: int = MAX_U64) -> int:
    """An integer of any type, within bounds.

    Raises:
        TypeError: it is not an integer.
        ValueError: it is out of bounds.
    """
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, found {value!r}") from None
    if number < least:
        raise ValueError(f"{name} must be at least {least}, found {number}")
    if number > most:
        raise ValueError(f"{name} must be at most {most}, found {number}")
    return number


def optional_natural(name: str, value: Any, least: int = 1, most: int = MAX_U64) -> int | None:
    """The same, or None."""
    return None if value is None else natural(name, value, least, most)


def seconds(name: str, value: Any) -> float | None:
    """A time in seconds, or None for no limit."""
    if value is None:
        return None
    try:
        number = value + 0.0
    except TypeError:
        raise TypeError(f"{name} must be a number of seconds, found {value!r}") from None
    if not number >= 0:
        raise ValueError(f"{name} must be a number of seconds, at least 0, found {value!r}")
    # More than the age of the universe is no limit.
    return None if number > 1e18 else float(number)


def pair(name: str, value: Any, least: int = 1, most: int = MAX_U32) -> tuple[int, int]:
    """Two integers within bounds."""
    try:
        first, second = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a pair of integers, found {value!r}") from None
    return natural(name, first, least, most), natural(name, second, least, most)
