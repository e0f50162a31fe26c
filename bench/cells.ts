// A run of many small cells through the command line, watched from outside: memory must not grow with the number of cells,
// and all cores must be busy while they are computed. Then the run's report, built again from the store.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Sample, watch } from "./process-samples.ts";
import { atLeast, type Target, under } from "./target.ts";

/** A run and its report. Memory in MB. */
export interface CellFigures {
  readonly record: "episodes" | "steps";
  readonly cells: number;
  readonly cellsPerSecond: number;
  /** Processor time over what all cores could give, while cells are computed. */
  readonly busy: number;
  /** What the cores idled meanwhile; the rest went to other processes of the machine. */
  readonly idle: number;
  readonly peak: number;
  /** From when a tenth of the cells was done until nine tenths were. */
  readonly growth: number;
  readonly reportSeconds: number;
  readonly reportPeak: number;
}

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Milliseconds between two looks; a look counts the finished cells, which takes time from the run itself. */
const EVERY = 300;

/** Runs `cells` cells of two variants: S-LCD for 20 steps with constant agents. */
export async function benchCells(record: CellFigures["record"], cells: number): Promise<CellFigures> {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  try {
    const file = join(folder, "cells.yaml");
    writeFileSync(file, experiment(record, cells / 2));
    const store = join(folder, "store");
    const samples = await watched(["run", file, "--store", store, "--json"], () => finished(store));
    const computing = phase(samples, cells);
    const first = computing[0];
    const last = computing[computing.length - 1];
    const available = (last.at - first.at) * availableParallelism();
    const report = await watched(["report", "latest", "--store", store, "--json"], () => 0);
    return {
      record,
      cells,
      cellsPerSecond: (last.done - first.done) / (last.at - first.at),
      busy: (last.processor - first.processor) / available,
      idle: (last.idle - first.idle) / available,
      peak: highest(samples),
      growth: residentAt(computing, 0.9 * cells) - residentAt(computing, 0.1 * cells),
      reportSeconds: report[report.length - 1].at + EVERY / 2000,
      reportPeak: highest(report),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function experiment(record: CellFigures["record"], seeds: number): string {
  return [
    "environment: { id: coopetition/slcd, horizon: 20 }",
    "agents: { policy: constant }",
    "objective: joint.value",
    "variants: { private: { reward: private }, integrated: { reward: integrated } }",
    `seeds: ${seeds}`,
    `record: ${record}`,
    "",
  ].join("\n");
}

async function watched(args: readonly string[], done: () => number): Promise<Sample[]> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => {
    said += String(text);
  });
  const samples = await watch(child, EVERY, done);
  if (child.exitCode !== 0) throw new Error(`agon ${args.join(" ")} ended with ${child.exitCode}: ${said}`);
  if (samples.length === 0) throw new Error(`agon ${args.join(" ")} ended before it could be watched`);
  return samples;
}

/** Cells whose seal is there. */
function finished(store: string): number {
  const cells = join(store, "cells");
  const folders = existsSync(cells) ? readdirSync(cells).map((key) => join(cells, key, "seals")) : [];
  return folders
    .filter((folder) => existsSync(folder))
    .reduce((sum, folder) => sum + readdirSync(folder).filter((name) => name.endsWith(".json")).length, 0);
}

/** Looks at which some cells, but not all, were done; the first of them are left to the threads' start. */
function phase(samples: readonly Sample[], cells: number): Sample[] {
  const computing = samples.filter(({ done }) => done >= 0.02 * cells && done < cells);
  if (computing.length < 2) throw new Error(`${cells} cells were done too soon to be watched`);
  return computing;
}

function residentAt(samples: readonly Sample[], done: number): number {
  return (samples.find((sample) => sample.done >= done) ?? samples[samples.length - 1]).resident;
}

function highest(samples: readonly Sample[]): number {
  return Math.max(...samples.map(({ resident }) => resident));
}

/** Under 500 MB, over 85 % busy, a report in under 20 s. */
export function cellTargets(figures: readonly CellFigures[]): Target[] {
  return figures.flatMap(({ record, cells, peak, busy, reportSeconds, reportPeak }) => {
    const run = `${cells.toLocaleString("en-US")} cells, ${record}`;
    return [
      under(`${run}: peak memory`, 500, Math.max(peak, reportPeak), "MB"),
      atLeast(`${run}: cores busy`, 85, 100 * busy, "%"),
      under(`${run}: report`, 20, reportSeconds, "s"),
    ];
  });
}
