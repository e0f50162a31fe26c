// The rise of novelty against its formula on a path worked out by hand.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { paidAlong, spec } from "../../test/fixtures/outcomes.ts";
import { noveltyBonus } from "./count-bonuses.ts";

function paid(firstVisit: boolean, episodes: readonly (readonly number[])[]): number[][] {
  const reward = noveltyBonus({ channels: ["trust"], cell: 0.25, scale: 0.5, firstVisit })(spec);
  const quarters = (states: readonly number[]) => states.map((state) => state / 4);
  return episodes.map((states) => paidAlong(reward, quarters(states)));
}

// Visits on arrival: 0 once at the start, then 1 (first), 0 (second), 1 (second); the next episode begins in 1 (third).
const half = Math.SQRT1_2;
test.each([
  [false, [[1 - 0.5, half - 0.5, half - 0.5 * half], [1 / Math.sqrt(3) - 0.5 / Math.sqrt(3)]]],
  [true, [[1 - 0.5, 0, 0], [1 / Math.sqrt(3) - 0.5 / Math.sqrt(3)]]],
])("max(0, n(s') − n(s)/2), first visits only: %s", (firstVisit, expected) => {
  const rows = paid(firstVisit, matrix("0 1 0 1 | 1 0"));
  expect(rows).toEqual(expected.map((row) => row.map((value) => expect.closeTo(value, 12))));
});

test("a step from the unknown into the well known pays nothing", () => {
  const [first, second] = paid(false, matrix("0 0 0 0 0 0 0 0 | 4 0"));
  const wanted = first.map((_, k) => 1 / Math.sqrt(k + 2) - 0.5 / Math.sqrt(k + 1));
  expect(first).toEqual(wanted.map((value) => expect.closeTo(value, 12)));
  expect(second).toEqual([0]);
});
