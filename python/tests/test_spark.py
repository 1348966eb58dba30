"""Spark with two executors, of which one is killed, and the program in a pipe of Spark."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import queens

import quadrille as q

pyspark = pytest.importorskip("pyspark", reason="pyspark is not installed")
if shutil.which("java") is None:
    pytest.skip("Java is not installed", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402

from quadrille import spark  # noqa: E402

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    """A session whose two executors are processes of their own, with one core each."""
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("quadrille")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def test_columns_of_puzzles(session: SparkSession, seventeen: list[str]) -> None:
    texts: list[str | None] = [seventeen[row % 300] for row in range(5000)]
    texts[7], texts[1234], texts[4999], texts[5] = "poisoned", None, "", "." * 81
    frame = session.createDataFrame(
        [(row, text) for row, text in enumerate(texts)], ["row", "text"]
    )
    frame = frame.repartition(8)
    for function, local, name in [
        (spark.check, q.sudoku.check, "check"),
        (spark.solve, q.sudoku.solve, "solution"),
        (spark.count, q.sudoku.count, "count"),
    ]:
        found = function(frame, "text").orderBy("row").collect()
        assert [row["row"] for row in found] == list(range(5000))
        assert [row["text"] for row in found] == texts
        assert [row[name] for row in found] == local(texts, errors="null")
    assert spark.count(frame, "text", 9, output="n").where("n = 9").count() == 1
    with pytest.raises(Exception, match="PuzzleError"):
        spark.check(frame, "text", errors="raise").collect()
    with pytest.raises(ValueError, match="there is no column 'puzzle'"):
        spark.check(frame, "puzzle")
    with pytest.raises(ValueError, match="a column 'row' already"):
        spark.check(frame, "text", output="row")
    with pytest.raises(TypeError, match="sizes"):
        spark.check(frame, "text", sizes=9)
    diagonal = session.createDataFrame([("." * 16,)], ["text"])
    assert spark.count(diagonal, "text", None, diagonal=True).collect()[0]["count"] == 48


def test_a_search_in_many_tasks(session: SparkSession) -> None:
    assert spark.count(queens(8), tasks=30, session=session) == 92
    with pytest.raises(q.TimedOut) as caught:
        spark.count(queens(30), tasks=2, method="plain", timeout=0.1)
    assert isinstance(caught.value.partial, int)
    with pytest.raises(TypeError, match="limit"):
        spark.count(queens(8), limit=5)  # type: ignore[call-overload]


def descendants(words: str) -> list[int]:
    """The processes that this one has started, directly or not, with words in their commands."""
    parents, found = {}, []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            if words in command:
                found.append(int(entry.name))

    def is_ours(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return [process for process in found if is_ours(process)]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize("words", ["CoarseGrainedExecutorBackend", "pyspark.daemon"])
def test_a_killed_process_changes_no_count(session: SparkSession, words: str) -> None:
    tracker = session.sparkContext.statusTracker()
    killed: list[tuple[int, int]] = []

    def kill() -> None:
        """Kills a process when some tasks are done, and others are not."""
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            for stage in tracker.getActiveStageIds():
                stage_info = tracker.getStageInfo(stage)
                if stage_info and 3 <= stage_info.numCompletedTasks < stage_info.numTasks // 2:
                    os.kill(descendants(words)[-1], signal.SIGKILL)
                    killed.append((stage_info.numCompletedTasks, stage_info.numTasks))
                    return
            time.sleep(0.01)

    thread = threading.Thread(target=kill)
    thread.start()
    counted = spark.count(queens(10), tasks=100, session=session)
    thread.join()
    assert counted == 724
    assert killed, "nothing was killed in the middle"


def program() -> str:
    """The program `quadrille`."""
    found = os.environ.get("QUADRILLE") or shutil.which("quadrille")
    if found is None:
        pytest.skip("the program `quadrille` is not on the path, and QUADRILLE does not name it")
    return os.path.abspath(found)


def test_units_in_a_pipe(session: SparkSession, tmp_path: Path, puzzles_dir: Path) -> None:
    quadrille = program()
    problem = str(puzzles_dir / "langford8.dlx")
    command = [quadrille, "split", "--self-contained", problem, "--tasks", "40"]
    units = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(units) >= 40
    # The first worker is killed after its first result. Spark repeats its task.
    worker, marker = tmp_path / "worker", tmp_path / "killed"
    worker.write_text(
        f"#!/bin/sh\nif mkdir {marker} 2>/dev/null; then\n"
        f"head -n 1 | {quadrille} work -q\nkill -9 $$\nfi\nexec {quadrille} work -q\n"
    )
    worker.chmod(worker.stat().st_mode | stat.S_IXUSR)
    lines = session.sparkContext.parallelize(units, 8)
    results = lines.pipe(str(worker), checkCode=True).collect()
    assert marker.exists()
    merged = subprocess.run(
        [quadrille, "merge", "--json"],
        input="\n".join(results) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(merged.stdout)
    assert (answer["count"], answer["complete"]) == (150, True)
