// Single-player grid football as a table of all states: transitions, and distances to a goal.

import { FORWARD, INTO_LEFT, INTO_RIGHT, MOVES, outcomeOf, PUSHES, STAYS, UPWARD } from "./rules.ts";

const A = MOVES.length;
const FREE = (): boolean => false;

/** States are the player's cell × cells + the ball's cell, followed by two states with the ball in a goal. */
export interface FootballProcess {
  readonly size: number;
  readonly states: number;
  /** The two states after those of the pitch: the ball in the right goal, which the player attacks, and in the left one. */
  readonly scored: number;
  readonly conceded: number;
  /** Successor of a move, [states × moves]. */
  readonly next: Int32Array;
}

/** Enumerates all states on a pitch of `size` × `size`. */
export function footballProcess(size: number): FootballProcess {
  const cells = size * size;
  const states = cells * cells + 2;
  const [scored, conceded] = [states - 2, states - 1];
  const next = new Int32Array(states * A);
  for (let state = 0; state < states; state++) {
    const player = Math.floor(state / cells);
    const ball = state % cells;
    if (state >= scored || player === ball) {
      next.fill(state, state * A, (state + 1) * A);
      continue;
    }
    const [x, y, ballX, ballY] = [player % size, Math.floor(player / size), ball % size, Math.floor(ball / size)];
    for (let a = 0; a < A; a++) {
      const [dx, dy] = [FORWARD[a], UPWARD[a]];
      const outcome = outcomeOf(size, x, y, ballX, ballY, dx, dy, FREE);
      const at = state * A + a;
      const shift = dx + dy * size;
      if (outcome === STAYS) next[at] = state;
      else if (outcome === INTO_RIGHT) next[at] = scored;
      else if (outcome === INTO_LEFT) next[at] = conceded;
      else next[at] = (player + shift) * cells + ball + (outcome === PUSHES ? shift : 0);
    }
  }
  return { size, states, scored, conceded, next };
}

/** Fewest moves from each state to a goal, and the first optimal move; −1 where no goal is reachable. */
export function fewestMoves({ states, scored, next }: FootballProcess): {
  readonly moves: Int32Array;
  readonly choice: Int32Array;
} {
  const moves = new Int32Array(states).fill(-1);
  const choice = new Int32Array(states).fill(-1);
  moves[scored] = 0;
  for (let length = 1, hasGrown = true; hasGrown; length++) {
    hasGrown = false;
    for (let state = 0; state < states; state++) {
      if (moves[state] >= 0) continue;
      for (let a = 0; a < A && choice[state] < 0; a++) if (moves[next[state * A + a]] === length - 1) choice[state] = a;
      if (choice[state] < 0) continue;
      moves[state] = length;
      hasGrown = true;
    }
  }
  return { moves, choice };
}
