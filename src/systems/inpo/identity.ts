// The identity that the method stands on: the loss on pairs of a policy's own answers is least at the step of mirror descent against itself.

import { inpo } from "../../algorithms/preference/pair-losses.ts";
import { chancesOf, minimised, type Pairs } from "../../algorithms/preference/tabular-self-play.ts";
import { Random } from "../../core/random.ts";
import { drawnPolicy, proximalStep } from "../../feedback/preferences/preference-game.ts";
import { ANSWERS, gameOf } from "./games.ts";

/** Policies, references, games, τ and η that are drawn. */
export const DRAWS = 100;

/** The largest difference of log-probabilities between the loss's minimiser and the closed form, over all draws. */
export function distanceFromStep(seed: number, pairs: Pairs): number {
  const random = Random.of(seed, "identity");
  const step = new Float64Array(ANSWERS);
  const work = new Float64Array(ANSWERS);
  let largest = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const eta = 0.1 * 10 ** random.uniform(0, 2);
    const tau = eta * random.uniform(0.001, 0.9);
    const reference = drawnPolicy(ANSWERS, random);
    const previous = drawnPolicy(ANSWERS, random);
    const game = { ...gameOf("random", seed + draw, tau), reference };
    // The reference counts τ/η, the policy before 1 − τ/η, and win rates 1/η.
    proximalStep(game, previous, previous, tau / (eta - tau), step, work);
    const found = minimised(game, inpo(eta, tau), previous, chancesOf(game, previous, pairs));
    for (let y = 0; y < ANSWERS; y++) largest = Math.max(largest, Math.abs(found[y] - step[y]));
  }
  return largest;
}
