"""Many calls leave nothing in memory."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

import pytest
from conftest import queens

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


def memory() -> int:
    """The memory of this process, in KiB."""
    gc.collect()
    with open("/proc/self/status") as status:
        (line,) = [line for line in status if line.startswith("VmRSS:")]
    return int(line.split()[1])


def grows(call: Callable[[], object], times: int) -> int:
    """By how many KiB the memory grows in so many calls, after a tenth of them."""
    for _ in range(times // 10):
        call()
    before = memory()
    for _ in range(times):
        call()
    return memory() - before


def test_a_million_calls_take_no_memory() -> None:
    # Half a million rows, and half a million calls: five bytes lost in each would be seen.
    puzzles = [PUZZLE] * 10
    assert grows(lambda: q.sudoku.solve(puzzles), 50_000) < 4000
    assert grows(lambda: q.sudoku.check(PUZZLE), 500_000) < 4000


def test_columns_take_no_memory() -> None:
    np = pytest.importorskip("numpy")
    pa = pytest.importorskip("pyarrow")
    table = np.zeros((2000, 81), dtype=np.uint8)
    column = pa.array([PUZZLE] * 2000)
    references = sys.getrefcount(table), sys.getrefcount(column)
    assert grows(lambda: q.sudoku.check(table), 200) < 4000
    assert grows(lambda: q.sudoku.solve(column), 200) < 4000
    assert grows(lambda: q.sudoku.candidates(column[:50]), 200) < 4000
    assert (sys.getrefcount(table), sys.getrefcount(column)) == references


def test_errors_take_no_memory() -> None:
    def wrong() -> None:
        with pytest.raises(q.PuzzleError):
            q.sudoku.check([PUZZLE, "wrong"])
        with pytest.raises(q.ProblemError):
            q.Problem([["a", "a"]])

    assert grows(wrong, 2000) < 4000


def test_problems_and_iterators_take_no_memory() -> None:
    assert grows(lambda: queens(4).count(), 2000) < 6000
    assert grows(lambda: next(queens(8).solutions()), 1000) < 6000
    problem = queens(8)
    assert grows(lambda: list(problem.solutions()), 500) < 6000
