// Pairs of two sets: swaps, credit, gradients of the losses, and that pay of a set moves shares to those of a reference.

import { expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { setRewards } from "../../rewards/set-rewards.ts";
import type { DrawnSets } from "./drawn-groups.ts";
import { flowMatching } from "./flow-matching.ts";
import { pairLoss } from "./flow-pairs.ts";
import { paidFlows } from "./paid-flows.ts";
import { leaveOneOut, swappedSets } from "./set-pairs.ts";

const named = (id: string, parameters: object): RewardPlan => {
  const entry = setRewards.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no reward ${id}`);
  return entry.make(parameters);
};
const world = () => sprites.make({ colours: 1, saysShape: false });
const shapes = { square: 1, plus: 1, cross: 1 };
const skewed = { features: shapes, shares: { square: 0.7, plus: 0.2, cross: 0.1 } };

/** Sets of pictures of shapes, drawn alike, and how a reward judges them. */
function drawnShapes(plan: RewardPlan, count: number, seed: number): DrawnSets {
  const reward = plan(world().spec).ofSets;
  if (reward === undefined) throw new Error("no sets");
  const rows = new Float64Array(count * reward.size);
  const random = Random.of(seed, "shapes");
  for (let k = 0; k < count; k++) rows[k * reward.size + random.integer(3)] = 1;
  return { reward, rows };
}
const pairsOf = (count: number) => Int32Array.from({ length: count }, (_, k) => k);
const paid = ({ reward, rows }: DrawnSets, chosen: Iterable<number>): number => {
  const set = reward.open();
  for (const row of chosen) set.add(rows, row * reward.size);
  return set.value();
};

test.each([
  ["frechet", skewed],
  ["vendi", { features: shapes }],
])("swaps by %s never lower what the better set is paid, and keep pairs", (id, parameters) => {
  for (let seed = 0; seed < 20; seed++) {
    const sets = drawnShapes(named(id, parameters), 80, seed);
    const into = pairsOf(80);
    const [first, second] = [0, 1].map((side) =>
      paid(
        sets,
        into.filter((_, k) => k % 2 === side),
      ),
    );
    const better = swappedSets(sets, into, 40, Random.of(seed, "swaps"));
    expect(better).toBeGreaterThanOrEqual(Math.max(first, second));
    expect(
      paid(
        sets,
        into.filter((_, k) => k % 2 === 0),
      ),
    ).toBeCloseTo(better, 9);
    for (let k = 0; k < 40; k++) expect(Math.min(into[2 * k], into[2 * k + 1])).toBe(2 * k);
  }
});

test("of thirds, sets that are held against 70/20/10 keep more than half squares", () => {
  const sets = drawnShapes(named("frechet", skewed), 512, 1);
  const into = pairsOf(512);
  swappedSets(sets, into, 256, Random.of(1, "swaps"));
  const squares = (side: number) => {
    let sum = 0;
    for (let k = 0; k < 256; k++) sum += sets.rows[into[2 * k + side] * sets.reward.size] / 256;
    return sum;
  };
  expect(squares(0)).toBeGreaterThan(0.5);
  expect(squares(1)).toBeLessThan(0.2);
});

test("paid for single pictures, swaps leave exactly the better of each pair", () => {
  const random = Random.of(4, "pay");
  const rows = Float64Array.from({ length: 60 }, () => random.normal());
  const mean = () => {
    let [sum, count] = [0, 0];
    const change = (sign: 1 | -1) => (of: Float64Array, at: number) => {
      sum += sign * of[at];
      count += sign;
    };
    return { add: change(1), remove: change(-1), value: () => sum / count };
  };
  const into = pairsOf(60);
  swappedSets({ reward: { size: 1, read() {}, open: mean }, rows }, into, 30, random);
  for (let k = 0; k < 30; k++) expect(rows[into[2 * k]]).toBeGreaterThan(rows[into[2 * k + 1]]);
});

test("leave-one-out credit is what is lost without a picture", () => {
  const sets = drawnShapes(named("frechet", skewed), 12, 2);
  const all = [...pairsOf(12)];
  const credit = leaveOneOut(sets, 12);
  for (const row of all) {
    const without = paid(
      sets,
      all.filter((other) => other !== row),
    );
    expect(credit[row]).toBeCloseTo(paid(sets, all) - without, 9);
  }
});

test.each(["dpo", "kto"] as const)("slopes of %s are those of finite differences, with z held", (kind) => {
  const at = (better: number, worse: number) => {
    const into = { loss: 0, better: 0, worse: 0 };
    pairLoss(kind, better, worse, 0.3, into);
    return into;
  };
  const { better, worse } = at(0.4, -0.7);
  const h = 1e-5;
  expect(better).toBeCloseTo((at(0.4 + h, -0.7).loss - at(0.4 - h, -0.7).loss) / (2 * h), 7);
  expect(worse).toBeCloseTo((at(0.4, -0.7 + h).loss - at(0.4, -0.7 - h).loss) / (2 * h), 7);
  expect(better).toBeLessThan(0);
  expect(worse).toBeGreaterThan(0);
});

const small = { width: 48, blocks: 1, drawSteps: 5 };
const context = (reward: RewardPlan, more: Partial<TrainingContext> = {}): TrainingContext => {
  const place = trainingContext(world, "flow", 3);
  const paying = () => reward(place.spec);
  return { ...place, makeReward: paying, makeObjective: () => channel("right")(place.spec), ...more };
};
const learner = (parameters: object): AlgorithmPlan => {
  const entry = paidFlows.find((one) => one.id === "flow-dpo");
  if (entry === undefined) throw new Error("no flow-dpo");
  return entry.make({
    ...small,
    updates: 12,
    observations: 32,
    group: 2,
    rate: 1e-3,
    beta: 20,
    drawn: "policy",
    ...parameters,
  });
};

test("a flow that is paid by sets wins sets against its start, and loses them with the two sets exchanged", () => {
  const base = flowMatching.make({ ...small, gradientSteps: 250, demonstrations: 1000, batch: 64, rate: 5e-3 });
  const begun = base.train(context(channel("right")));
  trainToEnd(begun);
  const start = begun.left?.();
  begun.close();
  if (start === undefined) throw new Error("no checkpoint");
  const gain = (pairs: string) => {
    const training = learner({ pairs, refreshed: true }).train(context(named("frechet", skewed), { start }));
    const measures = trainToEnd(training).at(-1)?.measures;
    training.close();
    return { won: measures?.winRate ?? Number.NaN, gain: measures?.setGain ?? Number.NaN };
  };
  const [swapped, exchanged] = [gain("swapped"), gain("exchanged")];
  expect(swapped.won).toBeGreaterThan(0.9);
  expect(swapped.gain).toBeGreaterThan(0.02);
  expect(exchanged.won).toBeLessThan(0.1);
  expect(exchanged.gain).toBeLessThan(-0.02);
});
