// `agon study ID`: one published system, claimed beside measured.

import { UserError, unknownName } from "../core/errors.ts";
import { runStudy, type StudyRecord } from "../lab/study-record.ts";
import type { Study, StudyContext } from "../study/study.ts";
import { studies } from "../systems/index.ts";
import type { StudyFlags } from "./main.ts";
import { duration, note, print, printJson, style } from "./output.ts";

/** Runs a study, keeps its result, prints it. */
export async function study(id: string, flags: StudyFlags): Promise<number> {
  const found = studies.find((candidate) => candidate.id === id);
  if (found === undefined)
    throw new UserError(
      unknownName(
        "study",
        id,
        studies.map((candidate) => candidate.id),
      ),
    );
  const record = await runStudy(found, contextOf(found, flags), flags.store);
  if (flags.json === true) printJson(studyJson(found, record));
  else printStudy(found, record);
  return 0;
}

/** Seconds between two lines of progress where there is no terminal. */
const PATIENCE = 10;

/** What a study needs while it runs; progress goes to a terminal's last line, or now and then to a line of its own. */
export function contextOf({ id }: Study, flags: { full?: boolean; seeds?: number }): Omit<StudyContext, "all"> {
  const interrupt = new AbortController();
  process.once("SIGINT", () => {
    interrupt.abort();
    note("\nagon: stopped; parts that were done are kept, and the next run goes on from them");
    process.exit(130);
  });
  let told = performance.now();
  return {
    full: flags.full ?? false,
    ...(flags.seeds === undefined ? {} : { seeds: flags.seeds }),
    signal: interrupt.signal,
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

/** The study's entry in `--json` output. */
export function studyJson(found: Study, record: StudyRecord | undefined): object {
  const { id, title, source, claim, claimed } = found;
  const about = { id, title, source, claim, claimed };
  if (record === undefined)
    return {
      ...about,
      status: "not run",
      measured: null,
      seconds: null,
      measuredAt: null,
      checks: [],
      control: null,
      controls: [],
    };
  const { status, measured, seconds, measuredAt, checks, controls, full } = record;
  const [control] = controls;
  return { ...about, status, measured, seconds, measuredAt, full, checks, control: control ?? null, controls };
}

function printStudy(found: Study, { checks, controls, measured, seconds, status }: StudyRecord): void {
  print(
    style("bold", found.title),
    style("dim", found.source),
    "",
    found.claim,
    `claimed:  ${found.claimed}`,
    `measured: ${measured}`,
    "",
  );
  for (const { name, expected, measured: figure, pass } of checks) {
    print(
      `${pass ? style("green", "✓") : style("red", "✗")} ${name}: ${figure} ${style("dim", `(expected ${expected})`)}`,
    );
  }
  for (const { name, failed, measured: figure } of controls) {
    print(
      `${failed ? style("green", "✓") : style("red", "✗")} control ${failed ? "fails, as it must" : "does NOT fail"}: ${name}: ${figure}`,
    );
  }
  const colour = status === "reproduced" ? "green" : status === "partly" ? "yellow" : "red";
  const passed = checks.filter(({ pass }) => pass).length;
  print("", `${style(colour, status)}: ${passed} of ${checks.length} checks pass, in ${duration(seconds)}`);
}
