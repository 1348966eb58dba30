//! The help texts below the arguments: examples, and the meaning of the output.

/// The verbs that have a page of the manual of their own.
pub(super) const VERBS: [&str; 27] = [
    "solve",
    "count",
    "check",
    "sample",
    "candidates",
    "cheapest",
    "estimate",
    "split",
    "work",
    "merge",
    "resume",
    "diagram",
    "prove",
    "verify",
    "symmetries",
    "trace",
    "convert",
    "generate",
    "grid",
    "hunt",
    "minimise",
    "redundant",
    "rate",
    "unavoidable",
    "canonical",
    "compat",
    "bench",
];

/// The beginnings of the paragraphs of a help text that are sections of its manual page.
pub(super) const EXAMPLES: &str = "Examples:";
pub(super) const EXIT: &str = "Exit codes:";

/// The exit codes and their meanings.
pub(super) const EXIT_CODES: [(&str, &str); 6] = [
    (
        "0",
        "The run is complete. A closed pipe on standard output is not an error. If several codes apply, 1 for a wrong answer or \
proof comes first, then 3, then 2, then the others.",
    ),
    (
        "1",
        "`check` met a problem that is not unique, `compat` or `bench` a disagreement, `prove` a false claim, `verify` a \
         wrong proof, or `solve`, `check` or `count` a wrong solution in the input.",
    ),
    ("2", "The usage or the input is wrong, or the output can't be written."),
    ("3", "A limit, a timeout or a signal stopped the run."),
    ("10", "With --exit-code sat: every problem has a solution."),
    ("20", "With --exit-code sat: a problem has no solution."),
];

/// The meaning of `--stats`, the same below all verbs that have it.
macro_rules! stats {
    () => {
        "\n\nWith --stats, the last lines on standard error have the engine and the reason for its choice, the result of the \
reduction, nodes and updates (the lanes count none), and the time of each phase: reading (including all other work), reducing, \
building, searching. With several threads, times and reductions are sums over the threads. The lanes have a line of their own, for \
all puzzles together: guesses, passes, and the share of lanes in use. A count or a diagram has a line for its memo: hits and \
lookups, entries held and evicted, and the memory. With --json, each object has a key `stats`: engine, why, nodes, updates (null for \
the lanes and for counts), memo (hits, lookups, represented, labelled, renamed, entries, evicted, bytes; or null), reduction (removed, idle, rounds, work, complete; \
or null), and reading, reducing, building and searching in seconds. The last line on standard error is then an object with the key \
`totals`: engines, lanes (guesses, branches, passes, lane_passes, full; or null), and the others as above."
    };
}

/// The meaning of `--to svg`, the same below all verbs that have it.
macro_rules! pictures {
    () => {
        "\n\nWith --to svg, all records are pictures on one sheet, which is written at the end of the run; a record that failed has \
its message in its place. A sheet takes 1000 pictures or 64 MiB; then the run stops, and the exit code is 3. A board is found from \
the names of all items of an exact cover: `r1c2`, `1,2`, `0_7`, `(1,2)` or `17` (row and column), with three numbers also a layer in front; \
`c2r1` or `x2y1` (column and row); `r1` and `c2` in each option; `a1` (column and row of a chessboard); `s12` (one row). Two digits are a row and a column unless other names \
have more or fewer digits. Of several kinds of names, usually those with the most entries in the options are the cells; the manual has the rules. --grid REGEX says it for other names, and must match a whole name: groups are named row, column and layer, or come in \
that order. Items with other names are no cells and are not drawn; if no name fits, that is an error."
    };
}

pub(super) const PROGRAM: &str = "\
Examples:
  echo 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... \\
    | quadrille solve --to grid          solve one Sudoku
  quadrille solve puzzles/lecture.txt    print the solution of every puzzle of a file
  quadrille check puzzles/lecture.txt    print which of them have just one solution
  quadrille count puzzles/queens8.dlx    count the solutions of an exact cover
  quadrille candidates puzzles/lab.txt   print the values that are in some solution
  quadrille bench puzzles/queens8.dlx    measure the engines side by side

The format of a file is detected: any number of Sudoku puzzles, in lines or drawn, of 4x4 to 36x36 \
cells; or one exact-cover problem in Knuth's format.

A puzzle that can't be read gets the record `error` and a message, and the others still run.

Exit codes: 0 the run is complete; 1 `check` met a problem that is not unique, `prove` a false claim, `verify` a wrong proof, \
`compat` or `bench` a disagreement, or `solve`, `check` or `count` a wrong solution in the input; 2 bad usage or input; 3 stopped by \
a limit or a signal.";

pub(super) const SOLVE: &str = concat!(
    "\
Examples:
  quadrille solve puzzles/lecture.txt
  quadrille solve --to grid puzzles/sizes.txt
  quadrille solve --variant diagonal puzzles/diagonal.txt
  quadrille solve --all puzzles/queens8.dlx
  quadrille solve --all --up-to symmetry puzzles/queens8.dlx
  quadrille solve --limit 3 puzzles/costs.dlx          the three cheapest covers
  quadrille solve --to svg puzzles/queens8.dlx         a picture

Each solution is a line, in the symbols of the puzzle. The record is `none` if there is no solution, `error` \
if the puzzle can't be read, and `unknown` if --nodes, --timeout or a signal stopped the search before the answer was known. A \
solution of an exact cover is its options with ` | ` between them, or `()` if it has no options. With --to grid, an exact cover is \
drawn as a board, if the names of its items are the coordinates of cells.

If the options of an exact cover have costs, `|n`, the cheapest solutions are printed at the end of the search, in ascending order, \
each after its cost: `7: a c |3 | b d |4`. If the search was stopped before they were proved, the best ones found are printed with a \
warning, and the exit code is 3; with --json, `optimal` is false, and `bound` is a lower bound of the cost of all other \
solutions. --all keeps all solutions in memory.

Engines: auto solves Sudoku of 9x9 in the lanes; diagram builds the diagram of all solutions first. --nodes uses one thread and not \
the lanes, and stops at the same node on every computer.

If --limit is reached, the exit code is 0.

With --up-to symmetry, one solution of each class is printed, after the number of solutions of its class: `4: a b | c d`. \
Symmetries keep costs, and the cheapest solutions are not looked for. \
Symmetries are those of `quadrille symmetries`: all of them, or with --fix and --keep those that keep some items. For Latin squares, \
all symmetries give main classes (rows, columns and symbols may be exchanged), and --keep gives isotopy classes. Up to 4096 \
symmetries, all solutions are listed; with more, partial solutions are classified, one option after the other. --classes-by decides otherwise.

Many puzzles, one a line, are solved by as many threads as there are cores, or by --threads; --engine diagram uses one thread.",
    pictures!(),
    stats!()
);

pub(super) const COUNT: &str = concat!(
    "\
Examples:
  quadrille count puzzles/langford8.dlx
  quadrille count --limit 1000 --timeout 10 puzzles/lab.txt
  quadrille count --engine diagram --memory 512M puzzles/langford8.dlx
  quadrille count --up-to symmetry puzzles/queens8.dlx

Each problem gets a number, or `error` if it can't be read. The number begins with `>=` if --limit, \
--nodes, --timeout or a signal stopped the count; then the exit code is 3. Costs are ignored.

A count has any number of digits, and all of them are printed, also with --json: programs that read numbers as floating point lose \
the last digits of those above 2^53.

Large counts use a memo of subproblems: if an estimate finds it faster, or with --engine diagram. Sudoku of 9x9 are listed in the \
lanes; for millions of solutions, --engine diagram can be faster. With --limit, solutions are listed up to it.

With --up-to symmetry, two numbers are printed: `92 solutions, 12 up to 8 symmetries`; with --json, count, classes and symmetries. \
Symmetries are those of `quadrille symmetries`: all of them, or with --fix and --keep those that keep some items. For Latin squares, \
all symmetries give main classes (rows, columns and symbols may be exchanged), and --keep gives isotopy classes. Up to 4096 \
symmetries, all solutions are counted, by Burnside's lemma. With more, 1024 partial solutions are classified, one option after the other, \
within --memory; if some are left, Burnside's lemma is used where the conjugacy classes of the group are easily found, as those of \
the grids of Sudoku. --classes-by burnside or classification decides otherwise. With --stats, the work of Burnside's lemma is that of \
all counts, and the engine that of the count of all solutions, as is the progress; nodes of a classification are partial solutions.

A memo also finds subproblems that are the same up to renaming items and options. --canonical on compares all of them in this way, \
off none; without it, those of the sizes for which that saves time.

Long counts with a memo, and counts of many puzzles, one a line, use as many threads as there are cores, or --threads. If each \
thread counts other puzzles, --memory is divided among them. With several threads, --stats differ from run to run; counts do not.",
    stats!()
);

pub(super) const CHECK: &str = concat!(
    "\
Examples:
  quadrille check puzzles/lecture.txt
  quadrille check --json puzzles/lab.txt
  quadrille check --threads 4 puzzles/lecture.txt
  quadrille check --to svg puzzles/lab.txt     pictures, each with its verdict
  quadrille check --certify lab.proof puzzles/lab.txt

Each problem gets a word: `unique`, `multiple` or `none`; `error` if it can't be read, and `unknown` if \
the run was stopped before the answer was known. The exit code is 1 if a problem is not unique. Costs are ignored.

Many puzzles, one a line, are checked by as many threads as there are cores, or by --threads.

--certify writes a certificate of all Sudoku puzzles that were read, from which `verify` proves the answers without a \
search. It is written at the end, if all puzzles were answered. Exact covers and puzzles with candidates are errors.",
    pictures!(),
    stats!()
);

pub(super) const SAMPLE: &str = concat!(
    "\
Examples:
  quadrille sample 3 puzzles/queens8.dlx
  quadrille sample 2 --to grid puzzles/lab.txt
  quadrille sample 10 --seed 42 --json puzzles/langford8.dlx

Each of the N solutions is drawn from all, independently of the others, so that a solution can repeat. They are written \
as `solve` writes them, without costs. The record is `none` if there is no solution, and `error` if the problem can't be read.

The same problems and the same N, --seed, --memory, --order and --reduce give the same solutions. The random numbers are those of ChaCha with 20 rounds: the seed is the key, \
and the number of the problem in the run, from 0, is the stream.

The diagram of all solutions is built, and in turns with it they are counted as by `count`. What is complete first is drawn \
from. If --timeout or a signal stops both before, nothing is drawn, because the sample would be biased: the record is `unknown`, and the exit \
code is 3. With --json, `total` is the number of all solutions, and count that of those that were drawn; a stopped run has neither.",
    pictures!(),
    stats!()
);

pub(super) const CANDIDATES: &str = concat!(
    "\
Examples:
  quadrille candidates puzzles/toy-secondary.dlx
  quadrille candidates --to grid puzzles/lab.txt
  quadrille candidates --json puzzles/colours.dlx

Each problem gets a line with the number of its solutions, and then a line for each option that is in some \
solution: the number of these solutions, a blank, and the option. An option of a Sudoku is `r1c2=3`, the value 3 in the second \
cell of the first row, in the symbols of the puzzle; clues are in all solutions. The record is `none` if there is no solution, and \
`error` if the problem can't be read.

With --to grid, a Sudoku is drawn with pencil marks: in each cell the values that it has in some solution. Of an exact cover, \
the options are listed as without it; --to svg draws its board. With --json, \
`candidates` is an array of objects: row, column, value and count for a Sudoku; number (from 1), option and count for an \
exact cover. Counts have all digits, also in JSON. A stopped run has no count.

With --to svg, each cell has the values or pieces that it has in some solution; or the number of options that cover it, if the \
pieces have no names, long names, or more than 36.

Without --order, solutions are also visited one by one where a memo takes long or does not fit into --memory: if they are many, \
that has no end without --timeout. If --timeout or a signal stops the search, or with --order --memory, the record is `unknown`, \
and the exit code is 3.",
    pictures!(),
    stats!()
);

pub(super) const CHEAPEST: &str = concat!(
    "\
Examples:
  quadrille cheapest puzzles/shifts.dlx
  quadrille cheapest -k 5 puzzles/costs.dlx
  quadrille cheapest -k 100 --engine diagram puzzles/costs.dlx

The K cheapest solutions are printed in ascending order, each after its cost, as by `solve`: `7: a c |3 | b d |4`. Options without a \
cost cost nothing. There are fewer lines if there are fewer solutions, and `none` if there is none.

They are found by branch and bound, or in the diagram of all solutions, which can be faster for a large K. If costs are equal, the two \
can print different solutions. If the search is stopped, the best solutions found are printed with a warning, and the exit code is \
3; if the diagram is stopped, the record is `unknown`.",
    pictures!(),
    stats!()
);

pub(super) const ESTIMATE: &str = "\
Examples:
  quadrille estimate puzzles/queens8.dlx
  quadrille estimate --no-time --json puzzles/langford8.dlx
  quadrille estimate --width 1 --probes 1000 puzzles/queens8.dlx     Knuth's random descents

Each problem gets a line such as `(4.461 ± 0.029)e7 nodes, 106624 ± 4000 solutions, depth 24`, followed by the time of a search, \
from the speed of its first moments. The number after ± is the standard error: the true number is within two standard errors in \
about 95 % of all cases, unless a small part of the tree has nearly all of its nodes. A number alone is exact: the whole tree was \
visited. `about` marks a number whose error is not known: all probes agree, or there was only one. The same input, arguments \
and --seed give the same numbers, except for the time.

The tree is that of the engine links, which branches on an item with the fewest options; with multiplicities, that of the engine \
multiple without learning. Engines with lookahead, as chosen by auto, often visit far fewer nodes. `count` keeps the counts of \
subproblems where that pays: it may take a second where the estimate is years. An estimate without a solution does not prove that there is none, unless it is exact.

The record is `unknown` if the run was stopped before there was an estimate; if it was stopped later, the estimate has fewer \
probes. The exit code is 3. With --json: nodes, nodes_error, solutions, solutions_error, depth, levels (the nodes of each), probes, \
width, steps, exact, engine, stop (if it was stopped), and time (nodes_per_second, seconds). Numbers that are too large, and errors \
of a single probe, are null.";

pub(super) const SPLIT: &str = "\
Examples:
  quadrille split --tasks 20 puzzles/queens8.dlx
  quadrille split --tasks 100 --self-contained puzzles/langford8.dlx
  quadrille split --tasks 50 puzzles/pentominoes6x10.dlx

Each unit is a JSON object in a line: unit (from 1), of (the number of units), split and problem (hashes of all units and of the \
problem), options (the numbers, from 1, of options that all solutions of the unit have besides the clues), expected (an estimate of \
its nodes) and share (of all nodes). Each solution is in exactly one unit. `work` counts the solutions of units, and `merge` adds \
them up. The same problem and arguments give the same units.

A unit names its problem by a hash, which does not depend on the name of the file, comments or blanks: each computer needs the \
file. With --self-contained, each unit contains the problem as `input`.

If the search can't be cut further, there are fewer units, and a warning. If `count` uses a memo, don't split: units share no memo.";

pub(super) const WORK: &str = "\
Examples:
  < units.jsonl quadrille work > results.jsonl          units that hold their problem
  < units.jsonl quadrille work --problem puzzles/queens8.dlx >> results.jsonl
  < units.jsonl parallel --pipe -N 10 quadrille work --problem puzzles/queens8.dlx > results.jsonl

Each unit gets a JSON object in a line as soon as it is done: unit, of, split, problem, expected and share as in the unit, count (a \
number of any length), complete, stop, nodes and seconds. `merge` adds them up. A repeated unit gets the same count, so that lost \
units can be repeated. Each unit is counted by one thread, or by --threads.

A line that is not a unit of the problem gets an object with file, line and error, and a message; the run continues, and \
the exit code is 2. A unit that --timeout, --memory or a signal stopped is not complete, and the exit code is 3: for `merge` it is \
missing.";

pub(super) const MERGE: &str = "\
Examples:
  < results.jsonl quadrille merge
  cat results/*.jsonl | quadrille merge --json
  < results.jsonl quadrille merge --missing units.jsonl > rest.jsonl     what is still to be done

The sum of all counts is printed. If a unit has no complete result, the sum begins with `>=`, a message lists the missing units, \
and the exit code is 3. Repeated results count once. Incomplete lines, and units that failed, are skipped with a warning.

If two results of a unit contradict each other, or results are of different problems or splits, the only output is a message with \
their lines, and the exit code is 2.

With --json: count, complete, units (with a complete result), of, repeated, missing (ranges, each the first and the last unit), share (of \
the expected work), split and problem.";

pub(super) const DIAGRAM: &str = concat!(
    "\
Examples:
  quadrille diagram puzzles/toy-secondary.dlx
  quadrille diagram --to dot puzzles/toy-secondary.dlx     for Graphviz: | dot -Tsvg

A diagram holds all solutions of a problem: a node is a choice of an option, or a conjunction of independent parts. The text has a \
line for each node, and the library reads it. A file has one problem. If --timeout, --memory or a signal stops the diagram, nothing \
is written, and the exit code is 3.",
    stats!()
);

pub(super) const PROVE: &str = "\
Examples:
  quadrille prove --output queens8.proof puzzles/queens8.dlx
  quadrille prove --claim cheapest --output costs.proof.gz puzzles/costs.dlx
  grep -v '^#' puzzles/hard.txt | head -1 | quadrille prove --claim unique --output 1.proof --problem 1.dlx

The proof has a line for each subproblem of a search that remembers subproblems; docs/proofs.md describes the format. `quadrille \
verify` checks it, and so does checkers/check.py, 200 lines of Python. A claim of `count` is the number of solutions, one of \
`cheapest` the least cost of a solution and how many solutions have it.

A Sudoku is proved as an exact cover, which --problem writes: checkers that read no Sudoku need it.

With --json, an object is printed: result (`proved` or `unknown`), claim, count or cost, nodes (the lines of a proof by the memo), \
and files, an array of file and bytes.

With --to veripb, lrat, drat, cpog or scpog, the proof is a derivation for the checkers of others from a formula, which is written beside \
it, with the suffix .opb or .cnf. For the claim `count`, the formula of veripb excludes each solution, at most 100000; \
checkers/count_models.py counts them, and the solutions in the graph of scpog.

If --timeout, --memory, --nodes or a signal stops the search, nothing is written, and the exit code is 3. If the claim is false, \
nothing is written, and the exit code is 1. The files get their names when all of them are complete: a full disk leaves none, and \
the exit code is 2. --progress also reports the bytes that were written.";

pub(super) const VERIFY: &str = "\
Examples:
  quadrille verify puzzles/queens8.dlx queens8.proof
  quadrille verify puzzles/lab.txt lab.proof           a certificate of `check --certify`

The checker shares no code with the engines. It computes each subproblem of the proof from the problem, and compares it with what \
the proof says. The output is what was proved, like `verified: count 92`. A certificate of `check --certify` is checked against the \
same puzzles in the same order. A file whose name ends in .gz or .zst is decompressed.

With --json, an object is printed: file, proof, result (`verified` or `unknown`), and claim, count and cost, or for a certificate \
puzzles, unique, none and multiple. A wrong proof is an object with file (that of the proof), line and error.

Exit codes: 1 if the proof is wrong, or of another problem; 2 if a file can't be read; 3 if the check was stopped.";

pub(super) const SYMMETRIES: &str = "\
Examples:
  quadrille symmetries puzzles/queens8.dlx
  quadrille symmetries --fix 00 puzzles/pentominoes6x10.dlx
  quadrille symmetries --json puzzles/toy.dlx

A symmetry exchanges items and options such that the problem remains the same: an option has an item if and only if the image of \
the option has the image of the item. Primary and secondary items, multiplicities and costs are kept. The colours of each item \
may be renamed; a colour that one option alone gives is the same as none. Symmetries map solutions to solutions.

The first line has the number of symmetries. Then come generators, from which all others are composed: `(a b c)` maps a to b, b to \
c and c to a. A generator that moves no item has cycles of options. An orbit is a set of items, or of options, that symmetries map \
to each other. With --json: symmetries (their number), generators (items: cycles of names, options: cycles of numbers from 1), item_orbits and \
option_orbits.

Items in the same options keep their order. --fix REGEX keeps items in place, such as the names of pieces; --keep REGEX keeps a set \
of items a set. Both match whole names. In a Latin square with the items `p1,2` (row and column), `r1,3` (row and symbol) and \
`c2,3`, all symmetries exchange rows, columns and symbols, too; --keep 'p.*' --keep 'r.*' keeps each kind.";

pub(super) const TRACE: &str = "\
Examples:
  quadrille trace puzzles/toy.dlx
  quadrille trace --to html puzzles/toy.dlx > trace.html      open it in a browser
  quadrille trace --to svg --limit 60 puzzles/toy.dlx > trace.svg
  quadrille trace --to dot puzzles/queens8.dlx | dot -Tsvg > tree.svg
  echo 1...3..2...3..2. | quadrille trace

The steps are those of Algorithm X, or with colours Algorithm C, in Knuth's book: an item with the fewest options is chosen and \
covered; each of its options is tried, which covers or purifies the other items of the option and hides their options; and all \
of it is undone in reverse order. A Sudoku is traced without the items and options that its clues decide. Problems with \
multiplicities have no such trace.

text shows, after each option that is tried, the matrix that is left: a row for each option and a column for each item, 1 \
where the option has the item, 0 where it has not, and a dot for what is covered or hidden. Hiding an option is a step, too: \
options that are hidden while an item is covered are in its line, so that the next line has a later number. json is \
a line for the problem, a line for each step and a line for the end. svg is a picture that shows one step after another; in a \
browser, the left and right arrow keys show the step before and after. html is a page with controls, the links, the search tree \
and the grid of a Sudoku. dot is the search tree. The end of the text says whether there are more steps than --limit.";

pub(super) const CONVERT: &str = concat!(
    "\
Examples:
  quadrille convert puzzles/formats/euler.txt          drawn puzzles, each in a line
  quadrille convert --to grid puzzles/lecture.txt      the other way round
  head -1 puzzles.txt | quadrille convert --to dlx     a Sudoku as an exact cover
  quadrille convert --to json puzzles/toy.dlx          an exact cover for other programs
  quadrille convert --to dlx --reduce puzzles/toy.dlx     without options in no solution
  quadrille convert --to csv puzzles/formats/sadman.sdk   from the file of another program
  quadrille convert --to svg puzzles/lecture.txt       pictures to print

A format that can't hold the candidates of a Sudoku, or its size, is an error that says so; --clues leaves the candidates out.
Rules other than the usual ones are in the fields box (like 3x2, none, or a symbol for each cell) and variant of csv and json; sdk, sdx, ss and opensudoku refuse them, and the \
other formats hold the clues alone.

With --to svg, a puzzle is drawn with its clues, and an exact cover as an empty board.",
    pictures!()
);

pub(super) const COMPAT: &str = "\
Examples:
  quadrille compat lecture                             the puzzles of the document itself
  quadrille compat lab --trace                         every step, grouped by rounds and rules
  head -1 puzzles.txt | quadrille compat agent --trace    the steps for a puzzle of yours
  quadrille compat euler96 puzzles/formats/euler.txt   the sum of the corners at the end
  quadrille compat agent --variant diagonal --twins puzzles/diagonal.txt
  quadrille compat norvig16                            the grid that the document fails to draw

A document is a text on the Web that explains a program for Sudoku; docs/guide/documents.md describes the five. Each \
puzzle is solved by that program, re-implemented with its faults, and then by an engine.

The lines that the document's program prints come first; norvig16 runs twice, as printed and as meant, with a heading for \
each. A line then compares: the puzzle; `agree`, `disagree`, `unknown` if the run was stopped, or `not run`; the \
document's answer and the number of nodes of its search, 1 if it did not guess; the engine's answer and its nodes; and a \
note. After `disagree`, both answers follow. The last line of euler96 is its sum.

The engine searches for two solutions, for the lab for up to 100000.

The answers agree if the document's solution is one of the engine's; if there is no solution; or, if the document is stuck, \
if all solutions of the engine have the values that it filled in. `not run`, with a reason, is for a puzzle that the \
document's program does not support, such as one of another size.

Exit codes: 1 if an answer disagrees; 2 if a puzzle was not run or could not be read.

Without FILES, puzzles are read from standard input. If it is a terminal or empty, as /dev/null is, the document's own \
puzzles are run.

With --trace, each step is a line below its round and rule, and steps that follow from a guess are indented. The puzzle \
comes first. The grid follows the steps of each rule that changes it, in the layout of the document; so the grids of the \
document are there in its order. With --json, each step is an object with the key `step`, before the object of the puzzle. Times \
are on standard error only, and in JSON objects with --stats, so that the output of two runs can be compared.";

pub(super) const BENCH: &str = "\
Examples:
  quadrille bench puzzles/queens8.dlx puzzles/lecture.txt
  quadrille bench --engine auto,links --runs 3 puzzles/toy.dlx
  quadrille bench --json --limit 1000 puzzles/langford8.dlx     for other programs

The output is a Markdown table with rows for each file: the CPU time of reading it, and of each engine. A file is an exact \
cover, of which all solutions are counted, or all its Sudoku together, each counted up to 2. The time includes the setup of \
the engine. Engines run in turn, runs below 10 ms are repeated, and the median of all runs counts. `-` means that an engine \
does not support the problem, and `> 10 s` that --cut stopped it. Notes below the table have the choices of auto.

All answers are compared. If two engines contradict each other, there is a message instead of a row, and the exit code is 1. \
A run that is stopped keeps its complete rows. Progress goes to standard error, except with --quiet.

With --json, each row is an object: file, kind, problems, solutions, complete, reading, and engines, an array of \
engine, status (`timed`, `stopped` or `refused`), seconds, runs, nodes, updates (null with the lanes), and chosen: the engines, the \
reasons for their choice, and the numbers of problems.";

pub(super) const RESUME: &str = "\
Examples:
  quadrille count --checkpoint count.json puzzles/langford8.dlx
  quadrille solve --all --checkpoint list.json --output list.txt puzzles/queens8.dlx
  quadrille resume count.json

The file contains the problem, the rest of the search, and its results: the search can be resumed on another \
computer and with another number of threads. The first command resumes it, too. Interruptions by Ctrl-C, --timeout or \
kill change neither the count nor the solutions nor their order. Resuming a complete search prints the count again.

The path of the solutions is relative to the checkpoint. Files that are incomplete or changed, or belong to another problem, are \
refused, and so is a second process on the same checkpoint. Solutions are appended to the file that --output named in the first \
command. Counts, `none` and `unknown` go to standard output.";
