// What was published with the survey: an example trace, and a table of papers whose entries are counted again.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { quotedFile } from "../../core/sql.ts";
import type { Trace } from "../../core/trace.ts";
import { checkTrace } from "../../evaluation/traces/check.ts";
import { readTraces } from "../../evaluation/traces/file.ts";
import { openEngine } from "../../logs/engine.ts";
import { equalTo } from "../../study/bound.ts";
import { type Claim, equation, inAll, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

const published = (name: string) => fileURLToPath(new URL(`../../../examples/traces/${name}`, import.meta.url));

/** The example of eight events: a lead, a planner, an executor and a tool. */
export const example = (): Trace => readTraces(published("example_trace.json"))[0];

/** The checker of traces and the published example. */
export function exampleEquation(): Claim {
  return equation(
    "the survey's example trace has no fault",
    (["lenient", "strict"] as const).map((mode) => never(checkTrace(example(), mode).length, mode)),
  );
}

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

/** The published counts, computed again. */
export async function poolEquations(): Promise<Claim[]> {
  const papers = published("papers.csv");
  const overflow = join(tmpdir(), `agon-papers-${process.pid}`);
  const { connection, close } = await openEngine({ overflow, memory: "300MB", threads: 1, files: [papers] });
  const counted = async (columns: string): Promise<[values: string, count: number][]> => {
    const sql = `SELECT concat_ws(' ', ${columns}), count(*) FROM read_csv(${quotedFile(papers)}, all_varchar = true) GROUP BY ALL`;
    const rows = (await connection.runAndReadAll(sql)).getRowsJS();
    return rows.map(([values, count]) => [String(values), Number(count)]);
  };
  const entries = (rows: readonly (readonly [string, number])[]) =>
    is(exact(rows.reduce((sum, [, count]) => sum + count, 0)), equalTo(84), "entries");
  try {
    const keys = await counted("key");
    const claims = [equation("the pool of papers", [entries(keys), is(exact(keys.length), equalTo(84), "keys")])];
    for (const [columns, text] of Object.entries(PUBLISHED)) {
      const [expected, rows] = [text.split(", "), await counted(columns)];
      const found = rows.map(([values, count]) => `${values} ${count}`);
      const missing = expected.filter((one) => !found.includes(one));
      claims.push(
        equation(
          `entries by ${columns}`,
          [inAll(expected.length - missing.length, found.length, "published counts"), entries(rows)],
          { note: missing.length > 0 ? `not: ${missing.join(", ")}` : undefined },
        ),
      );
    }
    return claims;
  } finally {
    close();
  }
}
