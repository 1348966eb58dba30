"""quadrille next to other packages for Python, on the same problems, in one run.

    python benches/python.py [--seconds 60] [--only PACKAGE ...]

Packages that are not installed are left out: `pip install exact-cover xcover dlx algorithm-x
dlxsudoku py-sudoku ortools` installs all. Each package answers each question in a process of its
own. Each package solves a small problem first, which is not timed: some compile then. The table has
seconds of CPU time (all threads) and of the clock, with the building of the problem. Answers are
compared with those of quadrille: a wrong one is marked, and so is one that takes too long.

- queens: all solutions, with diagonals as secondary items, or as items that an option of their own
  may cover where a package has no secondary items.
- pentominoes: all 9356 packings of a box of 6x10.
- Sudoku: 1000 puzzles of 17 clues, each solved; and each searched for a second solution.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Cover(NamedTuple):
    """An exact cover: items by number, the primary ones first."""

    primary: int
    items: int
    options: list[list[int]]

    def without_secondary(self) -> Cover:
        """The same with an option of its own for each secondary item: it has as many solutions."""
        slack = [[item] for item in range(self.primary, self.items)]
        return Cover(self.items, self.items, self.options + slack)


Solutions = Iterator[list[int]]


# The problems.


def queens(n: int) -> Cover:
    options = [
        [r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1] for r in range(n) for c in range(n)
    ]
    return Cover(2 * n, 6 * n - 2, options)


def pentominoes() -> Cover:
    lines = (ROOT / "puzzles" / "pentominoes6x10.dlx").read_text().splitlines()
    lines = [line for line in lines if line.strip() and not line.startswith("|")]
    items = {name: number for number, name in enumerate(lines[0].split())}
    options = [[items[name] for name in line.split()] for line in lines[1:]]
    return Cover(len(items), len(items), options)


def sudoku_cover(puzzle: str) -> tuple[Cover, list[tuple[int, int]]]:
    """A puzzle, and the cell and the value of each option."""
    options, places = [], []
    for cell, clue in enumerate(puzzle):
        row, column = divmod(cell, 9)
        box = 3 * (row // 3) + column // 3
        for value in range(9):
            if clue in (".", "0", str(value + 1)):
                units = [81 + 9 * row, 162 + 9 * column, 243 + 9 * box]
                options.append([cell, *(unit + value for unit in units)])
                places.append((cell, value + 1))
    return Cover(324, 324, options), places


def puzzles(number: int) -> list[str]:
    """Puzzles of 17 clues: those of the repository, as they are and transposed."""
    lines = (ROOT / "puzzles" / "seventeen.txt").read_text().splitlines()
    lines = [line[:81] for line in lines if line[:1] not in ("", "#")]
    transposed = ["".join(line[column::9] for column in range(9)) for line in lines]
    upside_down = [line[::-1] for line in lines + transposed]
    return (lines + transposed + upside_down)[:number]


# The packages: each searches for up to `limit` solutions.


def by_exact_cover(cover: Cover, limit: int | None) -> Solutions:
    import numpy as np
    from exact_cover import get_all_solutions

    cover = cover.without_secondary()
    matrix = np.zeros((len(cover.options), cover.items), dtype="int32")
    for number, option in enumerate(cover.options):
        matrix[number, option] = 1
    yield from (list(map(int, found)) for found in get_all_solutions(matrix, max_count=limit))


def by_xcover(cover: Cover, limit: int | None) -> Solutions:
    from xcover import covers

    secondary = list(range(cover.primary, cover.items))
    found = covers(cover.options, primary=list(range(cover.primary)), secondary=secondary)
    yield from (list(map(int, rows)) for rows in islice(found, limit))


def by_dlx(cover: Cover, limit: int | None) -> Solutions:
    from dlx import DLX

    columns = [(str(item), int(item >= cover.primary)) for item in range(cover.items)]
    search = DLX(columns)
    search.appendRows(cover.options)
    # A row of a solution is any of its nodes; its items say which option it is.
    numbers = {frozenset(map(str, option)): n for n, option in enumerate(cover.options)}
    for found in islice(search.solve(), limit):
        yield [numbers[frozenset(search.getRowList(row))] for row in found]


def by_algorithm_x(cover: Cover, limit: int | None) -> Solutions:
    from algorithm_x import AlgorithmX

    cover = cover.without_secondary()
    search = AlgorithmX(cover.items)
    for number, option in enumerate(cover.options):
        search.appendRow(option, number)
    yield from (list(found) for found in islice(search.solve(), limit))


def by_cp_sat(cover: Cover, limit: int | None) -> Solutions:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(str(number)) for number in range(len(cover.options))]
    for item in range(cover.items):
        has_item = [chosen[n] for n, option in enumerate(cover.options) if item in option]
        (model.add_exactly_one if item < cover.primary else model.add_at_most_one)(has_item)
    found: list[list[int]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append([n for n, variable in enumerate(chosen) if self.boolean_value(variable)])
            if len(found) == limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = limit != 1
    solver.solve(model, Collector())
    yield from found


def by_quadrille(cover: Cover, limit: int | None) -> Solutions:
    import quadrille

    items = range(cover.items)
    problem = quadrille.Problem(
        cover.options, primary=items[: cover.primary], secondary=items[cover.primary :]
    )
    yield from (list(solution.options) for solution in problem.solutions(limit))


# Packages for Sudoku alone: the solution of a puzzle.


def by_dlxsudoku(puzzle: str) -> str:
    from dlxsudoku import Sudoku

    sudoku = Sudoku(puzzle.replace(".", "0"))
    sudoku.solve()
    return sudoku.to_oneliner()


def by_py_sudoku(puzzle: str) -> str:
    from sudoku import Sudoku

    cells = [int(symbol) if symbol != "." else 0 for symbol in puzzle]
    board = [[value or None for value in cells[9 * row : 9 * row + 9]] for row in range(9)]
    return "".join(str(value) for row in Sudoku(3, 3, board=board).solve().board for value in row)


COVERS: dict[str, tuple[str, Callable[[Cover, int | None], Solutions]]] = {
    "quadrille": ("quadrille", by_quadrille),
    "exact-cover": ("exact_cover", by_exact_cover),
    "xcover": ("xcover", by_xcover),
    "dlx": ("dlx", by_dlx),
    "algorithm-x": ("algorithm_x", by_algorithm_x),
    "OR-tools CP-SAT": ("ortools", by_cp_sat),
}

SUDOKU: dict[str, tuple[str, Callable[[str], str]]] = {
    "dlxsudoku": ("dlxsudoku", by_dlxsudoku),
    "py-sudoku": ("sudoku", by_py_sudoku),
}


# The questions.


def solve_puzzle(package: str, puzzle: str) -> str:
    if package in SUDOKU:
        return SUDOKU[package][1](puzzle)
    cover, places = sudoku_cover(puzzle)
    cells = ["."] * 81
    for option in next(COVERS[package][1](cover, 1)):
        cell, value = places[option]
        cells[cell] = str(value)
    return "".join(cells)


def solve_all(package: str) -> list[str]:
    if package == "quadrille":
        import quadrille

        return quadrille.sudoku.solve(puzzles(1000))
    return [solve_puzzle(package, puzzle) for puzzle in puzzles(1000)]


def count_unique(package: str) -> int:
    if package == "quadrille":
        import quadrille

        return quadrille.sudoku.check(puzzles(1000)).count("unique")
    search = COVERS[package][1]
    return sum(len(list(search(sudoku_cover(puzzle)[0], 2))) == 1 for puzzle in puzzles(1000))


def count_all(package: str, cover: Cover) -> int:
    return sum(1 for _ in COVERS[package][1](cover, None))


QUESTIONS: dict[str, Callable[[str], Any]] = {
    "queens 8": lambda package: count_all(package, queens(8)),
    "queens 10": lambda package: count_all(package, queens(10)),
    "pentominoes 6x10": lambda package: count_all(package, pentominoes()),
    "1000 Sudoku, solved": solve_all,
    "1000 Sudoku, unique?": count_unique,
}


def run(package: str, question: str) -> None:
    """Answers one question, and prints the answer and its time as JSON."""
    if package in COVERS:
        for limit in (1, 2, None):
            list(COVERS[package][1](Cover(2, 3, [[0, 2], [1, 2], [0, 1], [0], [1]]), limit))
    clock, cpu = time.perf_counter(), time.process_time()
    answer = QUESTIONS[question](package)
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    print(json.dumps({"answer": answer, "cpu": cpu, "clock": clock}))


def asked(package: str, question: str, seconds: float) -> dict[str, Any] | str:
    """The answer of a process, or why there is none."""
    if package in SUDOKU and question != "1000 Sudoku, solved":
        return ""
    command = [sys.executable, __file__, "--run", package, question]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"> {seconds:g} s"
    if done.returncode:
        return "error: " + (done.stderr.strip().splitlines() or ["?"])[-1]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="the most for each answer")
    parser.add_argument("--only", nargs="+", metavar="PACKAGE", help="only these, and quadrille")
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        return run(*arguments.run)
    modules = {name: module for name, (module, _) in {**COVERS, **SUDOKU}.items()}
    wanted = {"quadrille", *(arguments.only or modules)}
    print("| package | " + " | ".join(QUESTIONS) + " |")
    print("|---" * (len(QUESTIONS) + 1) + "|")
    expected: dict[str, Any] = {}
    for package, module in modules.items():
        if package not in wanted:
            continue
        if importlib.util.find_spec(module) is None:
            print(f"| {package} | not installed |")
            continue
        cells = []
        for question in QUESTIONS:
            found = asked(package, question, arguments.seconds)
            if isinstance(found, str):
                cells.append(found)
                continue
            is_right = expected.setdefault(question, found["answer"]) == found["answer"]
            times = f"{found['cpu']:.3g} ({found['clock']:.3g})"
            cells.append(times if is_right else f"WRONG, {times}")
        print(f"| {package} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
