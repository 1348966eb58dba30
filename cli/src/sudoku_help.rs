//! The help texts of the verbs for Sudoku puzzles alone.

pub(super) const MINIMISE: &str = "\
Examples:
  quadrille minimise puzzles/lecture.txt                one minimal puzzle within each puzzle
  quadrille minimise --seed 7 puzzles/lecture.txt       perhaps another one
  quadrille minimise --all --limit 10 puzzles/lecture.txt
  quadrille minimise --fewest --timeout 60 puzzles/lecture.txt
  grep -m 9 '^[.1-9]' puzzles/diagonal.txt | quadrille minimise --variant diagonal

A clue is redundant if the puzzle without it still has only one solution. A puzzle without redundant clues is minimal. Clues are \
tried in a random order, and removed if they are redundant. The order depends on --seed and on the line of the puzzle, not on the \
number of threads.

With --all, all minimal puzzles within a puzzle are printed, each once; there can be millions. With --fewest, the puzzle has the \
fewest clues of all of them; if the search was stopped, it is the best one found, and the exit code is 3.

With --json, each object has puzzle and clues, or with --all puzzles; complete is false if a limit or a stop ended the search, \
which stop names. The record is `error` for a puzzle that does not have exactly one solution.";

pub(super) const REDUNDANT: &str = "\
Examples:
  quadrille redundant puzzles/lecture.txt
  quadrille redundant --json puzzles/euler96.txt

Each puzzle gets a line with the cells of its redundant clues, such as `r1c2 r4c4`, or `minimal`. A clue is redundant if the puzzle \
without it still has only one solution. Each clue in the line can be removed, but rarely all together: minimise does that.

With --json, each object has minimal and redundant, an array of row, column and value. The record is `error` for a puzzle that does \
not have exactly one solution.";

pub(super) const CANONICAL: &str = "\
Examples:
  quadrille canonical puzzles/lecture.txt
  quadrille canonical --by grid --automorphisms --bands puzzles/lecture.txt
  quadrille canonical --unique puzzles/lecture.txt > one-of-each.txt
  quadrille canonical --json --map puzzles/lecture.txt

Two grids are equivalent if one becomes the other by a transposition, permutations of bands, stacks, rows within bands and columns \
within stacks, and other names for the values; with --variant, --box or --regions, by those of them that keep all boxes and regions \
(without boxes, rows and columns are permuted in any way). The form of \
a grid is the least of all that are equivalent to it, read row by row, where a blank is less than 1. So two grids are equivalent if \
and only if they have the same form.

With --by puzzle, that is the form of the puzzle. With --by grid, the puzzle is solved, and its form is the least of its images \
where its solution has the least form: forms of puzzles with equivalent solutions lie in the same grid. The record is `error` for \
a puzzle that does not have exactly one solution.

After the form come, if they are asked for: automorphisms=, the number of transformations that keep the puzzle; bands=, the indices \
of the classes of the three bands and the three stacks of the solution as it was read, from 1 to 416; and a transformation to the form: `transpose` \
if rows become columns first, then for each row of the form the row that it comes from, columns likewise, and the new \
name of each value. All are written as 1-9 and then A-Z (for size 36, 0-9 and A-Z), whatever the symbols of the puzzle.

With --unique, one puzzle of each class is printed, the first one as it was read. One thread compares whole forms in memory: some 80 bytes \
for each class. The run ends with exit code 3 at a puzzle of another class that --memory does not take.

With --json, each object has form, and what is asked for: automorphisms (a string like `>N` from 2^128 on), \
bands, map; with --unique also puzzle.";

pub(super) const GENERATE: &str = "\
Examples:
  quadrille generate 10                                      minimal 9x9 puzzles
  quadrille generate 5 --clues 22-24 --seed 7
  quadrille generate 5 --clues '<=23' --first 6              numbers 6 to 10
  quadrille generate 5 --symmetry rotate180 --to grid
  quadrille generate 3 --rating 'technique>=x-wing, technique<beyond'
  quadrille generate 2 --size 16 --to csv                    with the solutions
  quadrille generate 2 --variant windows,anti-king           more rules; --regions FILE for jigsaw
  quadrille generate 100000 --sampling weighted --json

Each puzzle has exactly one solution. It depends on its number, the seed and the options alone, not on the number of threads or the \
other puzzles: --first 1001 continues a run of 1000.

Clues of a random solution grid are removed in a random order, each if the puzzle still has one solution. With --clues, the removal ends \
at a number from the range that is drawn for each puzzle, and begins again with another grid where it ends above the range. With \
--symmetry, clues that the symmetry maps to each other are removed together: horizontal exchanges left and right, vertical top and \
bottom, diagonal rows and columns; all means all of these. With --pattern, values are searched for the given cells. \
In these three cases single clues can be redundant, unless --minimal is given. What is rare takes long, such as puzzles with fewer \
than 20 clues. What does not exist, such as puzzles with fewer than 17, is searched for until --timeout or a signal ends the run.

--rating takes comparisons of clues, backdoor (the fewest cells whose values let singles solve the puzzle), depth (of trial and error over \
singles), guesses (of the solver, on average) and technique (the hardest one that is needed), with `,` or `and` between them. Puzzles that \
do not satisfy all of them are dropped.

--sampling fast is biased: its minimal 9x9 puzzles have 24.4 clues on average, and all minimal puzzles 26.6. With --sampling \
weighted, for standard 9x9 Sudoku, each puzzle has a weight, after the puzzle or as the key weight; averages with these weights are \
averages over all minimal puzzles, or those of them that the other options allow. Few puzzles have large weights: a message at the end \
has the average number of clues, and says how many puzzles with equal weights the sample is worth.

With --json, each object has number, seed, puzzle, solution, clues, attempts, and with --sampling weighted also weight.";

pub(super) const GRID: &str = "\
Examples:
  quadrille grid 3
  quadrille grid 1000 --seed 7 --to csv
  quadrille grid 3 --size 6 --variant diagonal
  quadrille grid --count
  quadrille grid --count --checkpoint state.json --output table.txt

Each grid is a solution of an empty Sudoku. It depends on its number, the seed and the options alone: --first 1001 continues a run of \
1000.

All grids of standard 9x9 Sudoku are equally probable, and those of sizes up to 6; with --uniform also those of sizes up to 8, which \
are counted first in some seconds. Other grids are solutions of a few random clues, and some are more probable than others: a warning \
says so, and --uniform refuses.

With --to csv, the columns are number and grid.

With --count, all grids of standard 9x9 Sudoku are counted, by classes of first bands whose grids are equally many. A line for each class \
has its number, a band of it, the number of its bands with a given order of the values in the first box, the number of grids that have a given one of \
them, divided by the orders of the other rows and columns, and the fewest and the most grids with a given first band and first stack. The last \
line is the number of all grids. With --checkpoint, a run that was stopped is continued by the same command.";

pub(super) const HUNT: &str = "\
Examples:
  quadrille hunt puzzles/seventeen.txt --clues 17
  quadrille hunt puzzles/seventeen.txt --known all.txt --step -2+2 --timeout 60
  quadrille hunt puzzles/lecture.txt --depth 100 --limit 1000 --minimal
  quadrille hunt puzzles/lecture.txt --grid --clues 16
  quadrille hunt seeds.txt --depth 100 --clues '<=17' --checkpoint state.json --output found.txt

From each given puzzle, clues are removed in all ways and others added, as many as --step says; each result that has \
exactly one solution is printed, unless it is equivalent to a given puzzle, to one in a --known file, or to one that was printed before \
(`quadrille canonical` explains what is equivalent). With --depth, the search goes on around the puzzles that were found, those after \
one step first.

The list and its order do not depend on the number of threads. With --checkpoint, a hunt that was stopped is continued by the same \
command; --depth, --limit and the number of threads may then differ.

With --grid, all puzzles with these numbers of clues within each solution grid are printed, or `none` for a grid that has none: \
a search through the clues that hit all unavoidable sets. 16 clues take 2 to 14 s and 17 clues 20 to 110 s of one core for a 9x9 grid. Grids of \
up to 128 cells are searched. With --json, each object has grid, and puzzle and clues, or result.

-1+1 takes some 3 ms for a 17-clue puzzle, and -2+2 some 10 s. With --json, each object has number, puzzle and clues.";

pub(super) const RATE: &str = "\
Examples:
  quadrille rate puzzles/lecture.txt
  quadrille rate --numbers technique,clues puzzles/lecture.txt
  quadrille rate --explain puzzles/lecture.txt | less
  quadrille rate --where 'technique>=forcing-chains, depth=1' puzzles/hard.txt > wanted.txt
  quadrille rate --json --numbers guesses --forms 100 puzzles/lecture.txt

Hard for people is not slow for solvers, so there is no single number. Each puzzle gets a line like \
`technique=x-wing depth=1 backdoor=1 guesses=0.31 clues=24`:

technique: the hardest technique that is needed by a logical solver that takes the easiest step each time. In this order: none \
(for a full grid), hidden-single-box, hidden-single-line, naked-single, pointing, claiming, naked-pair, x-wing, hidden-pair, \
naked-triple, swordfish, hidden-triple, xy-wing, xyz-wing, w-wing, naked-quad, jellyfish, hidden-quad, simple-colouring, x-chain, \
xy-chain, alternating-chain, forcing-chains, beyond (all together do not solve it).

depth: how deeply assumptions are nested if naked and hidden singles refute them: 0 if singles solve the puzzle.

backdoor: the fewest cells whose values let singles solve it: with luck, so many guesses suffice.

guesses: the guesses with which the 9x9 solver proves that the solution is the only one, averaged over random forms of the puzzle: how \
slow it is for such solvers. It says nothing about people. --seed and --forms choose the forms. Only 9x9 puzzles have this number.

clues: the number of clues, which says next to nothing.

With --where, only the puzzles that satisfy the condition are printed, as they were read. It is a list of comparisons, all of \
which must hold, with `,` or `and` between them and one of = != < <= > >=. Numbers that do not matter are not searched for. With --where \
or --explain, each line begins with the puzzle, and its numbers follow if --numbers names them.

With --explain, each step is an indented line below the puzzle, with cells like r1c2; the last one is `solution:` and the solution, \
or `left:` and a drawing of the candidates that are left.

If --timeout or a signal stops a search, its number is like `depth>1` or `technique=unknown`, or the record is `unknown`, and the exit code \
is 3. The record is `error` for a puzzle that does not have exactly one solution.

With --json, each object has the numbers: backdoor is an array of row, column and value; guesses has mean, error (the standard error of \
the mean; null with one form), forms and seed. A number that is not known is absent, or there is only depth_above or \
backdoor_above; complete and stop say so. With --where or --explain it has puzzle; with --explain also path, an array of \
steps (technique, step, and sets or removes), and solution or candidates.";

pub(super) const UNAVOIDABLE: &str = "\
Examples:
  quadrille unavoidable puzzles/lecture.txt
  quadrille unavoidable --list --max-size 6 puzzles/lecture.txt
  quadrille unavoidable --json puzzles/lecture.txt > sets.jsonl

A set of cells of a solution grid is unavoidable if the grid without their values has another solution, and minimal if no smaller \
set within it is. A puzzle has the grid as its only solution if and only if it has a clue in each of these sets. A puzzle in the \
input stands for its solution.

Each grid gets a line with the sizes of its minimal unavoidable sets, and how many have that size, such as `4:12 6:31 9:8`, or `none`. \
All sets of up to --max-size cells are found; each cell more takes about twice as long. With --list, the line begins with the grid, \
and each set is an indented line below it with its cells, such as `r1c2 r1c5 r2c2 r2c5`.

If --timeout or a signal stops the search, the record is `unknown`, and the exit code is 3. The record is `error` for a puzzle that \
does not have exactly one solution.

With --json, each object has grid, max_size, sizes (an array of size and sets, how many), and sets, each an array of cells: row and \
column.";
