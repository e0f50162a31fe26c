// The measured result of one run of a study. A record holds every figure in full, with the verdicts and the words that the kit
// made of them.

import { z } from "zod";
import { counted, type StudyStatus, statusOf, type VerdictCounts } from "../../study/verdict.ts";

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

/** How long a study runs: the short form in minutes, the full one in up to an hour. */
export const FORMS = ["short", "full"] as const;

/** One of the two forms. */
export type Form = (typeof FORMS)[number];

export const recordSchema = z.strictObject({
  id: z.string(),
  agon: z.string(),
  /** The commit of the code, where it was run in a repository. */
  commit: z.string().nullable(),
  form: z.enum(FORMS),
  seeds: z.array(z.number()),
  results: z.array(result),
  tables,
  seconds: z.number(),
  measuredAt: z.string(),
  machine: z.string(),
});

/** What a study measured in one run. */
export type StudyRecord = z.output<typeof recordSchema>;

/** One claim, equation or control of a record. */
export type RecordedResult = z.output<typeof result>;

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
