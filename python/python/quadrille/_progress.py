"""Progress of searches: a callback, or a bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Union


class Progress(NamedTuple):
    """How far a search has come."""

    share: float | None
    """The share that is done, from 0 to 1; None if it is not known."""
    found: int
    """The solutions that were found, or the puzzles that were answered."""
    nodes: int
    """The nodes of the search tree that were visited; 0 for puzzles."""
    seconds: float
    """The time since the search began."""
    cost: int | None = None
    """The cost of the cheapest solution that `cheapest` has found; None if it has found none, and in
    other searches."""
    bound: int | None = None
    """A lower bound of the cost of all solutions that `cheapest` has not found; None if there are
    none, and in other searches."""


ProgressOption = Union[bool, Callable[[Progress], object], None]
"""None or False for no progress, True for a bar of tqdm on standard error, or a function."""

NativeCallback = Callable[
    [Union[float, None], int, int, float, Union[int, None], Union[int, None]], object
]


def native_callback(progress: ProgressOption) -> NativeCallback | None:
    """The function that a search calls about ten times a second, and at its end."""
    if progress is None or progress is False:
        return None
    call = _Bar() if progress is True else progress
    return lambda share, found, nodes, seconds, cost, bound: call(
        Progress(share, found, nodes, seconds, cost, bound)
    )


class _Bar:
    """A bar of tqdm, or nothing where tqdm is not installed."""

    def __init__(self) -> None:
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}{postfix}")

    def __call__(self, progress: Progress) -> None:
        if self._bar is None:
            return
        if progress.share is not None:
            self._bar.n = progress.share
        postfix = f"{progress.found} found"
        if progress.cost is not None:
            postfix += f", cost {progress.cost}"
        if progress.bound is not None:
            postfix += f", bound {progress.bound}"
        self._bar.set_postfix_str(postfix, refresh=False)
        self._bar.refresh()

    def __del__(self) -> None:
        if self._bar is not None:
            self._bar.close()
