// `agon run` and `agon resume`: a live table while cells are computed, then the report.

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createLogUpdate } from "log-update";
import { UserError } from "../core/errors.ts";
import { count, duration } from "../evaluation/number-format.ts";
import { estimate } from "../evaluation/statistics/interval.ts";
import type { TrainingNews } from "../lab/cell-job.ts";
import type { Engine } from "../lab/engine.ts";
import { EXAMPLES, namedFile } from "../lab/examples.ts";
import { type Experiment, readExperiment } from "../lab/experiment.ts";
import { objectiveLabel } from "../lab/measures.ts";
import { pace, secondsLeft } from "../lab/pace.ts";
import { writeReport } from "../lab/report.ts";
import { experimentOfRun, refuseAtWork } from "../lab/resumed.ts";
import { type Plan, type RunResult, runExperiment } from "../lab/run.ts";
import { GOES_ON, STOPPING } from "../lab/stopping.ts";
import { findRun } from "../lab/store.ts";
import { replicatesOf } from "../lab/windows.ts";
import { onCluster } from "./cluster.ts";
import type { Flags } from "./commands.ts";
import { answer, interval, note, number, remark, sparkline, table } from "./output.ts";
import { place } from "./place.ts";
import { INTERRUPTED, interruptible, type Watched, watched } from "./progress.ts";
import { printReport, reportJson, tellRefused } from "./report.ts";

type ComputeFlags = Flags<"resume">;

/** Runs what is missing of an experiment, a file or a shipped example by name, and writes its report. */
export async function run(name: string, flags: Flags<"run">): Promise<number> {
  const file = namedFile(name, place());
  const { set, seeds, budget, skipBadRows, store } = flags;
  const read = async (watch: Watched): Promise<Experiment> => {
    const experiment = await readExperiment(file, {
      ...{ set, ...place(store), ...watch },
      ...(seeds === undefined ? {} : { seeds }),
      ...(budget === undefined ? {} : { budget }),
      ...(skipBadRows ? { skipBadRows } : {}),
    });
    // An example in the repository is a file like others; one that is run by its name lies where Agon is installed.
    if (file !== name) refuseOutputs(experiment);
    return experiment;
  };
  return computed(read, flags);
}

/** Goes on with a run of the store, as it was asked for. */
export async function resume(name: string, flags: ComputeFlags): Promise<number> {
  const { store, run } = findRun(flags.store, name);
  refuseAtWork(store, run);
  const { onNotice } = place(store);
  const read = async (watch: Watched): Promise<Experiment> => ({
    ...(await experimentOfRun(store, run, { ...watch, onNotice })),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
  });
  return computed(read, { ...flags, store });
}

/** Computes what is missing of the experiment that `read` gives, and writes its report. Gives the exit code: 2 where every episode failed. */
async function computed(read: (watch: Watched) => Promise<Experiment>, flags: ComputeFlags): Promise<number> {
  const work = async (signal: AbortSignal): Promise<number> => {
    const experiment = await watched(signal, read);
    return onCluster(flags, experiment.title, (engine) => computeOn(engine, experiment, flags, signal));
  };
  return interruptible(work, "stopped before any cell was computed", () =>
    note(
      flags.on === undefined ? `\nstopping: ${STOPPING}; Ctrl-C again stops at once` : "\nleaving: the workers go on",
    ),
  );
}

async function computeOn(
  engine: Engine | undefined,
  experiment: Experiment,
  flags: ComputeFlags,
  signal: AbortSignal,
): Promise<number> {
  const progress = progressOf(experiment);
  try {
    const result = await runExperiment(experiment, {
      store: flags.store,
      ...(engine === undefined ? {} : { engine }),
      workers: flags.workers ?? availableParallelism(),
      signal,
      onPlan: progress.plan,
      onTraining: progress.training,
      onCell: progress.cell,
    });
    const report = result.interrupted ? undefined : await writeReport(result.folder);
    progress.end();
    for (const line of spendingInWords(result)) note(line);
    if (report === undefined) {
      for (const line of stoppedInWords(result, flags)) note(line);
      return INTERRUPTED;
    }
    answer(flags, reportJson(report.data, result.store, report.page), () => printReport(report.data, report.page));
    const refused = tellRefused(report);
    if (report.data.finding.failed !== true) return refused;
    remark("every episode failed, so that nothing was measured; the report says why");
    return 2;
  } finally {
    progress.end();
  }
}

/** What was asked of language models, and what it cost; nothing where nothing was. */
function spendingInWords({ spending: { asked, recalled, spent } }: RunResult): string[] {
  if (asked === 0) return [];
  const paid = spent > 0 ? `, for ${money(spent)} in all` : "";
  const verb = asked === 1 ? "was" : "were";
  return [`agon: ${count(asked, "answer")} ${verb} asked for${paid}; ${recalled} on file`];
}

/** Why a run has stopped, what is missing, and how it goes on. */
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
  // Sums of prices are rounded.
  const over = beyond > 1e-9 * spending.limit ? `, and ${money(beyond)} more by calls that were under way` : "";
  return [
    `agon: the budget of ${spending.limit} is spent${over}: stopped with ${done}`,
    `missing: ${left.join(", ")}`,
    `${GOES_ON}, with as much again; --budget sets another`,
  ];
}

/** Four digits behind what is spent. */
const money = (amount: number): string => String(Number(amount.toPrecision(4)));

/** Whole numbers in ascending order, as 0–3, 7. */
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

/** Throws a UserError where an experiment of the package would write a file beside itself. */
function refuseOutputs({ directory, variants }: Experiment): void {
  const outputs = variants.flatMap(({ setting }) => setting.remotes.flatMap((remote) => remote.outputs));
  const inside = outputs.find((output) => resolve(directory, output).startsWith(EXAMPLES));
  if (inside === undefined) return;
  const what = `${inside} would be written beside the shipped example`;
  const hint = "copy the example (agon examples copy), or give a path that begins with /";
  throw new UserError({ code: "writes-into-package", what, hint });
}

interface Progress {
  plan(plan: Plan): void;
  training(news: TrainingNews): void;
  cell(variant: string, seed: number, summary: { pay: number; objective: number }): void;
  end(): void;
}

/** A training in flight: its last news, and pay and objective of its updates so far. */
interface TokenCredit {
  news: TrainingNews;
  readonly pay: number[];
  readonly objective: number[];
}

/** Columns of a curve on a terminal. */
const CURVE = 16;

/** A live table on a terminal, a line every few seconds elsewhere; both on standard error. */
function progressOf({ variants, episodes }: Experiment): Progress {
  const live = process.stderr.isTTY === true;
  const screen = createLogUpdate(process.stderr);
  const wanted = objectiveLabel(variants[0].setting.objective.name);
  const values = new Map(
    variants.map(({ name, setting }) => {
      const replicates = replicatesOf(setting.spec, episodes);
      return [name, { pay: [] as number[], objective: [] as number[], replicates }];
    }),
  );
  const learning = new Map<string, TokenCredit>();
  let plan: Plan | undefined;
  let started = 0;
  let done = 0;
  let drawn = 0;
  let ended = false;

  const headline = (): string => {
    if (plan === undefined) return "";
    const work = {
      ...{ seconds: (performance.now() - started) / 1000, missing: plan.cells - plan.kept, done },
      shares: Array.from(learning.values(), ({ news: { share } }) => share),
    };
    const [rate, left] = [pace(work), secondsLeft(work)];
    const speed = rate === undefined || left === undefined ? "" : `, ${number(rate)} cells/s, ${duration(left)} left`;
    return `${plan.kept + done} of ${plan.cells} cells${speed}`;
  };
  /** What is being learnt now, a line for each cell in flight. */
  const lessons = (): string[] =>
    [...learning.values()].map(({ news: { variant, seed, share }, pay, objective }) => {
      const curve = (values: readonly number[]) => {
        const last = number(values[values.length - 1]);
        return live ? `${sparkline(values, CURVE)} ${last}` : last;
      };
      const scores = Object.entries({ pay, [wanted]: objective }).flatMap(([name, values]) =>
        values.length === 0 ? [] : [`, ${name} ${curve(values)}`],
      );
      return `training ${variant}, seed ${seed}: ${Math.floor(100 * share)} %${scores.join("")}`;
    });
  const draw = (): void => {
    drawn = performance.now();
    const lines = [headline(), ...lessons()];
    if (!live) {
      note(lines.join("; "));
      return;
    }
    const rows = [...values].slice(0, 20).map(([name, { pay, objective, replicates }]) => {
      const means = [pay, objective].map((cells) => interval(estimate(cells, 0.95, replicates)));
      return [name, String(pay.length), ...means];
    });
    const more = values.size > 20 ? `\n… and ${values.size - 20} more variants` : "";
    screen(`${table(["variant", "cells", "pay", wanted], rows)}${more}\n\n${lines.join("\n")}`);
  };
  return {
    plan(given) {
      plan = given;
      started = performance.now();
      remark(...given.damaged.map((file) => `${file} was damaged; its cell is computed again`));
      for (const file of given.unfollowed)
        remark(`what ${file} loads is not looked into: where that changes, take another --store`);
      if (given.kept > 0) note(`${given.kept} of ${given.cells} cells are in the store already`);
      if (live && given.kept < given.cells) draw();
    },
    training(news) {
      const name = `${news.variant}~${news.seed}`;
      const lesson = learning.get(name) ?? { news, pay: [], objective: [] };
      lesson.news = news;
      if (news.pay !== undefined) lesson.pay.push(news.pay);
      if (news.objective !== undefined) lesson.objective.push(news.objective);
      learning.set(name, lesson);
      if (performance.now() - drawn > (live ? 100 : 3000)) draw();
    },
    cell(variant, seed, { pay, objective }) {
      done += 1;
      learning.delete(`${variant}~${seed}`);
      const row = values.get(variant);
      // A cell of which every episode failed has no mean.
      if (!Number.isNaN(pay)) row?.pay.push(pay);
      if (!Number.isNaN(objective)) row?.objective.push(objective);
      if (performance.now() - drawn > (live ? 100 : 3000)) draw();
    },
    end() {
      if (ended) return;
      ended = true;
      if (live && done > 0) {
        draw();
        screen.done();
      }
    },
  };
}
