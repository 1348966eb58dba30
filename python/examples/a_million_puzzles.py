"""A million puzzles, checked in an array of numpy and in a column of pyarrow.

The puzzles are made from the 300 of `puzzles/seventeen.txt`: digits are exchanged, and so are rows,
columns and bands in the ways that keep a puzzle a puzzle.
"""

import time
from pathlib import Path

import numpy as np
import pyarrow as pa

import quadrille as q

COUNT = 1_000_000

file = Path(__file__).resolve().parents[2] / "puzzles" / "seventeen.txt"
lines = [line[:81] for line in file.read_text().splitlines() if line[:1] not in ("", "#")]
puzzles = np.array([[int(symbol) if symbol != "." else 0 for symbol in line] for line in lines])


def shuffled_lines(random: np.random.Generator) -> np.ndarray:
    """An order of rows or columns: three bands in any order, and three lines in each."""
    return np.concatenate([3 * band + random.permutation(3) for band in random.permutation(3)])


random = np.random.default_rng(1)
parts = []
for _ in range(0, COUNT, len(puzzles)):
    digits = np.concatenate([[0], 1 + random.permutation(9)])
    grids = digits[puzzles].reshape(-1, 9, 9)
    grids = grids[:, shuffled_lines(random)][:, :, shuffled_lines(random)]
    parts.append(grids.reshape(-1, 81).astype(np.uint8))
table = np.concatenate(parts)[:COUNT]
text = (table + ord("0")).tobytes().decode()
offsets = pa.py_buffer(np.arange(0, 81 * COUNT + 1, 81, dtype=np.int32))
column = pa.StringArray.from_buffers(COUNT, offsets, pa.py_buffer(text.encode()))

for name, data in [("numpy", table), ("pyarrow", column)]:
    begun = time.perf_counter()
    checked = q.sudoku.check(data)
    seconds = time.perf_counter() - begun
    kinds = set(checked.tolist())
    print(f"{name}: {len(checked)} puzzles in {seconds:.2f} s, {seconds * 1e6 / COUNT:.2f} us each")
    print(f"{name}: all are {', '.join(sorted(kinds))}")
