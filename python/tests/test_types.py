"""The annotations are checked, and the stub of the native module is complete."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import quadrille as q
from quadrille import _quadrille as native
from quadrille import typing

api = pytest.importorskip("mypy.api")

USE = """
from typing import Optional
import quadrille as q
from quadrille.typing import Verdict

problem: q.Problem = q.Problem({"1": ["a", ("x", "red")]}, secondary=["x"], bounds={"a": (0, 2)})
options: dict[str, list[str]] = {"1": ["a"]}
bounds: dict[str, int] = {"a": 1}
costs: dict[str, int] = {"1": 3}
count: int = q.Problem(options, bounds=bounds, costs=costs).count(timeout=1.0)
solution: Optional[q.Solution] = problem.first()
for found in problem.solutions(limit=3, threads=1):
    chosen: tuple[int, ...] = found.options
best: list[q.Solution] = problem.cheapest(3)
is_unique: bool = q.Sudoku("." * 81).problem().unique()
minimal: q.Sudoku = q.Sudoku("." * 81).minimise(seed=1)
rated: dict[str, object] = q.sudoku.rate(q.sudoku.generate(3, clues=(24, 30), seed=1))
solved: Optional[str] = q.sudoku.solve("." * 81)
grid: Optional[q.Sudoku] = q.sudoku.solve(q.Sudoku("." * 81))
column: list[Optional[str]] = q.sudoku.solve(["." * 81, None], errors="null", threads=1)
verdict: Verdict = q.sudoku.check("." * 81, diagonal=True)
verdicts: list[Verdict] = q.sudoku.check(["." * 81], errors="raise")
some: list[Optional[Verdict]] = q.sudoku.check(["." * 81], errors="null")
number: int = q.sudoku.count(q.Sudoku("." * 81), None, timeout=1)
numbers: list[Optional[int]] = q.sudoku.count(("." * 81, None), 5)
values: list[str] = q.sudoku.candidates("." * 81)
cells: list[str] = q.sudoku.check([[0] * 81])
grids: list[str] = q.sudoku.grids(3, seed=1)
table: dict[str, object] = q.sudoku.generate(3, details=True)
"""

WRONG = [
    'problem.count(engine="foo")',
    'problem.count(method="foo")',
    'q.sudoku.solve("." * 81, errors="foo")',
    'q.sudoku.check("." * 81, diagonals=True)',
    'q.sudoku.generate(symmetry="foo")',
    'q.sudoku.generate(sampling="uniform")',
    'q.sudoku.canonical("." * 81, by="foo")',
    'q.sudoku.rate("." * 81, ["foo"])',
    'text: str = q.sudoku.check("." * 81, errors="null")',
    'text: str = q.sudoku.count("." * 81)',
]


def test_the_package_and_its_use_have_types(tmp_path: Path) -> None:
    program = tmp_path / "use.py"
    program.write_text(USE)
    config = Path(__file__).resolve().parents[1] / "pyproject.toml"
    options = ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache")]
    for files in (["-p", "quadrille"], [str(program)]):
        shown, errors, status = api.run([*options, *files])
        assert status == 0, shown + errors
    program.write_text(USE + "count: str = problem.count()\nproblem.countt()\n" + "\n".join(WRONG))
    shown, _, status = api.run([*options, str(program)])
    assert status == 1 and "countt" in shown
    first = USE.count("\n") + 3
    for line, wrong in enumerate(WRONG, first):
        assert f"use.py:{line}: error: " in shown, wrong


def test_the_names_in_annotations_are_those_of_the_library() -> None:
    for names, known in (
        (typing.EngineName, native.ENGINES),
        (typing.MethodName, native.METHODS),
        (typing.RatingNumberName, native.RATING_NUMBERS),
        (typing.SymmetryName, native.SYMMETRIES),
        (typing.Verdict, native.VERDICTS),
    ):
        assert sorted(get_args(names)) == sorted(known)
    for wrong, message in (
        (lambda: q.sudoku.generate(sampling="x"), "fast, weighted"),  # type: ignore[call-overload]
        (lambda: q.sudoku.grids(sampling="x"), "uniform, fast"),  # type: ignore[call-overload]
    ):
        with pytest.raises(ValueError, match=f"there are {message}"):
            wrong()


def test_the_stub_is_that_of_the_native_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "quadrille._quadrille"]
    done = subprocess.run([*command, "--ignore-missing-stub"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert q.__version__.count(".") == 2
