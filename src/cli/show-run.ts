// `agon show RUN`: how far a run of the store is, how long it took, what it used of the machine, and its finding.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { count, duration, number } from "../evaluation/number-format.ts";
import type { LoadSummary } from "../lab/store/load-data.ts";
import { readRecord } from "../lab/store/run-record.ts";
import { existingStore, findRun, runsOf } from "../lab/store/store.ts";
import { summaryOf } from "../lab/view/runs.ts";
import { print, printJson, style } from "./output.ts";

/** Returns whether a name is that of a run, of a run's experiment, or `latest`. */
export function isRun(directory: string, name: string): boolean {
  if (!existsSync(directory)) return false;
  const runs = runsOf(existingStore(directory));
  return runs.some((run) => run === name || run.replace(/-[0-9a-f]{8}$/, "") === name || name === "latest");
}

export function showRun(name: string, flags: { readonly store: string; readonly json: boolean }): number {
  const { store, run } = findRun(flags.store, name);
  const summary = summaryOf(store, readRecord(join(store, run)));
  if (flags.json) return printJson(summary);
  const { title, state, cells, begun, seconds, cellSeconds = {}, load, finding, failure } = summary;
  const times = Object.entries(cellSeconds).map(([variant, own]) => `${variant} ${duration(own)}`);
  const rows = [
    ["run", run],
    ["state", `${state}, ${cells.done} of ${count(cells.planned, "cell")}`],
    ["begun", `${begun.slice(0, 16).replace("T", " ")} (UTC)`],
    ...(typeof seconds === "number" ? [["worked", duration(seconds)]] : []),
    ...(times.length > 0 ? [["a cell", times.join(", ")]] : []),
    ...(load === undefined ? [] : [["machine", loadInWords(load)]]),
    ...(failure === undefined ? [] : [["failure", failure]]),
  ];
  print(style("bold", title), ...rows.map(([name, value]) => `${name.padEnd(9)}${value}`), "");
  return print(finding?.text ?? "It has no report yet.", "", `its report: agon report ${run}`);
}

/** Formats what processes used of a machine. */
function loadInWords({ processes, used, cores, gib, memory, waiting }: LoadSummary): string {
  return [
    `${number(used, 2)} of ${count(cores, "core")} used`,
    `at most ${number(gib, 2)} of ${number(memory, 1)} GiB`,
    ...(waiting > 0 ? [`load average ${number(waiting, 1)}`] : []),
    ...(processes > 1 ? [`${processes} processes, one beside or after another`] : []),
  ].join(", ");
}
