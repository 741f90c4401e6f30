// The game viewer of notebooks: a board, the moves, clocks and a graph of the evaluations.
//
// `model` has the traits `game` (see `enroque.viewer`), `ply` and `flipped`; it is a widget's model, or
// in a page without a kernel an object with the same methods. Colors are mixed from the page's text
// color, so that the viewer fits light and dark themes.

// as in enroque.svg, so that both draw the same board
const SQUARE = 45;
const MARGIN = 15;
const STYLE = `
.enroque-viewer { display: flex; flex-wrap: wrap; gap: 12px; max-width: 100%; outline: none;
  font: 13px/1.4 system-ui, sans-serif; color: var(--jp-content-font-color1, inherit);
  --faint: color-mix(in srgb, currentColor 10%, transparent);
  --mark: color-mix(in srgb, currentColor 22%, transparent); }
.enroque-viewer .ev-board { flex: 0 1 auto; min-width: 0; max-width: 100%; }
.enroque-viewer .ev-board svg { display: block; width: 100%; height: auto; border-radius: 4px; }
.enroque-viewer .ev-player { display: flex; justify-content: space-between; padding: 3px 2px;
  font-weight: 600; }
.enroque-viewer .ev-clock { font-variant-numeric: tabular-nums; padding: 0 6px; border-radius: 3px;
  background: var(--faint); }
.enroque-viewer .ev-player.ev-to-move .ev-clock { background: var(--mark); }
.enroque-viewer .ev-buttons { display: flex; gap: 4px; margin-top: 4px; }
.enroque-viewer button { flex: 1; font: inherit; font-size: 16px; line-height: 1.2; color: inherit; background: var(--faint);
  border: 0; border-radius: 4px; padding: 4px 0; cursor: pointer; }
.enroque-viewer button:hover { background: var(--mark); }
.enroque-viewer:focus-visible { box-shadow: 0 0 0 2px color-mix(in srgb, currentColor 35%, transparent);
  border-radius: 4px; }
.enroque-viewer .ev-side { flex: 1 1 220px; min-width: 200px; max-width: 420px; display: flex;
  flex-direction: column; gap: 8px; }
.enroque-viewer .ev-moves { flex: 1 1 0; min-height: 140px; overflow-y: auto; align-content: start;
  display: grid; grid-template-columns: 2.6em 1fr 1fr; }
.enroque-viewer .ev-moves span { padding: 1px 5px; border-radius: 3px; overflow-wrap: anywhere; }
.enroque-viewer .ev-number { opacity: 0.55; text-align: right; }
.enroque-viewer .ev-move { cursor: pointer; }
.enroque-viewer .ev-move:hover { background: var(--faint); }
.enroque-viewer .ev-move.ev-current { background: var(--mark); font-weight: 600; }
.enroque-viewer .ev-result { grid-column: 2 / -1; }
.enroque-viewer .ev-graph svg { display: block; width: 100%; height: 70px; cursor: pointer;
  background: var(--faint); border-radius: 4px; }
.enroque-viewer .ev-comment { min-height: 1.4em; overflow-wrap: anywhere; }
.enroque-viewer .ev-comment:empty { display: none; }
`;

/** Makes an element, or an SVG element if `parent` is one, and appends it to `parent`. */
function add(parent, name, attributes = {}, text = undefined) {
  const isSvg = name === "svg" || parent.namespaceURI === "http://www.w3.org/2000/svg";
  const made = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function clockText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Centipawns as text; values near a million are mates, as in the column `evals`. */
function evalText(score) {
  const mate = 1_000_000 - Math.abs(score);
  if (mate < 10_000) return `${score < 0 ? "-" : ""}#${mate}`;
  return (score > 0 ? "+" : "") + (score / 100).toFixed(2);
}

/** The part of a graph's height that belongs to White: a logistic curve over centipawns. */
const whitePart = (score) => 1 / (1 + Math.exp(-0.004 * score));

function drawArrow(layer, game, [color, tail, head], corner) {
  const paint = game.colors[`arrow ${color}`] ?? color;
  const [x, y] = corner(head).map((edge) => edge + SQUARE / 2);
  if (tail === head) {
    add(layer, "circle", { cx: x, cy: y, r: 0.45 * SQUARE, fill: "none", stroke: paint,
      "stroke-width": 0.1 * SQUARE });
    return;
  }
  const [startX, startY] = corner(tail).map((edge) => edge + SQUARE / 2);
  const length = Math.hypot(x - startX, y - startY);
  const [dx, dy] = [(x - startX) / length, (y - startY) / length];
  const outline = [[length / SQUARE, 0.09], [0.72, 0.09], [0.72, 0.3], [0.1, 0], [0.72, -0.3],
    [0.72, -0.09], [length / SQUARE, -0.09]];
  const points = outline.map(([back, side]) =>
    `${x + (-dx * back - dy * side) * SQUARE},${y + (-dy * back + dx * side) * SQUARE}`);
  add(layer, "polygon", { points: points.join(" "), fill: paint, class: "ev-arrow" });
}

function drawGradient(picture) {
  const gradient = add(add(picture, "defs"), "radialGradient", { id: "enroque-check", r: 0.5 });
  for (const [offset, opacity] of [["0%", 1], ["50%", 0.95], ["100%", 0]]) {
    add(gradient, "stop", { offset, "stop-color": "#e3342f", "stop-opacity": opacity });
  }
}

/** Draws the names of files and ranks in the margin. */
function drawCoordinates(layer, flipped, fill) {
  const look = { fill, "font-size": 10, "font-family": "sans-serif", "text-anchor": "middle" };
  for (let n = 0; n < 8; n += 1) {
    const middle = MARGIN + (n + 0.5) * SQUARE;
    for (const edge of [MARGIN / 2, MARGIN * 1.5 + 8 * SQUARE]) {
      // 3.4: from the middle of the text to its baseline
      add(layer, "text", { ...look, x: middle, y: edge + 3.4 }, "abcdefgh"[flipped ? 7 - n : n]);
      add(layer, "text", { ...look, x: edge, y: middle + 3.4 }, String(flipped ? n + 1 : 8 - n));
    }
  }
}

function render({ model, el }) {
  const game = model.get("game");
  const last = game.positions.length - 1;
  const root = add(el, "div", { class: "enroque-viewer", tabindex: "0", role: "group",
    "aria-label": `${game.players[0]} - ${game.players[1]}` });
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab's own keys
  add(root, "style", {}, STYLE);

  const left = add(root, "div", { class: "ev-board" });
  left.style.width = `${game.size}px`;
  const players = ["", ""].map(() => add(left, "div", { class: "ev-player" }));
  const full = 8 * SQUARE + 2 * MARGIN;
  const picture = add(left, "svg", { viewBox: `0 0 ${full} ${full}`, role: "img" });
  left.append(players[1]);
  drawGradient(picture);
  add(picture, "rect", { width: full, height: full, fill: game.colors.margin });
  const inside = add(picture, "g", { transform: `translate(${MARGIN},${MARGIN})` });
  const [squares, figures, marks] = ["g", "g", "g"].map((name) => add(inside, name));
  const coordinates = add(picture, "g");
  const buttons = add(left, "div", { class: "ev-buttons" });

  const side = add(root, "div", { class: "ev-side" });
  side.style.maxHeight = `${game.size + 60}px`;
  const list = add(side, "div", { class: "ev-moves" });
  const comment = add(side, "div", { class: "ev-comment" });

  const go = (ply) => {
    model.set("ply", Math.max(0, Math.min(last, ply)));
    model.save_changes();
  };
  const flip = () => {
    model.set("flipped", !model.get("flipped"));
    model.save_changes();
  };

  for (const [label, title, action] of [
    ["«", "first position (Home)", () => go(0)],
    ["‹", "back (left arrow)", () => go(model.get("ply") - 1)],
    ["›", "forward (right arrow)", () => go(model.get("ply") + 1)],
    ["»", "last position (End)", () => go(last)],
    ["⇅", "flip the board (f)", flip],
  ]) {
    const button = add(buttons, "button", { type: "button", title, "aria-label": title },
      label + "\uFE0E"); // as text, not as an emoji
    button.addEventListener("click", action);
  }

  const cells = [null];
  game.moves.forEach((move, index) => {
    const blackFirst = game.first_turn === "black";
    const halfmove = index + (blackFirst ? 1 : 0);
    if (halfmove % 2 === 0 || index === 0) {
      add(list, "span", { class: "ev-number" }, `${game.first_number + Math.floor(halfmove / 2)}.`);
      if (index === 0 && blackFirst) add(list, "span", {}, "…");
    }
    const cell = add(list, "span", { class: "ev-move" }, move.san + (move.nags ?? ""));
    if (move.eval !== undefined) cell.title = evalText(move.eval);
    cell.addEventListener("click", () => go(index + 1));
    cells.push(cell);
  });
  if (game.result !== "*") {
    add(list, "span", { class: "ev-result" }, game.result);
  }

  let marker = null;
  const scored = game.moves.map((move, index) => [index + 1, move.eval])
    .filter(([, score]) => score !== undefined);
  if (scored.length > 1) {
    const graph = add(add(side, "div", { class: "ev-graph" }), "svg",
      { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img",
        "aria-label": "evaluation by ply" });
    const line = scored.map(([ply, score]) => `${ply},${(100 * (1 - whitePart(score))).toFixed(2)}`);
    add(graph, "path", { d: `M${scored[0][0]},100L${line.join("L")}L${scored.at(-1)[0]},100Z`,
      fill: "currentColor", opacity: 0.35 });
    const thin = { stroke: "currentColor", "vector-effect": "non-scaling-stroke" };
    add(graph, "line", { x1: 0, x2: last, y1: 50, y2: 50, opacity: 0.4, ...thin });
    marker = add(graph, "line", { y1: 0, y2: 100, "stroke-width": 2, ...thin });
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * last));
    });
  }

  function clockAt(ply, isWhite) {
    for (let index = ply - 1; index >= 0; index -= 1) {
      const whiteMoved = (index % 2 === 0) === (game.first_turn === "white");
      const time = game.moves[index].clock;
      if (whiteMoved === isWhite && time !== undefined) return clockText(time);
    }
    return "";
  }

  function draw() {
    const ply = model.get("ply");
    const flipped = model.get("flipped");
    const move = ply > 0 ? game.moves[ply - 1] : null;
    const corner = (square) => {
      const [file, rank] = [square & 7, square >> 3];
      return (flipped ? [7 - file, rank] : [file, 7 - rank]).map((step) => step * SQUARE);
    };
    coordinates.replaceChildren();
    squares.replaceChildren();
    figures.replaceChildren();
    marks.replaceChildren();
    for (let square = 0; square < 64; square += 1) {
      const [x, y] = corner(square);
      const shade = (square + (square >> 3)) & 1 ? "light" : "dark";
      const moved = move && (square === move.from || square === move.to) ? " lastmove" : "";
      add(squares, "rect", { x, y, width: SQUARE, height: SQUARE,
        fill: game.colors[`square ${shade}${moved}`] });
      if (move && square === move.check) {
        add(squares, "rect", { x, y, width: SQUARE, height: SQUARE, fill: "url(#enroque-check)" });
      }
      const piece = game.positions[ply][square];
      if (piece !== ".") {
        const figure = add(figures, "g", { transform: `translate(${x},${y})`,
          "data-piece": piece, "data-square": square });
        figure.innerHTML = game.pieces[piece]; // drawings of this package, not text of the game
      }
    }
    drawCoordinates(coordinates, flipped, game.colors.coord);
    for (const arrow of (move ?? game).arrows ?? []) drawArrow(marks, game, arrow, corner);

    const whiteToMove = (ply % 2 === 0) === (game.first_turn === "white");
    players.forEach((bar, index) => {
      const isWhite = (index === 1) !== flipped;
      bar.replaceChildren();
      bar.classList.toggle("ev-to-move", isWhite === whiteToMove);
      add(bar, "span", {}, game.players[isWhite ? 0 : 1]);
      const time = clockAt(ply, isWhite);
      if (time) add(bar, "span", { class: "ev-clock" }, time);
    });
    cells.forEach((cell, index) => cell?.classList.toggle("ev-current", index === ply));
    const score = move?.eval === undefined ? "" : `${evalText(move.eval)}  `;
    comment.textContent = score + ((move ?? game).comment ?? "");
    marker?.setAttribute("x1", ply);
    marker?.setAttribute("x2", ply);
    picture.setAttribute("aria-label", `position after ply ${ply} of ${last}`);
    root.dataset.ply = ply;
    scrollTo(cells[ply]);
  }

  /** Scrolls the list to a move, and not the page, as scrollIntoView would. */
  function scrollTo(cell) {
    const above = cell ? cell.offsetTop - list.offsetTop : 0;
    if (above < list.scrollTop || above + 24 > list.scrollTop + list.clientHeight) {
      list.scrollTop = above - list.clientHeight / 2;
    }
  }

  const keys = {
    ArrowLeft: () => go(model.get("ply") - 1),
    ArrowRight: () => go(model.get("ply") + 1),
    Home: () => go(0),
    End: () => go(last),
    f: flip,
  };
  root.addEventListener("keydown", (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  picture.addEventListener("click", () => root.focus());
  model.on("change:ply", draw);
  model.on("change:flipped", draw);
  draw();
  requestAnimationFrame(() => scrollTo(cells[model.get("ply")])); // after the layout
  return () => {
    model.off("change:ply", draw);
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
