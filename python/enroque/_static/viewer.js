// The game viewer of notebooks: a board, the moves with variations and comments, clocks, a bar and a
// graph of the evaluations.
//
// `model` has the traits `game` (see `enroque._display.game_data`), `node` and `flipped`; it is a
// widget's model, or in a page without a kernel an object with the same methods.

const STYLE = `
.enroque-viewer .ev-player { display: flex; justify-content: space-between; padding: 3px 2px;
  font-weight: 600; }
.enroque-viewer .ev-clock { font-variant-numeric: tabular-nums; padding: 0 6px; border-radius: 3px;
  background: var(--faint); }
.enroque-viewer .ev-player.ev-to-move .ev-clock { background: var(--mark); }
.enroque-viewer .ev-bar { flex: 0 0 12px; border-radius: 3px; overflow: hidden; position: relative;
  background: var(--faint); }
.enroque-viewer .ev-bar.ev-scored { background: #4a4441; box-shadow: 0 0 0 1px var(--mark); }
.enroque-viewer .ev-bar div { position: absolute; width: 100%; background: #f3eee4;
  transition: height 0.2s; }
.enroque-viewer .ev-moves { flex: 1 1 0; min-height: 140px; overflow-y: auto; align-content: start;
  display: grid; grid-template-columns: 2.6em 1fr 1fr; overflow-wrap: anywhere; }
.enroque-viewer .ev-moves > span { padding: 1px 5px; }
.enroque-viewer .ev-number { opacity: 0.6; text-align: right; }
.enroque-viewer .ev-move { cursor: pointer; border-radius: 3px; padding: 1px 3px; }
.enroque-viewer .ev-move:hover { background: var(--faint); }
.enroque-viewer .ev-move.ev-current { background: var(--mark); font-weight: 600; }
.enroque-viewer .ev-nag { font-weight: 600; }
.enroque-viewer .ev-current .ev-nag { color: inherit; }
.enroque-viewer .ev-nag:not([data-nag^="!"], [data-nag^="?"]) { margin-left: 3px; }
.enroque-viewer [data-nag="??"] { color: color-mix(in srgb, #e02020 75%, currentColor); }
.enroque-viewer [data-nag="?"] { color: color-mix(in srgb, #e87a00 75%, currentColor); }
.enroque-viewer [data-nag="?!"] { color: color-mix(in srgb, #2f8be0 75%, currentColor); }
.enroque-viewer [data-nag^="!"] { color: color-mix(in srgb, #1f9d3a 75%, currentColor); }
.enroque-viewer .ev-notes { grid-column: 1 / -1; padding: 3px 6px; margin: 2px 0; border-radius: 4px;
  background: color-mix(in srgb, currentColor 5%, transparent); white-space: pre-line; }
.enroque-viewer .ev-line { padding-left: 1.3em; text-indent: -1.3em; }
.enroque-viewer .ev-line > * { text-indent: 0; }
.enroque-viewer .ev-line .ev-line { border-left: 1px solid var(--mark); margin-left: 3px; }
.enroque-viewer .ev-fold { width: 1.3em; padding: 0; background: none; opacity: 0.7; }
.enroque-viewer .ev-text { font-style: italic; opacity: 0.85; }
.enroque-viewer .ev-result { grid-column: 2 / -1; font-weight: 600; }
.enroque-viewer .ev-graph svg { display: block; width: 100%; height: 70px; cursor: pointer;
  background: var(--faint); border-radius: 4px; }
.enroque-viewer .ev-status { min-height: 1.4em; font-variant-numeric: tabular-nums; }
`;

function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const MATE = 1_000_000;
const isMate = (score) => MATE - Math.abs(score) < 10_000;

/** Centipawns as text; values near a million are mates, as in the column `evals`. */
function evalText(score) {
  if (isMate(score)) return `#${score < 0 ? "-" : ""}${MATE - Math.abs(score)}`;
  return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
}

/** The part of a bar that belongs to White: a logistic curve over centipawns. */
const whitePart = (score) => 1 / (1 + Math.exp(-0.004 * score));

/** Draws White's part of the evaluations by ply, without a line where an evaluation is missing. */
function drawGraph(parent, scores, go) {
  const graph = add(parent, "svg", { viewBox: `-0.5 0 ${scores.length} 100`, role: "img",
    preserveAspectRatio: "none", "aria-label": "evaluation by ply" });
  let ply = 0;
  while (ply < scores.length) {
    const first = ply;
    const points = [];
    for (; scores[ply] !== undefined; ply += 1) {
      points.push(`${ply},${(100 * (1 - whitePart(scores[ply]))).toFixed(2)}`);
    }
    if (points.length) {
      const [left, right] = [first - 0.5, ply - 0.5];
      const height = (point) => point.split(",")[1];
      add(graph, "rect", { x: left, width: right - left, height: 100, fill: "#4a4441" });
      add(graph, "path", { fill: "#f3eee4", d: `M${left},100V${height(points[0])}L${points.join("L")}`
        + `L${right},${height(points.at(-1))}V100Z` });
    }
    ply += 1;
  }
  scores.forEach((score, at) => {
    if (score === undefined || !isMate(score)) return;
    add(graph, "rect", { class: "ev-mate", x: at - 0.5, y: score > 0 ? 0 : 90, width: 1, height: 10,
      fill: "#d1442f", "shape-rendering": "crispEdges" });
  });
  const thin = { "vector-effect": "non-scaling-stroke" };
  add(graph, "line", { x1: -0.5, x2: scores.length - 0.5, y1: 50, y2: 50, stroke: "#8b8178", ...thin });
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * scores.length - 0.5));
  });
  return add(graph, "line", { y1: 0, y2: 100, stroke: "#2f8be0", "stroke-width": 2, ...thin });
}

function render({ model, el }) {
  const game = model.get("game");
  const { nodes } = game;
  // the moves after each position, the main one first; the first position of its line; the ply
  const children = nodes.map(() => []);
  const head = [0];
  const plies = [0];
  nodes.forEach((node, at) => {
    if (at === 0) return;
    children[node.parent].push(at);
    head[at] = children[node.parent][0] === at ? head[node.parent] : at;
    plies[at] = plies[node.parent] + 1;
  });
  const firstPly = 2 * (game.first_number - 1) + (game.first_turn === "black" ? 1 : 0);
  const isWhiteMove = (at) => (firstPly + plies[at]) % 2 === 1;
  const number = (at) => `${Math.floor((firstPly + plies[at] + 1) / 2)}${isWhiteMove(at) ? "." : "…"}`;
  const scoreOf = (at) => {
    const isOver = nodes[at].san?.endsWith("#"); // such a move has no evaluation
    return nodes[at].eval ?? (isOver ? (isWhiteMove(at) ? MATE : -MATE) : undefined);
  };
  const hasScores = nodes.some((node) => node.eval !== undefined);

  const root = makeRoot(el, `${game.players[0]} - ${game.players[1]}`, STYLE);
  root.tabIndex = 0;
  const left = add(root, "div", { class: "ev-board" });
  left.style.width = `${game.size + (hasScores ? 18 : 0)}px`;
  const players = ["", ""].map(() => add(left, "div", { class: "ev-player" }));
  const row = add(left, "div", { class: "ev-row" });
  const bar = hasScores ? add(row, "div", { class: "ev-bar", role: "img" }) : null;
  const board = makeBoard(row, game);
  board.picture.setAttribute("role", "img");
  left.append(players[1]);

  const current = () => Math.max(0, Math.min(nodes.length - 1, model.get("node")));
  const go = (at) => {
    if (!(at >= 0 && at < nodes.length)) return;
    model.set("node", at);
    model.save_changes();
  };
  const flip = () => {
    model.set("flipped", !model.get("flipped"));
    model.save_changes();
  };
  const back = () => go(nodes[current()].parent);
  const forward = () => go(children[current()][0]);
  const toEnd = () => {
    let at = current();
    while (children[at].length) [at] = children[at];
    go(at);
  };
  const change = (step) => {
    const others = children[nodes[current()].parent] ?? [];
    go(others[others.indexOf(current()) + step]);
  };
  addButtons(left, [
    ["«", "first position (Home)", () => go(0)],
    ["‹", "back (left arrow)", back],
    ["›", "forward (right arrow)", forward],
    ["»", "end of the line (End)", toEnd],
    ["⇅", "flip the board (f)", flip],
  ]);

  const side = add(root, "div", { class: "ev-side" });
  side.style.maxHeight = `${game.size + 60}px`;
  const list = add(side, "div", { class: "ev-moves" });
  const cells = [];
  const lines = {}; // the functions that unfold variations, by their first position

  function addMove(parent, at) {
    const { san, nags = [] } = nodes[at];
    const cell = add(parent, "span", { class: "ev-move" }, san);
    nags.forEach((nag) => add(cell, "span", { class: "ev-nag", "data-nag": nag }, nag));
    if (scoreOf(at) !== undefined) cell.title = evalText(scoreOf(at));
    cell.addEventListener("click", () => go(at));
    cells[at] = cell;
  }
  const addText = (parent, text) => text && add(parent, "span", { class: "ev-text" }, ` ${text} `);

  /** Adds a variation, folded after its first move; the rest is made when it is unfolded. */
  function addLine(parent, first) {
    const line = add(parent, "div", { class: "ev-line" });
    const fold = add(line, "button", { type: "button", class: "ev-fold" });
    addText(line, nodes[first].before);
    add(line, "span", { class: "ev-number" }, number(first));
    addMove(line, first);
    const rest = add(line, "span");
    const hasRest = nodes[first].comment || children[first].length;
    const dots = add(line, "span", {}, " …");
    fold.style.visibility = hasRest ? "" : "hidden";
    const unfold = (open) => {
      if (open && !rest.childNodes.length) {
        addText(rest, nodes[first].comment);
        let needsNumber = Boolean(nodes[first].comment);
        for (let at = children[first][0]; at !== undefined; [at] = children[at]) {
          rest.append(" ");
          addText(rest, nodes[at].before);
          if (isWhiteMove(at) || needsNumber) add(rest, "span", { class: "ev-number" }, number(at));
          addMove(rest, at);
          addText(rest, nodes[at].comment);
          const others = children[nodes[at].parent].slice(1);
          others.forEach((other) => addLine(rest, other));
          needsNumber = others.length > 0 || nodes[at].comment;
        }
      }
      rest.hidden = !open;
      dots.hidden = open || !hasRest;
      fold.textContent = open ? "▾" : "▸";
      fold.setAttribute("aria-expanded", open);
      fold.setAttribute("aria-label", `variation ${number(first)} ${nodes[first].san}`);
    };
    lines[first] = unfold;
    fold.addEventListener("click", () => unfold(rest.hidden));
    unfold(head[nodes[first].parent] === 0);
  }

  /** Adds a row of the list with comments, and the variations of a move. */
  function addNotes(comments, others) {
    const texts = comments.filter(Boolean);
    if (!texts.length && !others.length) return false;
    const notes = add(list, "div", { class: "ev-notes" });
    texts.forEach((text) => add(notes, "div", {}, text));
    others.forEach((other) => addLine(notes, other));
    return true;
  }

  addNotes([nodes[0].comment], []);
  let isNewRow = true;
  for (let at = 1; at <= game.plies; at += 1) {
    if (addNotes([nodes[at].before], [])) isNewRow = true;
    if (isNewRow || isWhiteMove(at)) {
      add(list, "span", { class: "ev-number" }, number(at).replace("…", "."));
      if (!isWhiteMove(at)) add(list, "span", {}, "…");
    }
    addMove(list, at);
    const others = children[nodes[at].parent].slice(1);
    if (isWhiteMove(at) && at < game.plies && (nodes[at].comment || others.length)) {
      add(list, "span", {}, "…");
    }
    isNewRow = addNotes([nodes[at].comment], others);
  }
  if (game.omitted) addNotes(["The game has more variations than are shown."], []);
  if (game.result !== "*") add(list, "span", { class: "ev-result" }, game.result);

  const status = add(side, "div", { class: "ev-status" });
  const spoken = add(side, "div", { class: "ev-hidden", "aria-live": "polite" });
  const marker = hasScores
    ? drawGraph(add(side, "div", { class: "ev-graph" }),
      Array.from({ length: game.plies + 1 }, (_, at) => scoreOf(at)), go)
    : null;

  function clockAt(at, isWhite) {
    for (let other = at; other > 0; other = nodes[other].parent) {
      if (isWhiteMove(other) === isWhite && nodes[other].clock !== undefined) {
        return clockText(nodes[other].clock);
      }
    }
    return "";
  }

  function draw() {
    const at = current();
    const node = nodes[at];
    const flipped = model.get("flipped");
    board.draw(node.position, node, flipped);

    players.forEach((name, index) => {
      const isWhite = (index === 1) !== flipped;
      name.replaceChildren();
      name.classList.toggle("ev-to-move", isWhite !== isWhiteMove(at));
      add(name, "span", {}, game.players[isWhite ? 0 : 1]);
      const time = clockAt(at, isWhite);
      if (time) add(name, "span", { class: "ev-clock" }, time);
    });
    const score = scoreOf(at);
    const scoreText = score === undefined ? "" : evalText(score);
    if (bar) {
      bar.replaceChildren();
      bar.classList.toggle("ev-scored", score !== undefined);
      bar.title = scoreText || "no evaluation";
      bar.setAttribute("aria-label", `evaluation: ${scoreText || "none"}`);
      if (score !== undefined) {
        const part = add(bar, "div");
        part.style.height = `${100 * whitePart(score)}%`;
        part.style[flipped ? "top" : "bottom"] = 0;
      }
    }
    const unfolded = [];
    for (let first = head[at]; first; first = head[nodes[first].parent]) unfolded.unshift(first);
    unfolded.forEach((first) => (first === at ? undefined : lines[first]?.(true)));
    list.querySelectorAll(".ev-current").forEach((cell) => cell.classList.remove("ev-current"));
    cells[at]?.classList.add("ev-current");
    const move = at ? `${number(at)} ${node.san}${(node.nags ?? []).join("")}` : "start";
    status.textContent = `${move}  ${scoreText}`;
    spoken.textContent = `${move} ${scoreText} ${node.comment ?? ""}`;
    let onMain = at;
    while (onMain > game.plies) onMain = nodes[onMain].parent;
    marker?.setAttribute("x1", onMain);
    marker?.setAttribute("x2", onMain);
    board.picture.setAttribute("aria-label", `position after ply ${plies[at]} of ${game.plies}`);
    root.dataset.ply = plies[at];
    scrollTo(cells[at]);
  }

  /** Scrolls the list to a move, and not the page, as scrollIntoView would. */
  function scrollTo(cell) {
    const [outer, inner] = [list, cell ?? list].map((shown) => shown.getBoundingClientRect());
    if (!cell) list.scrollTop = 0;
    else if (inner.top < outer.top || inner.bottom > outer.bottom) {
      list.scrollTop += inner.top - outer.top - outer.height / 2;
    }
  }

  const keys = { ArrowLeft: back, ArrowRight: forward, ArrowUp: () => change(-1),
    ArrowDown: () => change(1), Home: () => go(0), End: toEnd, f: flip };
  root.addEventListener("keydown", (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  board.picture.addEventListener("click", () => root.focus());
  model.on("change:node", draw);
  model.on("change:flipped", draw);
  draw();
  requestAnimationFrame(() => scrollTo(cells[current()])); // after the layout
  return () => {
    model.off("change:node", draw);
    model.off("change:flipped", draw);
  };
}

/** Shows the game that a page contains as JSON, without a kernel. */
function mount(id) {
  const el = document.getElementById(id);
  const values = JSON.parse(el.querySelector("script[type='application/json']").textContent);
  const listeners = {};
  const model = {
    get: (name) => values[name],
    set: (name, value) => {
      values[name] = value;
      for (const listener of listeners[`change:${name}`] ?? []) listener();
    },
    save_changes: () => {},
    on: (name, listener) => (listeners[name] ??= []).push(listener),
    off: () => {},
  };
  el.replaceChildren();
  render({ model, el });
}

export default { render };
