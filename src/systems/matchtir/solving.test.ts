import { expect, test } from "vitest";
import { solvingScores } from "./solving.ts";

test("calls are scored by what they obtain and by what was needed", () => {
  const scores = solvingScores({ solved: 3, calls: 5, needed: 4 });
  expect(scores).toEqual({ precision: 3 / 5, rate: 3 / 4, f1: 6 / 9 });
  expect(solvingScores({ solved: 4, calls: 4, needed: 4 })).toEqual({ precision: 1, rate: 1, f1: 1 });
  expect(solvingScores({ solved: 0, calls: 0, needed: 2 })).toEqual({ precision: null, rate: 0, f1: 0 });
  expect(solvingScores({ solved: 0, calls: 0, needed: 0 })).toEqual({ precision: null, rate: null, f1: null });
});
