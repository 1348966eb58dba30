"""Checks of arguments, with messages that name them."""

from __future__ import annotations

from collections.abc import Iterable
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


def listed(name: str, value: Any, elements: str) -> list[Any]:
    """The elements of an iterable. A text is refused: its letters are rarely what is meant.

    Raises:
        TypeError: it is a text, or not iterable.
    """
    expected = f"{name} must be an iterable of {elements}"
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{expected}, found the text {value!r}")
    try:
        elements_of = iter(value)
    except TypeError:
        raise TypeError(f"{expected}, found {value!r}") from None
    return list(elements_of)


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """One of several names.

    Raises:
        TypeError: it is not a str.
        ValueError: it is not a known name.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, found {value!r}")
    if value not in known:
        raise ValueError(f"there is no {name} {value!r}; there are {', '.join(known)}")
    return value


def boolean(name: str, value: Any) -> bool:
    """A `bool`, also one of numpy."""
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", None) == "b":
        return bool(value)
    raise TypeError(f"{name} must be True or False, found {value!r}")


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
