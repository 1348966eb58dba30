"""Exact cover with dancing links, and Sudoku.

# Exact cover

An exact-cover problem has items and options, each option a set of items. A solution is a choice of
options that has each item exactly once: pieces that fill a box, queens that hold every row and
column, a timetable.

>>> import quadrille as q
>>> problem = q.Problem({
...     "1": ["c", "e", "f"], "2": ["a", "d", "g"], "3": ["b", "c", "f"],
...     "4": ["a", "d"], "5": ["b", "g"], "6": ["d", "e", "g"],
... })
>>> problem.first().labels
('1', '4', '5')

`solutions` is an iterator. It can be left at any time, and says why it has ended:

>>> dominoes = [[(r, c), (r + 1, c)] for r in range(7) for c in range(8)]
>>> dominoes += [[(r, c), (r, c + 1)] for r in range(8) for c in range(7)]
>>> board = q.Problem(dominoes)
>>> solutions = board.solutions(limit=3)
>>> len(list(solutions)), solutions.stop_reason
(3, 'solution-limit')

Solutions can be counted without listing them, drawn at random, or ranked by their costs:

>>> board.count()
12988816
>>> len(board.sample(5, seed=1))
5

Colours, items that are covered several times, costs, parts of a search for other processes, and
Knuth's text format are in `help(q.Problem)`.

# Sudoku

>>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
>>> q.sudoku.solve(puzzle)
'417369825632158947958724316825437169791586432346912758289643571573291684164875293'
>>> q.sudoku.check([puzzle, puzzle.replace("4", ".")])
['unique', 'multiple']

Lists, arrays of numpy, and columns of pandas, polars and pyarrow are answered in the same form, a
million in less than a second. `help(q.sudoku)` has all forms, sizes and variants.

# Answers that are not complete

An answer that was cut short never looks complete. `timeout=` raises `TimedOut`, Ctrl-C raises
`Interrupted`, a `KeyboardInterrupt`; both have what was found in `partial`. Searches release the
global interpreter lock.

>>> cells = [(r, c) for r in range(30) for c in range(30)]
>>> queens = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r, c in cells]
>>> diagonals = {item for option in queens for item in option[2:]}
>>> try:
...     q.Problem(queens, secondary=diagonals).count(method="plain", timeout=0.01)
... except q.TimedOut as stop:
...     print(stop.reason)
deadline

Errors in what you pass are subclasses of `ValueError`, with the place of the error: `ProblemError`,
`ParseError`, `PuzzleError` and `UnknownOption`.

# Many processes, and clusters

`Problem.partition` splits a search for `concurrent.futures`, Dask or Ray. `quadrille.spark` has
functions for data frames and searches of Spark.
"""

from quadrille import sudoku
from quadrille._problem import Estimate, Problem, Solution, Solutions, Subproblem
from quadrille._progress import Progress
from quadrille._quadrille import __version__
from quadrille.errors import (
    Interrupted,
    ParseError,
    ProblemError,
    PuzzleError,
    Stopped,
    TimedOut,
    UnknownOption,
)
from quadrille.sudoku import Sudoku

__all__ = [
    "Estimate",
    "Interrupted",
    "ParseError",
    "Problem",
    "ProblemError",
    "Progress",
    "PuzzleError",
    "Solution",
    "Solutions",
    "Stopped",
    "Subproblem",
    "Sudoku",
    "TimedOut",
    "UnknownOption",
    "__version__",
    "sudoku",
]
