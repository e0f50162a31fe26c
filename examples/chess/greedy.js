// Mates if it can, and else takes the piece that is worth most; with nothing to take it makes a quiet move by turns.
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9 };

function move({ fen, moves, ply }) {
  const board = squaresOf(fen);
  let [best, most] = [moves[(7 * ply) % moves.length].uci, 0];
  for (const { uci, san } of moves) {
    const value = san.endsWith("#") ? 100 : (WORTH[board[uci.slice(2, 4)]] ?? 0);
    if (value > most) [best, most] = [uci, value];
  }
  return best;
}

/** Kinds of the pieces, in small letters, by their squares. */
function squaresOf(fen) {
  const board = {};
  for (const [row, pieces] of fen.split(" ")[0].split("/").entries()) {
    let file = 0;
    for (const letter of pieces) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else board["abcdefgh"[file++] + (8 - row)] = letter.toLowerCase();
    }
  }
  return board;
}
