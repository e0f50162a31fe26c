// What target decoupling promises, exactly: each head's advantage is its own sum, and with networks that share nothing the
// short heads do not touch the actor's gradient. One clip over both networks, as in the released code, lets them in again.

import { actorCritic } from "../../algorithms/policy-gradient/actor-critic.ts";
import { generalisedAdvantages, type Rollouts } from "../../algorithms/policy-gradient/advantage.ts";
import { clippedLoss } from "../../algorithms/policy-gradient/ppo-loss.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { sgd } from "../../nn/optimiser.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { DISCOUNTS } from "./arms.ts";

const LAMBDA = 0.95;
const SIZE = 64;
const LONGEST_GRADIENT = 0.5;

export function gradientChecks(): Check[] {
  const four = actorGradient(DISCOUNTS.length);
  const one = actorGradient(1);
  const apart = largestGap(four.gradient, one.gradient) / Math.hypot(...one.gradient);
  const clippedApart = largestGap(four.alone, one.alone) / LONGEST_GRADIENT;
  // A step that is clipped jointly moves the actor by 0.5·g/‖(g, critic's gradient)‖.
  const joint = Math.hypot(...four.step) / Math.hypot(...one.step);
  return [
    sumCheck(),
    holds(
      "separate networks: gradient of the decoupled actor with four heads and with the short ones deleted",
      "identical (largest gap ≤ 1e-6 of its norm)",
      apart.toExponential(1),
      apart <= 1e-6,
    ),
    holds(
      `the same, each network's gradient clipped to ${LONGEST_GRADIENT} by itself`,
      "identical (≤ 1e-6 of the norm)",
      clippedApart.toExponential(1),
      clippedApart <= 1e-6,
    ),
    closeTo(
      "the same, both clipped as one: the actor's step with four heads over that with one, ‖g₁‖/‖g₄‖ of the joint gradients",
      joint,
      one.norm / four.norm,
      1e-4,
    ),
    holds(
      "the same: the short heads reach the actor through the clip",
      "the ratio differs from 1 by ≥ 1%",
      joint.toFixed(4),
      Math.abs(joint - 1) >= 0.01,
    ),
  ];
}

/** Random stretches with endings, and the definition written out: A_t = Σ_k (γλ)^k·δ_{t+k} until the episode ends. */
function sumCheck(): Check {
  const [T, N] = [60, 5];
  const random = Random.of(1, "advantages");
  const kinds = [Status.running, Status.running, Status.running, Status.terminated, Status.truncated];
  const numbers = () => Float64Array.from({ length: T * N }, () => random.normal());
  const status = Uint8Array.from({ length: T * N }, () => kinds[random.integer(kinds.length)]);
  const rollouts = { steps: T, environments: N, rewards: numbers(), status };
  let gap = 0;
  for (const discount of DISCOUNTS) {
    const own = { ...rollouts, values: numbers(), nextValues: numbers() };
    for (const truncation of ["bootstrap", "end"] as const) {
      const { advantages, returns } = generalisedAdvantages(own, { discount, lambda: LAMBDA, truncation });
      for (let at = 0; at < T * N; at++) {
        const sum = bruteForce(own, at, discount, truncation === "end");
        gap = Math.max(gap, Math.abs(advantages[at] - sum), Math.abs(returns[at] - sum - own.values[at]));
      }
    }
  }
  return holds(
    `generalised advantages and returns of each head, γ = ${DISCOUNTS.join(", ")}: largest gap to the sum written out`,
    "≤ 1e-12, with horizons as cuts and as endings",
    gap.toExponential(1),
    gap <= 1e-12,
  );
}

function bruteForce(r: Rollouts, start: number, discount: number, ends: boolean): number {
  let sum = 0;
  for (let k = 0, at = start; at < r.rewards.length; k++, at += r.environments) {
    const over = r.status[at] === Status.terminated || (ends && r.status[at] === Status.truncated);
    const error = r.rewards[at] + (over ? 0 : discount * r.nextValues[at]) - r.values[at];
    sum += (discount * LAMBDA) ** k * error;
    if (r.status[at] !== Status.running) break;
  }
  return sum;
}

/** Gradient of PPO's loss on one random batch, with the same actor, advantages and draws however many heads there are. */
function actorGradient(heads: number) {
  const random = Random.of(1, "decoupled gradient");
  const { spec } = verticalLander.make();
  const network = actorCritic(
    spec,
    {
      hidden: [64, 64],
      activation: "tanh",
      distribution: "gaussian",
      logDeviation: 0,
      criticInputs: spec.observationSize,
      values: heads,
    },
    random.stream("weights"),
  );
  const loss = clippedLoss(network, {
    size: SIZE,
    clip: 0.2,
    clipValue: true,
    entropy: 0.01,
    valueWeight: 0.5,
    headWeights: new Array(heads).fill(1),
    normalise: true,
  });
  try {
    const [seen, everybody, actions, old, advantages, returns, values] = loss.data;
    const batch = random.stream("batch");
    for (let k = 0; k < seen.length; k++) seen[k] = batch.uniform(-1, 1);
    everybody.set(seen);
    for (let k = 0; k < SIZE; k++) {
      actions[k] = batch.integer(2);
      old[k] = Math.log(0.5) + 0.1 * batch.normal();
      advantages[k] = batch.normal();
    }
    const targets = random.stream("targets");
    for (let k = 0; k < SIZE * heads; k++) {
      values[k] = targets.normal();
      returns[k] = values[k] + 10 * targets.normal();
    }
    loss.run();
    const { flat } = network.parameters;
    const actor = network.actor.shapes.reduce((sum, _, k) => sum + network.parameters.view(k).length, 0);
    const gradient = loss.gradient.slice(0, actor);
    const alone = gradient.slice();
    sgd(actor, { rate: 1, clip: LONGEST_GRADIENT }).step(new Float32Array(actor), alone);
    const moved = new Float32Array(flat.length);
    const joint = loss.gradient.slice();
    const norm = sgd(flat.length, { rate: 1, clip: LONGEST_GRADIENT }).step(moved, joint);
    return { gradient, alone, step: moved.slice(0, actor), norm };
  } finally {
    loss.close();
    network.close();
  }
}

function largestGap(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);
}
