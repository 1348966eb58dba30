//! The page and the picture of a trace, in a headless browser: every control by mouse and by
//! keyboard, the state after each step, light and dark, and no complaint in the console.
//!
//! They are run by `cargo test -- --ignored`; without `chromedriver` they are skipped, with a
//! message. With the variable `QUADRILLE_SCREENSHOTS` they write screenshots into the folder that
//! it names.

mod driver;

use driver::{Browser, key};
use quadrille::sudoku::{Encoding, Geometry, text};
use quadrille::trace::{self, LinkedMatrix};
use quadrille::{Problem, Solver};
use quadrille_pictures::trace::{TraceLimit, TracedProblem, write_html, write_svg};
use serde_json::{Value, json};
use std::ops::ControlFlow;

const TOY: &str = include_str!("../../../puzzles/toy.dlx");
const COLORED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nx:A y:A\n";

fn page(traced: &TracedProblem, limit: u64) -> Vec<u8> {
    let mut page = Vec::new();
    write_html(traced, &TraceLimit::new(limit), &mut page).unwrap();
    page
}

fn toy() -> (Problem, TracedProblem) {
    let problem: Problem = TOY.parse().unwrap();
    let traced = TracedProblem::new("<toy> & \"friends\"</script>", &problem).unwrap();
    (problem, traced)
}

fn number(browser: &Browser) -> u64 {
    let text = browser.text("number");
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
#[ignore = "needs a browser"]
fn every_control_works_by_mouse_and_by_keyboard() {
    let Some(browser) = Browser::start() else { return };
    let (_, traced) = toy();
    browser.open("toy.html", &page(&traced, 1000));
    assert_eq!(browser.text("title"), "<toy> & \"friends\"</script>");
    assert_eq!(browser.text("end"), "the search is complete: 67 steps, 6 nodes, 1 solution");
    assert_eq!(number(&browser), 1);
    browser.screenshot("toy-1.png");

    for (control, step) in [
        ("forward", 2),
        ("forward", 3),
        ("back", 2),
        ("next-choice", 10),
        ("next-choice", 17),
        ("previous-choice", 10),
        ("last", 67),
        ("back", 66),
        ("first", 1),
    ] {
        browser.click(control);
        assert_eq!(number(&browser), step, "{control}");
    }
    let disabled = |id: &str| browser.value(&format!("document.getElementById('{id}').disabled"));
    for (id, at_first) in [("first", true), ("back", true), ("forward", false), ("last", false)] {
        assert_eq!(disabled(id), json!(at_first), "{id}");
    }

    // The slider, by its own keys.
    browser.type_into("jump", &[key::RIGHT, key::RIGHT].concat());
    assert_eq!(number(&browser), 3);
    browser.type_into("jump", key::END);
    assert_eq!(number(&browser), 67);
    assert_eq!([disabled("forward"), disabled("last")], [json!(true), json!(true)]);

    browser.value("document.activeElement.blur()");
    for (keys, step) in [
        (key::HOME, 1),
        (key::RIGHT, 2),
        (key::RIGHT, 3),
        (key::LEFT, 2),
        (key::PAGE_DOWN, 10),
        (key::PAGE_DOWN, 17),
        (key::PAGE_UP, 10),
        (key::END, 67),
        (key::RIGHT, 67),
        (key::HOME, 1),
        (key::LEFT, 1),
    ] {
        browser.press(keys);
        assert_eq!(number(&browser), step, "{keys:?}");
    }

    // Playing, by the button and by the space bar, and its speed.
    let speed = || browser.value("document.getElementById('speed').value");
    assert_eq!(speed(), "3");
    browser.press("+");
    assert_eq!(speed(), "10");
    browser.press("-");
    browser.press("-");
    browser.press("-");
    assert_eq!(speed(), "1");
    browser.type_into("speed", "6");
    assert_eq!(speed(), "60");
    browser.value("document.activeElement.blur()");
    browser.click("play");
    assert_eq!(browser.text("play"), "Pause");
    let shown = "Number(document.getElementById('jump').value)";
    browser.wait_for(&format!("{shown} > 3"));
    browser.click("play");
    assert_eq!(browser.text("play"), "Play");
    let paused = number(&browser);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(number(&browser), paused);
    browser.value("document.activeElement.blur()");
    browser.press(" ");
    browser.wait_for(&format!("{shown} === 67"));
    browser.wait_for("document.getElementById('play').textContent === 'Play'");
    browser.press(" ");
    browser.wait_for(&format!("{shown} < 67"));
    browser.press(" ");
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

/// What the page shows of a state: the options that are tried, and the sizes of active items.
fn shown(matrix: &LinkedMatrix, traced: &TracedProblem) -> [String; 2] {
    let problem = traced.problem();
    let option = |&option: &quadrille::OptionId| problem.display_option(option).to_string();
    let item = |item| format!("{}: {}", problem.item_name(item), matrix.len_of(item));
    let tried: Vec<_> = matrix.tried().iter().map(option).collect();
    let items: Vec<_> = matrix.active_items().map(item).collect();
    [tried.join("|"), if items.is_empty() { "none".to_owned() } else { items.join(", ") }]
}

/// Steps through a page to the end, and back. Returns what it shows after each step.
const WALK: &str = "(() => {
    const click = (id) => document.getElementById(id).click();
    const state = () => [
        [...document.querySelectorAll('#tried li')].map((line) => line.textContent).join('|'),
        document.getElementById('left').textContent,
    ];
    const walk = (id) => {
        const states = [state()];
        while (!document.getElementById(id).disabled) { click(id); states.push(state()); }
        return states;
    };
    return [walk('forward'), walk('back').reverse()];
})()";

#[test]
#[ignore = "needs a browser"]
fn the_page_has_the_states_of_the_trace() {
    let Some(browser) = Browser::start() else { return };
    let (toy, _) = toy();
    for problem in [toy, COLORED.parse().unwrap()] {
        let traced = TracedProblem::new("states", &problem).unwrap();
        browser.open("states.html", &page(&traced, 1000));
        let mut expected = Vec::new();
        let _ = trace::steps(&problem, |matrix, _| {
            expected.push(shown(matrix, &traced));
            ControlFlow::<()>::Continue(())
        });
        let expected = json!(expected);
        assert_eq!(browser.value(WALK), json!([expected, expected]));
        assert_eq!(browser.complaints(), Vec::<Value>::new());
    }
}

#[test]
#[ignore = "needs a browser"]
fn the_grid_of_a_sudoku_is_filled() {
    let Some(browser) = Browser::start() else { return };
    let record = text::parse("1...3..2...3..2.").unwrap();
    let encoding = Encoding::new(Geometry::of_size(4).unwrap());
    let traced = TracedProblem::of_puzzle("4x4", &encoding, &record.grid, record.alphabet).unwrap();
    browser.open("sudoku.html", &page(&traced, 1000));
    let grid =
        "[...document.querySelectorAll('td')].map((cell) => cell.textContent || '.').join('')";
    assert_eq!(browser.value(grid), "1...3..2...3..2.");
    let mut solution = None;
    let mut step = 0;
    let _ = trace::steps(traced.problem(), |_, taken| {
        step += 1;
        if taken.action == trace::Action::Solution {
            solution = Some(step);
        }
        ControlFlow::<()>::Continue(())
    });
    let jump = format!(
        "(() => {{ const jump = document.getElementById('jump'); jump.value = {};
        jump.dispatchEvent(new Event('input')); }})()",
        solution.unwrap()
    );
    browser.value(&jump);
    let answer = Solver::new(traced.problem()).first().unwrap().unwrap();
    assert_eq!(answer.options().len(), 11);
    let filled = browser.value(grid);
    let filled = text::parse(filled.as_str().unwrap()).unwrap().grid;
    assert!(filled.is_solution(encoding.geometry()) && filled.extends(&record.grid));
    browser.screenshot("sudoku.png");
    browser.click("first");
    assert_eq!(browser.value(grid), "1...3..2...3..2.");
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

#[test]
#[ignore = "needs a browser"]
fn the_page_is_readable_in_light_and_dark_and_by_screen_readers() {
    let Some(browser) = Browser::start() else { return };
    let (_, traced) = toy();
    browser.open("toy.html", &page(&traced, 40));
    let first = "the first 40 steps of more: 5 nodes and 0 solutions up to here";
    assert_eq!(browser.text("end"), first);
    let style =
        |property: &str| browser.value(&format!("getComputedStyle(document.body).{property}"));
    browser.prefer("light");
    let light = [style("color"), style("backgroundColor")];
    browser.prefer("dark");
    let dark = [style("color"), style("backgroundColor")];
    browser.screenshot("toy-dark.png");
    assert_eq!(light, ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    assert_eq!(dark[0], "rgb(255, 255, 255)");
    assert_ne!(dark[1], light[1]);

    let live = "document.getElementById('step').getAttribute('aria-live')";
    assert_eq!(browser.value(live), "polite");
    // Every control has a name: its text, or that of its label.
    let unnamed = "[...document.querySelectorAll('button, input, select')].filter((control) =>
        (control.labels?.[0] ?? control).textContent.trim() === '').length";
    assert_eq!(browser.value(unnamed), 0);
    let valuetext = "document.getElementById('jump').getAttribute('aria-valuetext')";
    assert!(browser.value(valuetext).as_str().unwrap().starts_with("1: choose A"));
    // Nothing is loaded.
    assert_eq!(browser.value("performance.getEntriesByType('resource').length"), 0);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

/// A trace without a step, because its time was up, and one of a very large problem.
#[test]
#[ignore = "needs a browser"]
fn no_trace_is_too_short_or_too_large() {
    let Some(browser) = Browser::start() else { return };
    let (_, traced) = toy();
    browser.open("empty.html", &page(&traced, 0));
    let none = "the first 0 steps of more: 1 node and 0 solutions up to here";
    assert_eq!(browser.text("end"), none);
    browser.press(key::RIGHT);
    let problem: Problem = format!("a b\n{}", "a\nb\n".repeat(65_000)).parse().unwrap();
    let traced = TracedProblem::new("large", &problem).unwrap();
    browser.open("large.html", &page(&traced, 3));
    browser.press(key::RIGHT);
    assert_eq!(number(&browser), 2);
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}

#[test]
#[ignore = "needs a browser"]
fn the_picture_shows_every_step() {
    let Some(browser) = Browser::start() else { return };
    let (_, traced) = toy();
    let mut picture = Vec::new();
    write_svg(&traced, &TraceLimit::new(1000), &mut picture).unwrap();
    browser.open("toy.svg", &picture);
    // Without a key, the animation goes on.
    let visible = "[...document.querySelectorAll('.step')].filter((step) =>
        getComputedStyle(step).visibility === 'visible').map((step) => step.id).join()";
    browser.wait_for(&format!("{visible} === 'step-2'"));
    for (keys, step) in [
        (key::END, "step-67"),
        (key::HOME, "step-1"),
        (key::RIGHT, "step-2"),
        (key::RIGHT, "step-3"),
        (key::LEFT, "step-2"),
    ] {
        browser.press(keys);
        assert_eq!(browser.value(visible), step);
    }
    browser.press(" ");
    browser.wait_for(&format!("{visible} === 'step-3'"));
    browser.press(" ");
    browser.screenshot("picture.png");
    assert_eq!(browser.complaints(), Vec::<Value>::new());
}
