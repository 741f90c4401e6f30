// The board to play on. `model` has the traits `look` (constant) and `state`, of
// `enroque._display.board_widget`; what the user does is sent to Python as messages, which answers
// with a new `state`. Moves are those of `state.moves`: origin, target, UCI.

const STYLE = `
.enroque-viewer.ev-play svg.ev-picture { touch-action: none; user-select: none; cursor: pointer; }
.ev-play .ev-board { display: flex; flex-direction: column; gap: 6px; }
.ev-play rect[role]:focus { outline: none; }
.ev-play.ev-keys rect[role]:focus { stroke: #2f8be0; stroke-width: 6; }
.ev-play .ev-drag { opacity: 0.85; }
.ev-play .ev-tools { display: grid; grid-template-columns: repeat(7, 1fr); gap: 3px; }
.ev-play .ev-tools button, .ev-play .ev-promotion button { padding: 2px; }
.ev-play .ev-tools svg { display: block; width: 30px; margin: auto; }
.ev-play button[aria-pressed="true"] { background: color-mix(in srgb, #2f8be0 45%, transparent); }
.ev-play button:focus-visible, .ev-play input:focus-visible { outline: 2px solid #2f8be0; }
.ev-play button:disabled { opacity: 0.35; cursor: default; }
.ev-play input { font: inherit; color: inherit; background: var(--faint); border: 0; min-width: 0;
  border-radius: 4px; padding: 5px 8px; }
.ev-play input::placeholder { color: inherit; opacity: 0.6; }
.ev-play .ev-promotion { position: absolute; z-index: 1; display: flex; flex-direction: column;
  width: 12%; background: #f3eee4; border-radius: 4px; box-shadow: 0 2px 10px #0009; }
.ev-play .ev-promotion svg { width: 100%; }
.ev-play .ev-promotion button { background: none; }
.ev-play .ev-promotion button:is(:hover, :focus-visible) { background: #2f8be055; }
.ev-play .ev-text { min-height: 1.4em; }
.ev-play [hidden] { display: none; }
`;
const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const pieceName = (piece) => (piece === "." ? "empty"
  : `${piece === piece.toUpperCase() ? "white" : "black"} ${NAMES[piece.toLowerCase()]}`);
const squareName = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

function render({ model, el }) {
  const look = model.get("look");
  const root = makeRoot(el, "chess board to play on", STYLE);
  root.classList.add("ev-play");
  const left = add(root, "div", { class: "ev-board" });
  left.style.width = `${look.size}px`;
  const row = add(left, "div", { class: "ev-row" });
  const board = makeBoard(row, look);
  board.picture.classList.add("ev-picture");
  board.picture.setAttribute("role", "group");
  board.picture.setAttribute("aria-label", "squares: arrow keys move, Enter selects, M twice draws an arrow");
  const text = add(left, "div", { class: "ev-text", role: "status", "aria-live": "polite" });
  const entry = add(left, "input", { "aria-label": "move", placeholder: "type a move: e4, Nf3, e2e4" });
  const fen = add(left, "input", { "aria-label": "FEN", spellcheck: "false" });
  const tools = add(left, "div", { class: "ev-tools", role: "group", "aria-label": "pieces to place" });

  let state = model.get("state");
  let selected = null; // the square of the piece to move
  let tool = null; // while editing, the piece to place; "." removes
  let drag = null; // the origin of a drag, and its button
  let dialog = null;
  let cursor = 4; // the square in the tab order
  let tail = null; // the square where an arrow drawn by keys begins

  const send = (kind, content = {}) => model.send({ kind, ...content });
  const targets = (from) => state.moves.filter((move) => move[0] === from);
  const mayMove = (square) =>
    (state.editing ? state.position[square] !== "." : targets(square).length > 0);

  function addPiece(parent, piece, action) {
    const button = add(parent, "button", { type: "button", title: pieceName(piece),
      "aria-label": piece === "." ? "remove" : pieceName(piece) });
    if (piece === ".") button.textContent = "✕";
    else add(button, "svg", { viewBox: "0 0 45 45" }).innerHTML = look.pieces[piece];
    button.addEventListener("click", action);
    return button;
  }
  const palette = [..."KQRBNP.kqrbnp"].map((piece) => {
    const button = addPiece(tools, piece, () => {
      tool = tool === piece ? null : piece;
      draw();
    });
    return [piece, button];
  });
  const setFen = (change) => () => send("fen", { fen: change(state.fen) });
  const editButtons = addButtons(left, [
    ["⟲", "start position", setFen(() => look.start)],
    ["∅", "empty board", setFen(() => "8/8/8/8/8/8/8/8 w - - 0 1")],
    ["◐", "change the side to move", setFen((old) => old.replace(/ ([wb]) (\S+) \S+/,
      (_, turn, rights) => ` ${turn === "w" ? "b" : "w"} ${rights} -`))],
  ])[0].parentElement;
  const [takeBack, , edit] = addButtons(left, [
    ["↶", "take back", () => send("take_back")],
    ["⇅", "flip the board", () => send("flip")],
    ["✎", "edit the position", () => send("edit", { on: !state.editing })],
  ]);

  function closeDialog() {
    dialog?.remove();
    dialog = null;
  }

  /** Plays the move between two squares, after the choice of a promotion. */
  function play(from, to) {
    const moves = targets(from).filter((move) => move[1] === to);
    selected = null;
    if (moves.length === 1) send("move", { text: moves[0][2] });
    draw();
    if (moves.length < 2) return;
    dialog = add(row, "div", { class: "ev-promotion", role: "dialog", "aria-label": "promotion" });
    const [x, y] = board.corner(to);
    dialog.style.left = `${((x + MARGIN) / FULL) * 100}%`;
    dialog.style[y < 4 * SQUARE ? "top" : "bottom"] = `${(MARGIN / FULL) * 100}%`;
    const isWhite = to >= 56;
    for (const letter of "qnrb") {
      const move = moves.find((one) => one[2].endsWith(letter));
      addPiece(dialog, isWhite ? letter.toUpperCase() : letter, () => {
        closeDialog();
        send("move", { text: move[2] });
      });
    }
    dialog.firstChild.focus();
  }

  /** Does what a click on a square means; returns whether its piece may be dragged. */
  function choose(square) {
    closeDialog();
    if (state.editing && tool !== null) {
      send("place", { square, piece: tool, from: null });
    } else if (state.editing && selected !== null && selected !== square) {
      send("place", { square, piece: state.position[selected], from: selected });
      selected = null;
    } else if (selected !== null && targets(selected).some((move) => move[1] === square)) {
      play(selected, square);
    } else {
      selected = mayMove(square) && selected !== square ? square : null;
      draw();
      return mayMove(square);
    }
    return false;
  }

  function mark(tail, head, event) {
    const color = ["green", "red", "blue", "yellow"][event.shiftKey + 2 * event.altKey];
    const others = state.arrows.filter((arrow) => arrow[1] !== tail || arrow[2] !== head);
    const isNew = !state.arrows.some(([was, from, to]) => was === color && from === tail && to === head);
    send("arrows", { arrows: isNew ? [...others, [color, tail, head]] : others });
  }

  /** The point of an event in the board's units, and its square, if there is one. */
  function locate(event) {
    const box = board.picture.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top].map((distance) =>
      (distance * FULL) / box.width - MARGIN);
    const square = board.squares.findIndex((_, at) => board.corner(at).every((edge, axis) =>
      edge <= [x, y][axis] && [x, y][axis] < edge + SQUARE));
    return { x, y, square: square < 0 ? null : square };
  }

  board.picture.addEventListener("pointerdown", (event) => {
    const { square } = locate(event);
    if (square === null || drag) return;
    event.preventDefault();
    root.classList.remove("ev-keys");
    focus(square);
    if (event.button === 0) {
      const wasSelected = selected === square;
      if (!choose(square)) return;
      selected = square;
      draw();
      drag = { square, wasSelected, button: 0 };
    } else if (event.button === 2) {
      drag = { square, button: 2 };
    }
    board.picture.setPointerCapture(event.pointerId);
  });
  board.picture.addEventListener("pointermove", (event) => {
    if (drag?.button !== 0) return;
    const { x, y } = locate(event);
    const figure = board.figures.querySelector(`[data-square="${drag.square}"]`);
    figure.classList.add("ev-drag");
    figure.setAttribute("transform", `translate(${x - SQUARE / 2},${y - SQUARE / 2})`);
    board.figures.append(figure); // above the others
  });
  board.picture.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { square } = locate(event);
    const from = drag;
    drag = null;
    if (from.button === 2) {
      if (square !== null) mark(from.square, square, event);
    } else if (square === from.square) {
      if (from.wasSelected) selected = null;
      draw();
    } else if (state.editing) {
      selected = null;
      const piece = square === null ? "." : state.position[from.square];
      send("place", { square: square ?? from.square, piece, from: square === null ? null : from.square });
    } else {
      play(from.square, square);
    }
  });
  board.picture.addEventListener("pointercancel", () => {
    drag = null;
    draw();
  });
  board.picture.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
  });

  function focus(square) {
    board.squares[cursor].setAttribute("tabindex", -1);
    cursor = square;
    board.squares[cursor].setAttribute("tabindex", 0);
    board.squares[cursor].focus({ preventScroll: true });
  }
  board.picture.addEventListener("keydown", (event) => {
    root.classList.add("ev-keys"); // shows the focus
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const [file, rank] = step.map((one, axis) =>
        [cursor & 7, cursor >> 3][axis] + (state.flipped ? -one : one));
      if (file >= 0 && file < 8 && rank >= 0 && rank < 8) focus(8 * rank + file);
    } else if (event.key === "Enter" || event.key === " ") {
      choose(cursor);
    } else if (event.code === "KeyM" && !event.ctrlKey && !event.metaKey) {
      if (tail !== null) mark(tail, cursor, event);
      else text.textContent = `an arrow from ${squareName(cursor)}: M on its head, Escape for none`;
      tail = tail === null ? cursor : null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    selected = tail = null;
    closeDialog();
    draw();
    focus(cursor);
  });
  entry.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !entry.value.trim()) return;
    send("move", { text: entry.value.trim() });
    entry.value = "";
  });
  const sendFen = () => fen.value !== state.fen && send("fen", { fen: fen.value.trim() });
  fen.addEventListener("change", sendFen);
  fen.addEventListener("keydown", (event) => event.key === "Enter" && sendFen());

  function draw() {
    board.draw(state.position, state, state.flipped);
    const reached = new Set(selected === null ? [] : targets(selected).map((move) => move[1]));
    board.squares.forEach((rect, square) => {
      const [x, y] = board.corner(square);
      rect.setAttribute("role", "button");
      rect.setAttribute("tabindex", square === cursor ? 0 : -1);
      rect.setAttribute("aria-pressed", square === selected);
      rect.setAttribute("aria-label", `${squareName(square)}, ${pieceName(state.position[square])}${
        reached.has(square) ? ", possible target" : ""}`);
      if (square === selected) {
        add(board.below, "rect", { x, y, width: SQUARE, height: SQUARE, fill: "#2f8be0", opacity: 0.5 });
      } else if (reached.has(square)) {
        const isEmpty = state.position[square] === ".";
        add(isEmpty ? board.below : board.above, "circle", { class: "ev-target",
          cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE * (isEmpty ? 0.15 : 0.44),
          fill: isEmpty ? "#2f8be0" : "none", stroke: "#2f8be0",
          "stroke-width": isEmpty ? 0 : 4, opacity: 0.75 });
      }
    });
    palette.forEach(([piece, button]) => button.setAttribute("aria-pressed", piece === tool));
    tools.hidden = fen.hidden = editButtons.hidden = !state.editing;
    entry.hidden = state.editing;
    entry.disabled = !state.moves.length;
    edit.hidden = !state.can_edit;
    edit.setAttribute("aria-pressed", state.editing);
    takeBack.disabled = !state.can_take_back;
    if (fen.value !== state.fen) fen.value = state.fen;
    if (text.textContent !== state.text) text.textContent = state.text;
    root.dataset.fen = state.fen;
  }

  function update() {
    const before = state;
    state = model.get("state");
    tail = null;
    // the answer to an earlier action, or a move of the opponent, does not end what the user does now
    const isKept = (square) => mayMove(square) && state.editing === before.editing
      && state.position[square] === before.position[square];
    if (selected !== null && !isKept(selected)) selected = null;
    if (drag?.button === 0 && !isKept(drag.square)) drag = null;
    if (!state.editing) tool = null;
    closeDialog();
    draw();
  }
  model.on("change:state", update);
  draw();
  return () => model.off("change:state", update);
}

export default { render };
