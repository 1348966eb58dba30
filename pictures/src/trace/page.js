"use strict";
(() => {
  const { problem, steps, end } = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";

  // The state: what the steps up to the shown one have changed. Each step can be undone.
  const items = problem.items.map((item) => ({ ...item, covered: false, color: null }));
  const itemNumber = new Map(items.map((item, number) => [item.name, number]));
  const options = problem.options.map((option) => ({
    ...option,
    nodes: option.items.map((entry) => ({
      item: itemNumber.get(entry.name),
      color: entry.color ?? null,
      linked: option.items.some((other) => items[itemNumber.get(other.name)].primary),
    })),
  }));
  const tried = [];
  let shown = 0;

  // Hiding unlinks the nodes of an option but that of one item, and those whose item has been
  // purified to their colour. `unlinked` remembers them for the step that links them again.
  const hide = (step) => {
    const from = itemNumber.get(step.item);
    step.unlinked = options[step.option - 1].nodes.filter((node) => {
      const isPurified = node.color !== null && items[node.item].color === node.color;
      return node.item !== from && !isPurified && node.linked;
    });
    step.unlinked.forEach((node) => { node.linked = false; });
  };
  const item = (step) => items[itemNumber.get(step.item)];
  // Of each step that undoes another, that other one.
  const open = [];
  for (const step of steps) {
    if (["unhide", "uncover", "unpurify", "give-up", "backtrack"].includes(step.action)) {
      step.undoes = open.pop();
    } else if (step.action !== "solution") {
      open.push(step);
    }
  }
  const change = (step) => {
    switch (step.action) {
      case "cover": item(step).covered = true; break;
      case "purify": item(step).color = step.color; break;
      case "hide": hide(step); break;
      case "try": tried.push(step.option); break;
    }
  };
  const restore = (step) => {
    switch (step.action) {
      case "cover": item(step).covered = false; break;
      case "purify": item(step).color = null; break;
      case "hide": step.unlinked.forEach((node) => { node.linked = true; }); break;
      case "try": tried.pop(); break;
    }
  };
  const forward = (step) => (step.undoes ? restore(step.undoes) : change(step));
  const backward = (step) => (step.undoes ? change(step.undoes) : restore(step));

  const isLeft = (option) => option.nodes.every((node) => node.linked && !items[node.item].covered);

  // Elements of pictures.
  const create = (parent, name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    element.shown = null;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  // Most elements do not change from one step to the next.
  const setClass = (element, value) => {
    if (element.shown === value) return;
    element.shown = value;
    element.setAttribute("class", value);
  };
  // Scrolls a picture until a point of it is visible.
  const reveal = (svg, [px, py], scale = 1) => {
    const box = svg.parentElement;
    const isIn = (place, start, length) => place > start + 20 && place < start + length - 20;
    const [left, top] = [px * scale, py * scale];
    if (!isIn(left, box.scrollLeft, box.clientWidth)) box.scrollLeft = left - box.clientWidth / 2;
    if (!isIn(top, box.scrollTop, box.clientHeight)) box.scrollTop = top - box.clientHeight / 2;
  };
  const longest = (names) => names.reduce((most, name) => Math.max(most, name.length), 0);

  // The matrix.
  const STEP = 20;
  const NODE = 9;
  const matrix = byId("matrix");
  const left = longest(options.map((option) => option.name)) * 7.3 + 2.5 * STEP;
  const top = longest(items.map((item) => item.name)) * 7.3 + STEP;
  const x = (number) => left + number * STEP;
  const y = (row) => top + (row + 1) * STEP;
  const size = [x(items.length), y(options.length)];
  matrix.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  const scale = size[0] < 400 ? 1.5 : 1;
  matrix.setAttribute("width", scale * size[0]);
  matrix.setAttribute("height", scale * size[1]);
  const kept = create(matrix, "path", { class: "kept" });
  const links = create(matrix, "path", { class: "links" });
  const square = (cx, cy) =>
    create(matrix, "rect", { x: cx - NODE / 2, y: cy - NODE / 2, width: NODE, height: NODE });
  square(left - STEP, top).setAttribute("class", "square active");
  items.forEach((item, number) => {
    item.square = square(x(number), top);
    const place = `translate(${x(number) + 4} ${top - 10}) rotate(-90)`;
    item.label = create(matrix, "text", { transform: place }, item.name);
    item.rows = [];
  });
  options.forEach((option, row) => {
    const place = { x: left - 1.8 * STEP, y: y(row) + 4, "text-anchor": "end" };
    option.label = create(matrix, "text", place, option.name);
    for (const node of option.nodes) {
      node.square = square(x(node.item), y(row));
      items[node.item].rows.push([row, node]);
    }
  });

  const drawMatrix = () => {
    let [active, covered, last] = ["", "", -1];
    items.forEach((item, number) => {
      if (item.primary && !item.covered) {
        const [from, to] = [x(last), x(number)];
        active += number - last === 1
          ? `M${from} ${top}H${to}`
          : `M${from} ${top}Q${(from + to) / 2} ${top - STEP} ${to} ${top}`;
        last = number;
      }
      setClass(item.square, item.covered ? "square" : "square active");
      const label = item.color === null ? item.name : `${item.name}:${item.color}`;
      if (item.label.textContent !== label) item.label.textContent = label;
      let [path, above, skips] = ["", top, false];
      for (const [row, node] of item.rows) {
        if (!node.linked) { skips = true; continue; }
        const middle = `Q${x(number) + STEP} ${(above + y(row)) / 2}`;
        const line = skips ? `${middle} ${x(number)} ${y(row)}` : `V${y(row)}`;
        path += `M${x(number)} ${above}${line}`;
        [above, skips] = [y(row), false];
      }
      if (item.covered) covered += path; else active += path;
    });
    links.setAttribute("d", active);
    kept.setAttribute("d", covered);
    const isTried = new Set(tried);
    options.forEach((option, row) => {
      const state = isTried.has(row + 1) ? " tried" : isLeft(option) ? " left" : null;
      for (const node of option.nodes) {
        setClass(node.square, "square" + (state ?? (node.linked ? " linked" : "")));
      }
    });
  };
  const markChosen = (step) => {
    const [chosen, option] = [step.item, step.option];
    const first = options[option - 1]?.nodes[0].item;
    const column = chosen === undefined ? first : itemNumber.get(chosen);
    if (column !== undefined) {
      reveal(matrix, [x(column), option === undefined ? 0 : y(option - 1)], scale);
    }
    items.forEach((item) => setClass(item.label, item.name === chosen ? "chosen" : ""));
    options.forEach((other, row) => setClass(other.label, row + 1 === option ? "chosen" : ""));
  };

  // The grid of a Sudoku.
  const cells = [];
  if (problem.sudoku) {
    const { size, box_rows, box_columns, clues, regions } = problem.sudoku;
    byId("sudoku").hidden = false;
    for (let row = 0; row < size; row += 1) {
      const line = byId("grid").insertRow();
      for (let column = 0; column < size; column += 1) {
        const cell = line.insertCell();
        const number = row * size + column;
        cell.textContent = clues[number];
        cell.classList.toggle("clue", clues[number] !== "");
        cell.classList.toggle("right", (column + 1) % box_columns === 0);
        cell.classList.toggle("bottom", (row + 1) % box_rows === 0);
        cell.classList.toggle("region", regions.some((region) => region.includes(number)));
        cells.push(cell);
      }
    }
  }
  const drawGrid = () => {
    cells.forEach((cell) => {
      if (!cell.classList.contains("clue")) [cell.textContent, cell.className] =
        ["", cell.className.replace(" found", "")];
    });
    for (const number of problem.sudoku ? tried : []) {
      const { cell, symbol } = options[number - 1];
      cells[cell].textContent = symbol;
      cells[cell].classList.add("found");
    }
  };

  // The search tree: a node for each choice and each solution, known before it is shown.
  const tree = [];
  const path = [];
  let edge = null;
  steps.forEach((step, index) => {
    if (step.action === "try") edge = step.option;
    if (step.action === "choose" || step.action === "solution") {
      const isSolution = step.action === "solution";
      const label = isSolution ? "solution" : step.item;
      const kind = isSolution ? "solution" : step.options === 0 ? "dead" : "";
      const parent = path.at(-1) ?? null;
      const node = { index, label, kind, parent, edge, depth: path.length, children: [] };
      parent?.children.push(node);
      tree.push(node);
      if (!isSolution) path.push(node);
    }
    if (step.action === "backtrack") path.pop();
  });
  // Each leaf has a row; other nodes are in the middle of their children.
  const names = 7.3 * longest(options.map((option) => option.name)) + 12;
  const boxes = 7.3 * longest(tree.map((node) => node.label)) + 12;
  const [wide, high] = [names + boxes + STEP, 26];
  let leaves = 0;
  for (const node of tree) {
    if (node.children.length === 0) {
      node.row = leaves;
      leaves += 1;
    }
  }
  for (const node of [...tree].reverse()) {
    if (node.children.length > 0) {
      node.row = (node.children[0].row + node.children.at(-1).row) / 2;
    }
  }
  const picture = byId("tree");
  const levels = tree.reduce((most, node) => Math.max(most, node.depth), 0);
  picture.setAttribute("width", levels * wide + boxes + 4);
  picture.setAttribute("height", leaves * high + 4);
  // The left end of the box of a node, and its middle.
  const at = (node) => [node.depth * wide + 2, node.row * high + 15];
  for (const node of tree) {
    const [cx, cy] = at(node);
    const width = 7.3 * node.label.length + 10;
    node.parts = [];
    if (node.parent) {
      const [px, py] = at(node.parent);
      const from = px + 7.3 * node.parent.label.length + 10;
      const { name } = options[node.edge - 1];
      const start = cx - names + 4;
      const path = `M${from} ${py}L${start - 4} ${cy}M${start + 7.3 * name.length + 4} ${cy}H${cx}`;
      node.line = create(picture, "path", { d: path });
      node.parts.push(create(picture, "text", { x: start, y: cy + 4 }, name));
    }
    node.box = create(picture, "rect", { x: cx, y: cy - 11, width, height: 22, rx: 6 });
    node.parts.push(create(picture, "text", { x: cx + 5, y: cy + 4 }, node.label));
  }
  const drawTree = () => {
    const current = new Set();
    let last = null;
    for (const node of tree) {
      if (node.index >= shown) break;
      last = node;
    }
    // The node of the step: the last one that was reached, or one that was backtracked to.
    while (last && last.depth > steps[shown - 1].depth) last = last.parent;
    for (let node = last; node; node = node.parent) current.add(node);
    if (last) reveal(picture, at(last));
    for (const node of tree) {
      const later = node.index >= shown ? " later" : "";
      const now = current.has(node) ? " now" : "";
      setClass(node.box, `node ${node.kind}${now}${later}`);
      if (node.line) setClass(node.line, `edge${now}${later}`);
      node.parts.forEach((part) => setClass(part, later.trim()));
    }
  };

  const drawLists = () => {
    byId("tried").replaceChildren(...tried.map((number) => {
      const line = document.createElement("li");
      line.textContent = options[number - 1].name;
      return line;
    }));
    const open = items.filter((item) => item.primary && !item.covered);
    const texts = open.map((item) => {
      const count = item.rows.filter(([, node]) => node.linked).length;
      return `${item.name}: ${count}`;
    });
    byId("left").textContent = texts.length === 0 ? "none" : texts.join(", ");
  };

  // The controls.
  const speeds = [...byId("speed").options].map((option) => option.value);
  let timer = null;
  const draw = () => {
    const step = steps[shown - 1];
    drawMatrix();
    markChosen(step);
    drawGrid();
    drawTree();
    drawLists();
    byId("number").textContent = `Step ${shown} of ${steps.length}, depth ${step.depth}:`;
    byId("step").textContent = step.text;
    byId("jump").value = shown;
    byId("jump").setAttribute("aria-valuetext", `${shown}: ${step.text}`);
    byId("first").disabled = byId("back").disabled = byId("previous-choice").disabled = shown === 1;
    const isLast = shown === steps.length;
    byId("last").disabled = byId("forward").disabled = byId("next-choice").disabled = isLast;
  };
  const go = (target) => {
    const goal = Math.max(1, Math.min(steps.length, target));
    while (shown < goal) { forward(steps[shown]); shown += 1; }
    while (shown > goal) { shown -= 1; backward(steps[shown]); }
    draw();
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "Play";
  };
  const play = () => {
    if (shown === steps.length) go(1);
    byId("play").textContent = "Pause";
    timer = setInterval(() => {
      go(shown + 1);
      if (shown === steps.length) pause();
    }, 1000 / Number(byId("speed").value));
  };
  const toggle = () => (timer === null ? play() : pause());
  const setSpeed = (index) => {
    byId("speed").value = speeds[Math.max(0, Math.min(speeds.length - 1, index))];
    if (timer !== null) { pause(); play(); }
  };
  const faster = (by) => setSpeed(speeds.indexOf(byId("speed").value) + by);
  const choice = (isAfter) => {
    const choices = steps.map((step, index) => (step.action === "choose" ? index + 1 : 0));
    const found = choices.filter((number) => number > 0);
    return isAfter
      ? found.find((number) => number > shown) ?? steps.length
      : found.findLast((number) => number < shown) ?? 1;
  };
  const stop = (target) => () => { pause(); go(target()); };
  const actions = {
    first: stop(() => 1),
    back: stop(() => shown - 1),
    forward: stop(() => shown + 1),
    last: stop(() => steps.length),
    "previous-choice": stop(() => choice(false)),
    "next-choice": stop(() => choice(true)),
    play: toggle,
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
  byId("jump").max = steps.length;
  byId("jump").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
  byId("speed").addEventListener("change", () => setSpeed(speeds.indexOf(byId("speed").value)));
  const keys = {
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    PageUp: actions["previous-choice"],
    PageDown: actions["next-choice"],
    " ": toggle,
    "+": () => faster(1),
    "-": () => faster(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (steps.length === 0) return;
    const isControl = ["INPUT", "SELECT"].includes(event.target.tagName);
    const isPress = event.key === " " && event.target.tagName === "BUTTON";
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    if (isControl || isPress || hasModifier || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });

  byId("title").textContent = problem.title;
  byId("end").textContent = end.text;
  document.title = `Dancing links: ${problem.title}`;
  if (steps.length > 0) {
    go(1);
  } else {
    document.querySelectorAll("button, input, select").forEach((control) => {
      control.disabled = true;
    });
  }
})();
