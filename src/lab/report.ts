// From a run's files to what a report shows. Each seed counts once: episodes and agents are averaged within a cell
// first, and every interval is over seeds.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeWhole, writing } from "../core/files.ts";
import { identifier, quoted } from "../core/sql.ts";
import { type Estimate, estimate } from "../evaluation/statistics/interval.ts";
import { pairedEffect } from "../evaluation/statistics/paired.ts";
import { episodeCurves, trainingCurves } from "./curves.ts";
import { type Damage, type Database, openDatabase } from "./database.ts";
import { columnsBeside, failuresIn, measuredBeside, playedOut } from "./failures.ts";
import { readLogs } from "./read-logs.ts";
import { replaysOf } from "./replay.ts";
import type { AgentReport, Effect, ReportData, VariantReport } from "./report-data.ts";
import { byHeadline, HEADLINE } from "./report-data.ts";
import { reportPage } from "./report-page.ts";
import { type RunRecord, readRecord, settingsOfRun } from "./run-record.ts";
import type { Setting } from "./setting.ts";
import { keptIn } from "./store.ts";
import { version } from "./version.ts";
import { writtenTexts } from "./written-texts.ts";

/** Gathers a run's report from the cells that its store holds. */
export const buildReport = async (folder: string): Promise<ReportData> => (await readReport(folder)).data;

async function readReport(folder: string): Promise<{ data: ReportData; damaged: readonly Damage[] }> {
  const record = readRecord(folder);
  const database = await openDatabase([folder], 1);
  try {
    return { data: await gathered(folder, record, database), damaged: database.damaged };
  } finally {
    database.close();
  }
}

async function gathered(folder: string, record: RunRecord, database: Database): Promise<ReportData> {
  const settings = await settingsOfRun(folder, record);
  const [first] = settings;
  const wanted = settings.map(({ spec: { horizon, channels } }, k) => {
    const measures = ["pay", "objective", ...channels.map(({ name }) => name)];
    return { variant: record.variants[k].name, horizon, measures };
  });
  const curves = await episodeCurves(database, record.record === "steps" ? wanted : [], record.seeds);
  const names = record.variants.map(({ name }) => name);
  const training = await trainingCurves(database, names, record.seeds);
  const horizons = settings.map(({ spec }) => spec.horizon);
  const variants: VariantReport[] = [];
  const samples = new Map<string, Samples>();
  for (const [index, variant] of record.variants.entries()) {
    const setting = settings[index];
    const gathered = await samplesOf(database, variant.name, setting, record.seeds);
    samples.set(variant.name, gathered.samples);
    variants.push({
      ...(await variantReport(database, record, variant, setting, gathered)),
      curves: curves.get(variant.name) ?? {},
      training: training.get(variant.name) ?? {},
      texts: await writtenTexts(database, variant.name, record.seeds),
      ...(record.record === "steps"
        ? await replaysOf(database, { folder, index, variant: variant.name }, setting, record.seeds)
        : NO_REPLAYS),
    });
  }
  return {
    format: 1,
    agon: version(),
    run: record.run,
    title: record.title,
    source: readFileSync(join(folder, "experiment.yaml"), "utf8"),
    objective: { name: first.objective.name, unit: first.objective.unit, meaning: first.objective.meaning },
    cells: {
      planned: record.variants.length * record.seeds.length,
      done: variants.reduce((sum, variant) => sum + variant.cells, 0),
    },
    variants,
    effects: effectsBetween(samples),
    logs: readLogs(record, horizons, keptIn(dirname(folder))),
    failures: await failuresIn(database, record),
    damaged: database.damaged.map(({ file, reason }) => `${file}: ${reason}`),
  };
}

const NO_REPLAYS = { typical: null, worst: null };

/** One value a seed, by measure: pay, objective, welfare, inequality, steps, terminated, then channels. */
type Samples = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Samples of a variant, and the seeds that have any episode, if only one that failed. */
interface Gathered {
  readonly samples: Samples;
  readonly cells: number;
}

async function samplesOf(database: Database, variant: string, setting: Setting, seeds: readonly number[]) {
  const { channels } = setting.spec;
  // Welfare and inequality are about payoffs; a world that reports none is judged by pay.
  const payoff = identifier(channels.some((channel) => channel.name === "payoff") ? "payoff" : "pay");
  const names = channels.map((channel) => channel.name);
  const { columns } = await database.query("SELECT * FROM episodes LIMIT 0");
  const counts = columnsBeside(setting, columns);
  const all = [...names, ...counts];
  const empty: Samples = new Map([...HEADLINE, ...all].map((name) => [name, new Map<number, number>()]));
  if (!columns.includes("episode")) return { samples: empty, cells: 0 };
  const { rows } = await database.query(`
    WITH ranked AS (
      SELECT *, ${playedOut(columns)} AS "played out", row_number() OVER (PARTITION BY seed, episode ORDER BY ${payoff}) AS place, count(*) OVER (PARTITION BY seed, episode) AS agents
      FROM episodes WHERE variant = ${quoted(variant)}
    ), episode AS (
      SELECT seed, episode, bool_and("played out") AS "played out", avg(pay) AS pay, avg(objective) AS objective, sum(${payoff}) AS welfare,
        CASE WHEN min(${payoff}) < 0 THEN NULL WHEN sum(${payoff}) = 0 THEN 0
          ELSE sum((2 * place - agents - 1) * ${payoff}) / (max(agents) * sum(${payoff})) END AS inequality,
        avg(steps) AS steps, avg(terminated::DOUBLE) AS terminated
        ${all.map((name) => `, avg(${identifier(name)}::DOUBLE) AS ${identifier(`channel ${name}`)}`).join("")}
      FROM ranked GROUP BY seed, episode
    )
    SELECT seed, ${HEADLINE.map((name) => `avg(${name}) FILTER (WHERE "played out") AS ${name}`).join(", ")}
      ${names.map((name) => `, avg(${identifier(`channel ${name}`)}) FILTER (WHERE "played out") AS ${identifier(`channel ${name}`)}`).join("")}
      ${counts.map((name) => `, avg(${identifier(`channel ${name}`)}) AS ${identifier(`channel ${name}`)}`).join("")}
    FROM episode GROUP BY seed ORDER BY seed`);
  const wanted = new Set(seeds);
  const column = (name: string) =>
    new Map(
      rows.flatMap((row): [number, number][] => {
        const { seed } = row;
        const value = row[name];
        return typeof seed === "number" && typeof value === "number" && wanted.has(seed) ? [[seed, value]] : [];
      }),
    );
  const samples = new Map([
    ...HEADLINE.map((name) => [name, column(name)] as const),
    ...all.map((name) => [name, column(`channel ${name}`)] as const),
  ]);
  return { samples, cells: rows.filter((row) => typeof row.seed === "number" && wanted.has(row.seed)).length };
}

async function variantReport(
  database: Database,
  record: RunRecord,
  variant: RunRecord["variants"][number],
  setting: Setting,
  { samples, cells }: Gathered,
): Promise<Omit<VariantReport, "curves" | "training" | "texts" | "typical" | "worst">> {
  const channels = [...setting.spec.channels, ...measuredBeside(setting)];
  const of = (name: string): Estimate => estimate([...(samples.get(name)?.values() ?? [])]);
  const objective = samples.get("objective");
  const points = [...(samples.get("pay") ?? [])].flatMap(([seed, pay]) => {
    const wanted = objective?.get(seed);
    return wanted === undefined ? [] : [{ seed, pay, objective: wanted }];
  });
  return {
    name: variant.name,
    settings: variant.settings,
    environment: String(variant.description.environment.id),
    cells,
    episodes: cells * record.episodes,
    agents: await agentReports(database, variant.name, setting, record.seeds),
    channels,
    ...byHeadline(of),
    outcomes: Object.fromEntries(channels.map(({ name }) => [name, of(name)])),
    points,
  };
}

async function agentReports(database: Database, variant: string, setting: Setting, seeds: readonly number[]) {
  const { spec } = setting;
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
    const own = rows.filter((row) => row.agent === id && wanted.has(row.seed));
    const of = (column: string) =>
      estimate(own.flatMap((row) => (typeof row[column] === "number" ? [row[column]] : [])));
    return {
      id,
      label: spec.labels[seat],
      policy: setting.agents[seat].policy,
      pay: of("pay"),
      outcomes: Object.fromEntries([...names, ...counts].map((name) => [name, of(`channel ${name}`)])),
    };
  });
}

/** Paired differences between all variants, for the headline measures and every channel that both report. */
function effectsBetween(samples: ReadonlyMap<string, Samples>): Effect[] {
  const names = [...samples.keys()];
  const effects: Effect[] = [];
  for (const [i, a] of names.entries()) {
    // Beyond a dozen variants, every pair is too much to read: all are compared with the first.
    if (names.length > 12 && i > 0) break;
    for (const b of names.slice(i + 1)) {
      const left = samples.get(a);
      const right = samples.get(b);
      if (left === undefined || right === undefined) continue;
      for (const measure of left.keys()) {
        const theirs = right.get(measure);
        if (theirs === undefined) continue;
        const pairs = [...(left.get(measure) ?? [])].flatMap(([seed, value]) => {
          const other = theirs.get(seed);
          return other === undefined ? [] : [[value, other] as const];
        });
        const [ours, others] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const { mean, low, high, effectSize, p, n } = pairedEffect(ours, others);
        effects.push({ a, b, measure, difference: mean, low, high, effectSize, p, n });
      }
    }
  }
  return effects;
}

/** Gathers a run's report and writes its page into the run's folder. */
export async function writeReport(
  folder: string,
): Promise<{ data: ReportData; page: string; damaged: readonly Damage[] }> {
  const { data, damaged } = await readReport(folder);
  const page = join(folder, "report.html");
  const text = reportPage(data);
  writing(page, () => writeWhole(page, text));
  return { data, page, damaged };
}
