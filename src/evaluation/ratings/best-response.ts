// The best answer to a policy in a game of two, over all its states, and how much both players could gain by theirs.

import { CHANCE, OVER, type WholeGame } from "../../core/whole-game.ts";

/** What each player wins on average where both play the policy, [choices]. */
export function gameValues(game: WholeGame, policy: ArrayLike<number>): [number, number] {
  const { states, mover, first, next, chance, won, known, choices } = game;
  const values = won.slice();
  for (let s = states - 1; s >= 0; s--) {
    if (mover[s] === OVER) continue;
    for (let way = first[s]; way < first[s + 1]; way++) {
      const share = mover[s] === CHANCE ? chance[way] : policy[choices[known[s]] + way - first[s]];
      values[2 * s] += share * values[2 * next[way]];
      values[2 * s + 1] += share * values[2 * next[way] + 1];
    }
  }
  return [values[0], values[1]];
}

/** A best answer. */
export interface GameResponse {
  /** What its player wins on average. */
  readonly value: number;
  /** The policy with the player's choices replaced by the answer's, [choices]. */
  readonly policy: Float64Array;
}

/**
 * The best answer of `player` to the policy of the other. States that it cannot tell apart are weighed by how likely chance and the other
 * player lead there, and get one action; of equal ones the first.
 */
export function bestResponse(game: WholeGame, policy: ArrayLike<number>, player: number): GameResponse {
  const { states, mover, first, next, chance, won, known, example, choices } = game;
  const share = (s: number, way: number): number =>
    mover[s] === CHANCE ? chance[way] : policy[choices[known[s]] + way - first[s]];
  const reach = new Float64Array(states);
  reach[0] = 1;
  const members: number[][] = Array.from(example, () => []);
  for (let s = 0; s < states; s++) {
    if (mover[s] === player) members[known[s]].push(s);
    for (let way = first[s]; way < first[s + 1]; way++)
      reach[next[way]] += reach[s] * (mover[s] === player ? 1 : share(s, way));
  }

  const chosen = new Int32Array(example.length).fill(-1);
  const values = new Float64Array(states).fill(Number.NaN);
  const value = (s: number): number => {
    if (!Number.isNaN(values[s])) return values[s];
    let sum = 0;
    if (mover[s] === OVER) sum = won[2 * s + player];
    else if (mover[s] === player) sum = value(next[first[s] + best(known[s])]);
    else
      for (let way = first[s]; way < first[s + 1]; way++) {
        const part = share(s, way);
        if (part > 0) sum += part * value(next[way]);
      }
    values[s] = sum;
    return sum;
  };
  const best = (at: number): number => {
    if (chosen[at] >= 0) return chosen[at];
    let most = Number.NEGATIVE_INFINITY;
    let found = 0;
    for (let k = 0; k < choices[at + 1] - choices[at]; k++) {
      let worth = 0;
      for (const s of members[at]) if (reach[s] > 0) worth += reach[s] * value(next[first[s] + k]);
      if (worth <= most + TIE) continue;
      most = worth;
      found = k;
    }
    chosen[at] = found;
    return found;
  };
  const found = value(0);
  const answer = Float64Array.from(policy);
  for (const [at, s] of example.entries()) {
    if (mover[s] !== player) continue;
    answer.fill(0, choices[at], choices[at + 1]);
    answer[choices[at] + best(at)] = 1;
  }
  return { value: found, policy: answer };
}

/** Worths that are nearer than this are equal. */
const TIE = 1e-12;

/** NashConv: what both could gain together by their best answers. In a game in which one wins what the other loses, the sum of these. */
export function gameNashConv(game: WholeGame, policy: ArrayLike<number>): number {
  const [first, second] = gameValues(game, policy);
  return bestResponse(game, policy, 0).value - first + bestResponse(game, policy, 1).value - second;
}
