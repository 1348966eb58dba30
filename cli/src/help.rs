//! What the help says below the arguments: examples, and what the output means.

/// The verbs that have a page of the manual of their own.
pub(super) const VERBS: [&str; 15] = [
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
    "convert",
    "compat",
    "bench",
];

/// The beginnings of the paragraphs of a help text that are sections of its manual page.
pub(super) const EXAMPLES: &str = "Examples:";
pub(super) const EXIT: &str = "Exit codes:";

/// The exit codes and their meanings.
pub(super) const EXIT_CODES: [(&str, &str); 6] = [
    ("0", "The run is complete. A closed pipe on standard output is not an error."),
    ("1", "`check` met a problem that is not unique, or `compat` or `bench` a disagreement."),
    ("2", "The usage or the input is wrong, or the output can't be written."),
    ("3", "A limit, a timeout or a signal stopped the run."),
    ("10", "With --exit-code sat: every problem has a solution."),
    ("20", "With --exit-code sat: a problem has no solution."),
];

/// The meaning of `--stats`, the same below all verbs that have it.
macro_rules! stats {
    () => {
        "\n\nWith --stats, lines at the end tell on standard error which engine was at work and why, what was found out before the \
search, nodes and updates (the lanes count none), and where the time went: reading (and all that is none of the others), reducing, building, \
searching. Where several threads are at work, these are the sums of their times, and each of them finds out for itself what is known before a search. The lanes have a line of their own: guesses, passes, and how full the lanes were, for all puzzles together, because up to sixteen of \
them share a pass. So has what was remembered for a count or a diagram: how often a part was known already (hits of lookups), the parts held and those \
evicted, and the memory. With --json each object has a key `stats` moreover: engine, why, nodes, updates (null for the lanes, and for counts updates \
are), memo (hits, lookups, entries, evicted, bytes; or null), reduction (removed, idle, rounds, work, complete; or null), and reading, reducing, \
building and searching in seconds. The totals are then also the last line on standard error, an object with the key `totals`: engines, lanes (guesses, \
branches, passes, lane_passes, full; or null), and the others as above."
    };
}

pub(super) const PROGRAM: &str = "\
Examples:
  echo 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... \\
    | quadrille solve --to grid          solve one Sudoku
  quadrille solve puzzles/lecture.txt    print the solution of every puzzle of a file
  quadrille check puzzles/lecture.txt    tell which of them are proper puzzles
  quadrille count puzzles/queens8.dlx    count the solutions of an exact cover
  quadrille candidates puzzles/lab.txt   tell what is in some solution, and in how many
  quadrille bench puzzles/queens8.dlx    measure the engines side by side

What a file holds is found out from what is in it: Sudoku puzzles, in a line or drawn, of 4x4 to 36x36 \
cells, as many as you like; or one exact-cover problem in Knuth's format.

A puzzle that can't be read gets the record `error` and a message, and the others still run.

Exit codes: 0 it ran; 1 `check` met a problem that is not unique, or `compat` or `bench` a disagreement; 2 bad usage or input; 3 stopped by a \
limit or a signal.";

pub(super) const SOLVE: &str = concat!(
    "\
Examples:
  quadrille solve puzzles/lecture.txt
  quadrille solve --to grid puzzles/sizes.txt
  quadrille solve --variant diagonal puzzles/diagonal.txt
  quadrille solve --all puzzles/queens8.dlx
  quadrille solve --limit 3 puzzles/costs.dlx          the three cheapest covers

Each solution is a line, in the signs of the puzzle. There is `none` where there is no solution, `error` \
where the puzzle can't be read, and `unknown` where --nodes, --timeout or a signal ended the search before it was known. A solution of an \
exact cover is its options with ` | ` between them, or `()` if it has no options.

Where the options of an exact cover have costs, `|n`, the solutions are the cheapest, in ascending order, and each \
begins with what it costs: `7: a c |3 | b d |4`. They are printed when the search is over. If it was stopped before \
that was proved, the best that were found are printed with a warning, and the exit code is 3; with --json, \
`optimal` says it, and `bound` what any other solution costs at least. --all keeps all solutions in memory.

To reach --limit is no failure: the exit code is 0.

Many puzzles, one a line, are solved by as many threads as there are cores, or as --threads says; only --engine diagram solves with \
one.",
    stats!()
);

pub(super) const COUNT: &str = concat!(
    "\
Examples:
  quadrille count puzzles/langford8.dlx
  quadrille count --limit 1000 --timeout 10 puzzles/lab.txt
  quadrille count --engine diagram --memory 512M puzzles/langford8.dlx

Each problem gets a number, or `error` where it can't be read. The number has `>=` in front where --limit, \
--nodes, --timeout or a signal ended the count before its end; then the exit code is 3. Costs do not matter.

A count may have any number of digits, and all of them are printed. With --json it is a number too: programs that \
read numbers as floating point lose the last digits of those above 2^53.

Solutions that are too many to be listed are counted by remembering what parts of the problem have been seen before: \
where that pays, or with --engine diagram. Sudoku of 9x9 are listed in the lanes; those with millions of solutions may \
want --engine diagram. With --limit, solutions are listed up to it.

Long counts by what is remembered, and those of many puzzles, one a line, are shared by as many threads as there are \
cores, or as --threads says. Where each counts puzzles of its own, each has a part of --memory. What --stats tells of a count that was \
shared is not the same in each run; the count is.",
    stats!()
);

pub(super) const CHECK: &str = concat!(
    "\
Examples:
  quadrille check puzzles/lecture.txt
  quadrille check --json puzzles/lab.txt
  quadrille check --threads 4 puzzles/lecture.txt

Each problem gets a word: `unique`, `multiple` or `none`; `error` where it can't be read, and `unknown` where \
the run was stopped before it was known. The exit code is 1 if a problem is not unique. Costs do not matter.

Many puzzles, one a line, are checked by as many threads as there are cores, or as --threads says.",
    stats!()
);

pub(super) const SAMPLE: &str = concat!(
    "\
Examples:
  quadrille sample 3 puzzles/queens8.dlx
  quadrille sample 2 --to grid puzzles/lab.txt
  quadrille sample 10 --seed 42 --json puzzles/langford8.dlx

Each of the N solutions is drawn from all, independently of the others: the same one may come twice. They are written \
as `solve` writes them. There is `none` where there is no solution, and `error` where the problem can't be read.

The same problems, N and --seed give the same solutions. Each problem of a run has random numbers of its own: those of ChaCha \
with 20 rounds, whose key is the seed and whose stream is the number of the problem in the run, from 0.

First the diagram of all solutions is made. If that ends early, by --timeout, --memory or a signal, nothing is drawn, \
since it would not be fair: there is `unknown`, and the exit code is 3. With --json, `total` is the number of all \
solutions.",
    stats!()
);

pub(super) const CANDIDATES: &str = concat!(
    "\
Examples:
  quadrille candidates puzzles/toy-secondary.dlx
  quadrille candidates --to grid puzzles/lab.txt
  quadrille candidates --json puzzles/colours.dlx

For each problem there is a line with the number of its solutions, and then a line for each option that is in some \
solution: in how many, a blank, and the option. An option of a Sudoku is `r1c2=3`, the value 3 in the second cell of the \
first row, in the signs of the puzzle; clues are in all solutions. There is `none` where there is no solution, and `error` \
where the problem can't be read.

With --to grid a Sudoku is drawn with pencil marks: in each cell the values that it has in some solution. With --json, \
`candidates` is an array of objects: row, column, value and count for a Sudoku; number (from 1), option and count for an \
exact cover. Counts have all digits, also in JSON.

If the diagram is not complete, by --timeout, --memory or a signal, there is `unknown`, and the exit code is 3.",
    stats!()
);

pub(super) const CHEAPEST: &str = concat!(
    "\
Examples:
  quadrille cheapest puzzles/shifts.dlx
  quadrille cheapest -k 5 puzzles/costs.dlx
  quadrille cheapest -k 100 --engine diagram puzzles/costs.dlx

The K solutions that cost least, in ascending order, each with its cost in front as `solve` prints them: \
`7: a c |3 | b d |4`. Options without a cost cost nothing. There are fewer lines where there are fewer solutions, and \
`none` where there is none.

They are found by a search that leaves out whatever is too dear, or in the diagram of all solutions, which has no need to \
begin anew for a large K. Where costs are equal, the two may print other solutions. If the search is stopped, the best that \
were found are printed with a warning, and the exit code is 3; a diagram that is stopped has none: `unknown`.",
    stats!()
);

pub(super) const ESTIMATE: &str = "\
Examples:
  quadrille estimate puzzles/queens8.dlx
  quadrille estimate --no-time --json puzzles/langford8.dlx
  quadrille estimate --width 1 --probes 1000 puzzles/queens8.dlx     Knuth's random descents

Each problem gets a line such as `(4.461 ± 0.029)e7 nodes, 106624 ± 4000 solutions, depth 24`, and behind it the time that a \
search would take, from the speed of the first moments of one. Behind ± is the standard error: the truth is within twice of it \
nineteen times of twenty, as long as no small part of the tree has nearly all of it. Without an error the number is exact: \
the tree was seen as a whole. The same input, arguments and --seed give the same numbers, but for the time.

The tree is that of the engine links, which takes an item with the fewest options; where items have multiplicities, that of \
the engine multiple, which learns and visits fewer nodes. Engines that look ahead, as auto does, often visit far fewer, and a \
count by diagram has nothing to do with it. That no solution was met does not say that there is none, unless it is exact.

There is `unknown` where the run was stopped before there was an estimate; one that was stopped later is that of fewer probes, \
and the exit code is 3 too. With --json: nodes, nodes_error, solutions, solutions_error, depth, levels (the nodes of each), probes, \
width, steps, exact, engine, stop (where it was stopped), and time (nodes_per_second, seconds). Numbers that are too large, and \
errors that one probe can't tell, are null.";

pub(super) const SPLIT: &str = "\
Examples:
  quadrille split --tasks 20 puzzles/queens8.dlx
  quadrille split --tasks 100 --self-contained puzzles/langford8.dlx
  quadrille split --tasks 1000 puzzles/pentominoes6x10.dlx

Each unit is a JSON object in a line: unit (from 1) of how many, split and problem (hashes of all units and of the problem), \
options (their numbers, from 1, which all solutions of the unit have besides the clues), expected (about how many nodes its \
search has) and share (that is of all). No solution is in two units, and each is in one. `work` counts the solutions of units, \
and `merge` adds them up. The same problem and arguments give the same units.

A unit names its problem by a hash, which neither the name of the file nor comments nor blanks change: each computer needs the \
file. With --self-contained each unit contains the problem, too, as input.

There are fewer units, and a warning, where there is nothing more to cut. What is too much to be listed, but is counted by what \
repeats (`count` finds out), is better not split: each unit would have to find it anew.";

pub(super) const WORK: &str = "\
Examples:
  < units.jsonl quadrille work > results.jsonl          units that hold their problem
  < units.jsonl quadrille work --problem puzzles/queens8.dlx >> results.jsonl
  < units.jsonl parallel --pipe -N 10 quadrille work --problem puzzles/queens8.dlx > results.jsonl

Each unit gets a line as soon as it is done, a JSON object: unit, of, split, problem, expected and share as in the unit, count (a \
number of any length), complete, stop, nodes and seconds. `merge` adds them up. A unit that is counted again gets the same \
count, so that lost units can be repeated. Each unit is counted by one thread, unless --threads says otherwise.

A line that is not a unit of the problem gets an object with file, line and error, and a message; the run goes on, and \
the exit code is 2. A unit that was cut short by --timeout, --memory or a signal is not complete, and the exit code is 3: `merge` \
takes it as missing.";

pub(super) const MERGE: &str = "\
Examples:
  < results.jsonl quadrille merge
  cat results/*.jsonl | quadrille merge --json
  < results.jsonl quadrille merge --missing units.jsonl > rest.jsonl     what is still to be done

The sum of all counts is printed if there is a complete result of each unit. If not, it has `>=` in front, a message names the \
units that are missing, and the exit code is 3. Repeated results count once. Lines that were cut off, and units that failed, are \
skipped with a warning.

If two results of a unit contradict each other, or results are of different problems or splits, nothing is printed but a message \
that says where, and the exit code is 2.

With --json: count, complete, units (with a complete result), of, repeated, missing (ranges, each the first and the last unit), share (of \
the work, as it was expected), split and problem.";

pub(super) const DIAGRAM: &str = concat!(
    "\
Examples:
  quadrille diagram puzzles/toy-secondary.dlx
  quadrille diagram --to dot puzzles/toy-secondary.dlx     for Graphviz: | dot -Tsvg

A diagram holds all solutions of a problem, however many: a node asks whether an option is chosen, or joins parts that \
have nothing to do with each other. The text has a line for each node, and the library reads it. There is room for one \
problem. Where it is not complete, by --timeout, --memory or a signal, nothing is written, and the exit code is 3.",
    stats!()
);

pub(super) const CONVERT: &str = "\
Examples:
  quadrille convert puzzles/formats/euler.txt          drawn puzzles, each in a line
  quadrille convert --to grid puzzles/lecture.txt      the other way round
  head -1 puzzles.txt | quadrille convert --to dlx     a Sudoku as an exact cover
  quadrille convert --to json puzzles/toy.dlx          an exact cover for other programs
  quadrille convert --to dlx --reduce puzzles/toy.dlx     without what is in no solution";

pub(super) const COMPAT: &str = "\
Examples:
  quadrille compat lecture                             the puzzles of the document itself
  quadrille compat lab --trace                         every step, grouped by rounds and rules
  quadrille compat euler96 puzzles/formats/euler.txt   the sum of the corners at the end
  quadrille compat agent --variant diagonal --twins puzzles/diagonal.txt
  quadrille compat norvig16 puzzles/sixteen.txt        the cost of an indentation error

Each puzzle is solved by the program of the document, and then by an engine. The lines that the document prints come \
first. The line of the comparison has these columns: the puzzle; `agree`, `disagree`, `unknown` if the run was stopped, or \
`not run`; the document's answer and the nodes of its search; the engine's answer and its nodes; and a note. The engine \
looks for a second solution, too, and for the lab for up to 100000. After `disagree`, both answers follow.

The answers agree if the document's solution is one of the engine's; if there is no solution; or, if the document is stuck, \
if all solutions of the engine have the values that it filled in. `not run` and the reason stand for a puzzle that the \
document's program does not take, such as one of another size.

Exit codes: 1 if an answer disagrees; 2 if a puzzle was not run or could not be read.

Without FILES, puzzles are read from standard input. If it is a terminal or empty, as /dev/null is, the document's own \
puzzles are run.

With --trace, steps are grouped by rounds and rules, and by guesses; a grid that the document prints after a rule follows \
the steps of that rule. With --json, each step is an object with the key `step`, before the object of the puzzle. Times \
are on standard error only, and in JSON objects with --stats, so that the output of two runs can be compared.";

pub(super) const BENCH: &str = "\
Examples:
  quadrille bench puzzles/queens8.dlx puzzles/lecture.txt
  quadrille bench --engine auto,links --runs 3 puzzles/toy.dlx
  quadrille bench --json --limit 1000 puzzles/langford8.dlx     for other programs

The output is a Markdown table with rows for each file: the CPU time of reading it, and of each engine. A file is an exact \
cover, of which all solutions are counted, or all its Sudoku together, each counted up to 2. The time includes the setup of \
the engine. Engines run in turn, runs below 10 ms are repeated, and the median of all runs counts. `-` means that an engine \
does not take the problem, and `> 10 s` that --cut stopped it. Notes below the table say what auto chose.

All answers are compared. Where two engines contradict each other there is a message and no row, and the exit code is 1. \
A run that is stopped keeps the rows that are done. Progress goes to standard error, unless it is to be --quiet.

With --json, each row is an object: file, kind, problems, solutions, complete, reading, and engines, an array of \
engine, status (`timed`, `stopped` or `refused`), seconds, runs, nodes, updates (null where lanes were at work), and chosen: which engines were at \
work, why, and for how many problems.";

pub(super) const RESUME: &str = "\
Examples:
  quadrille count --checkpoint count.json puzzles/langford8.dlx
  quadrille solve --all --checkpoint list.json --output list.txt puzzles/queens8.dlx
  quadrille resume count.json

The file contains the problem, what is left of the search, and what was found: the search can be resumed on another \
computer and with another number of threads. The first command resumes it, too. Interruptions, by Ctrl-C, --timeout or a \
kill, change neither the count nor the solutions nor their order. When the search is complete, resuming it prints the count \
again.

The path of the solutions is relative to the checkpoint. Files that were cut off or changed, or are of another problem, are \
refused, and so is a second process on the same checkpoint. `none` and `unknown` go to standard output.";
