"""Types for annotations: names that functions take, and their settings.

>>> from quadrille import Problem
>>> from quadrille.typing import EngineName
>>> def count_with(problem: Problem, engine: EngineName) -> int:
...     return problem.count(engine=engine)
>>> count_with(Problem([["a"], ["a"]]), "links")
2
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypedDict

from quadrille._progress import ProgressOption

__all__ = [
    "BoxOption",
    "EngineName",
    "ErrorsOption",
    "FormName",
    "MethodName",
    "RatingNumberName",
    "Regions",
    "SymmetryName",
    "Variant",
    "Verdict",
]

EngineName = Literal[
    "auto", "bits", "links", "cells-wtd", "cells-frb", "multiple", "learning", "naive"
]
"""An engine of a search."""

MethodName = Literal["auto", "plain", "diagram", "fewest", "frontier"]
"""A method of counting."""

ErrorsOption = Literal["raise", "null"]
"""What becomes of rows that are not puzzles."""

Verdict = Literal["none", "unique", "multiple"]
"""Whether there are solutions."""

FormName = Literal["puzzle", "grid"]
"""A canonical form."""

RatingNumberName = Literal["technique", "depth", "backdoor", "guesses", "clues"]
"""A number that says how hard a puzzle is."""

SymmetryName = Literal[
    "none", "rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "all"
]
"""A symmetry of the cells with clues."""

BoxOption = tuple[int, int] | str | None
"""The rows and columns of a box, "none", or a drawing of boxes; None for the usual boxes."""

Variant = str | Iterable[str]
"""Names of rules beyond rows, columns and boxes."""

Regions = Iterable[Iterable[int]]
"""Lists of cells that hold no value twice."""


class _Rules(TypedDict, total=False):
    """The rules of puzzles, and how a search of them runs."""

    size: int | None
    box: BoxOption
    variant: Variant
    diagonal: bool
    regions: Regions
    threads: int | None
    timeout: float | None
    progress: ProgressOption


class _Grids(_Rules, total=False):
    """The arguments of `grids`."""

    sampling: Literal["uniform", "fast"]
    seed: int | None
    start: int


class _Puzzles(_Rules, total=False):
    """The arguments of `generate`."""

    minimal: bool
    clues: int | tuple[int, int] | None
    symmetry: SymmetryName
    pattern: Any
    rating: str | None
    sampling: Literal["fast", "weighted"]
    seed: int | None
    start: int


class _Settings(_Rules, total=False):
    """The arguments of all functions about puzzles."""

    errors: ErrorsOption


class _Raising(_Rules, total=False):
    """The same, where no row may be wrong."""

    errors: Literal["raise"]
