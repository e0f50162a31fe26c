// Weighted matching by maps: its gradient, refusals, and that a training goes on from a checkpoint as if it had never stopped.

import { expect, test } from "vitest";
import { expectResumes, trainingContext } from "../../../test/fixtures/training.ts";
import type { AlgorithmPlan, TrainingCheckpoint } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { flowMatching } from "./flow-matching.ts";
import { checkAnchor, mapGradient } from "./map-matching.ts";
import { paidFlows } from "./paid-flows.ts";

const srum = (parameters: object): AlgorithmPlan => {
  const entry = paidFlows.find(({ id }) => id === "flow-srum");
  if (entry === undefined) throw new Error("no flow-srum");
  return entry.make({ width: 16, blocks: 1, drawSteps: 3, observations: 6, passes: 3, batch: 8, ...parameters });
};
const paying = () => channel("right")(sprites.make({}).spec);
const context = (start?: TrainingCheckpoint) => ({
  ...trainingContext(() => sprites.make({}), "maps"),
  makeReward: paying,
  makeObjective: paying,
  ...(start === undefined ? {} : { start }),
});

test("the gradient of (w + λ)(v − u)² is that of finite differences; a map of 0 with an anchor of 1 is plain matching", () => {
  const random = Random.of(1, "rows");
  const drawn = (size: number) => Float64Array.from({ length: size }, () => random.normal());
  const [v, u, map] = [drawn(12), drawn(12), drawn(2)];
  const gradientOf = (weights: ArrayLike<number>, anchor: number) => {
    const into = new Float32Array(12);
    for (const row of [0, 1]) mapGradient(v, u, 6 * row, 6, { map: weights, anchor, rows: 2 }, into);
    return into;
  };
  const loss = (at: Float64Array) => at.reduce((sum, x, k) => sum + ((map[k % 2] + 0.5) * (x - u[k]) ** 2) / 12, 0);
  const gradient = gradientOf(map, 0.5);
  for (let k = 0; k < 12; k++) {
    const [above, below] = [v.slice(), v.slice()];
    above[k] += 1e-5;
    below[k] -= 1e-5;
    expect(gradient[k]).toBeCloseTo((loss(above) - loss(below)) / 2e-5, 5);
  }
  const plain = gradientOf([0, 0], 1);
  for (let k = 0; k < 12; k++) expect(plain[k]).toBeCloseTo((2 * (v[k] - u[k])) / 12, 6);
});

test("an anchor that does not outweigh the largest negative weight is refused", () => {
  expect(() => checkAnchor(-0.6, 0.5)).toThrow(
    "anchor: a pixel has the weight -0.600, which an anchor of 0.5 does not outweigh; take an anchor above 0.600, or the unsigned map",
  );
  checkAnchor(-0.4, 0.5);
  checkAnchor(0, 0);
  const training = srum({ judge: "parser", map: "signed", scores: "local" }).train(context());
  expect(() => training.update()).toThrow(/which an anchor of 0.5 does not outweigh/);
  training.close();
});

test("a judge of one's own needs a start that understands pictures, and a world without objects is refused", () => {
  expect(() => srum({}).train(context()).update()).toThrow(/its start understands no pictures; begin from a stage/);
  expect(() => srum({}).check(pendulum.make({}).spec)).toThrow(/flow-srum draws one action for an episode/);
});

test("it goes on from any checkpoint, and judges by the head of its start", () => {
  const begun = flowMatching
    .make({ width: 16, blocks: 1, gradientSteps: 25, demonstrations: 60, batch: 16, understanding: 60 })
    .train(context());
  const understanding = begun.update()?.measures.understanding;
  const start = begun.checkpoint();
  begun.close();
  expect(understanding).toBeGreaterThan(0.4);
  // A training that goes on has no start.
  const { reports } = expectResumes((from) =>
    srum({ segments: 3, judge: "permuted" }).train(context(from === undefined ? start : undefined), from),
  );
  expect(reports.map((report) => report.measures.understanding)).toEqual([
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
  ]);
  expect(reports.every((report) => report.measures.scoreCalibration < 0.5)).toBe(true);
});
