// Curves of measures whose names collide with those of the query, and of more steps than are drawn.

import { expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { episodeCurves, episodeLengths, trainingCurves } from "./curves.ts";
import { playedAt } from "./lengths.ts";

test("a channel may have the name of a part of the query", async () => {
  const { database } = await ran(
    "environment: language/tape\nagents: { policy: oracle, name: expert }\nobjective: correct\nseeds: 2\n",
  );
  const { rows } = await database.query("SELECT variant, max(step)::INTEGER AS last FROM steps GROUP BY variant");
  const [variant, horizon] = [String(rows[0].variant), Number(rows[0].last) + 1];
  const curves = await episodeCurves(database, [{ variant, horizon, measures: ["width", "pay"] }], [0, 1]);
  const { width, pay } = curves.get(variant) ?? {};
  const direct = await database.query("SELECT avg(width) AS mean FROM steps GROUP BY step ORDER BY step");
  expect(width.mean).toEqual(direct.rows.map((row) => Number(row.mean)));
  expect(Math.max(...width.mean.map(Number))).toBeGreaterThan(0);
  expect(pay.mean).toHaveLength(horizon);
});

test("with many steps each point averages neighbouring steps; `width` is their number", async () => {
  const { database } = await ran(
    "environment: { id: coopetition/trust-dilemma, horizon: 1000 }\nagents: { policy: constant, level: 60 }\nobjective: joint.value\nseeds: 2\n",
  );
  const [{ variant }] = (await database.query("SELECT variant FROM steps LIMIT 1")).rows;
  const wanted = { variant: String(variant), horizon: 1000, measures: ["pay"] };
  const { pay } = (await episodeCurves(database, [wanted], [0, 1])).get(String(variant)) ?? {};
  expect([pay.width, pay.mean.length]).toEqual([3, 334]);
  const { rows } = await database.query("SELECT avg(pay) AS mean FROM steps WHERE step BETWEEN 3 AND 5");
  expect(pay.mean[1]).toBeCloseTo(Number(rows[0].mean), 10);
});

test("bands are clipped to the range of the measure", async () => {
  const { database } = await ran(
    "environment: { id: language/sort, digits: 2 }\nagents: random\nobjective: correct\nseeds: 3\nepisodes: 4\n",
  );
  const [{ variant }] = (await database.query("SELECT variant FROM steps LIMIT 1")).rows;
  const name = String(variant);
  const wanted = { variant: name, horizon: 4, measures: ["finished"] };
  const lowest = async (ranges: ReadonlyMap<string, readonly [number, number]>) => {
    const { finished } = (await episodeCurves(database, [{ ...wanted, ranges }], [0, 1, 2])).get(name) ?? {};
    return Math.min(...finished.low.map((value) => value ?? 0));
  };
  expect(await lowest(new Map())).toBeLessThan(0);
  expect(await lowest(new Map([["finished", [0, 1]]]))).toBe(0);
  // A mean outside of the given range shows that the range is of another quantity: its band is not clipped.
  expect(await lowest(new Map([["finished", [2, 3]]]))).toBeLessThan(0);
});

test("lengths give the number of episodes that still run at a step", async () => {
  const { database } = await ran(
    "environment: { id: gridworld/maze, size: 5 }\nagents: random\nobjective: success\nseeds: 3\nepisodes: 4\n",
  );
  const [[variant, lengths]] = [...(await episodeLengths(database, [0, 1, 2]))];
  const { rows } = await database.query(
    `SELECT step, count(DISTINCT (seed, episode))::INTEGER AS played FROM steps WHERE variant = '${variant}' GROUP BY step ORDER BY step`,
  );
  expect(rows.map(({ step }) => playedAt(lengths, Number(step)))).toEqual(
    rows.map(({ played }) => ({ played, all: 12 })),
  );
});

test("a seed without a value in an update counts with its last one, and updates of a minority of seeds are left out", async () => {
  const { database } = await ran(
    "environment: { id: bandits/bernoulli, horizon: 2, means: [0.9, 0.1] }\nagents: random\nobjective: payoff\nseeds: 1\n",
  );
  // Seed 1 measures nothing in its second update, and seed 2 alone goes on after the third.
  const rows = [
    ...["('a', 1, 0, 0, 0.5)", "('a', 1, 1, 10, NULL)", "('a', 1, 2, 20, 0.7)"],
    ...["('a', 2, 0, 0, 0.1)", "('a', 2, 1, 12, 0.3)", "('a', 2, 2, 22, NULL)"],
    ...["('a', 3, 0, 0, NULL)", "('a', 3, 1, 12, 0.6)", "('a', 3, 2, 22, 0.9)", "('a', 2, 3, 30, 1)"],
  ];
  const training = `training(variant, seed, "update", steps, correct) AS (VALUES ${rows.join(", ")})`;
  const made: typeof database = {
    ...database,
    query: (sql) => database.query(`WITH ${training} ${sql.trim().replace(/^WITH/, ",")}`),
  };
  const { correct } = (await trainingCurves(made, ["a"], [1, 2, 3])).get("a") ?? {};
  expect(correct.step).toEqual([0, 10, 20]);
  expect(correct.mean.map((value) => Number(value?.toFixed(6)))).toEqual([0.3, 0.466667, 0.633333]);
  for (const bound of [...correct.low, ...correct.high]) expect(bound).not.toBeNull();
});
