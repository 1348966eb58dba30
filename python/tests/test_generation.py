"""Random puzzles and solution grids: what they must be, and that seeds mean the same ones."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

import quadrille as q
from quadrille import sudoku


def clues_of(puzzle: str) -> int:
    return len(puzzle) - puzzle.count(".")


def turned(cell: int, symmetry: str, size: int) -> list[int]:
    """The cells to which the generators of a symmetry map a cell."""
    row, column = divmod(cell, size)
    last = size - 1
    maps = {
        "rotate180": (last - row, last - column),
        "rotate90": (column, last - row),
        "horizontal": (row, last - column),
        "vertical": (last - row, column),
        "diagonal": (column, row),
        "antidiagonal": (last - column, last - row),
    }
    chosen = list(maps.values()) if symmetry == "all" else [maps[symmetry]]
    return [r * size + c for r, c in chosen]


def test_puzzles_are_minimal_by_default() -> None:
    puzzles = sudoku.generate(200, seed=2)
    assert len(set(puzzles)) == 200
    assert sudoku.check(puzzles) == ["unique"] * 200
    assert sudoku.redundant(puzzles) == [[]] * 200
    mean = sum(map(clues_of, puzzles)) / 200
    assert 24 < mean < 24.7


def test_puzzles_depend_on_the_seed_and_their_numbers_alone() -> None:
    for kind in ({}, {"clues": (25, 27)}, {"sampling": "weighted"}, {"rating": "depth=1"}):
        puzzles = sudoku.generate(100, seed=9, threads=1, **kind)
        assert sudoku.generate(100, seed=9, threads=3, **kind) == puzzles
        assert sudoku.generate(3, seed=9, start=50, **kind) == puzzles[50:53]
        assert sudoku.generate(5, seed=8, **kind) != puzzles[:5]
    assert sudoku.generate() != sudoku.generate()
    assert sudoku.generate(0) == sudoku.grids(0) == []


@pytest.mark.parametrize("size", [4, 6, 9, 16])
@pytest.mark.parametrize(
    "symmetry",
    ["rotate180", "rotate90", "horizontal", "vertical", "diagonal", "antidiagonal", "all"],
)
def test_symmetries(size: int, symmetry: str) -> None:
    puzzles = sudoku.generate(2, symmetry=symmetry, size=size, seed=3)
    assert sudoku.check(puzzles) == ["unique"] * 2
    for puzzle in puzzles:
        for cell in range(size**2):
            for image in turned(cell, symmetry, size):
                assert (puzzle[cell] == ".") == (puzzle[image] == ".")


def test_numbers_of_clues() -> None:
    puzzles = sudoku.generate(60, clues=(24, 30), seed=4)
    assert {24, 30} <= set(map(clues_of, puzzles)) <= set(range(24, 31))
    assert sudoku.check(puzzles) == ["unique"] * 60
    assert set(map(clues_of, sudoku.generate(20, clues=28, seed=4))) == {28}
    minimal = sudoku.generate(20, clues=[24, 25], minimal=True, seed=4)  # type: ignore[arg-type]
    assert sudoku.redundant(minimal) == [[]] * 20
    assert set(map(clues_of, minimal)) <= {24, 25}
    assert clues_of(sudoku.generate(clues=81, seed=1)[0]) == 81


def test_patterns_have_any_form() -> None:
    np = pytest.importorskip("numpy")
    cells = np.array([(r + c) % 2 for r in range(9) for c in range(9)])
    text = "".join(".1"[cell] for cell in cells)
    expected = sudoku.generate(3, pattern=text, seed=6)
    assert sudoku.check(expected) == ["unique"] * 3
    for puzzle in expected:
        assert all((a == ".") == (b == ".") for a, b in zip(puzzle, text))
    for pattern in (cells, cells.reshape(9, 9), cells.tolist(), cells.reshape(9, 9).tolist()):
        assert sudoku.generate(3, pattern=pattern, seed=6) == expected
    for pattern in ([text, text], np.stack([cells, cells, cells])):
        with pytest.raises((ValueError, TypeError)):
            sudoku.generate(pattern=pattern)


def test_conditions_on_ratings() -> None:
    found = sudoku.generate(
        20, rating="technique>=xy-wing, technique<beyond, backdoor=1", seed=1, details=True
    )
    assert list(found) == ["puzzle", "solution", "attempts", "ln_weight"]
    rated = sudoku.rate(found["puzzle"], ["backdoor", "technique"])
    assert set(rated["backdoor"]) == {1}
    assert not {"beyond", "naked-pair", "pointing", "x-wing"} & set(rated["technique"])
    assert max(found["attempts"]) > 1 and found["ln_weight"] == [None] * 20
    assert sudoku.solve(found["puzzle"]) == found["solution"]
    with pytest.raises(ValueError, match="guesses are counted for 9x9"):
        sudoku.generate(size=4, rating="guesses>1")


def test_weighted_puzzles_are_those_of_all_minimal_ones() -> None:
    found = sudoku.generate(2000, sampling="weighted", seed=1, details=True)
    assert sudoku.redundant(found["puzzle"]) == [[]] * 2000
    weights = [math.exp(weight - 30) for weight in found["ln_weight"]]
    clues = [clues_of(puzzle) for puzzle in found["puzzle"]]
    mean = sum(w * c for w, c in zip(weights, clues)) / sum(weights)
    # 26.6 among all minimal puzzles, and 24.35 among those of `fast`. Weights are so uneven that
    # the standard error is about 0.4.
    assert 25.2 < mean < 28.2


def test_variants_and_sizes() -> None:
    for rules in (
        {"diagonal": True},
        {"box": (2, 3)},
        {"size": 4, "regions": [[0, 3, 12, 15]]},
        {"box": "AAABACBBCCBDCDDD"},
        {"size": 5, "box": "none"},
        {"variant": ["windows", "anti-king"]},
    ):
        puzzles = sudoku.generate(10, seed=2, **rules)
        assert sudoku.check(puzzles, **rules) == ["unique"] * 10
        assert sudoku.redundant(puzzles, **rules) == [[]] * 10
        grids = sudoku.grids(10, sampling="fast", seed=2, **rules)
        assert sudoku.check(grids, **rules) == ["unique"] * 10
        assert len(set(grids)) > 1 and not any("." in grid for grid in grids)


def test_grids_are_uniform_and_depend_on_the_seed_and_their_numbers() -> None:
    grids = sudoku.grids(4500, seed=3, threads=1)
    assert (
        grids
        == sudoku.grids(4500, seed=3, threads=3)
        == sudoku.grids(4500, seed=3, sampling="fast")
    )
    assert grids[4000:] == sudoku.grids(500, seed=3, start=4000)
    assert sudoku.grids() != sudoku.grids()
    assert sudoku.check(grids) == ["unique"] * 4500 and len(set(grids)) == 4500
    for cell in (0, 40, 77):
        counts = Counter(grid[cell] for grid in grids)
        # 500 of each value, with a standard deviation of 21.
        assert all(abs(counts[value] - 500) < 110 for value in "123456789")


def test_arrays() -> None:
    np = pytest.importorskip("numpy")
    for ask in (sudoku.generate, sudoku.grids):
        texts, array = ask(50, seed=1), ask(50, seed=1, as_array=True)
        assert array.shape == (50, 81) and array.dtype == np.uint8
        assert texts == ["".join(".123456789"[cell] for cell in row) for row in array]
        assert ask(0, as_array=True, size=9).shape == (0, 81)
    found = sudoku.generate(5, size=4, seed=1, as_array=True, details=True)
    assert (sudoku.solve(found["puzzle"]) == found["solution"]).all()
    with pytest.raises(q.TimedOut) as caught:
        sudoku.generate(3, clues=17, seed=1, as_array=True, timeout=0.05)
    assert caught.value.partial.shape == (3, 81) and caught.value.partial.mask.all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": -1}, "n must be at least 0"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"n": 2, "start": 2**64 - 2}, "start must be at most"),
        ({"clues": (30, 20)}, "the numbers of clues are 30 to 20"),
        ({"clues": 82}, "ascending range up to 81"),
        ({"symmetry": "turn"}, "unknown symmetry 'turn'"),
        ({"sampling": "exact"}, 'there is no sampling "exact"; there are fast, weighted'),
        ({"sampling": "weighted", "size": 4}, "standard 9x9"),
        ({"sampling": "weighted", "symmetry": "all"}, "can't be combined"),
        ({"pattern": "1" * 8 + "." * 73}, "can be exchanged|twice"),
        ({"pattern": "." * 81}, "expected at least 8"),
        ({"pattern": "." * 16, "size": 9}, "81|9x9"),
        ({"rating": "hardness>1"}, "hardness"),
        ({"size": 7}, "the size is 7"),
        ({"threads": 0}, "threads must be"),
    ],
)
def test_wrong_requirements(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sudoku.generate(**options)


def test_wrong_requirements_of_grids() -> None:
    for rules in ({"size": 4}, {"diagonal": True}, {"box": (2, 5)}):
        with pytest.raises(ValueError, match='add sampling="fast"'):
            sudoku.grids(**rules)
    with pytest.raises(ValueError, match="there are uniform, fast"):
        sudoku.grids(sampling="weighted")
    for name in ("sampling", "symmetry", "rating"):
        with pytest.raises(TypeError, match=f"{name} must be a str"):
            sudoku.generate(**{name: 3})  # type: ignore[arg-type]
