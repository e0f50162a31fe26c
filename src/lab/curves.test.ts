// Curves of measures whose names a query could mistake for its own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { episodeCurves } from "./curves.ts";
import { openDatabase } from "./database.ts";
import { parseExperiment } from "./experiment.ts";
import { runExperiment } from "./run.ts";

test("a channel may be called like a part of the query", async () => {
  const store = mkdtempSync(join(tmpdir(), "agon-curves-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const yaml = "environment: language/tape\nagents: { policy: oracle, name: expert }\nobjective: correct\nseeds: 2\n";
  const { folder } = await runExperiment(await parseExperiment(yaml, join(store, "e.yaml")), {
    store: join(store, "s"),
    workers: 0,
  });
  const database = await openDatabase([folder], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query("SELECT variant, max(step)::INTEGER AS last FROM steps GROUP BY variant");
  const [variant, horizon] = [String(rows[0].variant), Number(rows[0].last) + 1];
  const curves = await episodeCurves(database, [{ variant, horizon, measures: ["width", "pay"] }], [0, 1]);
  const { width, pay } = curves.get(variant) ?? {};
  const direct = await database.query("SELECT avg(width) AS mean FROM steps GROUP BY step ORDER BY step");
  expect(width.mean).toEqual(direct.rows.map((row) => Number(row.mean)));
  expect(Math.max(...width.mean.map(Number))).toBeGreaterThan(0);
  expect(pay.mean).toHaveLength(horizon);
});
