// Makes a move at random.
let state = 1;

function move({ moves, ply }) {
  state = (state * 16807 + ply) % 2147483647;
  return moves[state % moves.length].uci;
}
