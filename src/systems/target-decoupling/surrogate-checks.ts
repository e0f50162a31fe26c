// Surrogate hacking without control: a router is trained against a fixed table of advantages while the actor does not move
// at all, so that whatever the surrogate gains is not better play.

import { type ActorCritic, actorCritic } from "../../algorithms/policy-gradient/actor-critic.ts";
import { clippedLoss } from "../../algorithms/policy-gradient/ppo-loss.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/shuffle.ts";
import { adam } from "../../nn/optimiser.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";

const STATES = 8;
const SAMPLES = 32;
const HEADS = 4;
const ENTRIES = STATES * SAMPLES;
const STEPS = 2000;

/** What a training of the router alone did. */
interface Routing {
  readonly before: number;
  readonly after: number;
  /** Norm of the router's gradient at the start. */
  readonly gradient: number;
  /** Numbers of the policy's log-probabilities that changed. */
  readonly moved: number;
  readonly hackRate: number;
  /** Standard deviation of the ratios. */
  readonly spread: number;
  /** E_s[max_k E(A_k|s)], and E_s[mean_k E(A_k|s)]. */
  readonly best: number;
  readonly level: number;
}

interface Case {
  readonly normalise: boolean;
  /** How far the actor has moved since it acted. */
  readonly displaced: number;
  /** Deals the four advantages of each entry out anew, so that no head is better than another in any state. */
  readonly shuffled?: boolean;
}

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

/** Trains the router of PPO's own loss, and nothing else. */
function routed({ normalise, displaced, shuffled = false }: Case): Routing {
  const random = Random.of(1, "surrogate hacking");
  const spec = { ...verticalLander.make().spec, observationSize: STATES };
  const network = actorCritic(
    spec,
    {
      hidden: [16],
      activation: "tanh",
      distribution: "gaussian",
      logDeviation: 0,
      criticInputs: STATES,
      values: HEADS,
      routed: true,
    },
    random,
  );
  const loss = clippedLoss(network, {
    size: ENTRIES,
    clip: 0.2,
    clipValue: false,
    entropy: 0,
    valueWeight: 0,
    headWeights: new Array(HEADS).fill(1),
    normalise,
  });
  try {
    const observations = new Float32Array(ENTRIES * STATES);
    for (let at = 0; at < ENTRIES; at++) observations[at * STATES + Math.floor(at / SAMPLES)] = 1;
    const table = advantageTable(shuffled);
    const [seen, everybody, actions, old, advantages] = loss.data;
    seen.set(observations);
    everybody.set(observations);
    old.set(draw(network, observations, actions, random.stream("actions")));
    advantages.set(table);
    const { flat, shapes } = network.parameters;
    const router = sizeOfPart(network, "router.");
    const actor = sizeOfPart(network, "actor.");
    const push = random.stream("push");
    for (let k = 0; k < actor; k++) flat[k] += displaced * push.normal();
    network.refresh();
    if (!shapes[shapes.length - 1].name.startsWith("router.")) throw new Error("the router's tensors are not the last");
    const policy = logProbabilities(network, observations, actions);
    const optimiser = adam(router, { rate: 0.01 });
    const first = loss.run();
    const gradient = Math.hypot(...loss.gradient.subarray(-router));
    for (let step = 0; step < STEPS; step++) {
      loss.run();
      optimiser.step(flat.subarray(-router), loss.gradient.subarray(-router));
    }
    const last = loss.run();
    network.refresh();
    const now = logProbabilities(network, observations, actions);
    return {
      before: first.surrogate,
      after: last.surrogate,
      gradient,
      moved: policy.filter((value, at) => value !== now[at]).length,
      hackRate: last.hackRate,
      spread: deviation(
        policy.map((value, at) => Math.exp(value - old[at])),
        0,
      ),
      ...limits(table),
    };
  } finally {
    loss.close();
    network.close();
  }
}

function sizeOfPart({ parameters }: ActorCritic, prefix: string): number {
  const views = parameters.views();
  return parameters.shapes.reduce((sum, { name }, k) => (name.startsWith(prefix) ? sum + views[k].length : sum), 0);
}

/** Draws an action for every entry; their log-probabilities. */
function draw(network: ActorCritic, observations: Float32Array, actions: Float32Array, random: Random): number[] {
  const { heads } = network.look(observations, observations, new Float32Array(0), ENTRIES);
  return Array.from({ length: ENTRIES }, (_, at) =>
    network.head.sample(heads, at * network.head.outputs, undefined, random, actions, at),
  );
}

/** log π of the actions as drawn. */
function logProbabilities(network: ActorCritic, observations: Float32Array, actions: Float32Array): number[] {
  const { heads } = network.look(observations, observations, new Float32Array(0), ENTRIES);
  const { outputs } = network.head;
  return Array.from(actions, (action, at) => {
    const row = heads.subarray(at * outputs, (at + 1) * outputs);
    const most = Math.max(...row);
    return row[action] - most - Math.log(row.reduce((sum, x) => sum + Math.exp(x - most), 0));
  });
}

function limits(table: Float64Array): { best: number; level: number } {
  const means = Array.from({ length: STATES }, (_, s) =>
    Array.from({ length: HEADS }, (_, k) =>
      mean(Array.from({ length: SAMPLES }, (_, j) => table[(s * SAMPLES + j) * HEADS + k])),
    ),
  );
  return { best: mean(means.map((row) => Math.max(...row))), level: mean(means.map(mean)) };
}

/** The pathway open, shut by normalisation while the policy stands, and open again once its ratios move. */
export function surrogateChecks(): { checks: Check[]; controls: Control[] } {
  const open = routed({ normalise: false, displaced: 0 });
  const shut = routed({ normalise: true, displaced: 0 });
  const moved = routed({ normalise: true, displaced: 0.3 });
  const shuffled = routed({ normalise: false, displaced: 0, shuffled: true });
  const gain = (of: Routing) => of.after - of.before;
  return {
    checks: [
      holds(
        "frozen actor, advantages as they are: training the router alone raises the surrogate to E[max_k E(A_k|s)]",
        "between 99% and 100% of it",
        `${open.before.toFixed(4)} → ${open.after.toFixed(4)} of ${open.best.toFixed(4)}; weight on the largest advantage in ${percent(open.hackRate)} of entries`,
        open.after >= 0.99 * open.best && open.after <= open.best + 1e-5,
      ),
      holds(
        "the same: the policy",
        "not a bit changed",
        `${open.moved} of ${ENTRIES} log-probabilities changed`,
        open.moved === 0,
      ),
      holds(
        "frozen actor, advantages normalised after mixing: surrogate, and the router's gradient",
        "0 up to single precision: |surrogate| ≤ 1e-6, gradient ≤ 1e-5 of that without normalisation",
        `${shut.before.toExponential(1)}; ${(shut.gradient / open.gradient).toExponential(1)}`,
        Math.abs(shut.before) <= 1e-6 && shut.gradient <= 1e-5 * open.gradient,
      ),
      holds(
        "actor displaced and frozen again, normalised: the router has a gradient",
        "≥ 1% of that without normalisation",
        percent(moved.gradient / open.gradient),
        moved.gradient >= 0.01 * open.gradient,
      ),
      holds(
        "the same: the router raises the surrogate, not above the ratios' standard deviation, and moves no action",
        "rises by ≥ 0.01; ≤ sd(ρ); 0 log-probabilities changed",
        `${moved.before.toFixed(4)} → ${moved.after.toFixed(4)}; sd(ρ) = ${moved.spread.toFixed(4)}; ${moved.moved} changed`,
        gain(moved) >= 0.01 && moved.after <= moved.spread && moved.moved === 0,
      ),
    ],
    controls: [
      {
        name: "each entry's advantages dealt out to other heads, so that there is nothing to choose: half of the gain remains",
        failed: gain(shuffled) < 0.5 * gain(open),
        measured: `${gain(shuffled).toFixed(4)} beside ${gain(open).toFixed(4)}`,
      },
    ],
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
