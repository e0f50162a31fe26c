// Strengths that explain whole orders: the best is drawn with odds of strengths, then the best of the rest (Plackett, 1975; Luce, 1959).

import { countOf, type Games } from "./games.ts";

/** Players of games in the order of their places, [entries], with the ends of each game, [games + 1]. Ties stand in the order told. */
export interface Orders {
  readonly players: number;
  readonly first: Uint32Array;
  readonly order: Uint32Array;
  /** The unit of each game, as in `Games`. */
  readonly unit: Uint32Array;
}

/** Orders of games; each team counts as its first player. */
export function ordersOf(games: Games): Orders {
  const order = new Uint32Array(games.player.length);
  for (let game = 0; game < countOf(games); game++) {
    const [from, to] = [games.first[game], games.first[game + 1]];
    const entries = Array.from({ length: to - from }, (_, k) => from + k);
    entries.sort((a, b) => games.place[a] - games.place[b] || a - b);
    for (const [k, entry] of entries.entries()) order[from + k] = games.player[entry];
  }
  return { players: games.players.length, first: games.first, order, unit: games.unit };
}

const MOST_SWEEPS = 10_000;
/** A sweep that changes no strength by more is the last, in logits. */
const SETTLED = 1e-9;

/**
 * Strengths in logits, their mean 0, [players], by Hunter's algorithm (2004, "MM algorithms for generalized Bradley-Terry models",
 * section 5); each game counts `weights[its unit]` times, default once. `prior` games against a player of strength 1 are added to each
 * player, half of them won: they hold who has won or lost everything.
 */
export function plackettLuce(orders: Orders, prior: number, weights?: ArrayLike<number>): Float64Array {
  const { players, first, order, unit } = orders;
  const chosen = new Float64Array(players).fill(prior / 2);
  const weightOf = (game: number) => (weights === undefined ? 1 : weights[unit[game]]);
  for (let game = 0; game + 1 < first.length; game++) {
    for (let at = first[game]; at + 1 < first[game + 1]; at++) chosen[order[at]] += weightOf(game);
  }
  let strength = new Float64Array(players).fill(1);
  const rate = new Float64Array(players);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    for (let k = 0; k < players; k++) rate[k] = prior / (1 + strength[k]);
    for (let game = 0; game + 1 < first.length; game++) {
      const weight = weightOf(game);
      if (weight === 0) continue;
      let left = 0;
      for (let at = first[game]; at < first[game + 1]; at++) left += strength[order[at]];
      let sum = 0;
      for (let at = first[game]; at < first[game + 1]; at++) {
        if (at + 1 < first[game + 1]) sum += weight / left;
        rate[order[at]] += sum;
        left -= strength[order[at]];
      }
    }
    let largest = 0;
    const next = strength.map((old, k) => {
      const found = rate[k] > 0 ? chosen[k] / rate[k] : old;
      largest = Math.max(largest, Math.abs(Math.log(found / old)));
      return found;
    });
    strength = next;
    if (!(largest > SETTLED)) break;
  }
  const logits = strength.map(Math.log);
  const centre = logits.reduce((a, b) => a + b, 0) / players;
  return logits.map((x) => x - centre);
}
