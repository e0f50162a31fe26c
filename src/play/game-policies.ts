// What policies of a whole game win, best answers to them, and mixtures of them. A policy has a probability for each choice, [choices].

import { CHANCE, OVER, type WholeGame } from "../core/whole-game.ts";

/** What each player wins on average where the first plays `one`, and the second `other`; by default both play the same. */
export function gameValues(
  game: WholeGame,
  one: ArrayLike<number>,
  other: ArrayLike<number> = one,
): [first: number, second: number] {
  const { states, mover, first, next, chance, won, known, choices } = game;
  const values = won.slice();
  for (let s = states - 1; s >= 0; s--) {
    if (mover[s] === OVER) continue;
    const policy = mover[s] === 0 ? one : other;
    const place = choices[known[s]] - first[s];
    for (let way = first[s]; way < first[s + 1]; way++) {
      const share = mover[s] === CHANCE ? chance[way] : policy[place + way];
      if (share === 0) continue;
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
 * player lead there, and get one action; of equal ones the first. Where the other never leads, it is taken to have erred as seldom as it
 * must, and in any way alike: the answer is a best one there too.
 */
export function bestResponse(game: WholeGame, policy: ArrayLike<number>, player: number): GameResponse {
  const { mover, first, next, won, known, example, choices } = game;
  const { weight, members } = ledTo(game, policy, player);
  const chosen = new Int32Array(example.length).fill(-1);
  const values = new Float64Array(game.states).fill(Number.NaN);
  const value = (s: number): number => {
    if (!Number.isNaN(values[s])) return values[s];
    let sum = 0;
    if (mover[s] === OVER) sum = won[2 * s + player];
    else if (mover[s] === player) sum = value(next[first[s] + best(known[s])]);
    else
      for (let way = first[s]; way < first[s + 1]; way++) {
        const part = shareOf(game, policy, s, way);
        if (part > 0) sum += part * value(next[way]);
      }
    values[s] = sum;
    return sum;
  };
  const best = (at: number): number => {
    if (chosen[at] >= 0) return chosen[at];
    let most = Number.NEGATIVE_INFINITY;
    let choice = 0;
    for (let k = 0; k < choices[at + 1] - choices[at]; k++) {
      let worth = 0;
      for (const s of members[at]) worth += weight[s] * value(next[first[s] + k]);
      if (worth <= most + TIE) continue;
      most = worth;
      choice = k;
    }
    chosen[at] = choice;
    return choice;
  };
  const rootValue = value(0);
  const answer = Float64Array.from(policy);
  for (const [at, s] of example.entries()) {
    if (mover[s] !== player) continue;
    answer.fill(0, choices[at], choices[at + 1]);
    answer[choices[at] + best(at)] = 1;
  }
  return { value: rootValue, policy: answer };
}

/** Worths that are nearer than this are equal. */
const TIE = 1e-12;

/** The chance that a state goes this way. */
const shareOf = (
  { mover, first, chance, known, choices }: WholeGame,
  policy: ArrayLike<number>,
  s: number,
  way: number,
) => (mover[s] === CHANCE ? chance[way] : policy[choices[known[s]] + way - first[s]]);

/**
 * The states of each of the player's information states to which the other leads with the fewest ways that it never takes, and how likely
 * each is among them, [states].
 */
function ledTo(game: WholeGame, policy: ArrayLike<number>, player: number) {
  const { states, mover, first, next, known, example } = game;
  const weight = new Float64Array(states);
  const errors = new Int32Array(states).fill(states);
  weight[0] = 1;
  errors[0] = 0;
  for (let s = 0; s < states; s++) {
    const ways = first[s + 1] - first[s];
    for (let way = first[s]; way < first[s + 1]; way++) {
      const share = mover[s] === player ? 1 : shareOf(game, policy, s, way);
      const after = errors[s] + (share > 0 ? 0 : 1);
      const to = next[way];
      if (after > errors[to]) continue;
      if (after < errors[to]) weight[to] = 0;
      errors[to] = after;
      weight[to] += weight[s] * (share > 0 ? share : 1 / ways);
    }
  }
  const members: number[][] = Array.from(example, () => []);
  for (let s = 0; s < states; s++) {
    if (mover[s] !== player) continue;
    const own = members[known[s]];
    if (own.length > 0 && errors[own[0]] < errors[s]) continue;
    if (own.length > 0 && errors[own[0]] > errors[s]) own.length = 0;
    own.push(s);
  }
  for (const own of members) {
    const sum = own.reduce((all, s) => all + weight[s], 0);
    for (const s of own) weight[s] /= sum;
  }
  return { weight, members };
}

/**
 * One policy that plays as a mixture of several does: choices in an information state, weighed by each policy's weight and its own share of
 * the chance of coming there, where the other does anything. It is exact where a player remembers all that it has done (Kuhn, 1953); where
 * ways meet again, it is an approximation of drawing one policy for each game. Choices are alike where no policy comes.
 */
export function mixedByReach(
  game: WholeGame,
  policies: readonly ArrayLike<number>[],
  weights: ArrayLike<number>,
): Float64Array {
  const { example, choices } = game;
  const mixed = new Float64Array(choices[example.length]);
  const total = new Float64Array(example.length);
  for (const [k, policy] of policies.entries()) {
    if (weights[k] <= 0) continue;
    const reach = ownReach(game, policy);
    for (let at = 0; at < example.length; at++) {
      const weight = weights[k] * reach[at];
      if (weight === 0) continue;
      total[at] += weight;
      for (let c = choices[at]; c < choices[at + 1]; c++) mixed[c] += weight * policy[c];
    }
  }
  for (let at = 0; at < example.length; at++) {
    const alike = 1 / (choices[at + 1] - choices[at]);
    for (let c = choices[at]; c < choices[at + 1]; c++) mixed[c] = total[at] > 0 ? mixed[c] / total[at] : alike;
  }
  return mixed;
}

/** How likely each player comes to its information states by its own choices, where the other's are all alike, [information states]. */
function ownReach(game: WholeGame, policy: ArrayLike<number>): Float64Array {
  const { states, mover, first, next, known, example } = game;
  const reaches = new Float64Array(example.length);
  for (const player of [0, 1]) {
    const reach = new Float64Array(states);
    reach[0] = 1;
    for (let s = 0; s < states; s++) {
      if (reach[s] === 0) continue;
      if (mover[s] === player) reaches[known[s]] += reach[s];
      const isOther = mover[s] === 1 - player;
      for (let way = first[s]; way < first[s + 1]; way++)
        reach[next[way]] += reach[s] * (isOther ? 1 / (first[s + 1] - first[s]) : shareOf(game, policy, s, way));
    }
  }
  return reaches;
}

/** The policy that takes all choices of a state alike. */
export function uniformPolicy({ example, choices }: WholeGame): Float64Array {
  const policy = new Float64Array(choices[example.length]);
  for (let at = 0; at < example.length; at++)
    policy.fill(1 / (choices[at + 1] - choices[at]), choices[at], choices[at + 1]);
  return policy;
}
