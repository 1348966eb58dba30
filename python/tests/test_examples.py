"""The examples run, and print what is known."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

KNOWN = {
    "a_million_puzzles.py": ["numpy: 1000000 puzzles", "pyarrow: all are unique"],
    "counting.py": ["61479419904000 Latin", "2444888770250892795802079170816 tilings"],
    "pentominoes.py": ["9356 packings"],
    "shifts.py": ["13719 schedules", "cost 224"],
    "sudoku_as_exact_cover.py": ["324 primary items, 729 options", "The same as"],
}


def test_every_example_is_in_the_table() -> None:
    assert {file.name for file in EXAMPLES.glob("*.py")} == set(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_examples(name: str, tmp_path: Path) -> None:
    if name == "a_million_puzzles.py":
        pytest.importorskip("numpy")
        pytest.importorskip("pyarrow")
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    for expected in KNOWN[name]:
        assert expected in done.stdout
    if name == "pentominoes.py":
        assert "<svg" in (tmp_path / "pentominoes.svg").read_text()


def test_the_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text())
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            shown.append(last_value("".join(cell["source"]), names))
    printed = capsys.readouterr().out
    assert "12988816" in printed and "unique" in printed and "deadline True" in printed
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) == 4 and all("<svg" in picture for picture in pictures)
    assert ["multiple", "unique", "none"] in shown


def last_value(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of its last line, as a notebook shows it."""
    program = ast.parse(source)
    last = program.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(program, "cell", "exec"), names)
        return None
    program.body.pop()
    exec(compile(program, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
