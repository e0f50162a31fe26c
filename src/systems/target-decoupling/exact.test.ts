// What goes wrong with routers, and what decoupling promises, exactly: a router that raises the surrogate of an actor that stands still,
// targets that spread the wider the further a value function looks, and an actor's gradient that short heads do not touch.

import { describe, expect, test } from "vitest";
import { actorCritic } from "../../algorithms/policy-gradient/actor-critic.ts";
import { byError, generalisedAdvantages } from "../../algorithms/policy-gradient/advantage.ts";
import { type ClippedLossOptions, clippedLoss } from "../../algorithms/policy-gradient/ppo-loss.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { logProbability } from "../../nn/distributions/categorical.ts";
import { adam, sgd } from "../../nn/optimiser.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";

const DISCOUNTS = [0.5, 0.9, 0.99, 0.999];
const HEADS = DISCOUNTS.length;

/** A network that acts by choice, and PPO's loss on it, [size] entries. */
function learner(
  {
    observations,
    routed = false,
    ...networks
  }: { observations: number; hidden: number[]; heads: number; routed?: boolean },
  loss: Omit<ClippedLossOptions, "clip" | "headWeights">,
  random: Random,
) {
  const spec = { ...verticalLander.make().spec, observationSize: observations };
  const shape = { activation: "tanh", distribution: "gaussian", logDeviation: 0 } as const;
  const { hidden, heads } = networks;
  const network = actorCritic(spec, { ...shape, hidden, values: heads, routed, criticInputs: observations }, random);
  const sizeOf = (prefix: string) =>
    network.parameters.shapes
      .map(({ name }, k) => (name.startsWith(prefix) ? network.parameters.view(k).length : 0))
      .reduce((a, b) => a + b, 0);
  return {
    network,
    sizeOf,
    descended: clippedLoss(network, { ...loss, clip: 0.2, headWeights: new Array(heads).fill(1) }),
  };
}

describe("a router that is trained on PPO's surrogate while the actor stands still", () => {
  const [STATES, SAMPLES] = [8, 32];
  const ENTRIES = STATES * SAMPLES;

  /** A_k(s, ·) normal around a mean that is normal over heads and states, [entries × heads]; `dealt` to other heads in each entry. */
  function advantageTable(dealt: boolean): Float64Array {
    const [random, order] = [Random.of(1, "advantages"), Random.of(1, "labels")];
    const table = new Float64Array(ENTRIES * HEADS);
    for (let s = 0; s < STATES; s++) {
      const centres = DISCOUNTS.map(() => random.normal());
      for (let j = s * SAMPLES; j < (s + 1) * SAMPLES; j++) {
        for (let k = 0; k < HEADS; k++) table[j * HEADS + k] = centres[k] + random.normal();
        if (dealt) shuffle(table.subarray(j * HEADS, (j + 1) * HEADS), order);
      }
    }
    return table;
  }

  /** E_s[max_k E(A_k|s)] */
  const bestHeads = (table: Float64Array) =>
    mean(
      Array.from({ length: STATES }, (_, s) =>
        Math.max(
          ...DISCOUNTS.map((_, k) =>
            mean(Array.from({ length: SAMPLES }, (_, j) => table[(s * SAMPLES + j) * HEADS + k])),
          ),
        ),
      ),
    );

  /** Trains the router alone; `displaced` is how far the actor has moved since it acted. */
  function routed({ normalise = false, displaced = 0, dealt = false }) {
    const random = Random.of(1, "router");
    const { network, sizeOf, descended } = learner(
      { observations: STATES, hidden: [16], heads: HEADS, routed: true },
      { size: ENTRIES, clipValue: false, entropy: 0, valueWeight: 0, normalise },
      random,
    );
    const observations = new Float32Array(ENTRIES * STATES);
    for (let at = 0; at < ENTRIES; at++) observations[at * STATES + Math.floor(at / SAMPLES)] = 1;
    const [seen, everybody, actions, old, advantages] = descended.data;
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
    const table = advantageTable(dealt);
    advantages.set(table);
    const { flat, shapes } = network.parameters;
    expect(shapes.at(-1)?.name).toMatch(/^router\./);
    const [router, actor, push] = [sizeOf("router."), sizeOf("actor."), random.stream("push")];
    for (let k = 0; k < actor; k++) flat[k] += displaced * push.normal();
    network.refresh();
    const policy = logProbabilities();
    const optimiser = adam(router, { rate: 0.01 });
    const before = descended.run().surrogate;
    const gradient = Math.hypot(...descended.gradient.subarray(-router));
    for (let step = 0; step < 2000; step++) {
      descended.run();
      optimiser.step(flat.subarray(-router), descended.gradient.subarray(-router));
    }
    const after = descended.run().surrogate;
    network.refresh();
    expect(logProbabilities()).toEqual(policy);
    descended.close();
    network.close();
    const spread = deviation(
      policy.map((value, at) => Math.exp(value - old[at])),
      0,
    );
    return { before, after, gain: after - before, gradient, spread, best: bestHeads(table) };
  }

  const open = routed({});

  test("raises the surrogate to E[max_k E(A_k|s)], and the policy keeps every bit", () => {
    expect(open.before).toBeLessThan(0.5 * open.best);
    expect(open.after).toBeGreaterThan(0.99 * open.best);
    expect(open.after).toBeLessThan(open.best + 1e-5);
  });

  test("gains less than half of that where the heads of each entry are dealt out at random", () => {
    expect(routed({ dealt: true }).gain).toBeLessThan(0.5 * open.gain);
  });

  test("has no gradient where advantages are normalised after mixing and no ratio has moved", () => {
    const shut = routed({ normalise: true });
    expect(Math.abs(shut.before)).toBeLessThan(1e-6);
    expect(shut.gradient / open.gradient).toBeLessThan(1e-5);
  });

  test("has one again once ratios have moved, and gains at most their standard deviation", () => {
    const moved = routed({ normalise: true, displaced: 0.3 });
    expect(moved.gradient / open.gradient).toBeGreaterThan(0.01);
    expect(moved.gain).toBeGreaterThan(0.01);
    expect(moved.after).toBeLessThan(moved.spread);
  });
});

describe("a router that trusts the smallest error", () => {
  /** One long stretch of rewards that no value function foresees. */
  function unforeseen(rewards: Float64Array) {
    const status = new Uint8Array(rewards.length);
    status[rewards.length - 1] = Status.terminated;
    const nothing = new Float64Array(rewards.length);
    return { steps: rewards.length, environments: 1, rewards, values: nothing, nextValues: nothing, status };
  }

  // Targets are a filter of the rewards: their variance is the reward's times the energy of the answer to one reward of 1.
  test.each([0.95, 1])("white noise spreads targets by 1/√(1 − (λγ)²), λ = %d", (lambda) => {
    // Steps after which (0.999)² to their power is below 1e-10.
    const rewards = new Float64Array(12_000);
    rewards[rewards.length - 1] = 1;
    for (const discount of DISCOUNTS) {
      const { returns } = generalisedAdvantages(unforeseen(rewards), { discount, lambda });
      const energy = returns.reduce((sum, x) => sum + x * x, 0);
      expect(Math.sqrt(energy) * Math.sqrt(1 - (lambda * discount) ** 2)).toBeCloseTo(1, 9);
    }
  });

  test("weighs heads of noise the less, the further they look; with labels dealt out anew, all alike", () => {
    const random = Random.of(1, "uncertainty");
    const rollouts = unforeseen(Float64Array.from({ length: 100_000 }, () => 20 * random.normal()));
    const heads = DISCOUNTS.map((discount) => ({
      values: rollouts.values,
      ...generalisedAdvantages(rollouts, { discount, lambda: 0.95 }),
    }));
    const weights = (permuted: boolean) => {
      const { measures } = byError(10, permuted)(heads, random.stream("labels"));
      return DISCOUNTS.map((_, k) => measures[`routeWeight${k}`]);
    };
    const own = weights(false);
    expect(own[0]).toBeGreaterThan(0.5);
    for (let k = 1; k < HEADS; k++) expect(own[k]).toBeLessThan(own[k - 1]);
    for (const weight of weights(true)) expect(Math.abs(weight - 0.25)).toBeLessThan(0.005);
  });
});

describe("a decoupled actor whose network shares nothing with the critic's", () => {
  const [SIZE, LONGEST] = [64, 0.5];

  /** Gradients on one random batch, with the same actor, advantages and draws however many heads there are. */
  function gradients(heads: number) {
    const random = Random.of(1, "decoupled gradient");
    const { network, sizeOf, descended } = learner(
      { observations: 2, hidden: [64, 64], heads },
      { size: SIZE, clipValue: true, entropy: 0.01, valueWeight: 0.5, normalise: true },
      random.stream("weights"),
    );
    const [seen, everybody, actions, old, advantages, returns, values] = descended.data;
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
    descended.run();
    const size = sizeOf("actor.");
    const actor = descended.gradient.slice(0, size);
    const moved = new Float32Array(network.parameters.flat.length);
    const norm = sgd(moved.length, { rate: 1, clip: LONGEST }).step(moved, descended.gradient.slice());
    descended.close();
    network.close();
    return { actor, step: Math.hypot(...moved.slice(0, size)), norm };
  }

  const [four, one] = [gradients(HEADS), gradients(1)];

  test("has the same gradient with four heads as with the longest alone", () => {
    expect(four.actor).toEqual(one.actor);
    expect(Math.hypot(...one.actor)).toBeGreaterThan(0);
  });

  test("does not under one clip over both networks, as in the released code: steps differ as norms do", () => {
    expect(four.step / one.step).toBeCloseTo(one.norm / four.norm, 4);
    expect(Math.abs(four.step / one.step - 1)).toBeGreaterThan(0.01);
  });
});

// Beyond a cut hovering goes on for ever and is worth its pay/(1 − γ) there; taken for an ending, as in the released code, it is not.
test("in the vertical lander the longest sight lands where the horizon is an ending, and hovers where it is a cut", () => {
  const world = verticalLander.make();
  const [landing, hovering] = ["landing", "hovering"].map((pilot) => pilotValue(world, pilot, 0.999));
  expect(landing).toBeGreaterThan(hovering);
  expect(landing).toBeLessThan(hovering + (0.999 ** world.spec.horizon * 0.5) / (1 - 0.999));
});

/** Mean discounted pay of a reference pilot over 100 episodes. */
function pilotValue(world: NumericEnvironment, name: string, discount: number): number {
  const runner = episodeRunner(world, [privatePay]);
  const pilot = world.spec.oracles?.[name];
  if (pilot === undefined) throw new Error(`the world has no pilot "${name}"`);
  return mean(
    Array.from({ length: 100 }, (_, episode) => {
      let value = 0;
      const streams = streamsBelow(Random.of(1, "environment", episode));
      runner.play(seated(world.spec, [pilot.play(0)]), streams, ({ pay: [pay] }, step) => {
        value += discount ** step * pay[0];
      });
      return value;
    }),
  );
}
