// Learners in tables over what is seen: against the table that they become where every state has an entry of its own, against a numerical
// gradient, and against exact values.

import { expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { words } from "../../../test/fixtures/words.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { event, field, singleAgentSpec } from "../../environments/declaration.ts";
import { corridors } from "../../environments/gridworld/corridors.ts";
import { keyDoorGoal } from "../../environments/gridworld/key-door-goal.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { countBonus } from "../../rewards/count-bonuses.ts";
import { actionChoices } from "../off-policy/action-choices.ts";
import { observedTables, sumRows } from "./observed-tables.ts";
import { qLearner, qLearning } from "./q-learning.ts";
import { actorCriticLearner, tableActorCritic } from "./table-actor-critic.ts";
import type { TableLearner, TablePlace } from "./table-training.ts";

const spec: NumericSpec = singleAgentSpec({
  label: "walker",
  horizon: 10,
  action: { choices: 3 },
  actionUnit: "choice",
  observation: [
    { ...field("bits", 0, 1, "two bits"), size: 2 },
    field("place", -2, 3, "a place"),
    field("time", 0, 1, "a share"),
    field("way", 0, Number.POSITIVE_INFINITY, "steps so far"),
  ],
  channels: [],
  publicState: [],
});

/** An observation. */
const at = (place: number, bits = [0, 0], time = 0) => Float32Array.of(...bits, place, time, 0);

const parts = (field: string, bins: number) => ({ field, bins });

const placeOf = (tables: (string | { field: string; bins: number })[][]): TablePlace => ({
  spec,
  actions: actionChoices(spec, 2),
  tables: observedTables(spec, tables, 3),
});

const q = { rate: 0.25, discount: 0.99, explore: 0.05, mode: true };
const ac = { actorRate: 1e-3, criticRate: 0, discount: 0.99, lambda: 0.95, entropy: 0, mode: false };

/** The sums of weights for what is seen. */
function sums({ tables, actions }: TablePlace, weights: Float32Array, seen: Float32Array): number[] {
  const entries = new Int32Array(tables.count);
  tables.write(seen, 0, entries);
  const row = new Float64Array(actions.count);
  sumRows(weights, entries, actions.count, row);
  return Array.from(row);
}

test("tables give every combination an entry of its own; ranges are cut into parts, ends included", () => {
  const { tables } = placeOf([["bits", "place"], ["place"], [], [parts("time", 4)]]);
  expect([tables.size, tables.count]).toEqual([4 * 6 + 6 + 1 + 4, 4]);
  const seen = new Set<number>();
  const entries = new Int32Array(4);
  for (const a of [0, 1]) {
    for (const b of [0, 1]) {
      for (let place = -2; place <= 3; place++) {
        tables.write(at(place, [a, b], (place + 2) / 5), 0, entries);
        seen.add(entries[0]);
        expect(entries[1]).toBe(24 + place + 2);
        expect(entries[2]).toBe(30);
        expect(entries[3]).toBe(31 + [0, 0, 1, 2, 3, 3][place + 2]);
      }
    }
  }
  expect([...seen].sort((x, y) => x - y)).toEqual(Array.from({ length: 24 }, (_, k) => k));
});

test("with one entry to a state Q-learning is the table's, update for update", () => {
  const linear = qLearner(placeOf([["place"]]), { ...q, rate: 0.3, discount: 0.9 });
  /** Q(s, a) ← Q(s, a) + α·(r + γ·max_b Q(s', b) − Q(s, a)), as Watkins has it. */
  const table = Array.from({ length: 6 }, () => [0, 0, 0]);
  const random = Random.of(1, "linear test");
  let place = 0;
  for (let t = 0; t < 2000; t++) {
    const action = linear.act(at(place - 2), 0, random);
    const next = random.integer(6);
    const pay = random.normal();
    const status = [Status.running, Status.running, Status.terminated, Status.truncated][random.integer(4)];
    linear.learn(pay, status, at(next - 2), 0);
    const target = pay + (status === Status.terminated ? 0 : 0.9 * Math.max(...table[next]));
    table[place][action] += 0.3 * (target - table[place][action]);
    place = next;
  }
  linear.weights.values.forEach((weight, k) => {
    expect(weight).toBeCloseTo(table.flat()[k], 5);
  });
});

test("several tables divide the step: the value at the update moves by the rate times the error", () => {
  const place = placeOf([["bits"], ["place"], []]);
  const learner = qLearner(place, q);
  const here = at(2, [1, 0]);
  const action = learner.act(here, 0, Random.of(1, "shared"));
  learner.learn(8, Status.terminated, at(0), 0);
  const moved = sums(place, learner.weights.values, here);
  for (const [a, value] of moved.entries()) expect(value).toBeCloseTo(a === action ? 2 : 0, 6);
  expect(learner.measures()).toEqual({ value: 0, valueLoss: 64 });
  const critic = actorCriticLearner(place, { ...ac, criticRate: 0.25 });
  critic.act(here, 0, Random.of(1, "shared"));
  critic.learn(8, Status.terminated, at(0), 0);
  const entries = new Int32Array(3);
  place.tables.write(here, 0, entries);
  expect(Array.from(entries).reduce((sum, entry) => sum + critic.weights.values[entry], 0)).toBeCloseTo(2, 6);
});

test("the policy moves along the gradient of advantage and entropy", () => {
  const learner = actorCriticLearner(placeOf([["place"]]), { ...ac, entropy: 0.7 });
  const here = at(1);
  const row = 3 * 3;
  const { policy } = learner.weights;
  policy.set([0.4, -0.3, 0.9], row);
  const before = Array.from(policy.subarray(row, row + 3));
  const action = learner.act(here, 0, Random.of(2, "gradient"));
  learner.learn(2.5, Status.terminated, here, 0);
  const objective = (logits: readonly number[]) => {
    const weights = logits.map(Math.exp);
    const total = weights.reduce((a, b) => a + b, 0);
    const p = weights.map((w) => w / total);
    return 2.5 * Math.log(p[action]) - 0.7 * p.reduce((sum, x) => sum + x * Math.log(x), 0);
  };
  for (let k = 0; k < 3; k++) {
    const [up, down] = [1e-5, -1e-5].map((h) => objective(before.map((x, j) => (j === k ? x + h : x))));
    expect((policy[row + k] - before[k]) / 1e-3).toBeCloseTo((up - down) / 2e-5, 3);
  }
});

test("a critic whose every episode returns 1 learns discounted ones", () => {
  const learner = actorCriticLearner(placeOf([["place"]]), { ...ac, criticRate: 0.2, discount: 0.5, lambda: 1 });
  for (let episode = 0; episode < 200; episode++) {
    for (let t = 0; t < 3; t++) {
      learner.act(at(t), 0, Random.of(episode));
      learner.learn(t === 2 ? 1 : 0, t === 2 ? Status.terminated : Status.running, at(t + 1), 0);
    }
  }
  [0.25, 0.5, 1].forEach((value, t) => {
    expect(learner.weights.values[t + 2]).toBeCloseTo(value, 6);
  });
});

/** The share of 100 episodes in which what was trained reaches the goal, and the training's last report. */
function reached(plan: AlgorithmPlan, make: () => NumericEnvironment, reward = channel("payoff")) {
  const context = { ...trainingContext(make, "tables"), makeReward: () => reward(make().spec) };
  const training = plan.train(context);
  const reports = trainToEnd(training);
  const world = make();
  const runner = episodeRunner(world, [channel("success")]);
  const policy = seated(world.spec, [training.player(0)]);
  let total = 0;
  for (let episode = 0; episode < 100; episode++) total += runner.play(policy, streamsOf(1, episode)).totals[0][0];
  return { share: total / 100, last: reports.at(-1), training };
}

test("Q-learning finds the fifteen steps to the key, the door and the goal", () => {
  const tables = [["x", "y", "key"]];
  const plan = qLearning.make({ tables, episodes: 600, rate: 0.5, discount: 0.97, explore: 0.05 });
  const { share, last, training } = reached(plan, () => keyDoorGoal.make());
  expect(share).toBe(1);
  expect(last?.share).toBe(1);
  expect(last?.measures.objective).toBeGreaterThan(0.95);
  const world = keyDoorGoal.make();
  const place = {
    spec: world.spec,
    actions: actionChoices(world.spec, 2),
    tables: observedTables(world.spec, tables, 4),
  };
  const start = new Float32Array(world.spec.observationSize);
  world.reset(Random.of(1), new Float64Array(world.spec.channels.length));
  world.observe(start);
  const values = training.checkpoint()?.tensors.find(({ name }) => name === "learner.0.values");
  expect(Math.max(...sums(place, values?.data ?? new Float32Array(), start))).toBeCloseTo(0.97 ** 14, 5);
});

test("the actor and critic find a short corridor's end, and keep away from it where it costs", () => {
  const make = () => corridors.make({ corridors: 3, length: 3, horizon: 3 });
  const plan = tableActorCritic.make({ tables: [["x", "y"]], episodes: 1500, actorRate: 0.5, entropy: 0.01 });
  expect(reached(plan, make).share).toBeGreaterThan(0.9);
  expect(reached(plan, make, channel("payoff", -1)).share).toBeLessThan(0.05);
});

/** Three steps, each paid 1, after which the episode is cut off; what is seen is their number. */
function threeSteps(): NumericEnvironment {
  const state = layout({ time: [1] });
  const { time } = state.views;
  const observation = [field("time", 0, 3, "steps so far")];
  const channels = [event("payoff", "points", "1 a step")];
  const about = { label: "walker", horizon: 3, action: { choices: 2 }, actionUnit: "choice", publicState: [] };
  return {
    spec: singleAgentSpec({ ...about, observation, channels }),
    state,
    reset(_random, outcomes) {
      time[0] = 0;
      outcomes.fill(0);
    },
    step(_actions, outcomes) {
      time[0] += 1;
      outcomes[0] = 1;
      return time[0] === 3 ? Status.truncated : Status.running;
    },
    observe(out) {
      out[0] = time[0];
    },
  };
}

test("where an episode is cut off what counts is the state that it was cut off in, not where the next one begins", () => {
  const plan = qLearning.make({ episodes: 400, discount: 0.5, rate: 1, explore: 1 });
  const training = plan.train(trainingContext(threeSteps, "cut off"));
  trainToEnd(training);
  const values = training.checkpoint()?.tensors[0].data ?? [];
  expect(Array.from(values)).toEqual([1.75, 1.75, 1.5, 1.5, 1, 1, 0, 0]);
});

test("every segment has episodes and choices of its own", () => {
  const plan = tableActorCritic.make({ tables: [[]], episodes: 40, interval: 20, segments: 2, actorRate: 1e-9 });
  const training = plan.train(trainingContext(() => maze.make({ size: 7 }), "segments"));
  const [first, second] = trainToEnd(training);
  expect(second.measures.episodeSteps).not.toBe(first.measures.episodeSteps);
});

test("what is counted over all episodes is kept with a checkpoint: a training that goes on is paid as one that never stopped", () => {
  const make = () => maze.make({ size: 7, contexts: 1, horizon: 20 });
  const plan = qLearning.make({ tables: [["x", "y"]], episodes: 40, interval: 10, segments: 4 });
  const bonus = countBonus({ channels: ["x", "y"] });
  const context = {
    ...trainingContext(make, "counts"),
    makeReward: (memory?: Parameters<typeof bonus>[1]) => bonus(make().spec, memory),
  };
  const whole = plan.train(context);
  whole.update();
  const stopped = whole.checkpoint();
  const paid = whole.update()?.measures.pay;
  expect(plan.train(context, stopped).update()?.measures.pay).toBe(paid);
  const forgetful = { updates: 1, tensors: stopped?.tensors.filter(({ name }) => !name.startsWith("rewards")) ?? [] };
  expect(plan.train(context, forgetful).update()?.measures.pay).toBeGreaterThan(paid ?? 0);
});

test("a player explores where it is told to, and else takes the best", () => {
  const place = placeOf([["place"]]);
  const share = (learner: TableLearner) => {
    const player = learner.player(0);
    player.reset(Random.of(3));
    const action = new Float64Array(1);
    return Array.from({ length: 1000 }, () => {
      player.act(at(0), action);
      return action[0];
    }).filter((choice) => choice === 1).length;
  };
  const taught = (learner: TableLearner, weights: Float32Array) => {
    weights.set([0, 3, 0], 2 * 3);
    return share(learner);
  };
  const of = (mode: boolean) => {
    const [values, policy] = [
      qLearner(place, { ...q, explore: 0.3, mode }),
      actorCriticLearner(place, { ...ac, mode }),
    ];
    return [taught(values, values.weights.values), taught(policy, policy.weights.policy)];
  };
  expect(of(true)).toEqual([1000, 1000]);
  const [values, policy] = of(false);
  expect(Math.abs(values - 800)).toBeLessThan(50);
  expect(Math.abs(policy - 909)).toBeLessThan(40);
});

const check = (given: object, world: NumericSpec) => () => qLearning.make(given).check(world);
const write = (table: string, seen: Float32Array) => () => placeOf([[table]]).tables.write(seen, 0, new Int32Array(1));

words("table-learners", [
  ["a field that there is not", check({ tables: [["plaice"]] }, spec)],
  ["a field without bounds", check({ tables: [[], ["bits", "way"]] }, spec)],
  ["a field without bounds, cut", check({ tables: [[parts("way", 3)]] }, spec)],
  ["a field between fractions", check({ tables: [["angle"]] }, cartPole.make().spec)],
  ["tables that are too large", check({ tables: [[parts("time", 10_000), parts("place", 10_000)]] }, spec)],
  ["a share where whole numbers belong", write("time", at(0, [0, 0], 0.25))],
  ["a value that the world does not declare", write("place", at(4))],
]);
