// What is exact: the optimum of DPO's loss, what label smoothing makes of it, and what a comparison does to uncertainty.

import { dpo } from "../../algorithms/preference/pair-losses.ts";
import { minimiser } from "../../algorithms/preference/tabular-pairs.ts";
import { Random } from "../../core/random.ts";
import { linearSolve } from "../../math/linear-solve.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { divergence, normalise, pairChances } from "../../math/preference-game.ts";
import { certainty } from "./arms.ts";

const ANSWERS = 12;
const BETA = 0.3;

/** Rewards of a drawn bandit, and its reference. */
function drawnBandit(random: Random) {
  const reward = Float64Array.from({ length: ANSWERS }, () => random.normal());
  const reference = Float64Array.from({ length: ANSWERS }, () => random.normal());
  normalise(reference);
  const wins = Float64Array.from({ length: ANSWERS * ANSWERS }, (_, k) =>
    preferenceProbability(reward[Math.floor(k / ANSWERS)] - reward[k % ANSWERS]),
  );
  return { reward, reference, wins };
}

/** KL of the policy that minimises DPO's loss over all pairs of the reference, from π_ref·exp(r/β). */
export function distanceFromTilt(seed: number): number {
  const { reward, reference, wins } = drawnBandit(Random.of(seed, "tilt"));
  const chances = pairChances({ answers: ANSWERS, wins }, reference, reference);
  const raised = minimiser(dpo(BETA).loss, chances, ANSWERS);
  const found = raised.map((value, y) => value + reference[y]);
  const wanted = reward.map((value, y) => value / BETA + reference[y]);
  normalise(found);
  normalise(wanted);
  return divergence(wanted, found);
}

/** How far σ(βm) of the population's optimum is from (1 − s)·σ* + s·(1 − σ*), in a pair of answers. */
export function smoothedOff(seed: number): number {
  const random = Random.of(seed, "smoothing");
  const gap = random.normal();
  const smoothing = 0.49 * random.uniform();
  const wins = preferenceProbability(gap);
  // Each answer meets the other half of the time from either side.
  const chances = Float64Array.of(0, wins, 1 - wins, 0);
  const [first, second] = minimiser(dpo(BETA, "reference", smoothing).loss, chances, 2);
  const reached = preferenceProbability(BETA * (first - second));
  return Math.abs(reached - ((1 - smoothing) * wins + smoothing * (1 - wins)));
}

const WIDTH = 6;
const COMPARISONS = 20;

/** How far Γ after rank-one updates is from that of a fresh inverse; and the largest share by which a comparison raises any Γ, at most 0. */
export function uncertainty(seed: number): { readonly off: number; readonly rise: number } {
  const random = Random.of(seed, "uncertainty");
  const drawn = () => Float64Array.from({ length: WIDTH }, () => random.normal());
  const known = certainty(WIDTH, 1);
  const whole = Float64Array.from({ length: WIDTH * WIDTH }, (_, k) => (k % (WIDTH + 1) === 0 ? 1 : 0));
  let [off, rise] = [0, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < COMPARISONS; k++) {
    const asked = drawn();
    const before = known.gap(asked);
    const added = drawn();
    known.add(added);
    for (let at = 0; at < whole.length; at++) whole[at] += added[Math.floor(at / WIDTH)] * added[at % WIDTH];
    const solved = linearSolve(whole, asked);
    const fresh = Math.sqrt(asked.reduce((sum, x, j) => sum + x * solved[j], 0));
    const after = known.gap(asked);
    off = Math.max(off, Math.abs(after - fresh) / fresh);
    rise = Math.max(rise, after / before - 1);
  }
  return { off, rise };
}
