// Surrogate hacking without control: a router is trained against a fixed table of advantages while the actor does not move
// at all, so that what the surrogate gains is not better play.

import {
  type ActorCritic,
  type ActorCriticOptions,
  actorCritic,
} from "../../algorithms/policy-gradient/actor-critic.ts";
import { type ClippedLossOptions, clippedLoss } from "../../algorithms/policy-gradient/ppo-loss.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { logProbability } from "../../nn/distributions/categorical.ts";
import type { LossGradient } from "../../nn/loss-gradient.ts";
import { adam } from "../../nn/optimiser.ts";
import { atLeast, atMost, within, worded } from "../../study/bound.ts";
import { beside, control, equation, is, never } from "../../study/claim.ts";
import { exact, percent } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";

const STATES = 8;
const SAMPLES = 32;
const HEADS = 4;
const ENTRIES = STATES * SAMPLES;
const STEPS = 2000;

/** A_k(s, ·) normal around a mean that is normal over heads and states, [entries × heads]. */
function advantageTable(shuffled: boolean): Float64Array {
  const random = Random.of(1, "surrogate hacking", "advantages");
  const table = new Float64Array(ENTRIES * HEADS);
  const order = Random.of(1, "surrogate hacking", "labels");
  for (let s = 0; s < STATES; s++) {
    const centres = Array.from({ length: HEADS }, () => random.normal());
    for (let j = 0; j < SAMPLES; j++) {
      const at = (s * SAMPLES + j) * HEADS;
      for (let k = 0; k < HEADS; k++) table[at + k] = centres[k] + random.normal();
      if (shuffled) shuffle(table.subarray(at, at + HEADS), order);
    }
  }
  return table;
}

/** A network that acts by choice and PPO's loss on it, which are closed once they are used. */
export function withLoss<T>(
  spec: NumericSpec,
  networks: Pick<ActorCriticOptions, "hidden" | "values" | "routed">,
  loss: Omit<ClippedLossOptions, "clip" | "headWeights">,
  random: Random,
  use: (network: ActorCritic, loss: LossGradient) => T,
): T {
  const { values: heads = 1 } = networks;
  const shape = { activation: "tanh", distribution: "gaussian", logDeviation: 0 } as const;
  const network = actorCritic(spec, { ...shape, criticInputs: spec.observationSize, ...networks }, random);
  const descended = clippedLoss(network, { ...loss, clip: 0.2, headWeights: new Array(heads).fill(1) });
  try {
    return use(network, descended);
  } finally {
    descended.close();
    network.close();
  }
}

/** Numbers of the tensors whose names begin so. */
export function sizeOfPart({ parameters }: ActorCritic, prefix: string): number {
  const sizes = parameters.shapes.map(({ name }, k) => (name.startsWith(prefix) ? parameters.view(k).length : 0));
  return sizes.reduce((a, b) => a + b, 0);
}

/**
 * Trains the router of PPO's own loss, and nothing else. `displaced` is how far the actor has moved since it acted; `shuffled` deals the
 * four advantages of each entry out anew, so that no head is better than another in any state.
 */
function routed({ normalise = false, displaced = 0, shuffled = false }) {
  const random = Random.of(1, "surrogate hacking");
  const spec = { ...verticalLander.make().spec, observationSize: STATES };
  const networks = { hidden: [16], values: HEADS, routed: true };
  const options = { size: ENTRIES, clipValue: false, entropy: 0, valueWeight: 0, normalise };
  return withLoss(spec, networks, options, random, (network, loss) => {
    const observations = new Float32Array(ENTRIES * STATES);
    for (let at = 0; at < ENTRIES; at++) observations[at * STATES + Math.floor(at / SAMPLES)] = 1;
    const table = advantageTable(shuffled);
    const [seen, everybody, actions, old, advantages] = loss.data;
    const { outputs } = network.head;
    const look = () => network.look(observations, observations, new Float32Array(0), ENTRIES).heads;
    const logProbabilities = () => {
      const heads = look();
      return Array.from(actions, (action, at) => logProbability(heads, at * outputs, outputs, action));
    };
    seen.set(observations);
    everybody.set(observations);
    const [drawn, hand] = [look(), random.stream("actions")];
    for (let at = 0; at < ENTRIES; at++)
      old[at] = network.head.sample(drawn, at * outputs, undefined, hand, actions, at);
    advantages.set(table);
    const { flat, shapes } = network.parameters;
    const router = sizeOfPart(network, "router.");
    const actor = sizeOfPart(network, "actor.");
    const push = random.stream("push");
    for (let k = 0; k < actor; k++) flat[k] += displaced * push.normal();
    network.refresh();
    if (!shapes[shapes.length - 1].name.startsWith("router.")) throw new Error("the router's tensors are not the last");
    const policy = logProbabilities();
    const optimiser = adam(router, { rate: 0.01 });
    const first = loss.run();
    const gradient = Math.hypot(...loss.gradient.subarray(-router));
    for (let step = 0; step < STEPS; step++) {
      loss.run();
      optimiser.step(flat.subarray(-router), loss.gradient.subarray(-router));
    }
    const last = loss.run();
    network.refresh();
    const now = logProbabilities();
    const ratios = policy.map((value, at) => Math.exp(value - old[at]));
    return {
      before: first.surrogate,
      after: last.surrogate,
      /** Norm of the router's gradient at the start. */
      gradient,
      /** Numbers of the policy's log-probabilities that changed. */
      moved: policy.filter((value, at) => value !== now[at]).length,
      hackRate: last.hackRate,
      spread: deviation(ratios, 0),
      best: bestHeads(table),
    };
  });
}

/** E_s[max_k E(A_k|s)] */
function bestHeads(table: Float64Array): number {
  const own = (s: number, k: number) => Array.from({ length: SAMPLES }, (_, j) => table[(s * SAMPLES + j) * HEADS + k]);
  const best = (s: number) => Math.max(...Array.from({ length: HEADS }, (_, k) => mean(own(s, k))));
  return mean(Array.from({ length: STATES }, (_, s) => best(s)));
}

/** The pathway open, shut by normalisation while the policy stands, and open again once its ratios move. */
export function surrogateClaims(): StudyResult {
  const open = routed({});
  const shut = routed({ normalise: true });
  const moved = routed({ normalise: true, displaced: 0.3 });
  const shuffled = routed({ shuffled: true });
  const gain = (of: ReturnType<typeof routed>) => of.after - of.before;
  const changed = `changed, of ${ENTRIES} log-probabilities`;
  return {
    claims: [
      equation(
        "frozen actor, advantages as they are: training the router alone raises the surrogate to E[max_k E(A_k|s)]",
        [
          is(open.after, worded(within(0.99 * open.best, open.best + 1e-5), "99 % to 100 % of it"), "after"),
          beside("before", open.before),
          beside("E[max_k E(A_k|s)]", open.best),
          beside("weight on the largest advantage", percent(exact(open.hackRate))),
          never(open.moved, changed),
        ],
      ),
      equation(
        "frozen actor, advantages normalised after mixing: surrogate, and the router's gradient over that without normalisation",
        [
          is(Math.abs(shut.before), atMost(1e-6), "|surrogate|"),
          is(shut.gradient / open.gradient, atMost(1e-5), "gradient"),
        ],
      ),
      equation(
        "actor displaced and frozen again, normalised: the router has a gradient, as a share of that without normalisation",
        is(percent(exact(moved.gradient / open.gradient)), worded(atLeast(0.01), "≥ 1 %")),
      ),
      equation(
        "actor displaced, normalised: the router raises the surrogate, not above the ratios' standard deviation",
        [
          is(gain(moved), atLeast(0.01), "gain"),
          beside("before", moved.before),
          is(moved.after, worded(atMost(moved.spread), "≤ sd(ρ)"), "after"),
          beside("sd(ρ)", moved.spread),
          never(moved.moved, changed),
        ],
      ),
    ],
    controls: [
      control(
        "each entry's advantages dealt out to other heads, so that there is nothing to choose: half of the gain remains",
        [is(gain(shuffled), worded(atLeast(0.5 * gain(open)), "≥ half of the gain")), beside("the gain", gain(open))],
      ),
    ],
  };
}
