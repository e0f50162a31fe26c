// Measures of an experiment: their names, rejected declarations, and where their values are stored.

import { describe, expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { measuredOnce } from "../report/measures.ts";
import { buildReport } from "../report/report.ts";
import { parseExperiment } from "./experiment.ts";

const file = (measures: string, more = "") =>
  [
    "environment: { id: games/poker, game: kuhn }",
    "agents: random/legal",
    "objective: payoff",
    `measures: ${measures}`,
    "variants:",
    "  legal: {}",
    "  calls: { agents: { policy: constant, level: 50 } }",
    "seeds: 2",
    "episodes: 3",
    more,
  ].join("\n");

const OWN = `import { defineMeasure } from "agonlab";
export default defineMeasure({
  summary: "a draw",
  make: () => () => ({
    unit: "draws", low: 0, high: 1, meaning: "a uniform draw",
    measure: ({ random, agents }) => (agents.length === 2 ? random.uniform() : undefined),
  }),
});`;

test("a measure is a column of its cell, an outcome of its variant, and a claim may be about it", async () => {
  const claims =
    "claims: { it folds nothing: 'legal: exploitability < calls', it draws: 'legal: ours within 0.5 of 0.5' }";
  const { folder, database } = await ran(file("[{ use: exploitability, queries: 20 }, ./ours.ts]", claims), {
    "ours.ts": OWN,
  });
  const { rows } = await database.query(
    "SELECT variant, seed, count(*)::INTEGER AS rows, count(DISTINCT ours)::INTEGER AS values, min(ours) AS ours FROM episodes GROUP BY variant, seed ORDER BY variant, seed",
  );
  expect(rows.map(({ rows: all, values }) => [all, values])).toEqual([1, 2, 3, 4].map(() => [6, 1]));
  // Both variants draw the same number on the same seed, and another on another seed.
  expect(rows[0].ours).toBe(rows[2].ours);
  expect(rows[0].ours).not.toBe(rows[1].ours);
  const { variants, claims: judged = [] } = await buildReport(folder);
  const [legal, calls] = variants;
  expect(measuredOnce({ variants }).map(({ key, of }) => [key, of(calls).n])).toEqual([
    ["exploitability", 2],
    ["ours", 2],
  ]);
  expect(legal.channels.at(-1)).toMatchObject({ name: "ours", unit: "draws", meaning: "a uniform draw" });
  expect(legal.outcomes.exploitability.mean).toBeGreaterThan(0.3);
  // Where both always call, the best response bets only its king: it is dealt the king in one deal of three, and then wins one more chip.
  expect(calls.outcomes.exploitability.mean).toBeCloseTo(1 / 3, 12);
  expect(judged.map(({ name, measure }) => [name, measure])).toEqual([
    ["it folds nothing", "exploitability"],
    ["it draws", "ours"],
  ]);
});

describe("the name of a measure", () => {
  test.each([
    ["exploitability", "exploitability"],
    ["{ use: exploitability, name: gap }", "gap"],
    ["{ use: exploitability, name: NashConv halved }", "NashConv halved"],
  ])("%s", async (measure, name) => {
    const [{ setting, description }] = (await parseExperiment(file(`[${measure}]`), "x.yaml")).variants;
    expect(setting.measures.map(({ channel }) => channel.name)).toEqual([name]);
    expect(description.measures).toEqual([{ use: "exploitability", name, queries: 1000 }]);
  });
});

const cases: readonly (readonly [string, string])[] = [
  ["an unknown measure", "[exploitabilty]"],
  ["no list", "exploitability"],
  ["a parameter that is too small", "[{ use: exploitability, queries: 1 }]"],
  ["an unknown parameter", "[{ use: exploitability, query: 100 }]"],
  ["a name twice", "[exploitability, exploitability]"],
  ["a channel's name", "[{ use: exploitability, name: payoff }]"],
  ["a name of the report", "[{ use: exploitability, name: welfare }]"],
  ["a name with a point", "[{ use: exploitability, name: a.b }]"],
  ["a world that it does not fit", "[pass-at-k]"],
];
words(
  "measures",
  cases.map(([name, measures]): MessageCase => [name, () => parseExperiment(file(measures), "x.yaml")]),
);
