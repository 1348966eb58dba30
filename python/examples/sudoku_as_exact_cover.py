"""Sudoku as an exact cover, built by hand: 729 options over 324 items.

An option is a value in a cell. It has four items: the cell, and the value in the row, in the column
and in the box of the cell. A solution has each item exactly once, so that it is a grid.
"""

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

options = {
    (row, column, value): [
        ("cell", row, column),
        ("row", row, value),
        ("column", column, value),
        ("box", row // 3, column // 3, value),
    ]
    for row in range(9)
    for column in range(9)
    for value in range(1, 10)
}
problem = q.Problem(options)
print(problem)

clues = [(i // 9, i % 9, int(symbol)) for i, symbol in enumerate(PUZZLE) if symbol != "."]
assert problem.unique(include=clues)
solution = problem.first(include=clues)
assert solution is not None

values = {(row, column): value for row, column, value in solution.labels}
line = "".join(str(values[row, column]) for row in range(9) for column in range(9))
print(q.Sudoku(line))
assert line == q.sudoku.solve(PUZZLE)
print("The same as by quadrille.sudoku.")
