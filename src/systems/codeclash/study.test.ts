// A tournament is fixed by its seed; what dies is told; a program with itself ties.

import { expect, test } from "vitest";
import { EDITORS, playerOf, RULES } from "./editors.ts";
import { invalidShare, played, selfMatches } from "./tournaments.ts";

test("a tournament is the same for a seed, and changes that are not tested lose", async () => {
  const job = { first: "blind", second: "static", seed: 901 } as const;
  const found = await played(job);
  expect(found.lost).toBeGreaterThan(10);
  expect(found.results).toHaveLength(RULES.rounds);
  expect(found.before).toBe(0.5);
  expect(await played(job)).toEqual(found);
});

test("all editors begin alike but the expert; a program that cannot be read wins nothing; one that meets itself ties", async () => {
  expect(new Set(EDITORS.map((name) => playerOf(name).code)).size).toBe(2);
  expect(await invalidShare()).toBe(0);
  expect(await selfMatches({ seed: 901, matches: 3 })).toBe(0);
});
