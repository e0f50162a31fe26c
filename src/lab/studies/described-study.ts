// A study, its paper and its records, as plain data for the page, the manual and the terminal.

import { readFileSync } from "node:fs";
import { count } from "../../evaluation/number-format.ts";
import { addressOfPaper, authorsOf, bibtex, type Paper } from "../../study/paper.ts";
import type { Study } from "../../study/study.ts";
import type { VerdictCounts } from "../../study/verdict.ts";
import { papers } from "../../systems/papers.ts";
import { headComment } from "./head-comment.ts";
import type { StudyRecords } from "./kept-records.ts";
import { hasHeadlines, type RecordedResult, type RecordSummary, type StudyRecord, summaryOf } from "./record.ts";
import type { CitedPaper, DescribedRecord, DescribedStudy, ResultGroup } from "./study-data.ts";
import { usedParts } from "./used-parts.ts";
import { withRatio } from "./with-ratio.ts";

export function describedStudy(study: Study, records: StudyRecords): DescribedStudy {
  const { id, title, source, claim, claimed, equations, untested, notDone, seenBefore, changed } = study;
  const notes = [
    ["Use it", usesOf(id, study.experiment)],
    [
      "Equations, which are tests",
      equations?.map(({ file, tests, about }) => `${about}: ${count(tests, "test")} in \`${file}\`.`),
    ],
    ["Headline claims that are not tested", untested],
    ["Not done", notDone],
    ["Looked at before the published run", seenBefore],
    ["What was changed", changed],
  ] as const;
  return {
    ...{ id, title, source, claim, claimed },
    bed: headComment(readFileSync(study.experiment, "utf8")),
    paper: Object.hasOwn(papers, id) ? citedPaper(id, papers[id]) : null,
    records: [records.full, records.short].flatMap((record) => (record === undefined ? [] : [describedRecord(record)])),
    notes: notes.flatMap(([heading, lines]) => (lines === undefined ? [] : [[heading, lines] as const])),
  };
}

/** How to run the experiment of a study, to change it, and what it is made of. */
const usesOf = (id: string, experiment: string): readonly string[] => [
  `\`agon run ${id}\` runs its experiment, and \`agon examples copy ${id}\` writes it as \`${id}.yaml\`, to be changed.`,
  ...usedParts(experiment).map(([kinds, names]) => `${kinds}: ${names.map((name) => `\`${name}\``).join(", ")}`),
];

export function citedPaper(id: string, paper: Paper): CitedPaper {
  const { year, venue, arxiv } = paper;
  const parts = [authorsOf(paper), String(year), venue, arxiv === null ? null : `arXiv ${arxiv}`];
  const citation = parts.filter((part) => part !== null && part !== undefined).join(", ");
  return { ...paper, citation, address: addressOfPaper(paper), bibtex: bibtex(id, paper) };
}

export function describedRecord(record: StudyRecord): DescribedRecord {
  const { id, form, agon, commit, measuredAt, tables } = record;
  const { status } = summaryOf(record);
  return {
    ...{ form, agon, commit, measuredAt, tables, status },
    finding: findingOf(record),
    sentence: sentenceOf(record),
    conditions: conditionsOf(record),
    groups: groupsOf(record),
    command: `agon study ${id}${form === "full" ? " --full" : ""}`,
  };
}

function groupsOf(record: StudyRecord): ResultGroup[] {
  const results = record.results.map((result) => withRatio(result, record));
  const groups = hasHeadlines(record)
    ? [
        { title: "Headline claims", results: results.filter(({ headline }) => headline === true) },
        { title: "Other claims", results: results.filter(({ headline }) => headline !== true) },
      ]
    : [{ title: "Claims", results }];
  return groups.filter((group) => group.results.length > 0);
}

/** What came of a run in counts: `Partly shown: 5 of 7 claims hold, 1 undecided.` */
export function sentenceOf(record: StudyRecord): string {
  const summary = summaryOf(record);
  return `${asSentence(summary.status)}: ${countsOf(summary)}.`;
}

/** Headline claims by their verdict, in the order of a finding. Before those that hold stands the status of the study. */
const VERDICTS = [
  ["holds", "shown"],
  ["fails", "contradicted here"],
  ["undecided", "not shown here"],
] as const;

/**
 * What came of the headline claims, each with its size: `Partly shown. Shown: it pays (difference 3 [2, 4]). Not shown here: it lasts (…).
 * Not tested: ….` Of the short form it says so with the first verdict. Of a record that marks no headline what `sentenceOf` says.
 */
export function findingOf(record: StudyRecord): string {
  if (!hasHeadlines(record)) return sentenceOf(record);
  const { status, untested } = summaryOf(record);
  const headlines = record.results.filter(({ headline }) => headline === true);
  const groups = VERDICTS.flatMap(([verdict, words]) => {
    const claims = headlines.filter((one) => one.verdict === verdict).map((one) => withSize(withRatio(one, record)));
    const said = verdict === "holds" ? status : words;
    return claims.length === 0 ? [] : [[asSentence(said), claims.join("; ")]];
  }).map(([said, claims], k) => {
    const first = `${said}${k === 0 ? formOf(record) : ""}`;
    // What holds is not shown in part: the study is.
    return said === "Partly shown" ? `${first}. Shown: ${claims}.` : `${first}: ${claims}.`;
  });
  const missing = untested.length === 0 ? [] : [`Not tested: ${untested.map(withoutStop).join("; ")}.`];
  return [...groups, ...missing].join(" ");
}

/** Of the short form ` in the short form, with 2 seeds`. */
const formOf = ({ form, seeds }: StudyRecord): string =>
  form === "full" ? "" : ` in the short form, with ${count(seeds.length, "seed")}`;

/** A claim and what was measured of it, without effect size and number of seeds, which its table has. */
const withSize = ({ name, measured }: RecordedResult): string =>
  `${name} (${measured.replace(/, (?:d [=<>] [^,]+|\d+ seeds?)/g, "")})`;

const withoutStop = (text: string): string => text.replace(/\.$/, "");

const asSentence = (words: string): string => `${words[0].toUpperCase()}${words.slice(1)}`;

/** `3 of 6 claims hold, 1 fails, 2 undecided`; of headline claims the others stand after them. */
export function countsOf({ claims, untested, others }: RecordSummary): string {
  const of = ({ holds, fails, undecided }: VerdictCounts, noun: string, missing = 0) => {
    const total = holds + fails + undecided;
    if (total === 0) return missing === 0 ? [] : [`none of ${missing} headline claims is tested`];
    const failed = fails > 0 ? `, ${fails} ${fails === 1 ? "fails" : "fail"}` : "";
    const open = undecided > 0 ? `, ${undecided} undecided` : "";
    return [`${holds} of ${total} ${noun} hold${failed}${open}${missing > 0 ? `, ${missing} not tested` : ""}`];
  };
  if (others === undefined) return of(claims, "claims").join("; ");
  return [...of(claims, "headline claims", untested.length), ...of(others, "others")].join("; ");
}

/** `Short form, 10 seeds from 9101, 59.5 s on …, 2026-11-24, commit …`. */
function conditionsOf({ form, seeds, seconds, machine, measuredAt, commit }: StudyRecord): string {
  const seedText = seeds.length === 0 ? "" : `, ${count(seeds.length, "seed")} from ${seeds[0]}`;
  const when = `${measuredAt.slice(0, 10)}${commit === null ? "" : `, commit ${commit.replace(/-dirty$/, " with uncommitted changes")}`}`;
  return `${form === "full" ? "Long" : "Short"} form${seedText}, ${seconds.toFixed(1)} s on ${machine}, ${when}.`;
}
