// The table of papers that was published with the survey: its counts, computed again.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { quotedFile } from "../../core/sql.ts";
import { openEngine } from "../../logs/engine.ts";

/** How many entries have a value of a column, or values of two: what was published, by the columns. */
const PUBLISHED: Readonly<Record<string, string>> = {
  category: "benchmark 18, classical_marl 10, framework 3, industry 6, rl_method 42, survey 5",
  reward_type: "NA 33, debate 4, hybrid 15, individual 4, orchestration 7, process 2, role 3, shared 10, verifier 6",
  credit_granularity: "NA 36, agent 23, message 2, orchestrator 8, role 10, turn 5",
  "reward_type, credit_granularity":
    "NA NA 32, NA orchestrator 1, debate agent 3, debate message 1, hybrid agent 6, hybrid orchestrator 1, hybrid role 4, " +
    "hybrid turn 4, individual agent 4, orchestration orchestrator 6, orchestration role 1, process agent 1, process turn 1, " +
    "role role 3, shared agent 9, shared message 1, verifier NA 4, verifier role 2",
  "orchestration_form, credit_granularity":
    "NA NA 31, NA agent 3, centralized agent 14, centralized message 1, centralized orchestrator 3, debate NA 1, debate agent 3, " +
    "debate message 1, debate role 1, debate turn 2, harness NA 2, harness agent 1, hierarchical agent 2, " +
    "hierarchical orchestrator 3, hierarchical role 5, hierarchical turn 3, planner_executor_critic role 4, swarm NA 2, " +
    "swarm orchestrator 2",
};

const papers = fileURLToPath(new URL("../../../examples/traces/papers.csv", import.meta.url));
const overflow = join(tmpdir(), `agon-papers-${process.pid}`);
const engine = await openEngine({ overflow, memory: "300MB", threads: 1, files: [papers] });
afterAll(() => engine.close());

async function counted(columns: string): Promise<[values: string, count: number][]> {
  const sql = `SELECT concat_ws(' ', ${columns}), count(*) FROM read_csv(${quotedFile(papers)}, all_varchar = true) GROUP BY ALL`;
  const rows = (await engine.connection.runAndReadAll(sql)).getRowsJS();
  return rows.map(([values, count]) => [String(values), Number(count)]);
}

test("the pool has 84 entries with a key each", async () => {
  const keys = await counted("key");
  expect([keys.length, keys.every(([, count]) => count === 1)]).toEqual([84, true]);
});

test.each(Object.entries(PUBLISHED))("entries by %s are as published", async (columns, text) => {
  const rows = await counted(columns);
  expect(rows.map(([values, count]) => `${values} ${count}`).sort()).toEqual(text.split(", ").sort());
});
