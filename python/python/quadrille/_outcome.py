"""The end of a search: its result, or an exception with what was found."""

from __future__ import annotations

from typing import Any, TypeVar

from quadrille.errors import Interrupted, Stopped, TimedOut

Result = TypeVar("Result")


def completed(
    result: Result, reason: str, interrupt: BaseException | None, bound: int | None = None
) -> Result:
    """Returns the result of a search, if it is complete. Raises an exception otherwise."""
    if isinstance(interrupt, KeyboardInterrupt):
        raise Interrupted(result, bound) from interrupt
    if interrupt is not None:
        raise interrupt
    if reason != "exhausted":
        raise stopped(reason, result, bound)
    return result


def stopped(reason: str, partial: Any, bound: int | None = None) -> Stopped:
    """The exception for a search that was stopped."""
    if reason == "deadline":
        return TimedOut("the time was up before the search was complete", reason, partial, bound)
    if reason == "memory-limit":
        return Stopped("the limit of memory was reached", reason, partial, bound)
    return Stopped(f"the search was stopped: {reason}", reason, partial, bound)
