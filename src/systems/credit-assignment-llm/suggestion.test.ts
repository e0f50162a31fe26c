// What is suggested from counts that were made up.

import { expect, test } from "vitest";
import { type Demonstration, suggestByLift } from "./suggesting.ts";

const won = (firsts: readonly number[]): Demonstration => ({ firsts, success: true });
const lost = (firsts: readonly number[]): Demonstration => ({ firsts, success: false });

test("events of success, in the order of the way; what happens everywhere or never is left", () => {
  const demonstrations = [
    won([0, 9, 4, -1]),
    won([1, 7, 2, -1]),
    won([-1, 8, 3, -1]),
    lost([0, -1, 5, -1]),
    lost([0, -1, -1, -1]),
    lost([3, -1, -1, -1]),
  ];
  const suggested = suggestByLift(demonstrations, 2);
  expect(suggested.map(({ event }) => event)).toEqual([2, 1]);
  // (3 + 1)/(3 + 2) beside (0 + 1)/(3 + 2) and (1 + 1)/(3 + 2).
  expect(suggested.map(({ lift }) => lift)).toEqual([2, 4]);
  expect(suggested.map(({ step }) => step)).toEqual([3, 8]);
  expect(suggestByLift(demonstrations, 4).map(({ event }) => event)).toEqual([0, 2, 1]);
});

test("nothing is suggested where nothing succeeds", () => {
  expect(suggestByLift([lost([1, 2])], 2)).toEqual([]);
  expect(suggestByLift([], 2)).toEqual([]);
});
