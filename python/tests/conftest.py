"""Data that several tests use."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import quadrille as q

# A shell starts commands in the background with SIGINT ignored, and Python then raises nothing.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]

# Seconds in which a search that would take hours must have ended. It takes 0.1 s where no other
# work is done.
PATIENCE = 3.0


@pytest.fixture(scope="session")
def puzzles_dir() -> Path:
    """The folder with the puzzles of the repository."""
    return ROOT / "puzzles"


@pytest.fixture(scope="session")
def seventeen(puzzles_dir: Path) -> list[str]:
    """300 puzzles of 9x9 with 17 clues and one solution each."""
    lines = (puzzles_dir / "seventeen.txt").read_text().splitlines()
    puzzles = [line[:81] for line in lines if line[:1] not in ("", "#")]
    assert len(puzzles) == 300
    return puzzles


def queens(n: int) -> q.Problem:
    """Queens on a board: options by their cells."""
    moves = {
        (r, c): [("row", r), ("column", c), ("up", r + c), ("down", r - c)]
        for r in range(n)
        for c in range(n)
    }
    return q.Problem(moves, secondary={item for option in moves.values() for item in option[2:]})


def dominoes(rows: int, columns: int) -> q.Problem:
    """Tilings of a board by dominoes. Items are cells."""
    options = [[(r, c), (r + 1, c)] for r in range(rows - 1) for c in range(columns)]
    options += [[(r, c), (r, c + 1)] for r in range(rows) for c in range(columns - 1)]
    return q.Problem(options)


def latin(n: int) -> q.Problem:
    """Latin squares: options by row, column and value."""
    triples = [(r, c, v) for r in range(n) for c in range(n) for v in range(n)]
    return q.Problem({(r, c, v): [("rc", r, c), ("rv", r, v), ("cv", c, v)] for r, c, v in triples})
