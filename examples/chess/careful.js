// Looks one move ahead at the material: what a move takes, and what it saves or leaves where the other can take it at once.
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 100 };
const ROOK = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const BISHOP = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const KNIGHT = [
  [1, 2],
  [2, 1],
  [-1, 2],
  [-2, 1],
  [1, -2],
  [2, -1],
  [-1, -2],
  [-2, -1],
];

function move({ fen, moves, colour, ply }) {
  const board = squaresOf(fen);
  let [best, most] = [moves[0].uci, Number.NEGATIVE_INFINITY];
  for (const [k, { uci, san }] of moves.entries()) {
    if (san.endsWith("#")) return uci;
    const [from, to] = [placeOf(uci.slice(0, 2)), placeOf(uci.slice(2, 4))];
    const [piece, taken] = [board[from], board[to]];
    const saved = risk(board, from, colour);
    board[from] = "";
    board[to] = uci.length > 4 ? asOf(uci[4], colour) : piece;
    const gain = worthOf(taken) + worthOf(board[to]) - worthOf(piece) + saved - risk(board, to, colour);
    [board[from], board[to]] = [piece, taken];
    // Quiet moves are worth a little: a check, a way forward, and each of them by turns.
    const quiet = (san.endsWith("+") ? 0.3 : 0) + 0.02 * forward(from, to, colour) + ((k + ply) % 7) / 100;
    if (gain + quiet > most) [best, most] = [uci, gain + quiet];
  }
  return best;
}

/** What a piece may lose where it stands: itself, or where it is guarded what it is worth more than the one that takes it. */
function risk(board, place, colour) {
  const own = board[place].toLowerCase() === "k" ? 0 : worthOf(board[place]);
  const by = cheapestAt(board, place, colour === "white" ? "black" : "white");
  if (by === Number.POSITIVE_INFINITY) return 0;
  return cheapestAt(board, place, colour) === Number.POSITIVE_INFINITY ? own : Math.max(0, own - by);
}

/** The worth of the cheapest piece of a colour that could take at a place; infinite where there is none. */
function cheapestAt(board, place, colour) {
  let cheapest = Number.POSITIVE_INFINITY;
  const look = (steps, kinds, length) => {
    for (const [dx, dy] of steps) {
      let [x, y] = [(place % 8) + dx, Math.floor(place / 8) + dy];
      let k = 1;
      for (; k < length && isOn(x, y) && board[x + 8 * y] === ""; k++) [x, y] = [x + dx, y + dy];
      const piece = isOn(x, y) ? board[x + 8 * y] : "";
      if (isOf(piece, colour) && kinds.includes(piece.toLowerCase())) cheapest = Math.min(cheapest, worthOf(piece));
    }
  };
  const behind = colour === "white" ? 1 : -1;
  look(
    [
      [-1, behind],
      [1, behind],
    ],
    "p",
    1,
  );
  look(KNIGHT, "n", 1);
  look(BISHOP, "bq", 8);
  look(ROOK, "rq", 8);
  look([...ROOK, ...BISHOP], "k", 1);
  return cheapest;
}

const isOn = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8;
const worthOf = (piece) => WORTH[piece.toLowerCase()] ?? 0;
const asOf = (piece, colour) => (colour === "white" ? piece.toUpperCase() : piece);
const isOf = (piece, colour) => piece !== "" && (piece === piece.toUpperCase()) === (colour === "white");
const placeOf = (square) => "abcdefgh".indexOf(square[0]) + 8 * (8 - Number(square[1]));
const forward = (from, to, colour) => (Math.floor(from / 8) - Math.floor(to / 8)) * (colour === "white" ? 1 : -1);

/** Letters of the pieces by their places, from a8 on: capital letters are White's. */
function squaresOf(fen) {
  const blanks = (count) => " ".repeat(Number(count));
  return [...fen.split(" ")[0].replace(/\//g, "").replace(/\d/g, blanks)].map((letter) => letter.trim());
}
