// `agon study ID` and `agon studies`: published systems with claimed and measured figures, and their pages in the manual.

import { join } from "node:path";
import { UserError } from "../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { endInterrupted } from "../core/signals.ts";
import { count, duration } from "../evaluation/number-format.ts";
import { indexPage, type MeasuredStudy, systemPage } from "../lab/manual/system-pages.ts";
import { changesInWords, type StudyChanges, studyChanges } from "../lab/studies/changed-run.ts";
import { citedPaper, countsOf, describedRecord, describedStudy } from "../lab/studies/described-study.ts";
import { fittingStudies } from "../lab/studies/fitting-studies.ts";
import { decidingRecord, keepRecord, recordsOf } from "../lab/studies/kept-records.ts";
import { listedStudies } from "../lab/studies/listed-studies.ts";
import { hasHeadlines, type StudyRecord, summaryOf } from "../lab/studies/record.ts";
import { besideShipped, type RecordComparison } from "../lab/studies/record-comparison.ts";
import { runStudy, type StudyOptions } from "../lab/studies/running.ts";
import type { ListedStudy, ResultGroup } from "../lab/studies/study-data.ts";
import { cellText } from "../study/figure.ts";
import type { Study, StudyAbout } from "../study/study.ts";
import { studies as systems } from "../systems/index.ts";
import { papers } from "../systems/papers.ts";
import { onCluster } from "./cluster.ts";
import type { Flags } from "./commands.ts";
import { answer, note, print, printJson, style, table } from "./output.ts";
import { interruptible } from "./progress.ts";

/** Runs a study, stores its result, and prints it beside the built-in one; or prints its paper. */
export async function study(id: string, flags: Flags<"study">): Promise<number> {
  if (!systems.has(id) && /\.ya?ml$/i.test(id)) {
    const hint = `agon run ${id} --claims runs an experiment's file and holds its claims`;
    throw new UserError({ code: "unknown-name", what: `${id} is no study but a file`, hint });
  }
  const entry = await systems.get(id);
  const changes = changesOf(entry, flags);
  if (flags.bibtex) {
    const paper = citedPaper(id, papers[id]);
    return answer(flags, { id, paper }, () => print(paper.bibtex));
  }
  return interruptibleStudies(async (signal) => {
    const record = await recordOf(entry, flags, signal, changes);
    const { results, tables } = record;
    const shipped = besideShipped(record);
    return answer(flags, { ...studyJson(entry, record), changes, results, tables, shipped }, () => {
      printStudy(entry, record);
      printComparison(shipped);
      if (Object.keys(changes).length > 0)
        print("", `A changed run, and no record: ${changesInWords(entry, changes, flags.full)}. It is not kept.`);
    });
  });
}

/** Returns the parameters that this run changes; `--seeds N` is `--set seeds.count=N`. */
function changesOf(
  entry: StudyAbout,
  { set, seeds, full }: Pick<Flags<"study">, "set" | "seeds" | "full">,
): StudyChanges {
  const count = seeds === undefined || entry.seeds === undefined ? [] : [`seeds.count=${seeds}`];
  return studyChanges(entry, [...count, ...set], full);
}

/** Runs a study, on a cluster where flags name one. Stores its record if no parameter is changed. */
const recordOf = (
  entry: Study,
  flags: Omit<Flags<"study">, "json" | "set" | "seeds" | "bibtex">,
  signal: AbortSignal,
  changes?: StudyChanges,
): Promise<StudyRecord> =>
  onCluster(flags, entry.id, (engine) =>
    runStudy(
      entry,
      { ...optionsOf(entry, flags, signal), ...(changes === undefined ? {} : { changes }), engine },
      flags.store,
    ),
  );

/** Lists the studies that match these words, with their records. Runs them first, or writes their pages, where a flag says so. */
export async function studies(words: readonly string[], flags: Flags<"studies">): Promise<number> {
  const status: ListedStudy["status"] | "" = flags.status ?? "";
  const fitting = () => fittingStudies(listedStudies(flags.store), words.join(" "), status);
  const loaded = () => Promise.all(fitting().map(({ id }) => systems.get(id)));
  if (flags.run || flags.full) {
    await interruptibleStudies(async (signal) => {
      for (const one of await loaded()) {
        const record = await recordOf(one, flags, signal);
        note(`${one.id}: ${summaryOf(record).status} (${duration(record.seconds)})`);
      }
      return 0;
    });
  }
  const measuredOf = (one: Study) => ({ study: one, records: recordsOf(one.id, flags.store) });
  if (flags.write !== undefined) write(flags.write, (await systems.all()).map(measuredOf));
  if (flags.json) {
    const measured = (await loaded()).map(measuredOf);
    printJson(measured.map(({ study: one, records }) => studyJson(one, decidingRecord(records))));
    return 0;
  }
  const rows = fitting().map(({ id, status, outcome, form, seconds }) => {
    const time = seconds === null ? "–" : duration(seconds);
    return [id, statusText(status), form ?? "–", time, outcome];
  });
  return rows.length === 0
    ? print("no study fits")
    : print(table(["study", "status", "form", "time", "result"], rows, 5));
}

/** Writes a page and the records of every system, and the index. */
function write(folder: string, measured: readonly MeasuredStudy[]): void {
  writing(folder, () => {
    makeFolder(folder);
    for (const { study: one, records } of measured) {
      writeWhole(join(folder, `${one.id}.md`), systemPage(one, records));
      for (const record of Object.values(records)) keepRecord(join(folder, "results"), record);
    }
    writeWhole(join(folder, "README.md"), indexPage(measured));
  });
  note(`wrote ${folder}`);
}

/** Runs studies so that Ctrl-C ends them at once, in the middle of a part. */
const interruptibleStudies = (work: (signal: AbortSignal) => Promise<number>): Promise<number> =>
  interruptible(work, "stopped", () => {
    note("\nagon: stopped; parts that were done are kept, and the next run goes on from them");
    endInterrupted();
  });

/** Seconds between two lines of progress where there is no terminal. */
const PATIENCE = 10;

/** Returns the options of a running study. Its progress goes to a terminal's last line, or periodically to a line of its own. */
function optionsOf({ id }: StudyAbout, flags: Pick<Flags<"study">, "full">, signal: AbortSignal): StudyOptions {
  let reportedAt = performance.now();
  return {
    full: flags.full,
    signal,
    progress(done, total, label) {
      const terminal = process.stderr.isTTY === true;
      const since = performance.now() - reportedAt;
      if (since < (terminal ? 200 : 1000 * PATIENCE) && done < total) return;
      reportedAt = performance.now();
      const line = `${id}: ${label} ${done} of ${total}`;
      if (terminal) process.stderr.write(done < total ? `\r\x1b[K${line}` : "\r\x1b[K");
      else if (done < total) note(line);
    },
  };
}

/** Returns the study's entry in `--json` output: its counts, or nulls where it was not run. */
function studyJson(entry: StudyAbout, record: StudyRecord | undefined): object {
  const { id, title, source, claim, claimed } = entry;
  const about = { id, title, source, claim, claimed, paper: citedPaper(id, papers[id]) };
  if (record === undefined) {
    const unknown = { form: null, claims: null, seconds: null, seeds: null };
    return { ...about, status: "not run", ...unknown, measuredAt: null, commit: null };
  }
  const { form, seconds, seeds, measuredAt, commit } = record;
  return { ...about, ...summaryOf(record), form, seconds, seeds, measuredAt, commit };
}

function printStudy(entry: Study, record: StudyRecord): number {
  const { title, source, claim, claimed, paper, notes } = describedStudy(entry, {});
  const { tables, groups } = describedRecord(record);
  const published = paper === null ? [] : [`${paper.title}. ${paper.citation}.`];
  print(style("bold", title), style("dim", source), ...published, "", claim, `published: ${claimed}`);
  for (const { title: heading, columns, rows } of tables) {
    print("", style("bold", heading));
    const lines = rows.map(({ name, cells }) => [name, ...cells.map(cellText)]);
    if (lines.length > 0) print(table(["", ...columns], lines));
  }
  for (const group of groups) {
    print("", style("bold", group.title));
    printResults(group);
  }
  for (const [heading, lines] of notes) print("", style("bold", heading), ...lines.map((line) => `· ${line}`));
  const summary = summaryOf(record);
  const finding = hasHeadlines(record) ? [describedRecord(record).finding] : [];
  return print("", ...finding, `${statusText(summary.status)}: ${countsOf(summary)}, in ${duration(record.seconds)}`);
}

function printResults({ results }: ResultGroup): void {
  for (const { name, verdict, expected, measured } of results) {
    const mark =
      verdict === "holds" || verdict === "shown by tests"
        ? style("green", "✓")
        : verdict === "undecided"
          ? style("yellow", "?")
          : style("red", "✗");
    const said = verdict === "holds" ? "" : ` ${verdict}:`;
    print(`${mark}${said} ${name}: ${measured} ${style("dim", `(${expected})`)}`);
  }
}

/** Prints which new figures differ from the built-in ones. */
function printComparison(beside: RecordComparison | null): number {
  if (beside === null) return print("", "No record of it ships.");
  const { form, seeds, machine, measuredAt, commit, same, of, differing } = beside;
  const from = [`${form} form`, ...(seeds === 0 ? [] : [count(seeds, "seed")]), measuredAt.slice(0, 10)];
  const record = `the record that ships (${[...from, commit === null ? [] : `commit ${commit}`, machine].flat().join(", ")})`;
  print("", `${same} of ${of} results are those of ${record}.`);
  for (const { name, verdict, measured, shipped: before } of differing) {
    const then = before === null ? "is not in it" : `there ${before.verdict}, ${before.measured}`;
    print(`· ${name}: ${verdict}, ${measured}; ${then}`);
  }
  return 0;
}

const COLOURS = {
  shown: "green",
  "partly shown": "green",
  "not shown here": "yellow",
  "contradicted here": "red",
  unmarked: "dim",
  "not run": "dim",
  damaged: "red",
} as const satisfies Record<ListedStudy["status"], string>;

const statusText = (status: ListedStudy["status"]): string => style(COLOURS[status], status);
