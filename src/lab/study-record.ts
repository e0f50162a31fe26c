// The measured result of a study: what its page is written from and what `agon studies` shows. A record holds every figure in full,
// with the verdicts and the words that the kit made of them.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { type Claim, type Control, expectation, measurement, verdict } from "../study/claim.ts";
import { type Study, type StudyContext, type StudyResult, seedsOf } from "../study/study.ts";
import { counted, type StudyStatus, statusOf, type VerdictCounts } from "../study/verdict.ts";
import { openStore } from "./store.ts";
import { studyJobs } from "./study-jobs.ts";
import { version } from "./version.ts";

const real = z.number().nullable();
const figure = z.object({
  value: real,
  low: real.optional(),
  high: real.optional(),
  n: z.number().optional(),
  effectSize: real.optional(),
  as: z.literal("percent").optional(),
});
const result = z.object({
  kind: z.enum(["claim", "equation", "control"]),
  name: z.string(),
  verdict: z.enum(["holds", "fails", "undecided"]),
  expected: z.string(),
  measured: z.string(),
  figures: z.array(figure.extend({ label: z.string().optional(), bound: z.string().optional() })),
});
const tables = z.array(
  z.object({
    title: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.object({ name: z.string(), cells: z.array(figure.nullable()) })),
  }),
);

const schema = z.object({
  id: z.string(),
  agon: z.string(),
  /** The commit of the code, where it was run in a repository. */
  commit: z.string().nullable(),
  form: z.enum(["short", "full"]),
  seeds: z.array(z.number()),
  results: z.array(result),
  tables,
  seconds: z.number(),
  measuredAt: z.string(),
  machine: z.string(),
});

/** A study's last result. */
export type StudyRecord = z.output<typeof schema>;

/** One claim, equation or control of a record. */
export type RecordedResult = z.output<typeof result>;

/** How a study is to be run. */
export interface StudyOptions extends Pick<StudyContext, "full" | "signal" | "progress"> {
  /** Seeds in the place of the study's own number. */
  readonly count?: number;
}

/** Runs a study and keeps its result in the store, and until then its jobs. */
export async function runStudy(study: Study, { count, ...how }: StudyOptions, store: string): Promise<StudyRecord> {
  const started = performance.now();
  const folder = join(openStore(store), "studies");
  const seeds = seedsOf(study, how.full, count);
  const jobs = studyJobs(join(folder, `${study.id}.parts`), how);
  const { claims, controls, tables = [] } = await resultOf(study, { ...how, seeds, all: jobs.all }).finally(jobs.close);
  const record: StudyRecord = {
    id: study.id,
    agon: version(),
    commit: commit(),
    form: how.full ? "full" : "short",
    seeds,
    results: [...claims, ...controls].map(recorded),
    tables: tables.map(({ title, columns, rows }) => ({
      title,
      columns: [...columns],
      rows: rows.map(({ name, cells }) => ({ name, cells: [...cells] })),
    })),
    seconds: (performance.now() - started) / 1000,
    measuredAt: new Date().toISOString(),
    machine: `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`,
  };
  writing(folder, () => {
    makeFolder(folder);
    writeWhole(join(folder, `${study.id}.json`), recordText(record));
    jobs.clear();
  });
  return record;
}

const resultOf = async (study: Study, context: StudyContext): Promise<StudyResult> => study.run(context);

const recorded = (one: Claim | Control): RecordedResult => ({
  kind: one.kind,
  name: one.name,
  verdict: verdict(one),
  expected: expectation(one),
  measured: measurement(one),
  figures: one.tests.map(({ label, figure, bound }) => ({
    ...(label === undefined ? {} : { label }),
    ...figure,
    ...(bound === undefined ? {} : { bound: bound.words }),
  })),
});

/** The package's folder. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The commit that is checked out where this code lies, or null where it is installed. */
function commit(): string | null {
  if (!existsSync(join(root, ".git"))) return null;
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** The file's text. */
export const recordText = (record: StudyRecord): string => `${JSON.stringify(record, undefined, 1)}\n`;

/** The result that the store keeps, or else the one that ships with Agon; undefined where there is none that can be read. */
export function recordOf(study: Study, store: string): StudyRecord | undefined {
  const name = `${study.id}.json`;
  return read(join(resolve(store), "studies", name)) ?? shippedRecord(study);
}

/** The result that was measured for the manual. */
export const shippedRecord = ({ id }: Pick<Study, "id">): StudyRecord | undefined =>
  read(join(root, "docs/systems/results", `${id}.json`));

function read(file: string): StudyRecord | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** A record in counts: what a list of studies shows. */
export interface RecordSummary {
  readonly status: StudyStatus;
  readonly claims: VerdictCounts;
  readonly equations: VerdictCounts;
  readonly controls: { readonly failed: number; readonly of: number };
}

export function summaryOf({ results }: StudyRecord): RecordSummary {
  const of = (kind: RecordedResult["kind"]) =>
    results.filter((one) => one.kind === kind).map(({ verdict: found }) => found);
  const [claims, equations, controls] = [of("claim"), of("equation"), of("control")];
  return {
    status: statusOf([...claims, ...equations], controls),
    claims: counted(claims),
    equations: counted(equations),
    controls: { failed: counted(controls).fails, of: controls.length },
  };
}
