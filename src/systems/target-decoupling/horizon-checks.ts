// The paradox of temporal uncertainty in closed form: the further a value function looks ahead, the wider its targets spread,
// so that trust in the smallest error is trust in the shortest sight. And what the end of an episode is taken for.

import { generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { byError } from "../../algorithms/policy-gradient/advantage-routing.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/shuffle.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { DISCOUNTS, TEMPERATURE } from "./arms.ts";

/** Steps after which (0.999)² to their power is below 1e-10. */
const TAIL = 12_000;
const SAMPLES = 200_000;
const NOISE = 20;
const HOVER_PAY = 0.15;

export function horizonChecks(): { checks: Check[]; controls: Control[] } {
  const weights = errorWeights();
  const mixed = errorWeights(Random.of(1, "uncertainty", "labels"));
  const shown = (all: readonly number[]) => all.map((w) => w.toFixed(3)).join(", ");
  const orderly = (all: readonly number[]) => all.every((w, k) => k === 0 || w < all[k - 1]);
  return {
    checks: [
      ...[0.95, 1].flatMap((lambda) =>
        DISCOUNTS.map((discount) =>
          closeTo(
            `white noise of deviation σ, V = 0: deviation of the targets in σ, λ = ${lambda}, γ = ${discount}`,
            targetDeviation(discount, lambda),
            1 / Math.sqrt(1 - (lambda * discount) ** 2),
            1e-9,
          ),
        ),
      ),
      holds(
        `the same with σ = ${NOISE}: mean weights of the error router at γ = ${DISCOUNTS.join(", ")}`,
        "largest at 0.5, and falling",
        shown(weights),
        orderly(weights),
      ),
      truncationCheck(),
    ],
    controls: [
      {
        name: "heads' labels shuffled in every entry: the error router's weights fall with the horizon, from 0.35 or more",
        failed: !(orderly(mixed) && mixed[0] >= 0.35),
        measured: shown(mixed),
      },
    ],
  };
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
function truncationCheck(): Check {
  const long = DISCOUNTS[DISCOUNTS.length - 1];
  const world = verticalLander.make({ hoverPay: HOVER_PAY });
  const landing = pilotValue(world, "landing", long);
  const hovering = pilotValue(world, "hovering", long);
  const beyond = (long ** world.spec.horizon * HOVER_PAY) / (1 - long);
  return holds(
    `the lander's world at γ = ${long}: landing against hovering, by the two reference pilots`,
    "landing is worth more where the horizon is an ending, less where it is a cut",
    `landing ${landing.toFixed(1)}; hovering ${hovering.toFixed(1)}, with what lies beyond the horizon ${(hovering + beyond).toFixed(1)}`,
    landing > hovering && landing < hovering + beyond,
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
