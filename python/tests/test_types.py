"""The annotations are checked, and the stub of the native module is complete."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import quadrille

api = pytest.importorskip("mypy.api")

USE = """
from typing import Optional
import quadrille as q

problem: q.Problem = q.Problem({"1": ["a", ("x", "red")]}, secondary=["x"], bounds={"a": (0, 2)})
count: int = problem.count(timeout=1.0)
solution: Optional[q.Solution] = problem.first()
for found in problem.solutions(limit=3, threads=1):
    options: tuple[int, ...] = found.options
best: list[q.Solution] = problem.cheapest(3)
is_unique: bool = q.Sudoku("." * 81).problem().unique()
minimal: q.Sudoku = q.Sudoku("." * 81).minimise(seed=1)
rated: dict[str, object] = q.sudoku.rate(q.sudoku.generate(3, clues=(24, 30), seed=1))
"""


def test_the_package_and_its_use_have_types(tmp_path: Path) -> None:
    program = tmp_path / "use.py"
    program.write_text(USE)
    config = Path(__file__).resolve().parents[1] / "pyproject.toml"
    options = ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache")]
    for files in (["-p", "quadrille"], [str(program)]):
        shown, errors, status = api.run([*options, *files])
        assert status == 0, shown + errors
    program.write_text(USE + "count: str = problem.count()\nproblem.countt()\n")
    shown, _, status = api.run([*options, str(program)])
    assert status == 1 and "countt" in shown


def test_the_stub_is_that_of_the_native_module() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "quadrille._quadrille"]
    done = subprocess.run([*command, "--ignore-missing-stub"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert quadrille.__version__.count(".") == 2
