"""The encodings that `quadrille prove` writes, against those of encode.py, and count_models.py.

The environment variable QUADRILLE has the path of the program; without it, only the script is tested.
"""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import check  # noqa: E402

PUZZLES = HERE.parent / "puzzles"
PROGRAM = os.environ.get("QUADRILLE")

needs_program = pytest.mark.skipif(PROGRAM is None, reason="QUADRILLE is not set")


def script(*arguments):
    command = [sys.executable, HERE / "encode.py", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def prove(tmp_path, system, claim, problem, suffix):
    output = tmp_path / f"proof.{system}"
    command = [PROGRAM, "prove", "--claim", claim, "--to", system, "--output", output, problem]
    subprocess.run(command, check=True, capture_output=True)
    return output.with_suffix(suffix).read_bytes()


def count_models(*paths):
    """The exit code, and the only line that is printed."""
    command = [sys.executable, HERE / "count_models.py", *paths]
    found = subprocess.run(command, capture_output=True)
    (line,) = (found.stdout + found.stderr).decode().splitlines()
    return found.returncode, line


def test_the_script_encodes_a_problem(tmp_path):
    problem = tmp_path / "problem.dlx"
    problem.write_text("| a comment\n:2|a b | x\r\na b |2 |1\na x:1\nb x:2\nx")
    lines = [
        "* #variable= 4 #constraint= 3",
        "1 x1 1 x3 = 1 ;",
        "-1 x4 >= 0 ;",
        "-1 x2 -1 x3 >= -1 ;",
    ]
    assert script("opb", problem).decode().splitlines() == lines
    lines.insert(1, "min: 3 x1 ;")
    assert script("opb", "--costs", problem).decode().splitlines() == lines
    assert refusal("cnf", problem).endswith(": CNF can't express it")


def refusal(*arguments):
    """The one line that the script prints when it refuses a problem, with exit code 2."""
    command = [sys.executable, HERE / "encode.py", *arguments]
    found = subprocess.run(command, capture_output=True)
    assert (found.returncode, found.stdout) == (2, b""), found
    (line,) = found.stderr.decode().splitlines()
    return line


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ("", 1, "expected a line of items"),
        ("| c\n\n", 3, "expected a line of items"),
        ("a b a\n", 1, "twice"),
        ("a | a\n", 1, "twice"),
        ("a | b b\n", 1, "twice"),
        ("a | b | c\n", 1, "not an item"),
        ("a | b |c\n", 1, "not an item"),
        ("a ||b\n", 1, "not an item"),
        ("a | 2|b\n", 1, "not an item"),
        ("a:b\n", 1, "not an item"),
        ("2|\n", 1, "not an item"),
        ("a\xa0b\n", 1, "not an item"),
        ("a\0b\n", 1, "not an item"),
        ("a b\udcff\n", 1, "not an item"),
        ("2:1|a\n", 1, "bounds"),
        ("a x|b\n", 1, "number"),
        ("a 2:|b\n", 1, "number"),
        ("+1|b\n", 1, "number"),
        ("0:+1|b\n", 1, "number"),
        ("1_0|b\n", 1, "number"),
        ("\u0661|b\n", 1, "number"),
        ("a 4294967296|b\n", 1, "number"),
        ("9" * 5000 + "|b\n", 1, "number"),
        ("a b\n\n| c\na q b\n", 4, "not an item of the problem"),
        ("a b\na b\na b a\n", 3, "twice in the option"),
        ("a | x\na x:1 x:1\n", 2, "twice in the option"),
        ("a | x\na:red x\n", 2, "primary"),
        ("a | x\na x:\n", 2, "colour"),
        ("a\na |x\n", 2, "number"),
        ("a\na |\n", 2, "number"),
        ("a\na\na |+5\n", 3, "number"),
        ("a\na |1_0\n", 2, "number"),
        ("a\na |-1\n", 2, "number"),
        ("a\na |18446744073709551615 |1\n", 2, "too high"),
        ("a\n \ufeffa\n", 2, "not an item of the problem"),
    ],
)
def test_wrong_files_are_refused(text, line, reason, tmp_path):
    problem = tmp_path / "problem.dlx"
    problem.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError):
        check.Problem(text)  # The checker agrees.
    for arguments in (["cnf"], ["opb"], ["opb", "--costs"]):
        found = refusal(*arguments, problem)
        assert found.startswith(f"encode.py: {problem}: line {line}: ") and reason in found


def test_unusual_files_are_read(tmp_path):
    plain, problem = tmp_path / "plain.dlx", tmp_path / "problem.dlx"
    plain.write_text("a 2|b :3|c | x yy\na c x:red |7\nb c yy:pale:blue\nyy\na x:|\n")
    text = b"\xef\xbb\xbf| caf\xe9\r\n a 02|b\t0:3|c |x yy\r\n|@ \xff\na c x:red |5 |002\n\n"
    problem.write_bytes(text + b"b c\fyy:pale:blue\n  | \xfe\nyy |%s\na x:|" % (b"0" * 5000))
    for arguments in (["opb"], ["opb", "--costs"], ["opb", "--unique", ""]):
        assert script(*arguments, problem) == script(*arguments, plain)


def test_other_refusals(tmp_path):
    problem = tmp_path / "problem.dlx"
    problem.write_text("a\na\na\n")
    assert script("opb", "--unique", "2", problem).splitlines()[1] == b"min: 1 ~x1 1 x2 ;"
    for numbers in ("0", "3", "1,,2", "+1", "1_0", "x"):
        assert "number" in refusal("opb", "--unique", numbers, problem)
    assert str(tmp_path / "missing") in refusal("opb", tmp_path / "missing")
    refusal("opb", tmp_path)


@needs_program
@pytest.mark.parametrize("name", ["queens6", "queens8", "langford7", "toy", "toy-secondary"])
def test_clauses_are_the_same(tmp_path, name):
    problem = PUZZLES / f"{name}.dlx"
    assert prove(tmp_path, "cpog", "count", problem, ".cnf") == script("cnf", problem)


@needs_program
@pytest.mark.parametrize(
    "name", ["queens6", "langford7", "toy", "costs", "colours", "multiplicities"]
)
def test_inequalities_are_the_same(tmp_path, name):
    problem = PUZZLES / f"{name}.dlx"
    found = prove(tmp_path, "veripb", "cheapest", problem, ".opb")
    assert found == script("opb", "--costs", problem)


def files(tmp_path, *texts):
    """Files with these texts."""
    paths = [tmp_path / f"{number}" for number in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_text(text, newline="\n")
    return paths


LOOSE = "a :1|b | x\na x:1\na b x:2\nb x:1\nx\n"
LOOSE_FORMULA = """* #variable= 4 #constraint= 8
1 x1 1 x2 = 1 ;
-1 x2 -1 x3 >= -1 ;
-1 x4 >= 0 ;
-1 x1 -1 x2 >= -1 ;
-1 x2 -1 x3 >= -1 ;
-1 x1 1 x3 >= 0 ;
-1 x1 -1 x3 >= -1 ;
-1 x2 1 x3 >= 0 ;
"""


def test_excluded_solutions_are_counted(tmp_path):
    formula = LOOSE_FORMULA
    assert count_models(*files(tmp_path, LOOSE, formula)) == (0, "count 3")
    lines = formula.splitlines(keepends=True)
    wrong = {
        "the formula is another one": [
            # Nothing is excluded but what solutions have in common; other bounds; other lines.
            formula.replace("-1 x1 1 x3 >= 0", "-1 x1 >= 0"),
            formula.replace("-1 x1 1 x3 >= 0", "-1 x1 1 x3 >= 1"),
            formula.replace("-1 x1 1 x3 >= 0", "1 x3 -1 x1 >= 0"),
            formula.replace("= 1 ;", "= 2 ;"),
            formula.replace("#constraint= 8", "#constraint= 9"),
            "".join([lines[0], *lines[2:3], lines[1], *lines[3:]]),
            formula.replace("-1 x4 >= 0 ;\n", ""),
            "",
        ],
        "excludes what is no solution": [
            formula.replace("-1 x1 1 x3 >= 0 ;", "-1 x1 -1 x2 1 x3 >= -1 ;"),
            formula.replace("-1 x1 1 x3 >= 0 ;", "1 x1 1 x3 >= 1 ;"),
            formula.replace("-1 x1 1 x3 >= 0 ;", "-1 x1 1 x3 -1 x4 >= -1 ;"),
            formula + "-1 x3 >= 0 ;\n",
        ],
        "a solution is excluded twice": [formula + lines[-1]],
        "unknown options": [formula + "-1 x5 >= 0 ;\n", formula + "-1 x0 >= 0 ;\n"],
        "does not end with a line feed": [formula[:-1], formula + " "],
    }
    for reason, texts in wrong.items():
        for text in texts:
            code, line = count_models(*files(tmp_path, LOOSE, text))
            assert code == 1 and reason in line, (line, text)
    # Colours that do not agree.
    text = "a b | x\na x:1\nb x:2\n"
    head = "* #variable= 2 #constraint= 4\n1 x1 = 1 ;\n1 x2 = 1 ;\n-1 x1 -1 x2 >= -1 ;\n"
    code, line = count_models(*files(tmp_path, text, head + "-1 x1 -1 x2 >= -1 ;\n"))
    assert code == 1 and "no solution" in line


GRAPH = "17 p 7 1 -2 0\n20 p 8 2 -1 0\n23 s 9 7 8 18 21 0\nr 9\n26 a 9 0 1 0\n"


def test_models_of_a_graph_are_counted(tmp_path):
    problem = "a\na\na\n"
    formula = "p cnf 2 2\n1 2 0\n-1 -2 0\n"

    def counted(graph):
        return count_models(*files(tmp_path, problem, formula, graph))

    assert counted(GRAPH) == (0, "count 2")
    assert counted("r 0\n2 a 0 1 0\n") == (0, "count 0")
    # Comments define nothing, and an option that is not named is free.
    assert counted("c p 9 1 0\n3 p 9 1 0\nc s 9 1 2 0\nr 9\n") == (0, "count 2")
    assert counted("3 p 9 0\nr 9\n") == (0, "count 4")
    for graph in (
        "",
        GRAPH + "r 9\n",
        GRAPH.replace("r 9", "r 10"),
        GRAPH.replace("r 9", "r -9"),
        GRAPH.replace("s 9 7 8", "s 9 7 -8"),
        GRAPH.replace("s 9 7 8", "s 9 7 x"),
        GRAPH.replace("s 9 7 8", "s 9 7"),
        "c p 9 1 0\nr 9\n",
    ):
        assert counted(graph)[0] == 1, graph
    code, line = count_models(*files(tmp_path, problem, formula + "1 0\n", GRAPH))
    assert (code, line) == (1, "count_models.py: the formula is not that of the problem")
    assert count_models(*files(tmp_path, "a a\n", formula, GRAPH))[0] == 2
    assert count_models(tmp_path / "0", tmp_path / "missing")[0] == 2


@needs_program
@pytest.mark.parametrize(
    "name, expected", [("queens8", 92), ("toy", 1), ("colours", 18), ("multiplicities", 46)]
)
def test_counts_that_are_proved(tmp_path, name, expected):
    problem = PUZZLES / f"{name}.dlx"
    prove(tmp_path, "veripb", "count", problem, ".opb")
    assert count_models(problem, tmp_path / "proof.opb") == (0, f"count {expected}")
    if name != "multiplicities":
        prove(tmp_path, "scpog", "count", problem, ".cnf")
        found = count_models(problem, tmp_path / "proof.cnf", tmp_path / "proof.scpog")
        assert found == (0, f"count {expected}")
