"""Sudoku: values, sizes and variants, and the class `Sudoku`."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import permutations, product
from math import isqrt
from pathlib import Path

import pytest

import quadrille as q

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


def is_grid(cells: list[int], size: int, rows: int, columns: int, diagonal: bool = False) -> bool:
    """Whether a grid has every value in each row, column and box, and on both diagonals."""
    units = [[(r, c) for c in range(size)] for r in range(size)]
    units += [[(r, c) for r in range(size)] for c in range(size)]
    units += [
        [(top + r, left + c) for r in range(rows) for c in range(columns)]
        for top in range(0, size, rows)
        for left in range(0, size, columns)
    ]
    if diagonal:
        units += [[(i, i) for i in range(size)], [(i, size - 1 - i) for i in range(size)]]
    values = set(range(1, size + 1))
    return all({cells[r * size + c] for r, c in unit} == values for unit in units)


def test_puzzles_of_17_clues_have_one_solution(seventeen: list[str]) -> None:
    assert q.sudoku.check(seventeen) == ["unique"] * 300
    assert q.sudoku.count(seventeen, limit=None) == [1] * 300
    for puzzle, solution in zip(seventeen, q.sudoku.solve(seventeen)):
        assert is_grid([int(symbol) for symbol in solution], 9, 3, 3)
        assert all(clue in (".", "0", value) for clue, value in zip(puzzle, solution))
    assert q.sudoku.solve(PUZZLE) == SOLUTION


def test_counts_of_4x4_grids() -> None:
    assert q.sudoku.count("." * 16, limit=None) == 288
    assert q.sudoku.count("." * 16) == 2
    assert q.sudoku.count("." * 16, limit=100) == 100
    assert q.sudoku.count("11" + "." * 14) == 0
    diagonal = q.sudoku.count("." * 16, None, diagonal=True)
    grids = q.Sudoku("." * 16).problem().solutions()
    cells = [[value for _, _, value in sorted(grid.labels)] for grid in grids]
    assert diagonal == sum(is_grid(grid, 4, 2, 2, diagonal=True) for grid in cells)
    corners = q.sudoku.count("." * 16, None, size=4, regions=[[0, 3, 12, 15]])
    assert corners == sum(len({grid[0], grid[3], grid[12], grid[15]}) == 4 for grid in cells)


# The boxes of a 4x4 and of a 6x6 jigsaw Sudoku.
JIGSAW4 = "AAAB\nACBB\nCCBD\nCDDD"
JIGSAW6 = "AAABBB AACCBB ADCCBE DDCCEE DDFFEE DFFFFE".replace(" ", "\n")


def obeys(grid: Sequence[int], size: int, variant: str = "", drawing: str = "") -> bool:
    """Whether a grid with its boxes obeys further rules, and has each value once in drawn boxes."""
    cells = {divmod(cell, size): value for cell, value in enumerate(grid)}
    units: list[list[tuple[int, int]]] = []
    moves = {"anti-knight": [(1, 2), (1, -2), (2, 1), (2, -1)], "anti-king": [(1, 1), (1, -1)]}
    for rule in variant.split(","):
        units += [[(r, c), (r + a, c + b)] for r, c in cells for a, b in moves.get(rule, [])]
    if "windows" in variant:
        side = isqrt(size)
        starts = range(1, size - 1, side + 1)
        window = list(product(range(side), repeat=2))
        units += [[(r + a, c + b) for a, b in window] for r in starts for c in starts]
    symbols = dict(zip(cells, "".join(drawing.split())))
    units += [[cell for cell in cells if symbols[cell] == box] for box in set(symbols.values())]
    for unit in units:
        values = [cells[cell] for cell in unit if cell in cells]
        if len(set(values)) < len(values):
            return False
    return True


def test_rules_of_variants_by_definition() -> None:
    latin = q.sudoku.count([0] * 16, None, box="none")
    assert latin == 576 and q.sudoku.count([0] * 25, None, box="none") == 161280
    rows = list(permutations(range(1, 5)))
    squares = [
        sum(chosen, ())
        for chosen in product(rows, repeat=4)
        if all(len(set(column)) == 4 for column in zip(*chosen))
    ]
    assert len(squares) == latin
    expected = sum(obeys(square, 4, drawing=JIGSAW4) for square in squares)
    assert q.sudoku.count("." * 16, None, box=JIGSAW4) == expected > 0
    for variant in ("windows", "anti-king", "anti-knight", "windows,anti-king"):
        for box, drawing in [("none", ""), ((2, 2), "AABBAABBCCDDCCDD"), (JIGSAW4, JIGSAW4)]:
            expected = sum(obeys(square, 4, variant, drawing) for square in squares)
            found = q.sudoku.count("." * 16, None, size=4, box=box, variant=variant.split(","))
            assert found == expected, (variant, box)


@pytest.mark.parametrize("variant", ["windows", "anti-knight", "anti-king", "anti-knight,windows"])
def test_variants_of_9x9(variant: str) -> None:
    grids = q.sudoku.grids(3, sampling="fast", seed=4, variant=variant)
    for grid in [*grids, q.sudoku.solve("." * 81, variant=variant)]:
        values = [int(value) for value in grid]
        assert is_grid(values, 9, 3, 3) and obeys(values, 9, variant)
        clued = grid[:30] + "." * 51
        marks = q.sudoku.candidates(clued, variant=variant)
        assert all(value in mark for value, mark in zip(grid, marks))
    assert q.sudoku.check(SOLUTION, variant=variant) == "none"


def test_a_jigsaw() -> None:
    for options in ({}, {"regions": [[0, 35]]}):
        full = q.Sudoku([0] * 36, box=JIGSAW6, **options).solve()
        assert full is not None and obeys(full.cells, 6, drawing=JIGSAW6)
        drawn = q.Sudoku("." * 36, box=JIGSAW6.replace("\n", "").lower(), **options)
        assert drawn.solve() == full == pickle.loads(pickle.dumps(full))
        assert drawn.problem().count() == drawn.count(None) > 1
    assert len(q.Sudoku("." * 36, box=JIGSAW6).problem().items) == 4 * 36
    rectangles = "AAABBB" * 2 + "CCCDDD" * 2 + "EEEFFF" * 2
    for box in ("3x2", (3, 2)):
        assert q.Sudoku("." * 36, box=box) != q.Sudoku("." * 36, box=rectangles)
    assert q.Sudoku("." * 36, box=rectangles) == q.Sudoku("." * 36)


def test_names_of_rules_are_a_set() -> None:
    both = q.Sudoku("." * 81, variant="diagonal, anti-king")
    assert both == q.Sudoku("." * 81, variant=iter(["anti-king"]), diagonal=True)
    assert both == q.Sudoku(both, variant=["anti-king,diagonal", "diagonal"]) != q.Sudoku("." * 81)


def test_boxes_of_other_shapes() -> None:
    for rows, columns in [(2, 3), (3, 2), (2, 5), (5, 2)]:
        size = rows * columns
        solution = q.sudoku.solve([0] * size**2, box=(rows, columns))
        assert is_grid(solution, size, rows, columns)


@pytest.mark.parametrize(
    ("file", "size", "options"),
    [("sixteen-hard.txt", 16, {}), ("diagonal.txt", 9, {"diagonal": True})],
)
def test_16x16_and_diagonal_puzzles(
    puzzles_dir: Path, file: str, size: int, options: dict[str, bool]
) -> None:
    lines = (puzzles_dir / file).read_text().splitlines()
    records = [(line + ":").split(":")[:3] for line in lines if line[:1] not in ("", "#")]
    puzzles = [puzzle for puzzle, _, _ in records]
    counts = q.sudoku.count(puzzles, None, **options)
    assert len(records) >= 10 and counts == [int(count) for _, count, _ in records]
    side = 3 if size == 9 else 4
    for (puzzle, count, expected), solution in zip(records, q.sudoku.solve(puzzles, **options)):
        assert (solution is None) == (count == "0")
        if solution is not None:
            assert count != "1" or solution == expected
            assert all(clue in (".", value) for clue, value in zip(puzzle, solution))
            cells = list(q.Sudoku(solution, **options).cells)
            assert is_grid(cells, size, side, side, diagonal=bool(options))


def test_a_size_that_is_given_is_required() -> None:
    assert q.sudoku.count("." * 16, None, size=4) == 288
    with pytest.raises(q.PuzzleError, match="81|9x9"):
        q.sudoku.check("." * 16, size=9)
    # Sixteen puzzles of 4x4, or one of 16x16.
    rows = [[0] * 16 for _ in range(16)]
    assert q.sudoku.check(rows, size=4) == ["multiple"] * 16
    assert q.sudoku.check(rows) == "multiple"


@pytest.mark.parametrize(
    "options", [{}, {"diagonal": True}, {"size": 4, "regions": [[0, 5, 10, 15]]}]
)
def test_candidates_are_the_values_in_all_solutions(options: dict[str, bool]) -> None:
    for puzzle in ["." * 16, "1" + "." * 15, "12" + "." * 10 + "3...", "11" + "." * 14]:
        solutions = q.Sudoku(puzzle, **options)
        values: list[set[int]] = [set() for _ in range(16)]
        if puzzle[:2] != "11":
            for solution in solutions.problem().solutions():
                for row, column, value in solution.labels:  # type: ignore[misc]
                    values[4 * (row - 1) + column - 1].add(value)
        assert solutions.candidates() == values
        found = q.sudoku.candidates(puzzle, **options)
        assert found == ["".join(map(str, sorted(cell))) for cell in values]


def test_candidates_of_9x9_puzzles(seventeen: list[str]) -> None:
    solution = q.sudoku.solve(seventeen[0])
    assert q.sudoku.candidates(seventeen[0]) == list(solution)
    # Without two rows of the same band, the clues of both can be exchanged.
    open_rows = "." * 18 + solution[18:]
    found = q.sudoku.candidates(open_rows)
    assert found[18:] == list(solution[18:])
    for column in range(9):
        assert {solution[column], solution[9 + column]} <= set(found[column])
    assert q.sudoku.candidates("." * 81) == ["123456789"] * 81


def test_texts_of_many_formats() -> None:
    drawn = str(q.Sudoku(PUZZLE))
    assert drawn.count("\n") == 10 and drawn.splitlines()[3] == "------+-------+------"
    assert q.sudoku.solve(drawn) == SOLUTION
    assert q.sudoku.solve(f"name\t{PUZZLE}\t17") == SOLUTION
    assert q.sudoku.solve(PUZZLE.replace(".", "0") + "\n") == SOLUTION
    letters = q.sudoku.solve("A" + "." * 255)
    assert letters[0] == "A" and sorted(set(letters)) == list("ABCDEFGHIJKLMNOP")


def test_a_sudoku_is_a_puzzle_with_rules() -> None:
    sudoku = q.Sudoku(PUZZLE)
    assert sudoku.size == 9 and len(sudoku.cells) == 81 and len(sudoku.rows) == 9
    assert sudoku.check() == "unique" and sudoku.count() == 1
    solved = sudoku.solve()
    assert solved is not None and "".join(map(str, solved.cells)) == SOLUTION
    assert solved != sudoku and solved == q.Sudoku(SOLUTION) == q.Sudoku(list(solved.cells))
    assert sudoku == q.Sudoku(PUZZLE) != q.Sudoku(PUZZLE, diagonal=True)
    assert repr(sudoku) == "<quadrille.Sudoku: 9x9, 17 values>"
    for one in (sudoku, solved):
        again = pickle.loads(pickle.dumps(one))
        assert again == one and again.svg() == one.svg()
    assert q.Sudoku("11" + "." * 14).solve() is None
    with pytest.raises(ValueError, match="several"):
        q.Sudoku([PUZZLE, PUZZLE])
    with pytest.raises(ValueError):
        q.Sudoku([0] * 81, size=4)


def test_a_sudoku_is_minimised_with_its_rules() -> None:
    for text, rules in [
        ("." * 81, {}),
        ("." * 16, {"diagonal": True}),
        ("." * 16, {"box": JIGSAW4, "variant": "anti-knight"}),
        ([0] * 49, {"box": "none", "variant": "anti-king,diagonal"}),
        ("." * 36, {"box": (3, 2)}),
    ]:
        solved = q.Sudoku(text, **rules).solve()  # type: ignore[arg-type]
        assert solved is not None
        minimal = solved.minimise(seed=2)
        assert minimal.check() == "unique" and minimal.redundant() == []
        assert minimal.solve() == solved and minimal.minimise() == minimal
        assert len(solved.redundant()) == solved.size**2
        rows = q.sudoku.minimise(list(solved.cells), seed=2, **rules)  # type: ignore[arg-type]
        assert minimal.cells == tuple(rows)
        form = minimal.canonical()
        assert form.canonical() == form and form.check() == "unique"
        # The half turn keeps the rules.
        assert q.Sudoku(minimal.cells[::-1], **rules).canonical() == form  # type: ignore[arg-type]
    for ask in (q.Sudoku.redundant, q.Sudoku.minimise):
        with pytest.raises(q.PuzzleError, match="more than one"):
            ask(q.Sudoku("." * 81))


def test_a_sudoku_is_an_exact_cover() -> None:
    problem = q.Sudoku("." * 81).problem()
    assert (len(problem.items), len(problem.labels)) == (324, 729)
    assert problem.option((2, 3, 5)) == ("r2c3", "r2#5", "c3#5", "b1#5")
    assert len(q.Sudoku([0] * 256).problem().items) == 1024
    assert len(q.Sudoku("." * 81, diagonal=True).problem().items) == 342
    solution = q.Sudoku(PUZZLE).problem().first()
    assert solution is not None
    values = {(row, column): value for row, column, value in solution.labels}  # type: ignore[misc]
    assert "".join(str(values[cell]) for cell in product(range(1, 10), repeat=2)) == SOLUTION
    with pytest.raises(ValueError, match="clues|row 1"):
        q.Sudoku("11" + "." * 79).problem()


def test_pictures() -> None:
    sudoku = q.Sudoku(PUZZLE)
    assert "17 clues" in sudoku.svg() and sudoku._repr_svg_() == sudoku.svg()
    solved = sudoku.solve()
    assert solved is not None and "17 clues, solved" in solved.svg()
    assert "with candidates" in q.Sudoku("1" + "." * 15).svg(candidates=True)
