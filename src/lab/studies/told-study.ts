// A study, its paper and its records, as plain data for the page, the manual and the terminal.

import { count } from "../../evaluation/number-format.ts";
import { addressOfPaper, authorsOf, bibtex, type Paper } from "../../study/paper.ts";
import type { StudyAbout } from "../../study/study.ts";
import type { VerdictCounts } from "../../study/verdict.ts";
import { papers } from "../../systems/papers.ts";
import type { StudyRecords } from "./kept-records.ts";
import { hasHeadlines, type RecordSummary, type StudyRecord, summaryOf } from "./record.ts";
import type { ResultGroup, ToldPaper, ToldRecord, ToldStudy } from "./study-data.ts";

/** Kinds of results in their order, with the verdict that each ought to have. */
const KINDS = [
  ["claim", "Claims", "holds"],
  ["equation", "Equations", "holds"],
  ["control", "Controls, which must fail", "fails"],
] as const;

export function toldStudy(study: StudyAbout, records: StudyRecords): ToldStudy {
  const { id, title, source, claim, claimed, equations, notDone, seenBefore, changed } = study;
  const notes = [
    [
      "Equations, which are tests",
      equations?.map(({ file, tests, about }) => `${about}: ${count(tests, "test")} in \`${file}\`.`),
    ],
    ["Not done", notDone],
    ["Looked at before the published run", seenBefore],
    ["What was changed", changed],
  ] as const;
  return {
    ...{ id, title, source, claim, claimed },
    paper: Object.hasOwn(papers, id) ? toldPaper(id, papers[id]) : null,
    records: [records.full, records.short].flatMap((record) => (record === undefined ? [] : [toldRecord(record)])),
    notes: notes.flatMap(([heading, lines]) => (lines === undefined ? [] : [[heading, lines] as const])),
  };
}

/** A paper under the id of its study. */
export function toldPaper(id: string, paper: Paper): ToldPaper {
  const { year, venue, arxiv } = paper;
  const parts = [authorsOf(paper), String(year), venue, arxiv === null ? null : `arXiv ${arxiv}`];
  const citation = parts.filter((part) => part !== null && part !== undefined).join(", ");
  return { ...paper, citation, address: addressOfPaper(paper), bibtex: bibtex(id, paper) };
}

export function toldRecord(record: StudyRecord): ToldRecord {
  const { id, form, agon, commit, measuredAt, tables } = record;
  const { status } = summaryOf(record);
  return {
    ...{ form, agon, commit, measuredAt, tables, status },
    sentence: sentenceOf(record),
    conditions: conditionsOf(record),
    groups: groupsOf(record),
    command: `agon study ${id}${form === "full" ? " --full" : ""}`,
  };
}

function groupsOf(record: StudyRecord): ResultGroup[] {
  const isSplit = hasHeadlines(record);
  const groups = KINDS.flatMap(([kind, title, wanted]): ResultGroup[] => {
    const results = record.results.filter((one) => one.kind === kind);
    if (kind !== "claim" || !isSplit) return [{ kind, title, wanted, results }];
    return [
      { kind, title: "Headline claims", wanted, results: results.filter(({ headline }) => headline === true) },
      { kind, title: "Other claims", wanted, results: results.filter(({ headline }) => headline !== true) },
    ];
  });
  return groups.filter(({ results }) => results.length > 0);
}

/** What came of a run, in one sentence: `Not reproduced: 5 of 7 claims hold, 1 undecided; 2 of 3 controls fail.` */
export function sentenceOf(record: StudyRecord): string {
  const summary = summaryOf(record);
  const { status } = summary;
  return `${status[0].toUpperCase()}${status.slice(1)}: ${countsOf(summary)}.`;
}

/** `3 of 6 claims hold, 2 undecided; 12 of 12 equations hold; 2 of 2 controls fail`; of headline claims the others stand after them. */
export function countsOf({ claims, others, equations, controls }: RecordSummary): string {
  const of = ({ holds, fails, undecided }: VerdictCounts, noun: string) => {
    const total = holds + fails + undecided;
    if (total === 0) return [];
    return [`${holds} of ${total} ${noun} hold${undecided > 0 ? `, ${undecided} undecided` : ""}`];
  };
  const controlled = controls.of === 0 ? [] : [`${controls.failed} of ${controls.of} controls fail`];
  const claimed = others === undefined ? of(claims, "claims") : of(claims, "headline claims");
  return [
    ...claimed,
    ...(others === undefined ? [] : of(others, "others")),
    ...of(equations, "equations"),
    ...controlled,
  ].join("; ");
}

/** `Short form, 10 seeds from 9101, 59.5 s on …, 2026-11-24, commit …`. */
function conditionsOf({ form, seeds, seconds, machine, measuredAt, commit }: StudyRecord): string {
  const told = seeds.length === 0 ? "" : `, ${count(seeds.length, "seed")} from ${seeds[0]}`;
  const when = `${measuredAt.slice(0, 10)}${commit === null ? "" : `, commit ${commit}`}`;
  return `${form === "full" ? "Long" : "Short"} form${told}, ${seconds.toFixed(1)} s on ${machine}, ${when}.`;
}
