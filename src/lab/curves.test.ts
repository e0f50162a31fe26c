// Curves of measures whose names a query could mistake for its own.

import { expect, test } from "vitest";
import { ran } from "../../test/fixtures/ran.ts";
import { episodeCurves } from "./curves.ts";

test("a channel may be called like a part of the query", async () => {
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
