// Panels of auditors: quorums, order statistics, reported pairs.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { drawPanel, panelDistances, quorum, reportedPair } from "./panel.ts";

test("the quorum is a share of the members, rounded up, and at least one", () => {
  expect([0.01, 0.2, 0.21, 0.6, 0.99, 1].map((share) => quorum(5, share))).toEqual([1, 1, 2, 3, 5, 5]);
});

test("the panel's distance is that of the last member of the quorum", () => {
  // Three members, two pairs.
  const distances = Float64Array.of(9, 0.3, 9, 0.1, 9, 0.2);
  const of = (share: number) => {
    const to = new Float64Array(3);
    panelDistances(3, share, 2)(distances, 0, to, 1);
    return to[2];
  };
  expect([1 / 3, 2 / 3, 1].map(of)).toEqual([0.1, 0.2, 0.3]);
});

test("a panel objects where a share γ of its members does: any, all, and in between", () => {
  const [members, people, slack] = [5, 4, 0.1];
  const pairs = people * people;
  const random = Random.of(1, "panel ends");
  const merged = new Float64Array(pairs);
  for (let n = 0; n < 200; n++) {
    const distances = Float64Array.from({ length: members * pairs }, () => random.uniform(0, 0.5));
    const chances = Float64Array.from({ length: people }, () => random.uniform());
    for (const enough of [1, 2, 3, members]) {
      panelDistances(members, enough / members, pairs)(distances, 0, merged, 0);
      const speaks = Array.from(merged, (distance, p) => {
        const apart = chances[Math.floor(p / people)] - chances[p % people];
        const objecting = distances.filter((own, at) => at % pairs === p && apart > own + slack).length;
        expect(apart > distance + slack).toBe(objecting >= enough);
        return Math.floor(p / people) !== p % people && objecting >= enough;
      });
      expect(reportedPair(chances, merged, 0, slack) >= 0).toBe(speaks.includes(true));
    }
  }
});

test("the worst pair is reported in its order, or none", () => {
  const distances = new Float64Array(9).fill(0.1);
  expect(reportedPair([0.2, 0.9, 0.1], distances, 0, 0.1)).toBe(1 * 3 + 2);
  distances[5] = 1;
  expect(reportedPair([0.2, 0.9, 0.1], distances, 0, 0.1)).toBe(1 * 3 + 0);
  expect(reportedPair([0.2, 0.3, 0.1], distances, 0, 0.1)).toBe(-1);
});

test("members with a metric respect their steepness, erratic ones ignore features", () => {
  const features = Float64Array.of(0, 0, 3, 4, 3, 4);
  const to = new Float64Array(3 * 9 + 1);
  drawPanel({ steady: 2, erratic: 1, steepness: [0.5, 1] }, features, 0, 3, Random.of(1), to, 1);
  for (const from of [1, 10]) {
    expect(to[from + 1]).toBe(to[from + 3]);
    expect(to[from + 5]).toBe(0);
    expect(to[from + 1]).toBeGreaterThan(0.5 * Math.sqrt(0.25 * 16 + 0.75 * 9));
    expect(to[from + 1]).toBeLessThan(Math.sqrt(0.75 * 16 + 0.25 * 9));
  }
  expect(to[19 + 5]).toBeGreaterThan(0);
  expect(to[19 + 1]).not.toBe(to[19 + 3]);
});
