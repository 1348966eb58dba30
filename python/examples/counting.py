"""Numbers of solutions that nothing could list, and random solutions."""

import time

import quadrille as q


def latin_squares(n: int) -> q.Problem:
    """Squares with each value once in each row and column."""
    triples = [(r, c, v) for r in range(n) for c in range(n) for v in range(n)]
    return q.Problem({(r, c, v): [("rc", r, c), ("rv", r, v), ("cv", c, v)] for r, c, v in triples})


def domino_tilings(rows: int, columns: int) -> q.Problem:
    """Boards covered by dominoes."""
    options = [[(r, c), (r + 1, c)] for r in range(rows - 1) for c in range(columns)]
    options += [[(r, c), (r, c + 1)] for r in range(rows) for c in range(columns - 1)]
    return q.Problem(options)


for name, problem in [
    ("Latin squares of order 7", latin_squares(7)),
    ("tilings of 16x16 cells by dominoes", domino_tilings(16, 16)),
]:
    begun = time.perf_counter()
    print(f"{problem.count()} {name}, in {time.perf_counter() - begun:.2f} s")

print("Three Latin squares, each as likely as any other:")
for square in latin_squares(7).sample(3, seed=2026):
    values = {(row, column): value for row, column, value in square.labels}
    for row in range(7):
        print("  " + " ".join("abcdefg"[values[row, column]] for column in range(7)))
    print()
