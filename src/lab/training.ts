// From what sits in the seats to players: agents are made, algorithms are trained until their budget is spent, and what
// happened on the way becomes the cell's table of training.

import type { Agent } from "../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingContext, UpdateReport } from "../core/algorithm.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { CellTask, Memo } from "./cell.ts";
import { checkpointFile, damaged, keepCheckpoint, type Left, leftCheckpoint } from "./checkpoint.ts";
import type { Setting } from "./setting.ts";
import { double, integer, sparse, text, writeTable } from "./tables.ts";

/** Told of every update of a training, and the share of it that is over; true asks it to stop as soon as it can be gone on from. */
export type OnUpdate = (report: UpdateReport, share: number) => boolean;

/** Thrown by a training that was asked to stop; its checkpoint is kept. */
export class Stopped extends Error {}

/** The players of a cell, by seat. Training draws from streams of the seed that evaluation never touches. */
export async function playersOf(
  task: CellTask,
  setting: Setting,
  memo: Memo,
  onUpdate: OnUpdate,
  signal?: AbortSignal,
): Promise<Agent[]> {
  const { spec, about, reward, objective, makeEnvironment } = setting;
  const learning = setting.agents.flatMap((policy, seat) => (policy.kind === "algorithm" ? [{ seat, policy }] : []));
  const learned = new Map<number, Agent>();
  const [first] = learning;
  if (first !== undefined) {
    const context: TrainingContext = {
      spec,
      seats: learning.map(({ seat }) => seat),
      partners: setting.agents.map((policy) => (policy.kind === "agent" ? policy.plan : undefined)),
      makeEnvironment,
      makeReward: (memory) => reward(spec, memory),
      makeObjective: (memory) => objective.plan(spec, memory),
      random: Random.of(task.seed, "training"),
    };
    const left = leftCheckpoint(task);
    const reports: UpdateReport[] = [...(left?.reports ?? [])];
    let stopping = false;
    const training = begun(task, first.policy.plan, context, left);
    try {
      for (let report = training.update(); report !== undefined; report = training.update()) {
        reports.push(report);
        const checkpoint = training.checkpoint();
        if (checkpoint !== undefined) keepCheckpoint(task, { checkpoint, reports });
        const { budget = Number.POSITIVE_INFINITY } = first.policy.plan;
        const share = report.share ?? Math.min(1, report.steps / budget);
        stopping = onUpdate(report, share) || stopping;
        if (stopping && checkpoint !== undefined) throw new Stopped();
        // Lets messages of other threads in; an update may take a while.
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const { seat } of learning) learned.set(seat, training.player(seat));
    } finally {
      training.close();
    }
    writeReports(task, reports);
    writeTexts(task, reports);
  }
  return setting.agents.map((policy, seat): Agent => {
    const player = learned.get(seat);
    if (player !== undefined) return player;
    if (policy.kind === "algorithm") throw new Error(`seat ${seat} learnt nothing`);
    return policy.plan({
      spec,
      about,
      seat,
      makeEnvironment,
      makeReward: () => reward(spec),
      memo: (key, compute) => memoized(memo, key, compute),
      directory: task.directory,
      ...(signal === undefined ? {} : { signal }),
    });
  });
}

/** Begins a training, or goes on with the one that was left. */
function begun(task: CellTask, plan: AlgorithmPlan, context: TrainingContext, left: Left | undefined): Training {
  if (left === undefined) return plan.train(context);
  try {
    return plan.train(context, left.checkpoint);
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw damaged(checkpointFile(task), error.message);
  }
}

function memoized<T>(memo: Memo, key: string, compute: () => T): T {
  if (!memo.has(key)) memo.set(key, compute());
  // The key names the computation, so what is stored under it has its type.
  return memo.get(key) as T;
}

/** One row for each update; a measure that an update did not have (no episode ended) is missing there. */
function writeReports(task: CellTask, reports: readonly UpdateReport[]): void {
  const names = [...new Set(reports.flatMap(({ measures }) => Object.keys(measures)))].sort();
  writeTable(task, "training", reports.length, [
    integer("update", Int32Array.from(reports.keys())),
    integer(
      "steps",
      Int32Array.from(reports, ({ steps }) => steps),
    ),
    ...names.map((name) =>
      sparse(
        name,
        reports.map(({ measures }) => measures[name] ?? null),
      ),
    ),
  ]);
}

/** One row for each character of the texts that were kept; no table where there are none. */
function writeTexts(task: CellTask, reports: readonly UpdateReport[]): void {
  const rows = reports.flatMap(({ texts = [] }, update) =>
    texts.flatMap((text, answer) => text.characters.map((_, place) => ({ update, answer, place, text }))),
  );
  if (rows.length === 0) return;
  type Place = (typeof rows)[number];
  const whole = (name: string, of: (row: Place) => number) => integer(name, Int32Array.from(rows, of));
  const real = (name: string, of: (row: Place) => number) => double(name, Float64Array.from(rows, of));
  writeTable(task, "texts", rows.length, [
    whole("update", ({ update }) => update),
    whole("question", ({ text }) => text.question),
    whole("answer", ({ answer }) => answer),
    whole("place", ({ place }) => place),
    text("character", rows.length, (row) => rows[row].text.characters[rows[row].place]),
    whole("turn", ({ text, place }) => text.turns[place]),
    real("credit", ({ text, place }) => text.credit[place]),
    real("log_probability", ({ text, place }) => text.logProbabilities[place]),
    real("entropy", ({ text, place }) => text.entropies[place]),
    real("pay", ({ text }) => text.pay),
    real("objective", ({ text }) => text.objective),
  ]);
}
