// `agon study ID`: one published system, claimed beside measured.

import { type RecordedResult, runStudy, type StudyOptions, type StudyRecord, summaryOf } from "../lab/study-record.ts";
import type { Study } from "../study/study.ts";
import { cellText } from "../study/table.ts";
import { studies } from "../systems/index.ts";
import { interruptible } from "./interruptible.ts";
import type { StudyFlags } from "./main.ts";
import { duration, note, print, printJson, style, table } from "./output.ts";
import { INTERRUPTED } from "./progress.ts";

/** Runs a study, keeps its result, prints it. */
export async function study(id: string, flags: StudyFlags): Promise<number> {
  const found = await studies.get(id);
  return interruptibleStudies(async (signal) => {
    const record = await runStudy(found, optionsOf(found, flags, signal), flags.store);
    if (flags.json === true) {
      const { results, tables } = record;
      printJson({ ...studyJson(found, record), results, tables });
    } else printStudy(found, record);
    return 0;
  });
}

/** Runs studies so that Ctrl-C ends them at once, in the middle of a part. */
export function interruptibleStudies(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  return interruptible(work, "stopped", () => {
    note("\nagon: stopped; parts that were done are kept, and the next run goes on from them");
    process.exit(INTERRUPTED);
  });
}

/** Seconds between two lines of progress where there is no terminal. */
const PATIENCE = 10;

/** What a study needs while it runs; progress goes to a terminal's last line, or now and then to a line of its own. */
export function optionsOf({ id }: Study, flags: { full?: boolean; seeds?: number }, signal: AbortSignal): StudyOptions {
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
export function studyJson(found: Study, record: StudyRecord | undefined): object {
  const { id, title, source, claim, claimed } = found;
  const about = { id, title, source, claim, claimed };
  if (record === undefined)
    return {
      ...{ ...about, status: "not run", form: null, claims: null, equations: null, controls: null },
      ...{ seconds: null, seeds: null, measuredAt: null, commit: null },
    };
  const { form, seconds, seeds, measuredAt, commit } = record;
  return { ...about, ...summaryOf(record), form, seconds, seeds, measuredAt, commit };
}

const SECTIONS = [
  ["claim", "claims of the paper"],
  ["equation", "equations of the paper"],
  ["control", "controls, which must fail"],
] as const;

function printStudy(found: Study, record: StudyRecord): void {
  print(style("bold", found.title), style("dim", found.source), "", found.claim, `published: ${found.claimed}`);
  for (const { title, columns, rows } of record.tables) {
    print("", style("bold", title));
    if (rows.length > 0)
      print(
        table(
          ["", ...columns],
          rows.map(({ name, cells }) => [name, ...cells.map(cellText)]),
        ),
      );
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
  const { status, ...counts } = summaryOf(record);
  const colour = status === "reproduced" ? "green" : status === "undecided" ? "yellow" : "red";
  print("", `${style(colour, status)}: ${countsText(counts)}, in ${duration(record.seconds)}`);
}

function printResult({ kind, name, verdict, expected, measured }: RecordedResult): void {
  const wanted = kind === "control" ? "fails" : "holds";
  const mark =
    verdict === wanted ? style("green", "✓") : verdict === "undecided" ? style("yellow", "?") : style("red", "✗");
  const said = verdict === wanted ? "" : ` ${verdict}:`;
  print(`${mark}${said} ${name}: ${measured} ${style("dim", `(${expected})`)}`);
}

/** `3 of 6 claims hold, 2 undecided; 12 of 12 equations; 2 of 2 controls fail`. */
export function countsText({ claims, equations, controls }: Omit<ReturnType<typeof summaryOf>, "status">): string {
  const of = ({ holds, fails, undecided }: typeof claims, noun: string) => {
    const total = holds + fails + undecided;
    if (total === 0) return [];
    return [`${holds} of ${total} ${noun} hold${undecided > 0 ? `, ${undecided} undecided` : ""}`];
  };
  const controlled = controls.of === 0 ? [] : [`${controls.failed} of ${controls.of} controls fail`];
  return [...of(claims, "claims"), ...of(equations, "equations"), ...controlled].join("; ");
}
