// `agon run` and `agon resume`: show a live table while cells are computed, then the report.

import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { writeWhole, writing } from "../core/files.ts";
import { INTERRUPTED } from "../core/signals.ts";
import { count } from "../evaluation/number-format.ts";
import { type Experiment, readExperiment } from "../lab/experiment/experiment.ts";
import { EXAMPLES } from "../lab/experiment/own-package.ts";
import { trustFolders } from "../lab/experiment/trust.ts";
import type { ReportData } from "../lab/report/report-data.ts";
import type { Engine } from "../lab/run/engine.ts";
import { type RunResult, runExperiment } from "../lab/run/run.ts";
import { GOES_ON, STOPPING } from "../lab/run/stopping.ts";
import { findRun } from "../lab/store/store.ts";
import type { Flags } from "./commands.ts";
import { answer, note, remark } from "./output.ts";
import { place } from "./place.ts";
import { interruptible, type WorkWatch, watched } from "./progress.ts";
import { runProgress } from "./run-progress.ts";

type ComputeFlags = Flags<"resume"> & Partial<Pick<Flags<"run">, "claims" | "junit">>;

interface Ended {
  readonly experiment: Experiment;
  readonly result: RunResult;
}

/** What a command shows of a run in place of its report. */
interface Showing {
  /** Throws a UserError where the experiment has nothing that can be shown; called before anything is computed. */
  check(experiment: Experiment): void;
  /** Returns the exit code. */
  show(ended: Ended): Promise<number>;
}

/** Runs the missing cells of an experiment, a file or a built-in example by name, and writes its report. */
export const run = (name: string, flags: Flags<"run">): Promise<number> => runThenShow(name, flags, undefined);

/** As `run`; `showing` prints in place of the report. */
export async function runThenShow(name: string, flags: Flags<"run">, showing: Showing | undefined): Promise<number> {
  const file = await meantFile(name);
  const { set, seeds, full, budget, skipBadRows, store } = flags;
  const read = async (watch: WorkWatch): Promise<Experiment> => {
    const experiment = await readExperiment(file, {
      ...{ set, ...place(store), ...watch },
      ...(seeds === undefined ? {} : { seeds }),
      ...(full ? { full } : {}),
      ...(budget === undefined ? {} : { budget }),
      ...(skipBadRows ? { skipBadRows } : {}),
    });
    if (isJudged(flags)) refuseNoClaims(experiment);
    showing?.check(experiment);
    // An example given by its path is a file like any other. One that is run by its name is in Agon's installation folder, which must not
    // be written to.
    if (file !== name) refuseOutputs(experiment);
    const descriptions = experiment.variants.map(({ description }) => description);
    trustFolders({ ...experiment, descriptions });
    return experiment;
  };
  return computed(read, flags, showing);
}

/** Returns the file that a name means. The examples are read only where no file has this name. */
async function meantFile(name: string): Promise<string> {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === false) return name;
  return (await import("../lab/examples/examples.ts")).namedFile(name, place());
}

/** Resumes a run of the store with its original settings. */
export async function resume(name: string, flags: ComputeFlags): Promise<number> {
  const { store, run } = findRun(flags.store, name);
  const { experimentOfRun, refuseAtWork } = await import("../lab/run/resumed.ts");
  refuseAtWork(store, run);
  const { onNotice } = place(store);
  const read = async (watch: WorkWatch): Promise<Experiment> => ({
    ...(await experimentOfRun(store, run, { ...watch, onNotice })),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
  });
  return computed(read, { ...flags, store });
}

/**
 * Computes the missing cells of the experiment that `read` returns, and writes its report. Returns the exit code: 2 where every episode
 * failed.
 */
async function computed(
  read: (watch: WorkWatch) => Promise<Experiment>,
  flags: ComputeFlags,
  showing?: Showing,
): Promise<number> {
  const work = async (signal: AbortSignal): Promise<number> => {
    const experiment = await watched(signal, read);
    const compute = (engine?: Engine): Promise<number> => computeOn(engine, experiment, { flags, signal, showing });
    return flags.on === undefined
      ? compute()
      : (await import("./cluster.ts")).onCluster(flags, experiment.title, compute);
  };
  return interruptible(work, "stopped before any cell was computed", () =>
    note(
      flags.on === undefined ? `\nstopping: ${STOPPING}; Ctrl-C again stops at once` : "\nleaving: the workers go on",
    ),
  );
}

interface Computing {
  readonly flags: ComputeFlags;
  readonly signal: AbortSignal;
  readonly showing: Showing | undefined;
}

async function computeOn(
  engine: Engine | undefined,
  experiment: Experiment,
  { flags, signal, showing }: Computing,
): Promise<number> {
  const progress = await runProgress(experiment);
  // Modules for the report are loaded while cells are computed.
  const loading = Promise.all([import("../lab/report/report.ts"), import("./report.ts"), loadEngine()]);
  // A failure to load them only affects the report: it is thrown after the cells are computed.
  loading.catch(() => {});
  try {
    const result = await runExperiment(experiment, {
      ...{ store: flags.store, signal, ...(engine === undefined ? {} : { engine }) },
      ...{ onPlan: progress.plan, onTraining: progress.training, onCell: progress.cell },
      workers: flags.workers ?? availableParallelism(),
    });
    const [{ writeReport }, { printReport, reportJson, tellRefused }] = await loading;
    const report = result.interrupted ? undefined : await writeReport(result.folder);
    progress.end();
    for (const line of spendingInWords(result)) note(line);
    if (report === undefined) {
      for (const line of stoppedInWords(result, flags)) note(line);
      return INTERRUPTED;
    }
    if (showing === undefined)
      answer(flags, reportJson(report.data, result.store, report.page), () => printReport(report.data, report.page));
    const refused = tellRefused(report);
    if (report.data.finding.failed === true) {
      remark("every episode failed, so that nothing was measured; the report says why");
      return 2;
    }
    if (showing !== undefined) return (await showing.show({ experiment, result })) || refused;
    return refused || (isJudged(flags) ? judged(report.data, flags) : 0);
  } finally {
    progress.end();
  }
}

/** Loads the engine of queries, which the report needs. */
const loadEngine = async () => (await import("../logs/engine.ts")).loadDuckDB();

/** Returns whether the exit code depends on the claims. */
const isJudged = ({ claims = false, junit }: Pick<ComputeFlags, "claims" | "junit">): boolean =>
  claims || junit !== undefined;

/** Throws a UserError where an experiment is judged by claims and has none. */
function refuseNoClaims({ file, claims }: Experiment): void {
  if (claims !== undefined) return;
  const hint = 'write claims: { it pays: "cooperative: joint.value > private" }';
  throw new UserError({ code: "no-claims", what: "claims nothing", where: file, hint });
}

/** Exit codes by the verdict on claims. */
const CODES = { holds: 0, fails: 3, undecided: 4 } as const;

/** Writes the JUnit file where one is requested, and returns the exit code of the claims. */
async function judged({ title, claims = [] }: ReportData, { junit: file }: ComputeFlags): Promise<number> {
  const { claimsVerdict } = await import("../lab/report/judged-claim.ts");
  if (file !== undefined) {
    const { junit } = await import("../lab/report/junit.ts");
    const text = junit(title, claims);
    writing(file, () => writeWhole(resolve(file), text));
  }
  return CODES[claimsVerdict(claims)];
}

/** Describes the requests to language models and their cost; empty where there were none. */
function spendingInWords({ spending: { asked, recalled, spent } }: RunResult): string[] {
  if (asked === 0) return [];
  const paid = spent > 0 ? `, for ${money(spent)} in all` : "";
  const verb = asked === 1 ? "was" : "were";
  return [`agon: ${count(asked, "answer")} ${verb} asked for${paid}; ${recalled} on file`];
}

/** Describes why a run has stopped, what is missing, and how it is resumed. */
function stoppedInWords({ kept, computed, cells, missing, spending }: RunResult, { on }: ComputeFlags): string[] {
  const done = `${kept + computed} of ${cells} cells done`;
  if (!spending.isOver) {
    if (on === undefined) return [`agon: stopped with ${done}; ${GOES_ON}`];
    return [`agon: left with ${done}; the workers go on, and the same command follows them again`];
  }
  const left = [...missing].map(
    ([variant, seeds]) => `${variant} (${seeds.length === 1 ? "seed" : "seeds"} ${ranges(seeds)})`,
  );
  const beyond = spending.spent - spending.limit;
  // The tolerance covers the rounding of sums of prices.
  const over = beyond > 1e-9 * spending.limit ? `, and ${money(beyond)} more by calls that were under way` : "";
  return [
    `agon: the budget of ${spending.limit} is spent${over}: stopped with ${done}`,
    `missing: ${left.join(", ")}`,
    `${GOES_ON}, with as much again; --budget sets another`,
  ];
}

/** Formats an amount of money with four significant digits. */
const money = (amount: number): string => String(Number(amount.toPrecision(4)));

/** Formats integers in ascending order as ranges: 0–3, 7. */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const one of numbers) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === one - 1) last[1] = one;
    else parts.push([one, one]);
  }
  return parts
    .map(([from, to]) => (from === to ? String(from) : `${from}${to === from + 1 ? ", " : "–"}${to}`))
    .join(", ");
}

/** Throws a UserError where an experiment of the package would write a file to the package's folder. */
function refuseOutputs({ directory, variants }: Experiment): void {
  const outputs = variants.flatMap(({ setting }) => setting.remotes.flatMap((remote) => remote.outputs));
  const inside = outputs.find((output) => resolve(directory, output).startsWith(EXAMPLES));
  if (inside === undefined) return;
  const what = `${inside} would be written beside the shipped example`;
  const hint = "copy the example (agon examples copy), or give a path that begins with /";
  throw new UserError({ code: "writes-into-package", what, hint });
}
