//! `prove` and `verify`.

#[cfg(unix)]
use crate::program::signal;
use crate::program::{CLASHING, EASY, ROOT, Ran, dominoes, objects, run, run_on, start};
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Command;

const QUEENS: &str = "puzzles/queens8.dlx";

/// A folder for files of a test, and the name of a file in it.
fn folder(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join(name);
    (folder, path.to_str().unwrap().to_owned())
}

#[test]
fn what_is_proved_is_verified() {
    for (problem, claim, proved) in [
        (QUEENS, "count", "count 92"),
        ("puzzles/toy.dlx", "unique", "unique"),
        ("puzzles/costs.dlx", "cheapest", "cheapest 3 1"),
        ("puzzles/colours.dlx", "count", "count 18"),
        ("puzzles/multiplicities.dlx", "count", "count 46"),
    ] {
        for suffix in ["proof", "proof.gz", "proof.zst"] {
            let (_folder, proof) = folder(suffix);
            let ran = run(&["prove", "--claim", claim, "--output", &proof, problem]);
            assert_eq!(ran.exits(0).says(&format!("{proved} proved in 0.")).out, "");
            let verified = run(&["verify", problem, &proof]).exits(0).silent().out;
            assert_eq!(verified, format!("verified: {proved}\n"), "{problem}");
        }
    }
}

#[test]
fn a_proof_is_written_to_standard_output_or_to_a_file() {
    let text = run(&["prove", QUEENS]).exits(0).silent().out;
    assert!(text.starts_with("exact-cover-proof 1\nproblem sha256:"), "{text}");
    assert!(text.contains("\noptions 64\nnodes ") && text.contains("\nclaim count 92\n"));
    let (_folder, proof) = folder("proof");
    let ran = run(&["prove", "--output", &proof, QUEENS]).exits(0).says("count 92 proved in ");
    let size = fs::metadata(&proof).unwrap().len();
    ran.says(&format!(" s: {proof} ({size} bytes)\n"));
    run(&["prove", "-q", "--output", &proof, QUEENS]).exits(0).silent();
    assert_eq!(fs::read_to_string(&proof).unwrap(), text);
    run(&["prove", "--output", &(proof + "/none/x"), QUEENS]).exits(2).says("can't be written");
    run(&["prove", "--output", "/dev/null", QUEENS]).exits(2).says("expected a regular file");
    run(&["prove", "no-such-file"]).exits(2).says("no-such-file");
    assert_eq!(run_on("", &["prove"]).exits(2).out, "");
}

#[test]
fn a_sudoku_is_proved_as_an_exact_cover() {
    let (folder, proof) = folder("proof");
    let problem = folder.path().join("problem.dlx");
    let problem = problem.to_str().unwrap();
    let args = ["prove", "--claim", "unique", "--output", &proof, "--problem", problem];
    run_on(EASY, &args).exits(0);
    let verified = "verified: unique\n";
    assert_eq!(run(&["verify", problem, &proof]).exits(0).silent().out, verified);
    assert_eq!(run_on(EASY, &["verify", "-", &proof]).exits(0).silent().out, verified);
    run_on(CLASHING, &["prove"]).exits(2).says("row 1 has 3 twice");
}

#[test]
fn proofs_are_objects() {
    let (folder, proof) = folder("x.pbp");
    let written = |name: &str| {
        let file = folder.path().join(name).to_str().unwrap().to_owned();
        let bytes = fs::metadata(&file).unwrap().len();
        json!({"file": file, "bytes": bytes})
    };
    let proves = |args: &[&str]| {
        let ran = run(&[&["prove", "--json", "-q", "--output", &proof], args].concat());
        objects(&ran.exits(0).silent()).remove(0)
    };
    let proved = proves(&[QUEENS]);
    let expected = json!({
        "file": QUEENS, "line": 1, "kind": "cover", "result": "proved", "claim": "count",
        "count": 92, "nodes": proved["nodes"], "files": [written("x.pbp")],
    });
    assert_eq!(proved, expected);
    let nodes = format!("\nnodes {}\n", proved["nodes"]);
    assert!(fs::read_to_string(&proof).unwrap().contains(&nodes), "{nodes}");
    let verify = ["verify", "--json", QUEENS, &proof];
    let expected = json!({
        "file": QUEENS, "line": 1, "kind": "cover", "proof": proof, "claim": "count", "count": 92,
        "result": "verified",
    });
    assert_eq!(objects(&run(&verify).exits(0).silent()), [expected]);

    let proved = proves(&["--claim", "cheapest", "puzzles/costs.dlx"]);
    let claim = ["claim", "cost", "count"].map(|key| &proved[key]);
    assert_eq!(claim, [&json!("cheapest"), &json!(3), &json!(1)]);
    let learned = proves(&["--engine", "learning", "--to", "veripb", QUEENS]);
    assert_eq!(learned["count"], 92);
    assert_eq!(learned["files"], json!([written("x.pbp"), written("x.opb")]));
}

#[test]
fn what_is_not_proved_is_an_object_too() {
    let (_folder, proof) = folder("x.proof");
    let text = run(&["prove", QUEENS]).exits(0).out;
    fs::write(&proof, text.replace("count 92", "count 93")).unwrap();
    let refused = objects(&run(&["verify", "--json", QUEENS, &proof]).exits(1)).remove(0);
    assert_eq!((&refused["file"], &refused["line"]), (&json!(proof), &json!(5)));
    let error = refused["error"].as_str().unwrap();
    assert!(error.starts_with("the claim is `count 93`"), "{error}");
    let prove = ["prove", "--json", "--output", &proof];
    let unique = [&prove[..], &["--claim", "unique", QUEENS]].concat();
    let error = "the claim `unique` is false: there are several solutions";
    assert_eq!(objects(&run(&unique).exits(1)), [json!({"file": QUEENS, "error": error})]);
    let limited = [&prove[..], &["--nodes", "9", QUEENS]].concat();
    let expected = json!({
        "file": QUEENS, "line": 1, "kind": "cover", "result": "unknown", "claim": "count",
        "stop": "node-limit",
    });
    assert_eq!(objects(&run(&limited).exits(3)), [expected]);
    run(&["prove", "--json", QUEENS]).exits(2).says("--output <FILE>");
}

#[test]
fn false_claims_are_refused() {
    let ran = run(&["prove", "--claim", "unique", QUEENS]).exits(1);
    assert_eq!(ran.out, "");
    ran.says("the claim `unique` is false: there are several solutions");
    let ran = run_on("a\na\n", &["prove", "--claim", "none"]).exits(1);
    ran.says("the claim `none` is false: there is a solution");
    run_on("a b\na\n", &["prove", "--claim", "unique"]).exits(1).says("there is no solution");
}

#[test]
fn wrong_proofs_are_refused() {
    let (folder, proof) = folder("proof");
    let text = run(&["prove", QUEENS]).exits(0).out;
    let refused = |text: &str, message: &str| {
        fs::write(&proof, text).unwrap();
        let ran = run(&["verify", QUEENS, &proof]).exits(1);
        assert_eq!(ran.out, "");
        ran.says(message);
    };
    refused(&text.replace("count 92", "count 93"), "proof:5: the claim is `count 93`");
    refused(&text.replace("count 92", "count 092"), "proof:5: found \"count 092\"");
    refused(&text.replace("sha256:", "sha256:0"), "proof:2: found");
    refused(&text[..text.len() / 2], "proof:");
    refused("", "proof:1: expected `exact-cover-proof 1`");
    fs::write(&proof, &text).unwrap();
    run(&["verify", "puzzles/toy.dlx", &proof]).exits(1).says("the proof is of another problem");
    run(&["verify", QUEENS, "no-such-file"]).exits(2).says("no-such-file");
    run(&["verify", "no-such-file", &proof]).exits(2).says("no-such-file");
    let packed = folder.path().join("proof.gz");
    fs::write(&packed, "not compressed").unwrap();
    run(&["verify", QUEENS, packed.to_str().unwrap()]).exits(2).says("gzip");
}

#[test]
fn what_is_not_complete_is_not_written() {
    let (folder, proof) = folder("proof");
    let pentominoes = "puzzles/pentominoes6x10.dlx";
    for (args, message) in [
        (["--timeout", "0.001"], "stopped: the time was up"),
        (["--nodes", "100"], "the limit of nodes was reached"),
        (["--memory", "1"], "the limit of memory was reached"),
    ] {
        let all = [&["prove", "--output", &proof][..], &args, &[pentominoes]].concat();
        run(&all).exits(3).says(message);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn other_formats_have_a_formula_beside_the_proof() {
    let (folder, proof) = folder("queens.cpog");
    let ran = run(&["prove", "--to", "cpog", "--output", &proof, QUEENS]).exits(0);
    ran.says("queens.cpog (").says(" bytes), ").says("queens.cnf (").says(" bytes)\n");
    let formula = fs::read_to_string(folder.path().join("queens.cnf")).unwrap();
    assert!(formula.starts_with("p cnf 64 "), "{formula}");
    let packed = proof.replace("cpog", "pbp.gz");
    let costs = "puzzles/costs.dlx";
    let args = ["prove", "--to", "veripb", "--claim", "cheapest", "--output", &packed, costs];
    run(&args).exits(0);
    assert!(folder.path().join("queens.opb.gz").exists());
}

#[test]
fn counts_are_proved_for_other_checkers() {
    let (folder, proof) = folder("queens.pbp");
    run(&["prove", "--to", "veripb", "--output", &proof, QUEENS]).exits(0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let formula = read("queens.opb");
    let excludes = |line: &&str| line.ends_with(">= -7 ;");
    assert_eq!(formula.lines().filter(excludes).count(), 92);
    assert!(read("queens.pbp").contains("\nconclusion UNSAT : "));
    let bounded = "puzzles/multiplicities.dlx";
    run(&["prove", "--to", "veripb", "--output", &proof, bounded]).exits(0);
    let graph = proof.replace("pbp", "scpog");
    run(&["prove", "--to", "scpog", "--output", &graph, QUEENS]).exits(0);
    assert!(read("queens.cnf").starts_with("p cnf 64 "));
    assert!(read("queens.scpog").contains("\nr "));
    run_on("a b\na\n", &["prove", "--to", "scpog", "--output", &graph]).exits(0);
    assert!(read("queens.scpog").starts_with("r 0\n"));
}

/// Six pigeons, each in one of five holes.
fn pigeons() -> String {
    let items = "p0 p1 p2 p3 p4 p5 | h0 h1 h2 h3 h4\n".to_owned();
    let pairs = (0..6).flat_map(|pigeon| (0..5).map(move |hole| (pigeon, hole)));
    items + &pairs.map(|(pigeon, hole)| format!("p{pigeon} h{hole}\n")).collect::<String>()
}

#[test]
fn learned_clauses_are_a_proof() {
    let (folder, proof) = folder("queens.pbp");
    let learning = ["prove", "--engine", "learning", "--output", &proof];
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    run(&[&learning[..], &["--to", "veripb", QUEENS]].concat()).exits(0);
    assert_eq!(read("queens.opb").lines().filter(|line| line.ends_with(">= -7 ;")).count(), 92);
    assert!(read("queens.pbp").contains("\nconclusion UNSAT : "));
    let unique = ["--to", "veripb", "--claim", "unique"];
    run_on(EASY, &[&learning[..], &unique].concat()).exits(0);
    assert!(read("queens.pbp").contains("\nconclusion BOUNDS "));
    for to in ["drat", "lrat"] {
        let args = [&learning[..], &["--claim", "none", "--to", to]].concat();
        run_on(pigeons().as_str(), &args).exits(0);
        assert!(read("queens.cnf").starts_with("p cnf 30 "));
        assert!(read("queens.pbp").ends_with(if to == "drat" { "\n0\n" } else { " 0\n" }));
    }
}

#[test]
fn learning_writes_nothing_that_is_not_proved() {
    let (folder, proof) = folder("x.pbp");
    let learning = ["prove", "--engine", "learning", "--output", &proof, "--to", "veripb"];
    let none = [&learning[..], &["--claim", "none"]].concat();
    run(&[&none[..], &[QUEENS]].concat()).exits(1).says("the claim `none` is false");
    let unique = [&learning[..], &["--claim", "unique"]].concat();
    run(&[&unique[..], &[QUEENS]].concat()).exits(1).says("there are several solutions");
    run_on(pigeons().as_str(), &unique).exits(1).says("there is no solution");
    let limited = [&none[..], &["--nodes", "3"]].concat();
    run_on(pigeons().as_str(), &limited).exits(3).says("the limit of nodes was reached");
    for (args, message) in [
        (["--to", "proof"], "--engine learning is for --to veripb, lrat and drat"),
        (["--to", "scpog"], "--engine learning is for --to veripb, lrat and drat"),
        (["--claim", "cheapest"], "not for --claim cheapest"),
        (["--memory", "1G"], "--memory is for --engine memo"),
    ] {
        let learning = ["prove", "--engine", "learning", "--output", &proof];
        let to: &[&str] = if args[0] == "--to" { &[] } else { &["--to", "veripb"] };
        run(&[&learning[..], to, &args, &[QUEENS]].concat()).exits(2).says(message);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn too_many_solutions_are_not_excluded_one_by_one() {
    let (folder, proof) = folder("items.pbp");
    let items: Vec<_> = (0..17).map(|item| format!("i{item}")).collect();
    let options = items.iter().map(|item| format!("{item}\n{item}\n")).collect::<String>();
    let problem = format!("{}\n{options}", items.join(" "));
    let ran = run_on(problem.as_str(), &["prove", "--to", "veripb", "--output", &proof]).exits(2);
    ran.says("there are 131072 solutions, but the format excludes at most 100000 one by one");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let graph = proof.replace("pbp", "scpog");
    run_on(problem.as_str(), &["prove", "--to", "scpog", "--output", &graph]).exits(0);
}

#[test]
fn what_a_format_can_not_express_is_refused_before_the_search() {
    let (folder, proof) = folder("proof.cnf");
    let pentominoes = "puzzles/pentominoes6x10.dlx";
    for (args, message) in [
        (&["--to", "lrat", "--output", "x"][..], "--to lrat is for --claim none"),
        (
            &["--to", "scpog", "--claim", "unique", "--output", "x"],
            "--to scpog is for --claim count",
        ),
        (&["--to", "cpog"], "expected --output FILE"),
        (&["--to", "cpog", "--output", &proof], "two outputs are the same file"),
        (&["--problem", &proof, "--output", &proof], "two outputs are the same file"),
    ] {
        run(&[&["prove", pentominoes][..], args].concat()).exits(2).says(message);
    }
    let bounded = "puzzles/multiplicities.dlx";
    let cpog = folder.path().join("x.cpog");
    for to in ["cpog", "scpog"] {
        let args = ["prove", "--to", to, "--output", cpog.to_str().unwrap(), bounded];
        run(&args).exits(2).says("can't be expressed in CNF");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// A limit of the size of files is like a disk that is full, unless its signal ends the program.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_file() {
    let (folder, proof) = folder("x.pbp");
    let problem = folder.path().join("x.dlx");
    let problem = problem.to_str().unwrap();
    let all = ["--to", "veripb", "--output", &proof, "--problem", problem, QUEENS];
    run(&[&["prove", "-q"], &all[..]].concat()).exits(0);
    let size = fs::metadata(&proof).unwrap().len();
    for name in ["x.pbp", "x.opb", "x.dlx"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    // The first limit is met by the last bytes, in blocks of 512.
    for blocks in [(size - 1) / 512, 20, 1] {
        let (program, arguments) = (env!("CARGO_BIN_EXE_quadrille"), all.join(" "));
        let command =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} prove --json {arguments}");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &command]).current_dir(ROOT).output().unwrap();
        let (code, out) = (output.status.code(), String::from_utf8(output.stdout).unwrap());
        assert_eq!(code, Some(2), "{blocks}: {out}");
        assert!(out.contains(r#","error":"the file can't be written: "#), "{out}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{blocks}");
    }
}

/// The proof has 22 MB, which are compressed in a second or more.
#[cfg(unix)]
#[test]
fn a_proof_that_is_being_written_is_reported_and_can_be_stopped() {
    let (folder, proof) = folder("x.pbp.gz");
    let problem = folder.path().join("x.dlx");
    fs::write(&problem, dominoes(6, 7)).unwrap();
    let progress = ["--progress", "json", "--progress-every", "1e-9"];
    let files = ["prove", "--to", "veripb", "--json", "--output", &proof];
    let mut child = start(&[&files[..], &progress, &[problem.to_str().unwrap()]].concat());
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let written = messages.find(|message| message.starts_with("{\"bytes\":"));
    assert!(written.is_some_and(|written| written.contains(",\"seconds\":")));
    signal(&child, "-INT");
    let messages: Vec<_> = messages.collect();
    let ran = Ran::wait(child).exits(3);
    assert!(messages.last().is_some_and(|last| last.starts_with("stopped: interrupted")));
    let stopped = objects(&ran).remove(0);
    assert_eq!((&stopped["result"], &stopped["stop"]), (&json!("unknown"), &json!("cancelled")));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the problem alone is left");
}

#[test]
fn progress_is_reported() {
    let args = ["--progress", "json", "--progress-every", "0.000001"];
    let (_folder, proof) = folder("proof");
    let langford = "puzzles/langford8.dlx";
    for verb in [&["prove", "--output", &proof, langford][..], &["verify", langford, &proof]] {
        let ran = run(&[verb, &args].concat()).exits(0);
        let mut lines: Vec<_> = ran.err.lines().filter(|line| line.starts_with('{')).collect();
        let last = lines.pop().unwrap();
        assert!(last.starts_with("{\"progress\":1.000000,\"nodes\":"), "{}", ran.err);
        assert!(lines.iter().all(|line| line.starts_with("{\"progress\":0.")), "{}", ran.err);
    }
}

#[test]
fn a_closed_pipe_ends_the_proof() {
    let mut child = start(&["prove", "puzzles/langford8.dlx"]);
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
