// Single-player grid football as a table of all states: transitions, reward components, and distances to a goal.

import { type TabularMdp, tabularMdp } from "../../tabular/mdp.ts";
import {
  alignment,
  cosine,
  FORWARD,
  INTO_LEFT,
  INTO_RIGHT,
  MOVES,
  nearness,
  outcomeOf,
  PUSHES,
  STAYS,
  UPWARD,
} from "./rules.ts";

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
  /** 1 where a move has no effect, [states × moves]. */
  readonly stays: Uint8Array;
  /** 1 for possible initial states, [states]. */
  readonly begins: Uint8Array;
}

/** Cells of player and ball in a state. */
export const cellsOf = ({ size }: Pick<FootballProcess, "size">, state: number): readonly [number, number] => {
  const cells = size * size;
  return [Math.floor(state / cells), state % cells];
};

/** Enumerates all states on a pitch of `size` × `size`. Initially the ball is not at the edge, and the player is anywhere else. */
export function footballProcess(size: number): FootballProcess {
  const cells = size * size;
  const states = cells * cells + 2;
  const [scored, conceded] = [states - 2, states - 1];
  const next = new Int32Array(states * A);
  const stays = new Uint8Array(states * A);
  const begins = new Uint8Array(states);
  const isInner = (k: number): boolean => k > 0 && k < size - 1;
  for (let state = 0; state < states; state++) {
    const player = Math.floor(state / cells);
    const ball = state % cells;
    if (state >= scored || player === ball) {
      next.fill(state, state * A, (state + 1) * A);
      stays.fill(1, state * A, (state + 1) * A);
      continue;
    }
    const [x, y, ballX, ballY] = [player % size, Math.floor(player / size), ball % size, Math.floor(ball / size)];
    begins[state] = isInner(ballX) && isInner(ballY) ? 1 : 0;
    for (let a = 0; a < A; a++) {
      const [dx, dy] = [FORWARD[a], UPWARD[a]];
      const outcome = outcomeOf(size, x, y, ballX, ballY, dx, dy, FREE);
      const at = state * A + a;
      const shift = dx + dy * size;
      stays[at] = outcome === STAYS ? 1 : 0;
      if (outcome === STAYS) next[at] = state;
      else if (outcome === INTO_RIGHT) next[at] = scored;
      else if (outcome === INTO_LEFT) next[at] = conceded;
      else next[at] = (player + shift) * cells + ball + (outcome === PUSHES ? shift : 0);
    }
  }
  return { size, states, scored, conceded, next, stays, begins };
}

/** The decision process for learners: a goal pays `goal`, an own goal costs it, and both end the episode. */
export function footballMdp(
  { states, scored, conceded, next, begins }: FootballProcess,
  goal: number,
  discount: number,
): TabularMdp {
  const beginnings = begins.reduce((sum, one) => sum + one, 0);
  return tabularMdp({
    ...{ states, actions: A, discount },
    start: Float64Array.from(begins, (one) => one / beginnings),
    terminal: (state) => state >= scored,
    transitions: (state, action) => [[next[state * A + action], 1]],
    reward(state, action) {
      const to = next[state * A + action];
      return to === scored ? goal : to === conceded ? -goal : 0;
    },
  });
}

/** The tabulated components: a flow, then two state variables. */
export const COMPONENTS = ["approach", "alignment", "nearness"] as const;

/** Components of every state, with flow 0, [states × 3], and those after every move, [states × moves × 3]. */
export function footballComponents({ size, states, scored, next, stays }: FootballProcess): {
  readonly standing: Float64Array;
  readonly moved: Float64Array;
} {
  const standing = new Float64Array(states * 3);
  const moved = new Float64Array(states * A * 3);
  const places = (state: number) => cellsOf({ size }, state).flatMap((cell) => [cell % size, Math.floor(cell / size)]);
  for (let state = 0; state < scored; state++) {
    const [x, y, ballX, ballY] = places(state);
    standing.set([0, alignment(size, x, y, ballX, ballY, size), nearness(x, y, ballX, ballY)], 3 * state);
  }
  for (let state = 0; state < scored; state++) {
    const [x, y, ballX, ballY] = places(state);
    for (let a = 0; a < A; a++) {
      const at = state * A + a;
      moved.set(standing.subarray(3 * next[at], 3 * next[at] + 3), 3 * at);
      if (stays[at] === 0) moved[3 * at] = cosine(FORWARD[a], UPWARD[a], ballX - x, ballY - y);
    }
  }
  return { standing, moved };
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
