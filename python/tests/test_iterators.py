"""Iterators and callbacks: who holds what, and exceptions at any time."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from conftest import PATIENCE, dominoes, queens

import quadrille as q


def native_threads() -> int:
    with open("/proc/self/status") as status:
        (line,) = [line for line in status if line.startswith("Threads:")]
    return int(line.split()[1])


def falls_to(threads: int) -> bool:
    """Whether so many threads are left soon."""
    deadline = time.monotonic() + 3
    while native_threads() > threads and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
    return native_threads() <= threads


class Monitor:
    """An object that has an iterator and is called by it."""

    def __init__(self) -> None:
        self.solutions = dominoes(12, 12).solutions(progress=self.update)

    def update(self, progress: q.Progress) -> None:
        self.last = progress


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_a_cycle_of_an_iterator_and_its_callback_is_collected() -> None:
    before = native_threads()
    monitors = [Monitor() for _ in range(4)]
    for monitor in monitors:
        next(monitor.solutions)
    references = [weakref.ref(monitor) for monitor in monitors]
    del monitors, monitor
    assert falls_to(before)
    assert [reference() for reference in references] == [None] * 4


def test_callbacks_are_dropped_with_the_search() -> None:
    def callback(progress: q.Progress) -> None:
        pass

    before = sys.getrefcount(callback)
    solutions = queens(8).solutions(progress=callback)
    list(solutions)
    del solutions
    queens(8).count(progress=callback)
    q.sudoku.check(["." * 81] * 100, progress=callback)
    with pytest.raises(q.TimedOut):
        queens(40).count(timeout=0.1, progress=callback)
    gc.collect()
    assert sys.getrefcount(callback) == before


SEARCHES: dict[str, tuple[int, Callable[[Any], object]]] = {
    "first": (1, lambda callback: queens(8).first(progress=callback)),
    "count": (92, lambda callback: queens(8).count(progress=callback)),
    "uniqueness": (2, lambda callback: queens(8).uniqueness(progress=callback)),
    "cheapest": (3, lambda callback: queens(8).cheapest(3, progress=callback)),
    "solutions": (92, lambda callback: list(queens(8).solutions(progress=callback))),
    "check": (1, lambda callback: q.sudoku.check("." * 81, progress=callback)),
    "solve": (20, lambda callback: q.sudoku.solve(["." * 81] * 20, progress=callback)),
    # These build a diagram, and visit no solution.
    "sample": (0, lambda callback: queens(8).sample(3, progress=callback)),
    "candidates": (0, lambda callback: queens(8).candidates(progress=callback)),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_each_search_reports_its_end(name: str) -> None:
    least, search = SEARCHES[name]
    reports: list[q.Progress] = []
    search(reports.append)
    assert reports and reports[-1].found >= least and reports[-1].seconds >= 0


@pytest.mark.parametrize("name", SEARCHES)
def test_an_exception_of_a_callback_stays_as_it_is(name: str) -> None:
    class Refused(ValueError):
        pass

    def refuse(_: q.Progress) -> None:
        raise Refused("option 1 of `a`")

    with pytest.raises(Refused, match="option 1 of `a`"):
        SEARCHES[name][1](refuse)


def test_searches_in_a_callback() -> None:
    counts: list[int] = []
    with pytest.raises(q.TimedOut):
        queens(40).count(timeout=0.3, progress=lambda _: counts.append(queens(6).count()))
    assert counts and set(counts) == {4}


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_order_does_not_depend_on_threads(threads: int) -> None:
    for problem in (queens(8), dominoes(6, 6)):
        expected = [solution.options for solution in problem.solutions(500, threads=1)]
        assert [s.options for s in problem.solutions(500, threads=threads)] == expected


@pytest.mark.parametrize("limit", [1, 1023, 1024, 1025, 5000])
def test_the_limit_holds_for_many_readers(limit: int) -> None:
    solutions = dominoes(8, 8).solutions(limit)
    found: list[q.Solution] = []
    readers = [threading.Thread(target=lambda: found.extend(solutions)) for _ in range(3)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(20)
    assert len(found) == len(set(found)) == limit
    assert solutions.stop_reason == "solution-limit"


def test_an_iterator_is_cancelled_by_another_thread() -> None:
    solutions = dominoes(31, 31).solutions(engine="links")
    timer = threading.Timer(0.2, solutions.cancel)
    timer.start()
    begun = time.monotonic()
    assert list(solutions) == [] and solutions.stop_reason == "cancelled"
    assert time.monotonic() - begun < 0.2 + PATIENCE
    timer.join()


def test_iterators_wait_for_their_reader() -> None:
    # The search stops at a full buffer, and goes on after it.
    solutions = dominoes(8, 8).solutions(4000, threads=1)
    first = next(solutions)
    time.sleep(0.2)
    assert solutions.stop_reason is None
    rest = list(solutions)
    assert len({first, *rest}) == 4000


def test_many_iterators_of_a_problem() -> None:
    problem = queens(8)
    expected = list(problem.solutions())
    iterators = [problem.solutions() for _ in range(10)]
    assert [list(found) for found in zip(*iterators)] == [[one] * 10 for one in expected]


class Boom(Exception):
    """What a signal handler raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_exceptions_of_other_signal_handlers_end_a_search() -> None:
    def handler(*_: object) -> None:
        raise Boom

    previous = signal.signal(signal.SIGALRM, handler)
    try:
        for search in (
            lambda: queens(40).count(),
            lambda: next(dominoes(31, 31).solutions(engine="links")),
            lambda: q.sudoku.count("." * 81, None),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            begun = time.monotonic()
            with pytest.raises(Boom):
                search()
            assert time.monotonic() - begun < 0.2 + PATIENCE
    finally:
        signal.signal(signal.SIGALRM, previous)


def test_ctrl_c_leaves_what_was_found_to_be_read() -> None:
    # Nothing is lost: what was read before, and what is in `partial`, are the first solutions.
    expected = [solution.options for solution in dominoes(12, 12).solutions(3000)]
    solutions = dominoes(12, 12).solutions()
    found = [next(solutions) for _ in range(500)]
    time.sleep(0.2)
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    # In a callback of the garbage collector, such as that of hypothesis, a KeyboardInterrupt is lost.
    gc.disable()
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            begun = time.monotonic()
            while time.monotonic() - begun < 0.2 + PATIENCE:
                found.append(next(solutions))
    finally:
        gc.enable()
    timer.join()
    # A signal between two solutions does not end the search.
    is_ended = isinstance(caught.value, q.Interrupted)
    rest = caught.value.partial if is_ended else itertools.islice(solutions, 3000)
    options = [solution.options for solution in [*found, *rest]]
    assert options[:3000] == expected and len(set(options[:100000])) == len(options[:100000])


def test_limits_end_a_large_sample() -> None:
    problem = dominoes(8, 8)
    begun = time.monotonic()
    with pytest.raises(q.TimedOut) as caught:
        problem.sample(10**7, seed=1, timeout=0.3)
    assert time.monotonic() - begun < 0.3 + PATIENCE
    assert len(caught.value.partial) > 100
    for solution in caught.value.partial[:100]:
        problem.verify(solution.labels)
