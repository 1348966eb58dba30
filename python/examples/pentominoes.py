"""Twelve pentominoes in a box of 6x10: all 9356 packings, and a picture of one.

`python pentominoes.py [FILE.svg]` writes the picture to the file, or to a temporary one.
"""

import sys
import tempfile
from pathlib import Path

import quadrille as q

PIECES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "#.../####",
    "N": "##../.###",
    "P": "###/##.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": ".#../####",
    "Z": "##./.#./.##",
}
ROWS, COLUMNS = 6, 10

Shape = frozenset[tuple[int, int]]


def orientations(drawing: str) -> set[Shape]:
    """A piece turned and reflected, each shape at the top left."""
    rows = drawing.split("/")
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    shapes = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            shapes.add(frozenset((r - top, c - left) for r, c in cells))
        cells = [(r, -c) for r, c in cells]
    return shapes


options = {}
for name, drawing in PIECES.items():
    for number, shape in enumerate(sorted(map(sorted, orientations(drawing)))):
        for top in range(ROWS - max(r for r, _ in shape)):
            for left in range(COLUMNS - max(c for _, c in shape)):
                cells = [(top + r, left + c) for r, c in shape]
                options[name, number, top, left] = [name, *cells]

problem = q.Problem(options)
print(problem)
print(f"{problem.count()} packings")

solution = problem.first()
assert solution is not None
place = sys.argv[1] if len(sys.argv) > 1 else Path(tempfile.gettempdir()) / "pentominoes.svg"
Path(place).write_text(solution.svg())
print(f"The first one is drawn in {place}")
