// The designs and their learners in small, on seeds that no record is made from.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { verdict } from "../../study/claim.ts";
import { chainClaims, roomsClaims } from "./explicable-claims.ts";
import { shapingClaims } from "./shaping-claims.ts";
import { courses, taught, teachingClaims } from "./teaching-claims.ts";

/** The gradient of the shaping finds the goal without a bonus, only later: at the end it is no worse. */
const SHAPING_ALONE = [
  "chain: shaping only, return of the last tenth, of that of the best arm",
  "chain with distractor: shaping only, return of the last tenth, of that of the best arm",
];

const programs = linearPrograms();

test("designs on a chain are those of the other solver, and need the goal among their states", async () => {
  const result = chainClaims(await programs);
  expect(unmet(result)).toEqual([]);
  expect([result.claims?.length, result.controls?.length]).toEqual([2, 1]);
});

test("designs in four rooms keep what is optimal and say more in more states", async () => {
  const { claims = [] } = roomsClaims(await programs, [901]);
  const equations = claims.filter(({ kind }) => kind === "equation");
  expect(equations.map(verdict)).toEqual(["holds", "holds"]);
  // One seed has no interval, and so decides nothing of the learner.
  expect(claims.filter(({ kind }) => kind === "claim").map(verdict)).toEqual(["undecided", "undecided"]);
});

test("adaptive designs teach where a reward that only keeps the optimum does not", async () => {
  const given = courses([901, 902, 903, 904], 2)
    .filter(({ world }) => world === "line with key")
    .map((course) => ({ ...course, episodes: 600 }));
  const found = [];
  for (const course of given) found.push(await taught(course));
  const result = teachingClaims(await programs, given, found);
  expect(unmet(result)).toEqual([]);
  expect([result.claims?.length, result.controls?.length]).toEqual([3, 3]);
});

test("shaping with a bonus learns the chain, the original reward does not", () => {
  const { claims = [] } = shapingClaims([901, 902, 903]);
  expect(claims.filter((one) => verdict(one) === "fails").map(({ name }) => name)).toEqual(SHAPING_ALONE);
  expect(claims.filter((one) => verdict(one) === "undecided").map(({ name }) => name)).toEqual([]);
  expect(claims).toHaveLength(8);
});
