// The rise of novelty against its formula on a path worked out by hand.

import { expect, test } from "vitest";
import { outcomes, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { noveltyBonus } from "./count-bonuses.ts";

const trust = (state: number) => outcomes({ trust: [state / 4, 0] });

function paid(firstVisit: boolean, episodes: readonly (readonly number[])[]): number[][] {
  const reward = noveltyBonus({ channels: ["trust"], cell: 0.25, scale: 0.5, firstVisit })(spec);
  const pay = new Float64Array(2);
  return episodes.map(([first, ...rest]) => {
    reward.reset(trust(first));
    return rest.map((state) => {
      reward.pay(trust(state), Status.running, pay);
      return pay[0];
    });
  });
}

// Visits on arrival: 0 once at the start, then 1 (first), 0 (second), 1 (second); the next episode begins in 1 (third).
const half = Math.SQRT1_2;
test.each([
  [false, [[1 - 0.5, half - 0.5, half - 0.5 * half], [1 / Math.sqrt(3) - 0.5 / Math.sqrt(3)]]],
  [true, [[1 - 0.5, 0, 0], [1 / Math.sqrt(3) - 0.5 / Math.sqrt(3)]]],
])("max(0, n(s') − n(s)/2), first visits only: %s", (firstVisit, expected) => {
  const rows = paid(firstVisit, [
    [0, 1, 0, 1],
    [1, 0],
  ]);
  rows.forEach((row, e) => {
    row.forEach((value, t) => {
      expect(value).toBeCloseTo(expected[e][t], 12);
    });
  });
});

test("a step from the unknown into the well known pays nothing", () => {
  const [first, second] = paid(false, [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [4, 0],
  ]);
  expect(first.every((value, k) => Math.abs(value - (1 / Math.sqrt(k + 2) - 0.5 / Math.sqrt(k + 1))) < 1e-12)).toBe(
    true,
  );
  expect(second).toEqual([0]);
});
