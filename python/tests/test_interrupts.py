"""Limits, Ctrl-C, threads and progress."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from conftest import PATIENCE, dominoes, queens

import quadrille as q


FULL = q.sudoku.solve("1" + "." * 80)


def scattered(size: int) -> str:
    """A grid with a clue in each row and column, so that many forms look alike."""
    is_clue = [7 * (cell // size) % size == cell % size for cell in range(size**2)]
    return "".join(".1"[clue] for clue in is_clue)


def with_holes() -> str:
    """A Sudoku of 36x36 with 18 open cells in each row and column, which takes long to solve."""
    random = Random(2)

    def shuffled_lines() -> list[int]:
        bands = random.sample(range(6), 6)
        return [6 * band + line for band in bands for line in random.sample(range(6), 6)]

    rows, columns, opened = shuffled_lines(), shuffled_lines(), random.sample(range(36), 36)
    symbols = random.sample("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0", 36)
    shifts = random.sample(range(36), 36)
    return "".join(
        "." if (shift + turn) % 36 < 18 else symbols[(6 * row + row // 6 + column) % 36]
        for row, shift in zip(rows, shifts, strict=True)
        for column, turn in zip(columns, opened, strict=True)
    )


def searches() -> dict[str, Callable[..., Any]]:
    """Searches that take hours, by name."""
    large, hard = queens(40), with_holes()
    costs = q.Problem(
        {label: large.option(label) for label in large.labels},
        secondary=large.items[80:],
        costs=[number * 7919 % 1009 for number in range(1600)],
    )
    return {
        "count": large.count,
        "count by visits": lambda **options: large.count(method="plain", **options),
        "count up to a limit": lambda **options: large.count(10**12, **options),
        "cheapest": lambda **options: costs.cheapest(100000, **options),
        "sample": lambda **options: large.sample(1, **options),
        "candidates": lambda **options: large.candidates(**options),
        "partition": lambda **options: large.partition(10**6, **options),
        "uniqueness": lambda **options: dominoes(31, 31).uniqueness(engine="links", **options),
        "solutions of one puzzle": lambda **options: q.sudoku.count("." * 81, None, **options),
        "large puzzle": lambda **options: q.sudoku.count("." * 1296, None, **options),
        "column": lambda **options: q.sudoku.count(["." * 81] * 10000, 10000, **options),
        "fewest clues": lambda **options: q.sudoku.minimise(FULL, fewest=True, **options),
        "all minimal": lambda **options: q.sudoku.minimise([FULL, None], all=True, **options),
        "minimise": lambda **options: q.sudoku.minimise([hard] * 9, **options),
        "redundant": lambda **options: q.sudoku.redundant(hard, **options),
        "forms": lambda **options: q.sudoku.canonical([scattered(25)] * 10000, **options),
        "rating": lambda **options: q.sudoku.rate(hard, **options),
        "neighbours": lambda **options: q.sudoku.neighbours(FULL, "-9+9", **options),
        "unavoidable": lambda **options: q.sudoku.unavoidable([None, FULL], 40, **options),
        "within": lambda **options: q.sudoku.puzzles_within([None, FULL], 18, **options),
        "generate": lambda **options: q.sudoku.generate(9, clues=17, seed=1, **options),
        "grids": lambda **options: q.sudoku.grids(10**7, seed=1, **options),
        "fast grids": lambda **options: q.sudoku.grids(10**6, size=16, sampling="fast", **options),
    }


@contextmanager
def interrupted_after(seconds: float) -> Iterator[list[float]]:
    """Sends SIGINT to this process. Yields a list with the time of the signal, once it is sent."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, send)
    # Python ignores what a callback of the collector raises, and hypothesis has such a callback.
    gc.disable()
    timer.start()
    try:
        yield sent
    finally:
        timer.cancel()
        timer.join()
        gc.enable()


@pytest.mark.parametrize("name", searches())
def test_ctrl_c_ends_every_search(name: str) -> None:
    with interrupted_after(0.3) as sent, pytest.raises(q.Interrupted) as caught:
        searches()[name]()
    assert time.monotonic() - sent[0] < PATIENCE
    assert isinstance(caught.value, KeyboardInterrupt)
    check_partial(name, caught.value.partial)


@pytest.mark.parametrize("name", searches())
def test_a_timeout_ends_every_search(name: str) -> None:
    begun = time.monotonic()
    with pytest.raises(q.TimedOut) as caught:
        searches()[name](timeout=0.3)
    assert 0.3 <= time.monotonic() - begun < 0.3 + PATIENCE
    assert isinstance(caught.value, TimeoutError) and isinstance(caught.value, q.Stopped)
    assert caught.value.reason == "deadline"
    check_partial(name, caught.value.partial)


def test_a_stopped_count_of_one_puzzle_is_a_lower_bound() -> None:
    blank = [[0] * 9] * 9
    large = q.Sudoku("." * 256)
    counts: list[Callable[[], object]] = [
        lambda: q.sudoku.count("." * 81, None, timeout=0.2),
        lambda: q.sudoku.count("." * 81, 10**12, timeout=0.2),
        lambda: q.sudoku.count(blank, None, timeout=0.2),
        lambda: q.Sudoku("." * 81).count(None, timeout=0.2),
        lambda: large.count(None, timeout=1),
    ]
    for count in counts:
        with pytest.raises(q.TimedOut) as caught:
            count()
        assert isinstance(caught.value.partial, int) and caught.value.partial > 0
    with interrupted_after(0.3), pytest.raises(q.Interrupted) as interrupted:
        q.Sudoku("." * 81).count(None)
    assert interrupted.value.partial > 0
    # In a column, a lower bound would look like a count.
    with pytest.raises(q.TimedOut) as caught:
        q.sudoku.count(["." * 81], None, timeout=0.2)
    assert caught.value.partial == [None]


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_were_answered_before_a_stop_are_there(
    seventeen: list[str], threads: int
) -> None:
    for rows in (3, 100):
        column = [*seventeen[:rows], "." * 81]
        with pytest.raises(q.TimedOut) as caught:
            q.sudoku.count(column, None, timeout=0.4, threads=threads)
        assert caught.value.partial == [1] * rows + [None]


def test_columns_report_ten_times_a_second() -> None:
    reports: list[q.Progress] = []
    with pytest.raises(q.TimedOut):
        q.sudoku.count(["." * 81] * 50000, 1000, timeout=1, progress=reports.append)
    assert 2 <= len(reports) <= 15


def check_partial(name: str, partial: Any) -> None:
    """Counts are lower bounds, solutions are solutions, and rows are null or have answers."""
    if name.startswith("count") or name == "solutions of one puzzle":
        assert isinstance(partial, int) and partial > 0
    elif name == "large puzzle":
        assert isinstance(partial, int)
    elif name == "cheapest":
        assert partial
        for solution in partial:
            solution.problem.verify(solution.labels)
    elif name == "column":
        assert len(partial) == 10000 and set(partial) <= {None, 10000}
    elif name == "sample":
        assert partial == []
    elif name == "fewest clues":
        assert q.sudoku.redundant(partial) == []
    elif name == "all minimal":
        assert len(partial) == 2 and partial[1] is None and len(set(partial[0])) > 10
        assert q.sudoku.redundant(partial[0][:10]) == [[]] * 10
    elif name == "within":
        assert partial[0] is None and set(q.sudoku.check(partial[1] or [])) <= {"unique"}
    elif name == "neighbours":
        assert set(q.sudoku.check(partial)) <= {"unique"}
    elif name in ("grids", "fast grids"):
        found = [grid for grid in partial if grid is not None]
        assert 0 < len(found) < len(partial) and set(q.sudoku.check(found[:20])) == {"unique"}
    elif isinstance(partial, dict):
        assert set(partial.values()) == {None}
    elif name == "forms":
        assert partial[-1] is None and all(len(form) == 625 for form in partial if form)
    elif isinstance(partial, list):
        assert set(partial) == {None}
    else:
        assert partial is None


def test_candidates_fit_into_any_memory() -> None:
    assert queens(12).candidates(memory=1 << 16) == queens(12).candidates()


def test_ctrl_c_ends_an_iterator() -> None:
    # There is no solution for hours: a search of this size fails at the last rows.
    solutions = dominoes(31, 31).solutions(engine="links")
    with interrupted_after(0.3) as sent, pytest.raises(q.Interrupted) as caught:
        next(solutions)
    assert time.monotonic() - sent[0] < PATIENCE
    assert caught.value.partial == []
    assert next(solutions, None) is None and solutions.stop_reason == "cancelled"


def test_iterators_end_with_a_reason() -> None:
    problem = queens(8)
    solutions = problem.solutions()
    assert solutions.stop_reason is None
    assert len(list(solutions)) == 92 and solutions.stop_reason == "exhausted"
    assert next(solutions, None) is None
    solutions = problem.solutions(5)
    assert len(list(solutions)) == 5 and solutions.stop_reason == "solution-limit"
    solutions = queens(40).solutions(timeout=0.2)
    assert sum(1 for _ in solutions) > 0 and solutions.stop_reason == "deadline"
    solutions = queens(40).solutions()
    found = [next(solutions)]
    solutions.cancel()
    found.extend(solutions)
    assert len(set(found)) == len(found) and solutions.stop_reason == "cancelled"


def native_threads() -> int:
    with open("/proc/self/status") as status:
        (line,) = [line for line in status if line.startswith("Threads:")]
    return int(line.split()[1])


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_the_search_of_a_dropped_iterator_ends() -> None:
    before = native_threads()
    for _ in range(20):
        solutions = queens(40).solutions()
        next(solutions)
        del solutions
    deadline = time.monotonic() + 5
    while native_threads() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert native_threads() <= before


def test_threads_share_an_iterator() -> None:
    expected = [solution.options for solution in queens(9).solutions()]
    solutions = queens(9).solutions()
    found: list[tuple[int, ...]] = []
    readers = [
        threading.Thread(target=lambda: found.extend(s.options for s in solutions))
        for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(found) == sorted(expected) and len(found) == 352


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(q.TimedOut):
        queens(40).count(threads=1, timeout=0.5)
    with pytest.raises(q.TimedOut):
        q.sudoku.count("." * 81, None, timeout=0.5)
    is_over.set()
    thread.join()
    assert ticks > 20


def test_searches_run_in_several_threads_at_once() -> None:
    problem, counts = queens(9), []
    threads = [threading.Thread(target=lambda: counts.append(problem.count())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [352] * 8


def test_progress_is_reported() -> None:
    reports: list[q.Progress] = []
    with pytest.raises(q.TimedOut):
        queens(40).count(timeout=0.7, progress=reports.append)
    assert len(reports) >= 3
    assert all(one.nodes <= other.nodes for one, other in zip(reports, reports[1:]))
    assert 0 < reports[-1].seconds < 5
    reports.clear()
    assert q.sudoku.count(["." * 81] * 9000, 100, progress=reports.append)[0] == 100
    assert (reports[-1].share, reports[-1].found) == (1.0, 9000)
    reports.clear()
    assert len(list(queens(9).solutions(progress=reports.append))) == 352
    assert reports[-1].share == 1.0 and reports[-1].found == 352


class Enough(Exception):
    """What a callback raises."""


@pytest.mark.parametrize("name", ["count", "cheapest", "column"])
def test_an_exception_of_the_callback_ends_the_search(name: str) -> None:
    def callback(progress: q.Progress) -> None:
        raise Enough(progress.seconds)

    with pytest.raises(Enough):
        searches()[name](progress=callback)


def test_an_exception_of_the_callback_ends_an_iterator() -> None:
    def callback(progress: q.Progress) -> None:
        raise Enough(progress.seconds)

    begun = time.monotonic()
    with pytest.raises(Enough):
        sum(1 for _ in queens(40).solutions(progress=callback))
    assert time.monotonic() - begun < PATIENCE


def test_bounds_of_a_search_that_was_stopped() -> None:
    reports: list[q.Progress] = []
    with pytest.raises(q.TimedOut) as caught:
        searches()["cheapest"](timeout=1, progress=reports.append)
    error, least = caught.value, caught.value.partial[0].cost
    bounds = [report.bound or 0 for report in reports]
    assert error.bound is not None and bounds == sorted(bounds)
    assert (reports[-1].cost, reports[-1].bound) == (least, error.bound)
    assert pickle.loads(pickle.dumps(error)).bound == error.bound
    with pytest.raises(q.TimedOut) as caught:
        searches()["count"](timeout=0.1)
    assert caught.value.bound is None
    with interrupted_after(0.3), pytest.raises(q.Interrupted) as interrupted:
        searches()["cheapest"]()
    assert interrupted.value.bound is not None


def test_progress_bars(capfd: pytest.CaptureFixture[str]) -> None:
    assert q.sudoku.check(["." * 81] * 9000, progress=True)[0] == "multiple"
    shown = capfd.readouterr().err
    assert "9000 found" in shown
    # Without tqdm there is no bar, and no error.
    program = "import sys; sys.modules['tqdm.auto'] = None\nimport quadrille as q\n"
    program += "print(q.Problem([['a']]).count(progress=True))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
