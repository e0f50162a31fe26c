// The world, the segments and the baselines as the study uses them, and its identities.

import { describe, expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { policyValues } from "../../algorithms/planning/evaluation.ts";
import { uniformPolicy } from "../../algorithms/planning/policy.ts";
import { Random } from "../../core/random.ts";
import { cloned, fittedReward, planned } from "./baselines.ts";
import { identities } from "./identities.ts";
import { drawSegments, firstPairs, labelsBy, segmentWorth } from "./segments.ts";
import { greedyReturn, liveCells, meanDivergence, mostReturn, optimum, pitGrid } from "./world.ts";

test("the identities hold", () => {
  const claims = identities();
  expect(unmet({ claims })).toEqual([]);
  // What stands beside them must not be nought, or they would hold of anything.
  const others = claims.flatMap(({ tests }) => tests.filter(({ bound }) => bound === undefined));
  expect(others).toHaveLength(3);
  for (const { figure, label } of others) expect(figure.value, label).toBeGreaterThan(1e-3);
});

describe("the world", () => {
  test("has a soft optimum that arrives, and one that is not better than the best", () => {
    expect(greedyReturn(optimum.actionValues)).toBeGreaterThan(0.98 * mostReturn);
    expect(mostReturn).toBeGreaterThanOrEqual(greedyReturn(optimum.actionValues));
    expect(meanDivergence(optimum.policy.map(Math.log))).toBeCloseTo(0, 12);
    expect(meanDivergence(uniformPolicy(pitGrid).map(Math.log))).toBeGreaterThan(0.3);
  });

  test("pays where its four pits and its goal are entered, and nothing in them", () => {
    const values = policyValues(pitGrid, uniformPolicy(pitGrid));
    const ends = Array.from({ length: pitGrid.states }, (_, s) => s).filter((s) => !liveCells.includes(s));
    expect(ends).toHaveLength(5);
    for (const s of ends) expect(values[s]).toBeCloseTo(0, 12);
  });
});

const drawn = (seed: number) =>
  drawSegments(pitGrid, [uniformPolicy(pitGrid)], liveCells, { pairs: 4000, length: 8 }, Random.of(seed, "t"));

describe("segments", () => {
  const data = drawn(3);

  test("are worth their discounted sum", () => {
    const ones = new Float64Array(pitGrid.reward.length).fill(1);
    expect(segmentWorth(data, 5, ones, 0.5)).toBeCloseTo(2 - 2 ** -7, 12);
  });

  test("are labelled as often as the model says", () => {
    const labels = labelsBy(data, optimum.advantages, pitGrid.discount, 1, Random.of(3, "labels"));
    let [first, expected] = [0, 0];
    for (let k = 0; k < data.pairs; k++) {
      const sum = (segment: number) => segmentWorth(data, segment, optimum.advantages, pitGrid.discount);
      const lead = sum(2 * k) - sum(2 * k + 1);
      if (lead <= 0) continue;
      first += labels[k];
      expected += 1 / (1 + Math.exp(-lead));
    }
    expect(Math.abs(first / expected - 1)).toBeLessThan(0.05);
  });

  test("are cloned by their shares; preferred ones by labels", () => {
    const pairs = { data: { pairs: 1, length: 2, entries: Int32Array.of(0, 1, 1, 1) }, labels: Float64Array.of(1) };
    const table = { states: 1, actions: 2 };
    const shares = cloned(pairs, table, "all", 0.5).map(Math.exp);
    expect(shares[0]).toBeCloseTo(0.3, 12);
    expect(shares[1]).toBeCloseTo(0.7, 12);
    expect(cloned(pairs, table, "preferred", 0.5)[0]).toBeCloseTo(Math.log(0.5), 12);
  });
});

test("a reward is found from sums of pay, and needs its plan", () => {
  const data = drawn(4);
  const labels = labelsBy(data, pitGrid.reward, pitGrid.discount, 10, Random.of(4, "labels"));
  const pairs = firstPairs({ data, labels }, 3000);
  expect(pairs.labels).toHaveLength(3000);
  const reward = fittedReward(pairs, pitGrid.reward.length, pitGrid.discount, 1);
  expect(greedyReturn(planned(pitGrid, reward, 1))).toBeGreaterThan(0.8 * mostReturn);
  expect(greedyReturn(reward)).toBeLessThan(0.5 * mostReturn);
});
