// The measured result of one run of a study: every figure in full, with the verdicts and the words that the kit made of them.
// As a file it is lines: its head, a line for each claim, and one for each table and each row of it. What
// a new measurement changes is then a few lines of a `git diff`.

import { z } from "zod";
import type { ExactFact } from "../../study/study.ts";
import { exactFact } from "../../study/study-schema.ts";
import {
  counted,
  type FactVerdict,
  type StudyStatus,
  statusOf,
  type Verdict,
  type VerdictCounts,
} from "../../study/verdict.ts";

/** How long a study runs: the short form in minutes, the full one in up to an hour. */
export const FORMS = ["short", "full"] as const;

export type Form = (typeof FORMS)[number];

const real = z.number().nullable();
const figure = z.object({
  value: real,
  low: real.optional(),
  high: real.optional(),
  n: z.number().optional(),
  effectSize: real.optional(),
});
const head = z.strictObject({
  id: z.string(),
  form: z.enum(FORMS),
  agon: z.string(),
  /** The commit of the code, where it was run in a repository. */
  commit: z.string().nullable(),
  measuredAt: z.string(),
  machine: z.string(),
  seconds: z.number(),
  seeds: z.array(z.number()),
  /** Of a study that is an experiment: the run that has its cells, in the store that it was run in. */
  run: z.string().exactOptional(),
  /** Facts of the abstract that tests of that version show or contradict. */
  facts: z.array(exactFact).exactOptional(),
  /** Headline claims of the paper that none of the claims tests. */
  untested: z.array(z.string()).exactOptional(),
});
const result = z.object({
  kind: z.literal("claim"),
  name: z.string(),
  /** Whether it stands for what the paper is about; of a record without any all claims do. */
  headline: z.literal(true).exactOptional(),
  verdict: z.enum(["holds", "fails", "undecided"]),
  expected: z.string(),
  measured: z.string(),
  figures: z.array(figure.extend({ label: z.string().optional(), bound: z.string().optional() })),
});
const table = z.object({ kind: z.literal("table"), title: z.string(), columns: z.array(z.string()) });
const row = z.object({ kind: z.literal("row"), name: z.string(), cells: z.array(figure.nullable()) });
const lines = z.array(z.discriminatedUnion("kind", [result, table, row]));

/** One claim of a record. */
export type RecordedResult = z.output<typeof result>;

interface RecordedTable extends Omit<z.output<typeof table>, "kind"> {
  rows: Omit<z.output<typeof row>, "kind">[];
}

/** What a study measured in one run. */
export interface StudyRecord extends z.output<typeof head> {
  results: RecordedResult[];
  tables: RecordedTable[];
}

export const linesOf = ({ results, tables, ...about }: StudyRecord): object[] => [
  about,
  ...results,
  ...tables.flatMap(({ rows, ...named }) => [
    { kind: "table", ...named },
    ...rows.map((one) => ({ kind: "row", ...one })),
  ]),
];

/** The record of these lines; undefined where this version writes none such. */
export function recordOf([first, ...rest]: readonly unknown[]): StudyRecord | undefined {
  const [about, following] = [head.safeParse(first).data, lines.safeParse(rest).data];
  if (about === undefined || following === undefined) return undefined;
  const record: StudyRecord = { ...about, results: [], tables: [] };
  for (const line of following) {
    if (line.kind === "table") record.tables.push({ title: line.title, columns: line.columns, rows: [] });
    else if (line.kind !== "row") record.results.push(line);
    else {
      const of = record.tables.at(-1);
      if (of === undefined) return undefined;
      of.rows.push({ name: line.name, cells: line.cells });
    }
  }
  return record;
}

/** A headline claim or fact with its verdict. */
interface JudgedHeadline {
  readonly claim: string;
  readonly verdict: Verdict | FactVerdict;
  /** Of a fact the test that decides it: its file and its name. */
  readonly test?: string;
}

/** A record in counts: what a list of studies shows. */
export interface RecordSummary {
  /** Of the headline claims. Other claims do not change it. */
  readonly status: StudyStatus;
  /** The claims and facts that the status is read from; none where none is marked. */
  readonly headlines: readonly JudgedHeadline[];
  /** Headline claims that are not tested. */
  readonly untested: readonly string[];
  /** Those that decide: all, or the headline claims where there are any. */
  readonly claims: VerdictCounts;
  /** The others, where there are headline claims. */
  readonly others?: VerdictCounts;
}

/** The part of a record that its status is read from. */
type Outcomes = Pick<StudyRecord, "results" | "facts" | "untested">;

/** Whether it is known what the paper is about: by claims or facts that stand for it, or by headline claims that nothing tests. */
export const hasHeadlines = ({ results, facts = [], untested = [] }: Outcomes): boolean =>
  untested.length > 0 || facts.length > 0 || results.some(({ headline }) => headline === true);

export const factVerdict = ({ contradicted }: Pick<ExactFact, "contradicted">): FactVerdict =>
  contradicted ? "contradicted by tests" : "shown by tests";

export function summaryOf(record: Outcomes): RecordSummary {
  const { facts = [], untested = [] } = record;
  const isSplit = hasHeadlines(record);
  const resultsOf = (decides: boolean) =>
    record.results.filter(({ headline }) => !isSplit || (headline === true) === decides);
  const verdictsOf = (decides: boolean) => resultsOf(decides).map(({ verdict }) => verdict);
  const claims = verdictsOf(true);
  return {
    status: statusOf([...(isSplit ? claims : []), ...facts.map(asVerdict)], untested.length),
    headlines: [
      ...(isSplit ? resultsOf(true).map(({ name, verdict }) => ({ claim: name, verdict })) : []),
      ...facts.map((one) => ({ claim: one.fact, verdict: factVerdict(one), test: `${one.file}: ${one.test}` })),
    ],
    untested,
    claims: counted(claims),
    ...(isSplit && { others: counted(verdictsOf(false)) }),
  };
}

const asVerdict = ({ contradicted }: ExactFact): Verdict => (contradicted ? "fails" : "holds");
