// Makes any move that is allowed, in algebraic notation. In the sandbox chance is the same in every game.
function move({ moves }) {
  return moves[Math.floor(Math.random() * moves.length)].san;
}
