"""The end of a search: its result, or an exception with what was found."""

from __future__ import annotations

from typing import Any, TypeVar

from quadrille.errors import Interrupted, Stopped, TimedOut

Result = TypeVar("Result")


def completed(result: Result, reason: str, interrupt: BaseException | None) -> Result:
    """Returns the result of a search, if it is complete. Raises an exception otherwise."""
    if isinstance(interrupt, KeyboardInterrupt):
        raise Interrupted(result) from interrupt
    if interrupt is not None:
        raise interrupt
    if reason != "exhausted":
        raise stopped(reason, result)
    return result


def stopped(reason: str, partial: Any) -> Stopped:
    """The exception for a search that was stopped."""
    if reason == "deadline":
        return TimedOut("the time was up before the search was complete", reason, partial)
    if reason == "memory-limit":
        return Stopped("the limit of memory was reached", reason, partial)
    return Stopped(f"the search was stopped: {reason}", reason, partial)
