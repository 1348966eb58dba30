"""The program of `docs/scale-out.md` for several processes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from conftest import ROOT


def test_the_program_for_several_processes(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scale-out.md").read_text()
    (block,) = [
        block
        for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
        if "concurrent.futures" in block
    ]
    program = tmp_path / "program.py"
    program.write_text(block)
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "724\n"
