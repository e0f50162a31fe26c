// The paradox of temporal uncertainty in closed form: the further a value function looks ahead, the wider its targets spread,
// so that trust in the smallest error is trust in the shortest sight.

import { byError, generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { above, atLeast, nearly } from "../../study/bound.ts";
import { beside, control, equation, is, type Test } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { DISCOUNTS, TEMPERATURE } from "./arms.ts";

/** Steps after which (0.999)² to their power is below 1e-10. */
const TAIL = 12_000;
const SAMPLES = 200_000;
const NOISE = 20;

export function horizonEquations(): StudyResult {
  const mixed = errorWeights(Random.of(1, "uncertainty", "labels"));
  return {
    claims: [
      equation(
        "white noise of deviation σ, V = 0: deviation of the targets in σ, 1/√(1 − (λγ)²)",
        [0.95, 1].flatMap((lambda) =>
          DISCOUNTS.map((discount) => {
            const expected = 1 / Math.sqrt(1 - (lambda * discount) ** 2);
            return is(targetDeviation(discount, lambda), nearly(expected, 1e-9), `λ = ${lambda}, γ = ${discount}:`);
          }),
        ),
      ),
      equation(
        `the same with σ = ${NOISE}: mean weights of the error router, largest at γ = 0.5 and falling`,
        falling(errorWeights()),
      ),
    ],
    controls: [
      control(
        "heads' labels shuffled in every entry: the error router's weights fall with the horizon, from 0.35 or more",
        [...falling(mixed), is(mixed[0], atLeast(0.35), "at 0.5")],
      ),
    ],
  };
}

/** That each weight is above the next one's, and what they are. */
function falling(weights: readonly number[]): Test[] {
  const falls = weights
    .slice(1)
    .map((next, k) => is(weights[k] - next, above(0), `γ = ${DISCOUNTS[k]} less ${DISCOUNTS[k + 1]}:`));
  return [...falls, ...weights.map((weight, k) => beside(`γ = ${DISCOUNTS[k]}:`, weight))];
}

/**
 * Targets are a filter of the rewards, so that their variance is the reward's times the energy of the answer to a single
 * reward of 1, Σ_k (λγ)^(2k) = 1/(1 − (λγ)²).
 */
function targetDeviation(discount: number, lambda: number): number {
  const rewards = new Float64Array(TAIL);
  rewards[TAIL - 1] = 1;
  const { returns } = generalisedAdvantages(unforeseen(rewards), { discount, lambda });
  return Math.sqrt(returns.reduce((sum, x) => sum + x * x, 0));
}

/** Mean weights of the error router on pure noise; labels dealt out by `labels` where it is given. */
function errorWeights(labels?: Random): number[] {
  const random = Random.of(1, "uncertainty");
  const rollouts = unforeseen(Float64Array.from({ length: SAMPLES }, () => NOISE * random.normal()));
  const heads = DISCOUNTS.map((discount) => ({
    values: rollouts.values,
    ...generalisedAdvantages(rollouts, { discount, lambda: 0.95 }),
  }));
  const relabel = labels === undefined ? undefined : (weights: Float64Array) => shuffle(weights, labels);
  const { measures } = byError(TEMPERATURE, relabel)(heads);
  return DISCOUNTS.map((_, k) => measures[`routeWeight${k}`]);
}

/** One long stretch of rewards that no value function foresees. */
function unforeseen(rewards: Float64Array) {
  const steps = rewards.length;
  const status = new Uint8Array(steps);
  status[steps - 1] = Status.terminated;
  const nothing = new Float64Array(steps);
  return { steps, environments: 1, rewards, values: nothing, nextValues: nothing, status };
}
