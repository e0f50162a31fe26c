// The manual's pages of published systems, written from studies and their measured records, and never by hand.

import { count } from "../../evaluation/number-format.ts";
import type { Study } from "../../study/study.ts";
import { cellText } from "../../study/table.ts";
import { decidingRecord, type StudyRecords } from "../studies/kept-records.ts";
import { type RecordedResult, type StudyRecord, summaryOf } from "../studies/record.ts";
import { table } from "./markdown.ts";

/** A study, and what was measured of it. */
export interface MeasuredStudy {
  readonly study: Study;
  readonly records: StudyRecords;
}

const COMMAND = "Written by `agon studies --write docs/systems` from measured records.";

/** All systems in one table. */
export function indexPage(all: readonly MeasuredStudy[]): string {
  return page([
    "# Published systems",
    COMMAND,
    [
      "*Claims* are what a paper says comes out, *equations* what can be computed from it. A *control* is the same measurement without",
      "the idea, and must fail. A verdict is read from 95 % intervals: *holds*, *fails*, *undecided*.",
    ].join("\n"),
    table(
      ["system", "status", "claims hold", "equations hold", "controls fail", "form", "seconds"],
      all.map(({ study, records }) => {
        const name = `[${study.id}](${study.id}.md)`;
        const record = decidingRecord(records);
        if (record === undefined) return [name, "not run", "–", "–", "–", "–", "–"];
        const { status, claims, equations, controls } = summaryOf(record);
        const of = ({ holds, fails, undecided }: typeof claims) => {
          const total = holds + fails + undecided;
          return total === 0 ? "–" : `${holds} of ${total}${undecided > 0 ? ` (${undecided} undecided)` : ""}`;
        };
        const failed = controls.of === 0 ? "–" : `${controls.failed} of ${controls.of}`;
        return [name, status, of(claims), of(equations), failed, record.form, record.seconds.toFixed(1)];
      }),
    ),
  ]);
}

const SECTIONS = [
  ["claim", "Claims"],
  ["equation", "Equations"],
  ["control", "Controls"],
] as const;

/** One system: what it says, what was measured in both forms, what was not done, and what was changed. */
export function systemPage(study: Study, records: StudyRecords): string {
  const { id, title, source, claim, claimed, notDone, seenBefore, changed } = study;
  const { short, full } = records;
  const record = decidingRecord(records);
  return page([
    `# ${id}`,
    `**${title}** (${source})`,
    claim,
    `Published: ${claimed}`,
    ...(record === undefined ? ["It was not run yet."] : measured(record)),
    ...(short === undefined || full === undefined ? [] : shortForm(short)),
    ...list("Not done", notDone),
    ...list("Looked at before the published run", seenBefore),
    ...list("What was changed", changed),
    `Run it: \`agon study ${id}\`. ${COMMAND}`,
  ]);
}

function measured(record: StudyRecord): string[] {
  return [
    statusLine(record),
    ...record.tables.flatMap(({ title, columns, rows }) => {
      const cells = rows.map((row) => [row.name, ...row.cells.map(cellText)]);
      return [`### ${title}`, ...(rows.length === 0 ? [] : [table(["", ...columns], cells)])];
    }),
    ...SECTIONS.flatMap(([kind, heading]) => {
      const results = record.results.filter((one) => one.kind === kind);
      return results.length === 0 ? [] : [`## ${heading}`, resultGrid(results)];
    }),
  ];
}

/** The record beside the one that decides: its results, without its tables. */
const shortForm = (record: StudyRecord): string[] => [
  "## The short form",
  statusLine(record),
  table(
    ["", "", "expected", "measured", "verdict"],
    record.results.map(({ kind, name, expected, measured: found, verdict }) => [kind, name, expected, found, verdict]),
  ),
];

/** `**Status: reproduced.** Short form, 10 seeds from 9101, 59.5 s on …`. */
function statusLine(record: StudyRecord): string {
  const { form, seeds, seconds, machine, measuredAt, commit } = record;
  const told = seeds.length === 0 ? "" : `, ${count(seeds.length, "seed")} from ${seeds[0]}`;
  const when = `${measuredAt.slice(0, 10)}${commit === null ? "" : `, commit ${commit}`}`;
  const { status } = summaryOf(record);
  return `**Status: ${status}.** ${form === "full" ? "Long" : "Short"} form${told}, ${seconds.toFixed(1)} s on ${machine}, ${when}.`;
}

const resultGrid = (results: readonly RecordedResult[]): string =>
  table(
    ["", "expected", "measured", "verdict"],
    results.map(({ name, expected, measured: found, verdict }) => [name, expected, found, verdict]),
  );

const list = (heading: string, lines: readonly string[] | undefined): string[] =>
  lines === undefined ? [] : [`## ${heading}`, lines.map((line) => `- ${line}`).join("\n")];

const page = (blocks: readonly string[]): string => `${blocks.join("\n\n")}\n`;
