// A study, its paper and its records, as plain data for the page, the manual and the terminal.

import { readFileSync } from "node:fs";
import { count } from "../../evaluation/number-format.ts";
import { addressOfPaper, authorsOf, bibtex, type Paper } from "../../study/paper.ts";
import type { ExactFact, Study } from "../../study/study.ts";
import type { VerdictCounts } from "../../study/verdict.ts";
import { papers } from "../../systems/papers.ts";
import { headComment } from "./head-comment.ts";
import type { StudyRecords } from "./kept-records.ts";
import {
  factVerdict,
  hasHeadlines,
  type RecordedResult,
  type RecordSummary,
  type StudyRecord,
  summaryOf,
} from "./record.ts";
import type { CitedPaper, DescribedRecord, DescribedStudy, ResultGroup, ShownResult } from "./study-data.ts";
import { usedParts } from "./used-parts.ts";
import { withRatio } from "./with-ratio.ts";

export function describedStudy(study: Study, records: StudyRecords): DescribedStudy {
  const { id, title, source, claim, claimed, equations, untested, use = [], notDone, seenBefore, changed } = study;
  const notes = [
    ["Use it", [...usesOf(id, study.experiment), ...use]],
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
        {
          title: "Headline claims",
          results: [...results.filter(({ headline }) => headline === true), ...(record.facts ?? []).map(shownFact)],
        },
        { title: "Other claims", results: results.filter(({ headline }) => headline !== true) },
      ]
    : [{ title: "Claims", results }];
  return groups.filter((group) => group.results.length > 0);
}

const shownFact = (one: ExactFact): ShownResult => ({
  kind: "fact",
  name: one.fact,
  expected: "exactly",
  measured: `${one.about}: “${one.test}” in ${one.file}`,
  verdict: factVerdict(one),
});

/** What came of a run in counts: `Partly shown: 5 of 7 claims hold, 1 undecided.` */
export function sentenceOf(record: StudyRecord): string {
  const summary = summaryOf(record);
  return `${asSentence(summary.status)}: ${countsOf(summary)}.`;
}

/** Verdicts in the order of a finding, with the words before what has them. */
const VERDICTS = [
  ["holds", "shown"],
  ["shown by tests", "shown by tests"],
  ["fails", "contradicted here"],
  ["contradicted by tests", "contradicted by tests"],
  ["undecided", "not shown here"],
] as const;

/**
 * What came of the headline claims, each with its size, and of facts with what their tests do:
 * `Partly shown. Shown: it pays (difference 3 [2, 4]). Shown by tests: … (200 instances). Not shown here: it lasts (…). Not tested: ….`
 * Of the short form it says so at the first stop. Of a record that marks no headline what `sentenceOf` says.
 */
export function findingOf(record: StudyRecord): string {
  if (!hasHeadlines(record)) return sentenceOf(record);
  const { facts = [], results, untested = [] } = record;
  const lines = [
    ...results.flatMap((one) =>
      one.headline ? [{ verdict: one.verdict, line: withSize(withRatio(one, record)) }] : [],
    ),
    ...facts.map((one) => ({ verdict: factVerdict(one), line: `${one.fact} (${one.about})` })),
  ];
  // What holds is not shown in part: the study is.
  const status = summaryOf(record).status === "partly shown" ? [`Partly shown${formOf(record)}.`] : [];
  const groups = VERDICTS.flatMap(([verdict, words]) => {
    const those = lines.filter((one) => one.verdict === verdict).map(({ line }) => line);
    return those.length === 0 ? [] : [[asSentence(words), those.join("; ")]];
  }).map(([words, those], k) => `${words}${k === 0 && status.length === 0 ? formOf(record) : ""}: ${those}.`);
  const missing = untested.length === 0 ? [] : [`Not tested: ${untested.map(withoutStop).join("; ")}.`];
  return [...status, ...groups, ...missing].join(" ");
}

/** Of the short form ` in the short form, with 2 seeds`. */
const formOf = ({ form, seeds }: StudyRecord): string =>
  form === "full" ? "" : ` in the short form, with ${count(seeds.length, "seed")}`;

/** A claim and what was measured of it, without effect size and number of seeds, which its table has. */
const withSize = ({ name, measured }: RecordedResult): string =>
  `${name} (${measured.replace(/, (?:d [=<>] [^,]+|\d+ seeds?)/g, "")})`;

const withoutStop = (text: string): string => text.replace(/\.$/, "");

const asSentence = (words: string): string => `${words[0].toUpperCase()}${words.slice(1)}`;

/** `3 of 6 claims hold, 1 fails, 2 undecided`; of headline claims facts and what is not tested follow, and the others stand after them. */
export function countsOf({ claims, headlines, untested, others }: RecordSummary): string {
  const of = ({ holds, fails, undecided }: VerdictCounts, noun: string) => {
    const total = holds + fails + undecided;
    const failed = fails > 0 ? `, ${fails} ${fails === 1 ? "fails" : "fail"}` : "";
    const open = undecided > 0 ? `, ${undecided} undecided` : "";
    return total === 0 ? [] : [`${holds} of ${total} ${noun} hold${failed}${open}`];
  };
  if (others === undefined) return of(claims, "claims").join("; ");
  const facts = (["shown by tests", "contradicted by tests"] as const).flatMap((words) => {
    const those = headlines.filter(({ verdict }) => verdict === words).length;
    return those === 0 ? [] : [`${those} ${words}`];
  });
  const tested = [...of(claims, "headline claims"), ...facts];
  const missing = untested.length;
  if (tested.length > 0) tested.push(...(missing > 0 ? [`${missing} not tested`] : []));
  else if (missing > 0) tested.push(`none of ${missing} headline claims is tested`);
  return [...(tested.length > 0 ? [tested.join(", ")] : []), ...of(others, "others")].join("; ");
}

/** `Short form, 10 seeds from 9101, 59.5 s on …, 2026-11-24, commit …`. */
function conditionsOf({ form, seeds, seconds, machine, measuredAt, commit }: StudyRecord): string {
  const seedText = seeds.length === 0 ? "" : `, ${count(seeds.length, "seed")} from ${seeds[0]}`;
  const when = `${measuredAt.slice(0, 10)}${commit === null ? "" : `, commit ${commit.replace(/-dirty$/, " with uncommitted changes")}`}`;
  return `${form === "full" ? "Long" : "Short"} form${seedText}, ${seconds.toFixed(1)} s on ${machine}, ${when}.`;
}
