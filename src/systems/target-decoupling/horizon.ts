// The paradox of temporal uncertainty in closed form: the further a value function looks ahead, the wider its targets spread,
// so that trust in the smallest error is trust in the shortest sight. And what the end of an episode is taken for.

import { byError, generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { above, atLeast, below, nearly } from "../../study/bound.ts";
import { beside, type Claim, control, equation, is, type Test } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { DISCOUNTS, TEMPERATURE } from "./arms.ts";

/** Steps after which (0.999)² to their power is below 1e-10. */
const TAIL = 12_000;
const SAMPLES = 200_000;
const NOISE = 20;
const HOVER_PAY = 0.15;

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
      truncationEquation(),
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

/**
 * Beyond a cut hovering goes on for ever and is worth its pay/(1 − γ) there, so that the longest sight is right to hover; taken for
 * an ending, as in the released code, it is right to land.
 */
function truncationEquation(): Claim {
  const long = DISCOUNTS[DISCOUNTS.length - 1];
  const world = verticalLander.make({ hoverPay: HOVER_PAY });
  const landing = pilotValue(world, "landing", long);
  const hovering = pilotValue(world, "hovering", long);
  const beyond = (long ** world.spec.horizon * HOVER_PAY) / (1 - long);
  return equation(
    `the lander's world at γ = ${long}, by the two reference pilots: landing is worth more than hovering where the horizon is an ending, less where it is a cut`,
    [
      is(landing - hovering, above(0), "landing less hovering"),
      is(landing - hovering - beyond, below(0), "the same with what lies beyond the horizon"),
      beside("landing", landing),
      beside("hovering", hovering),
      beside("hovering, with what lies beyond", hovering + beyond),
    ],
  );
}

function pilotValue(world: NumericEnvironment, pilot: string, discount: number): number {
  const runner = episodeRunner(world, [privatePay]);
  const oracle = world.spec.oracles?.[pilot];
  if (oracle === undefined) throw new Error(`the world has no pilot "${pilot}"`);
  return mean(
    Array.from({ length: 100 }, (_, episode) => {
      let value = 0;
      const streams = streamsBelow(Random.of(1, "environment", episode));
      runner.play(seated(world.spec, [oracle.play(0)]), streams, ({ pay: [pay] }, step) => {
        value += discount ** step * pay[0];
      });
      return value;
    }),
  );
}
