// Generated lists against all lists, and best lists against every list.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { triangle } from "../../mechanisms/matching/impressions.ts";
import { matchingBound } from "../../mechanisms/matching/linear-bounds.ts";
import { bestList, configurationByColumns } from "./column-generation.ts";

test("the best list is the best of all", () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = Random.of(seed, "lists");
    const size = 1 + random.integer(8);
    const edges = Array.from({ length: size }, (_, e) => e);
    const chances = edges.map(() => random.uniform(0.05, 0.6));
    const prices = edges.map(() => random.uniform(0, 0.4));
    let most = 0;
    for (let set = 1; set < 2 ** size; set++) {
      const list = edges.filter((e) => (set & (1 << e)) !== 0);
      const sum = (values: number[]) => list.reduce((total, e) => total + values[e], 0);
      most = Math.max(most, Math.min(1, sum(chances)) - sum(prices));
    }
    const found = bestList(edges, chances, (e) => prices[e]);
    expect(found.gain).toBeCloseTo(most, 12);
    const sum = (values: number[]) => found.edges.reduce((total, e) => total + values[e], 0);
    expect(Math.min(1, sum(chances)) - sum(prices)).toBeCloseTo(most, 12);
  }
});

// That generated lists give the program over all lists is an equation of the study.
test("where 1/p is whole and all chances are equal, the program is the matching program", async () => {
  const solver = await linearPrograms();
  const problem = triangle(5, 10, 0.1);
  const { value, bound } = configurationByColumns(solver, problem);
  expect(bound - value).toBeLessThanOrEqual(1.1e-7);
  expect(bound - value).toBeGreaterThanOrEqual(-1e-9);
  expect(value).toBeCloseTo(matchingBound(solver, problem), 6);
});
