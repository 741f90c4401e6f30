// The board that the game viewer and the board to play on share; their scripts follow this one in the
// same module. Colors are mixed from the page's text color, so that they fit light and dark themes.

// as in enroque.svg, so that both draw the same board
const SQUARE = 45;
const MARGIN = 15;
const FULL = 8 * SQUARE + 2 * MARGIN;
const BOARD_STYLE = `
.enroque-viewer { display: flex; flex-wrap: wrap; gap: 12px; max-width: 100%; outline: none;
  font: 13px/1.4 system-ui, sans-serif; color: var(--jp-content-font-color1, inherit);
  --faint: color-mix(in srgb, currentColor 10%, transparent);
  --mark: color-mix(in srgb, currentColor 22%, transparent); }
.enroque-viewer:focus-visible { box-shadow: 0 0 0 2px color-mix(in srgb, currentColor 35%, transparent);
  border-radius: 4px; }
.enroque-viewer .ev-board { flex: 0 1 auto; min-width: 0; max-width: 100%; }
.enroque-viewer .ev-row { display: flex; gap: 6px; position: relative; }
.enroque-viewer .ev-row svg { display: block; flex: 1; min-width: 0; height: auto; border-radius: 4px; }
.enroque-viewer .ev-buttons { display: flex; gap: 4px; margin-top: 4px; }
.enroque-viewer button { font: inherit; color: inherit; background: var(--faint); border: 0;
  border-radius: 4px; cursor: pointer; }
.enroque-viewer .ev-buttons button { flex: 1; font-size: 16px; line-height: 1.2; padding: 4px 0; }
.enroque-viewer button:hover { background: var(--mark); }
.enroque-viewer .ev-side { flex: 1 1 220px; min-width: 200px; max-width: 420px; display: flex;
  flex-direction: column; gap: 8px; }
.enroque-viewer .ev-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
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

function drawArrow(layer, colors, [color, tail, head], corner) {
  const paint = colors[`arrow ${color}`] ?? color;
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

/** Makes the root of a display, which takes JupyterLab's keys. */
function makeRoot(el, label, style) {
  const root = add(el, "div", { class: "enroque-viewer", role: "group", "aria-label": label });
  root.dataset.lmSuppressShortcuts = "true";
  add(root, "style", {}, BOARD_STYLE + style);
  return root;
}

/** Appends a row of buttons: each a label, a title and what it does. */
function addButtons(parent, entries) {
  const row = add(parent, "div", { class: "ev-buttons" });
  return entries.map(([label, title, action]) => {
    const button = add(row, "button", { type: "button", title, "aria-label": title },
      label + "\uFE0E"); // as text, not as an emoji
    button.addEventListener("click", action);
    return button;
  });
}

/**
 * Makes a board with 64 squares that stay; `draw` changes what is on them.
 *
 * `look` has the colors and the drawings of the pieces, as `enroque._display.front_end.appearance`.
 */
function makeBoard(parent, look) {
  const picture = add(parent, "svg", { viewBox: `0 0 ${FULL} ${FULL}` });
  drawGradient(picture);
  add(picture, "rect", { width: FULL, height: FULL, fill: look.colors.margin });
  const inside = add(picture, "g", { transform: `translate(${MARGIN},${MARGIN})` });
  const [ground, below, figures, above] = ["g", "g", "g", "g"].map((name) => add(inside, name));
  for (const layer of [below, figures, above]) layer.setAttribute("pointer-events", "none");
  const coordinates = add(picture, "g");
  const squares = Array.from({ length: 64 }, (_, square) =>
    add(ground, "rect", { width: SQUARE, height: SQUARE, "data-square": square }));
  let turned = false;
  const corner = (square) => {
    const [file, rank] = [square & 7, square >> 3];
    return (turned ? [7 - file, rank] : [file, 7 - rank]).map((step) => step * SQUARE);
  };

  /** Draws a position: a symbol for each square, the last move, a king in check and arrows. */
  function draw(position, { from, to, check, arrows = [] }, flipped) {
    turned = flipped;
    coordinates.replaceChildren();
    for (const layer of [below, figures, above]) layer.replaceChildren();
    squares.forEach((rect, square) => {
      const [x, y] = corner(square);
      const shade = (square + (square >> 3)) & 1 ? "light" : "dark";
      const moved = square === from || square === to ? " lastmove" : "";
      rect.setAttribute("x", x);
      rect.setAttribute("y", y);
      rect.setAttribute("fill", look.colors[`square ${shade}${moved}`]);
      if (square === check) {
        add(below, "rect", { x, y, width: SQUARE, height: SQUARE, fill: "url(#enroque-check)" });
      }
      const piece = position[square];
      if (piece !== ".") {
        const figure = add(figures, "g", { transform: `translate(${x},${y})`,
          "data-piece": piece, "data-square": square });
        figure.innerHTML = look.pieces[piece]; // drawings of this package, not text of the game
      }
    });
    drawCoordinates(coordinates, flipped, look.colors.coord);
    for (const arrow of arrows) drawArrow(above, look.colors, arrow, corner);
  }
  return { picture, squares, below, figures, above, corner, draw };
}
