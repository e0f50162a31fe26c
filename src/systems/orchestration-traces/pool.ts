// The survey's table of papers, counted again and set beside the counts that were published with it.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { quoted } from "../../core/sql.ts";

import { type Check, holds } from "../../study/legacy.ts";

const FILE = fileURLToPath(new URL("../../../examples/traces/papers.csv", import.meta.url));

/** Counts by the values of one column, or of two, joined by a space. */
type Counts = Readonly<Record<string, number>>;

const CATEGORY = { rl_method: 42, benchmark: 18, classical_marl: 10, industry: 6, survey: 5, framework: 3 };
const REWARD_TYPE = {
  ...{ NA: 33, hybrid: 15, shared: 10, orchestration: 7, verifier: 6 },
  ...{ debate: 4, individual: 4, role: 3, process: 2 },
};
const CREDIT = { NA: 36, agent: 23, role: 10, orchestrator: 8, turn: 5, message: 2 };

/** Columns of the cross-tables below. */
const UNITS = ["NA", "agent", "message", "orchestrator", "role", "turn"];
const REWARD_BY_CREDIT = crossed({
  NA: [32, 0, 0, 1, 0, 0],
  debate: [0, 3, 1, 0, 0, 0],
  hybrid: [0, 6, 0, 1, 4, 4],
  individual: [0, 4, 0, 0, 0, 0],
  orchestration: [0, 0, 0, 6, 1, 0],
  process: [0, 1, 0, 0, 0, 1],
  role: [0, 0, 0, 0, 3, 0],
  shared: [0, 9, 1, 0, 0, 0],
  verifier: [4, 0, 0, 0, 2, 0],
});
const FORM_BY_CREDIT = crossed({
  NA: [31, 3, 0, 0, 0, 0],
  centralized: [0, 14, 1, 3, 0, 0],
  debate: [1, 3, 1, 0, 1, 2],
  harness: [2, 1, 0, 0, 0, 0],
  hierarchical: [0, 2, 0, 3, 5, 3],
  planner_executor_critic: [0, 0, 0, 0, 4, 0],
  swarm: [2, 0, 0, 2, 0, 0],
});

function crossed(rows: Readonly<Record<string, readonly number[]>>): Counts {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([row, counts]) =>
      counts.flatMap((count, k) => (count > 0 ? [[`${row} ${UNITS[k]}`, count] as const] : [])),
    ),
  );
}

/** The published counts, recomputed; no check where the table is not there. */
export async function poolChecks(): Promise<Check[]> {
  if (!existsSync(FILE)) return [];
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const rows = async (sql: string) =>
    (
      await connection.runAndReadAll(sql.replace("papers", `read_csv(${quoted(FILE)}, all_varchar = true)`))
    ).getRowsJS();
  const counts = async (columns: string): Promise<Counts> => {
    const found = await rows(`SELECT concat_ws(' ', ${columns}), count(*) FROM papers GROUP BY ALL`);
    return Object.fromEntries(found.map(([name, count]) => [String(name), Number(count)]));
  };
  try {
    const [[entries, keys]] = await rows("SELECT count(*), count(DISTINCT key) FROM papers");
    const shape = `${entries} entries, ${keys} keys`;
    return [
      holds("the pool of papers", "84 entries, 84 keys", shape, shape === "84 entries, 84 keys"),
      same("entries by category", CATEGORY, await counts("category")),
      same("entries by type of reward", REWARD_TYPE, await counts("reward_type")),
      same("entries by unit of credit", CREDIT, await counts("credit_granularity")),
      same("type of reward × unit of credit", REWARD_BY_CREDIT, await counts("reward_type, credit_granularity")),
      same(
        "form of orchestration × unit of credit",
        FORM_BY_CREDIT,
        await counts("orchestration_form, credit_granularity"),
      ),
    ];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function same(name: string, published: Counts, found: Counts): Check {
  const differing = [...new Set([...Object.keys(published), ...Object.keys(found)])].filter(
    (key) => (published[key] ?? 0) !== (found[key] ?? 0),
  );
  const total = Object.values(found).reduce((sum, count) => sum + count, 0);
  return holds(
    name,
    `the ${Object.keys(published).length} published counts`,
    differing.length === 0
      ? `the same, ${total} in all`
      : differing.map((key) => `${key}: ${found[key] ?? 0}, published ${published[key] ?? 0}`).join(", "),
    differing.length === 0,
  );
}
