// The manual's pages of published systems, written from studies and their measured records, and never by hand.

import type { StudyAbout } from "../../study/study.ts";
import { cellText } from "../../study/table.ts";
import { decidingRecord, type StudyRecords } from "../studies/kept-records.ts";
import { summaryOf } from "../studies/record.ts";
import type { ResultGroup, ToldPaper, ToldRecord } from "../studies/study-data.ts";
import { toldStudy } from "../studies/told-study.ts";
import { table } from "./markdown.ts";

/** A study, and what was measured of it. */
export interface MeasuredStudy {
  readonly study: StudyAbout;
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

/** One system: what it says, what was measured in both forms, what was not done, and what was changed. */
export function systemPage(study: StudyAbout, records: StudyRecords): string {
  const { id, title, source, claim, claimed, paper, records: told, notes } = toldStudy(study, records);
  const [deciding, other] = told;
  return page([
    `# ${id}`,
    `**${title}** (${source})`,
    ...(deciding === undefined ? [] : [deciding.sentence]),
    claim,
    `Published: ${claimed}`,
    ...(deciding === undefined ? ["It was not run yet."] : measured(deciding)),
    ...(other === undefined ? [] : shortForm(other)),
    ...notes.flatMap(([heading, lines]) => [`## ${heading}`, lines.map((line) => `- ${line}`).join("\n")]),
    ...(paper === null ? [] : paperPart(paper)),
    `Run it: \`agon study ${id}\`. ${COMMAND}`,
  ]);
}

const paperPart = ({ title, citation, bibtex }: ToldPaper): string[] => [
  "## The paper",
  `${title}. ${citation}.`,
  `\`\`\`bibtex\n${bibtex}\n\`\`\``,
];

const measured = (record: ToldRecord): string[] => [
  statusLine(record),
  ...record.tables.flatMap(({ title, columns, rows }) => {
    const cells = rows.map((row) => [row.name, ...row.cells.map(cellText)]);
    return [`### ${title}`, ...(rows.length === 0 ? [] : [table(["", ...columns], cells)])];
  }),
  ...record.groups.flatMap((group) => [`## ${group.title}`, resultGrid(group)]),
];

/** The record beside the one that decides: its results, without its tables. */
const shortForm = (record: ToldRecord): string[] => [
  "## The short form",
  statusLine(record),
  table(
    ["", "", "expected", "measured", "verdict"],
    record.groups.flatMap(({ results }) =>
      results.map(({ kind, name, expected, measured: found, verdict }) => [kind, name, expected, found, verdict]),
    ),
  ),
];

const statusLine = ({ status, conditions }: ToldRecord): string => `**Status: ${status}.** ${conditions}`;

const resultGrid = ({ results }: ResultGroup): string =>
  table(
    ["", "expected", "measured", "verdict"],
    results.map(({ name, expected, measured: found, verdict }) => [name, expected, found, verdict]),
  );

const page = (blocks: readonly string[]): string => `${blocks.join("\n\n")}\n`;
