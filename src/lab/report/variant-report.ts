// One variant of a report: its distinguishing settings, its measures with their intervals over seeds, and its agents.

import { createHash } from "node:crypto";
import { canonical } from "../../core/json.ts";
import { identifier, quoted } from "../../core/sql.ts";
import { boundedEstimate, type Estimate, type Range } from "../../evaluation/statistics/interval.ts";
import { coinOf, isPlainPay } from "../../rewards/coin.ts";
import type { Ranges } from "../experiment/channel-range.ts";
import type { Setting } from "../experiment/setting.ts";
import { replicatesOf } from "../experiment/windows.ts";
import type { Database } from "../store/database.ts";
import type { RunRecord } from "../store/run-record.ts";
import { columnsBeside, measuredBeside, playedOut } from "./failures.ts";
import { trialsOf } from "./ranges.ts";
import { type AgentReport, byHeadline, type VariantReport } from "./report-data.ts";
import type { Gathered } from "./samples.ts";

/** Returns the part of a variant's report that is based on its episodes alone. */
export async function variantReport(
  database: Database,
  record: RunRecord,
  variant: RunRecord["variants"][number],
  setting: Setting,
  { samples, cells }: Gathered,
  ranges: Ranges,
): Promise<
  Omit<
    VariantReport,
    "learning" | "overOptimisation" | "curves" | "lengths" | "training" | "texts" | "typical" | "worst"
  >
> {
  const channels = [...setting.spec.channels, ...measuredBeside(setting)];
  const trials = trialsOf(setting);
  const replicates = replicatesOf(setting.spec, record.episodes);
  const of = (name: string): Estimate =>
    boundedEstimate(
      [...(samples.get(name)?.values() ?? [])],
      ranges.get(name),
      record.episodes === 1 && trials.has(name),
      replicates,
    );
  const objective = samples.get("objective");
  const points = [...(samples.get("pay") ?? [])].flatMap(([seed, pay]) => {
    const wanted = objective?.get(seed);
    return wanted === undefined ? [] : [{ seed, pay, objective: wanted }];
  });
  return {
    name: variant.name,
    settings: variant.settings,
    environment: String(variant.description.environment.id),
    described: {
      environment: digest(variant.description.environment),
      agents: digest(variant.description.agents),
      // A learnt reward differs for each source of answers.
      reward: digest([variant.description.reward, variant.description.feedback ?? null]),
    },
    coin: coinOf(variant.description.reward, setting.spec.channels),
    isPlainPay: isPlainPay(variant.description.reward),
    objectiveUnit: setting.objective.unit,
    cells,
    episodes: cells * record.episodes,
    agents: await agentReports(database, variant.name, setting, record, ranges),
    channels,
    ...byHeadline(of),
    outcomes: Object.fromEntries(channels.map(({ name }) => [name, of(name)])),
    points,
  };
}

async function agentReports(
  database: Database,
  variant: string,
  setting: Setting,
  { seeds, episodes }: Pick<RunRecord, "seeds" | "episodes">,
  ranges: Ranges,
) {
  const { spec } = setting;
  const trials = trialsOf(setting);
  const names = spec.channels.map((channel) => channel.name);
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  const counts = columnsBeside(setting, columns);
  const { rows } = columns.includes("episode")
    ? await database.query(`SELECT agent, seed, avg(pay) FILTER (WHERE ${playedOut(columns)}) AS pay
          ${names.map((name) => `, avg(${identifier(name)}) FILTER (WHERE ${playedOut(columns)}) AS ${identifier(`channel ${name}`)}`).join("")}
          ${counts.map((name) => `, avg(${identifier(name)}::DOUBLE) AS ${identifier(`channel ${name}`)}`).join("")}
        FROM episodes WHERE variant = ${quoted(variant)} GROUP BY agent, seed ORDER BY seed`)
    : { rows: [] };
  const wanted = new Set<unknown>(seeds);
  return spec.agents.map((id, seat): AgentReport => {
    const agent = setting.agents[seat];
    const learns = agent.kind === "algorithm";
    const own = rows.filter((row) => row.agent === id && wanted.has(row.seed));
    const of = (column: string, range?: Range, isTrial = false) =>
      boundedEstimate(
        own.flatMap((row) => (typeof row[column] === "number" ? [row[column]] : [])),
        range,
        episodes === 1 && isTrial,
        replicatesOf(spec, episodes),
      );
    return {
      id,
      label: spec.labels[seat],
      policy: agent.policy,
      learns,
      knowsPay: learns || agent.knowsPay === true,
      reference: agent.kind === "agent" && agent.plan.reference === true,
      pay: of("pay", ranges.get("pay")),
      outcomes: Object.fromEntries(
        [...names, ...counts].map((name) => [name, of(`channel ${name}`, ranges.get(name), trials.has(name))]),
      ),
    };
  });
}

const digest = (part: unknown): string => createHash("sha256").update(canonical(part)).digest("hex").slice(0, 16);
