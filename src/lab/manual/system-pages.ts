// The manual's pages of published systems, written from studies and their measured records, and never by hand.

import { cellText } from "../../study/figure.ts";
import type { Study } from "../../study/study.ts";
import { type FactVerdict, STATES, type Verdict } from "../../study/verdict.ts";
import { countsOf, describedStudy } from "../studies/described-study.ts";
import { decidingRecord, type StudyRecords } from "../studies/kept-records.ts";
import { hasHeadlines, type StudyRecord, summaryOf } from "../studies/record.ts";
import type { CitedPaper, DescribedRecord, ResultGroup } from "../studies/study-data.ts";
import { table } from "./markdown.ts";

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
      "A *headline claim* is what the abstract of a paper promises. ✓ it holds, ✗ it fails, ? its interval leaves it open, – it is not",
      "tested. *By tests* marks a fact of the abstract that an exact test decides; it has no interval. Where all hold a system is *shown*,",
      "where some do *partly shown*. Where none does it is *contradicted here* if one fails, and else *not shown here*. *Unmarked* systems",
      "do not say yet which of their claims are the abstract's. Intervals of claims hold all at once in 95 of 100 runs. They are wider than",
      "those of tables, each of which is of 95 %.",
    ].join("\n"),
    countsLine(all),
    table(
      ["system", "what it is", "status", "headline claims", "full form, s", "short form, s"],
      all.map(({ study: { id, title }, records }) => {
        const record = decidingRecord(records);
        const seconds = [records.full, records.short].map((one) => one?.seconds.toFixed(0) ?? "–");
        const name = `[${id}](${id}.md)`;
        if (record === undefined) return [name, title, "not run", "–", ...seconds];
        return [name, title, summaryOf(record).status, headlinesOf(record), ...seconds];
      }),
    ),
  ]);
}

/** `65 systems: 24 shown, 20 partly shown, …`. */
function countsLine(all: readonly MeasuredStudy[]): string {
  const states = all.map(({ records }) => {
    const record = decidingRecord(records);
    return record === undefined ? "not run" : summaryOf(record).status;
  });
  const numbers = [...STATES, "not run"].flatMap((state) => {
    const those = states.filter((one) => one === state).length;
    return those === 0 ? [] : [`${those} ${state}`];
  });
  return `${all.length} systems: ${numbers.join(", ")}.`;
}

const MARKS = {
  holds: "✓",
  "shown by tests": "✓ by tests:",
  fails: "✗",
  "contradicted by tests": "✗ by tests:",
  undecided: "?",
} as const satisfies Record<Verdict | FactVerdict, string>;

/** The headline claims with their marks; of a record that marks none how many claims hold. */
function headlinesOf(record: StudyRecord): readonly string[] {
  const summary = summaryOf(record);
  if (!hasHeadlines(record)) return [countsOf(summary)];
  const tested = summary.headlines.map(({ claim, verdict }) => `${MARKS[verdict]} ${claim}`);
  return [...tested, ...summary.untested.map((one) => `– ${one}`)];
}

/** One system: what it says, what was measured in both forms, what was not done, and what was changed. */
export function systemPage(study: Study, records: StudyRecords): string {
  const { id, title, source, claim, claimed, bed, paper, records: summaries, notes } = describedStudy(study, records);
  const [deciding, other] = summaries;
  return page([
    `# ${id}`,
    `${title} (${source})`,
    ...(deciding === undefined ? [] : [`**${deciding.finding}**`]),
    `The paper's claim: ${claim}`,
    `Published: ${claimed}`,
    ...(bed === null ? [] : [`What is measured here: ${bed}`]),
    ...(deciding === undefined ? ["It was not run yet."] : measured(deciding)),
    ...(other === undefined ? [] : shortForm(other)),
    ...notes.flatMap(([heading, lines]) => [`## ${heading}`, lines.map((line) => `- ${line}`).join("\n")]),
    ...(paper === null ? [] : paperPart(paper)),
    `Run it: \`agon study ${id}\`. ${COMMAND}`,
  ]);
}

const paperPart = ({ title, citation, bibtex }: CitedPaper): string[] => [
  "## The paper",
  `${title}. ${citation}.`,
  `\`\`\`bibtex\n${bibtex}\n\`\`\``,
];

const measured = (record: DescribedRecord): string[] => [
  statusLine(record),
  ...record.groups.flatMap((group) => [`## ${group.title}`, resultGrid(group)]),
  ...record.tables.flatMap(({ title, columns, rows }) => {
    const cells = rows.map((row) => [row.name, ...row.cells.map(cellText)]);
    return [`## ${title}`, ...(rows.length === 0 ? [] : [table(["", ...columns], cells)])];
  }),
];

/** The record beside the one that decides: its results, without its tables. */
const shortForm = (record: DescribedRecord): string[] => [
  "## The short form",
  statusLine(record),
  table(
    ["", "", "expected", "measured", "verdict"],
    record.groups.flatMap(({ results }) =>
      results.map(({ kind, name, expected, measured: actual, verdict }) => [kind, name, expected, actual, verdict]),
    ),
  ),
];

const statusLine = ({ sentence, conditions }: DescribedRecord): string => `${sentence} ${conditions}`;

const resultGrid = ({ results }: ResultGroup): string =>
  table(
    ["", "expected", "measured", "verdict"],
    results.map(({ name, expected, measured: actual, verdict }) => [name, expected, actual, verdict]),
  );

const page = (blocks: readonly string[]): string => `${blocks.join("\n\n")}\n`;
