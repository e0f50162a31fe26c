// `agon study ID` and `agon studies`: published systems, claimed beside measured, and the manual's pages of them.

import { join, resolve } from "node:path";
import { makeFolder, writeWhole, writing } from "../core/files.ts";
import { indexPage, systemPage } from "../lab/study-page.ts";
import type { RecordedResult, StudyOptions, StudyRecord } from "../lab/study-record.ts";
import { recordOf, recordText, runStudy, summaryOf } from "../lab/study-record.ts";
import type { Study } from "../study/study.ts";
import { cellText } from "../study/table.ts";
import { studies as shipped } from "../systems/index.ts";
import type { JsonFlag, StoreFlag } from "./flags.ts";
import { duration, note, print, printJson, style, table } from "./output.ts";
import { INTERRUPTED, interruptible } from "./progress.ts";

interface StudyFlags extends JsonFlag, StoreFlag {
  readonly full?: boolean;
  readonly seeds?: number;
}

interface StudiesFlags extends Omit<StudyFlags, "seeds"> {
  readonly run?: boolean;
  readonly write?: string;
}

/** Runs a study, keeps its result, prints it. */
export async function study(id: string, flags: StudyFlags): Promise<number> {
  const found = await shipped.get(id);
  return interruptibleStudies(async (signal) => {
    const record = await runStudy(found, optionsOf(found, flags, signal), flags.store);
    const { results, tables } = record;
    if (flags.json !== true) return printStudy(found, record);
    return printJson({ ...studyJson(found, record), results, tables });
  });
}

/** Lists the studies; runs them first where asked. */
export async function studies(flags: StudiesFlags): Promise<number> {
  const all = await shipped.all();
  if (flags.run === true || flags.full === true) {
    await interruptibleStudies(async (signal) => {
      for (const one of all) {
        const record = await runStudy(one, optionsOf(one, flags, signal), flags.store);
        note(`${one.id}: ${summaryOf(record).status} (${duration(record.seconds)})`);
      }
      return 0;
    });
  }
  const records = all.map((one) => ({ study: one, record: recordOf(one, flags.store) }));
  if (flags.write !== undefined) write(flags.write, records);
  if (flags.json === true) return printJson(records.map(({ study: one, record }) => studyJson(one, record)));
  const rows = records.map(({ study: { id }, record }) => {
    if (record === undefined) return [id, style("dim", "not run"), "–", "–"];
    return [id, statusText(record), duration(record.seconds), countsText(record)];
  });
  return print(table(["study", "status", "time", "result"], rows, 4));
}

/** Writes a page and the record of every system that was measured, and the index. */
function write(folder: string, records: Parameters<typeof indexPage>[0]): void {
  writing(folder, () => {
    makeFolder(join(resolve(folder), "results"));
    for (const { study: one, record } of records) {
      writeWhole(join(folder, `${one.id}.md`), systemPage(one, record));
      if (record !== undefined) writeWhole(join(folder, "results", `${one.id}.json`), recordText(record));
    }
    writeWhole(join(folder, "README.md"), indexPage(records));
  });
  note(`wrote ${folder}`);
}

/** Runs studies so that Ctrl-C ends them at once, in the middle of a part. */
const interruptibleStudies = (work: (signal: AbortSignal) => Promise<number>): Promise<number> =>
  interruptible(work, "stopped", () => {
    note("\nagon: stopped; parts that were done are kept, and the next run goes on from them");
    process.exit(INTERRUPTED);
  });

/** Seconds between two lines of progress where there is no terminal. */
const PATIENCE = 10;

/** What a study needs while it runs; progress goes to a terminal's last line, or now and then to a line of its own. */
function optionsOf({ id }: Study, flags: Partial<StudyFlags>, signal: AbortSignal): StudyOptions {
  let told = performance.now();
  return {
    full: flags.full ?? false,
    ...(flags.seeds === undefined ? {} : { count: flags.seeds }),
    signal,
    progress(done, total, label) {
      const terminal = process.stderr.isTTY === true;
      const since = performance.now() - told;
      if (since < (terminal ? 200 : 1000 * PATIENCE) && done < total) return;
      told = performance.now();
      const line = `${id}: ${label} ${done} of ${total}`;
      if (terminal) process.stderr.write(done < total ? `\r\x1b[K${line}` : "\r\x1b[K");
      else if (done < total) note(line);
    },
  };
}

/** The study's entry in `--json` output: its counts, or nulls where it was not run. */
function studyJson(found: Study, record: StudyRecord | undefined): object {
  const { id, title, source, claim, claimed } = found;
  const about = { id, title, source, claim, claimed };
  if (record === undefined) {
    const unknown = { form: null, claims: null, equations: null, controls: null, seconds: null, seeds: null };
    return { ...about, status: "not run", ...unknown, measuredAt: null, commit: null };
  }
  const { form, seconds, seeds, measuredAt, commit } = record;
  return { ...about, ...summaryOf(record), form, seconds, seeds, measuredAt, commit };
}

const SECTIONS = [
  ["claim", "claims of the paper"],
  ["equation", "equations of the paper"],
  ["control", "controls, which must fail"],
] as const;

function printStudy(found: Study, record: StudyRecord): number {
  print(style("bold", found.title), style("dim", found.source), "", found.claim, `published: ${found.claimed}`);
  for (const { title, columns, rows } of record.tables) {
    print("", style("bold", title));
    const lines = rows.map(({ name, cells }) => [name, ...cells.map(cellText)]);
    if (lines.length > 0) print(table(["", ...columns], lines));
  }
  for (const [kind, heading] of SECTIONS) {
    const results = record.results.filter((one) => one.kind === kind);
    if (results.length === 0) continue;
    print("", style("bold", heading));
    for (const one of results) printResult(one);
  }
  for (const [heading, lines] of [
    ["not done", found.notDone],
    ["looked at before the published run", found.seenBefore],
  ] as const)
    if (lines !== undefined) print("", style("bold", heading), ...lines.map((line) => `· ${line}`));
  return print("", `${statusText(record)}: ${countsText(record)}, in ${duration(record.seconds)}`);
}

function printResult({ kind, name, verdict, expected, measured }: RecordedResult): void {
  const wanted = kind === "control" ? "fails" : "holds";
  const mark =
    verdict === wanted ? style("green", "✓") : verdict === "undecided" ? style("yellow", "?") : style("red", "✗");
  const said = verdict === wanted ? "" : ` ${verdict}:`;
  print(`${mark}${said} ${name}: ${measured} ${style("dim", `(${expected})`)}`);
}

function statusText(record: StudyRecord): string {
  const { status } = summaryOf(record);
  return style(status === "reproduced" ? "green" : status === "undecided" ? "yellow" : "red", status);
}

/** `3 of 6 claims hold, 2 undecided; 12 of 12 equations; 2 of 2 controls fail`. */
function countsText(record: StudyRecord): string {
  const { claims, equations, controls } = summaryOf(record);
  const of = ({ holds, fails, undecided }: typeof claims, noun: string) => {
    const total = holds + fails + undecided;
    if (total === 0) return [];
    return [`${holds} of ${total} ${noun} hold${undecided > 0 ? `, ${undecided} undecided` : ""}`];
  };
  const controlled = controls.of === 0 ? [] : [`${controls.failed} of ${controls.of} controls fail`];
  return [...of(claims, "claims"), ...of(equations, "equations"), ...controlled].join("; ");
}
