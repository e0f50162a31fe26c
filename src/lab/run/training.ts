// Turns the plans of all seats into players: agents are created, algorithms are trained, and the reports of training become tables of the
// cell. The checkpoint is stored on disk.

import { setImmediate } from "node:timers/promises";
import { type TrainOptions, train, UnfitCheckpoint } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { TrainingContext, UpdateReport } from "../../core/algorithm.ts";
import { ownValue } from "../../core/checked.ts";
import type { AskingPlace } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { accumulator } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";
import { paysByWord } from "../experiment/judged-pay.ts";
import { seatIn } from "../experiment/seats.ts";
import type { Setting } from "../experiment/setting.ts";
import type { CellWriter } from "../store/cell-files.ts";
import type { CellTask, Memo } from "../store/cell-task.ts";
import { double, integer, sparse, text, writeTable } from "../store/tables.ts";
import { checkpointFile, damaged, keepCheckpoint, leftCheckpoint, trainedBytes } from "./checkpoint.ts";
import { contextBeside, keptTraining } from "./kept-players.ts";

/** Number of initial states, and of tries from each. */
const STARTS = 16;
const TRIES = 32;

/**
 * Plays the tries and writes their table: pay and objective, mean over agents. Each try from an initial state has random numbers of its
 * own; a try that a player aborts has no row.
 */
async function writeTries(writer: CellWriter, setting: Setting, agents: readonly Agent[]): Promise<void> {
  const { spec, reward, objective } = setting;
  const n = spec.agents.length;
  const runner = episodeRunner(setting.makeEnvironment(), [reward, objective.plan]);
  const policy = seated(spec, agents);
  const wanted = accumulator(objective.over, n);
  const random = Random.of(writer.task.seed, "tries");
  const rows: { readonly start: number; readonly pay: number; readonly objective: number }[] = [];
  for (let start = 0; start < STARTS; start++) {
    for (let k = 0; k < TRIES; k++) {
      wanted.clear();
      const streams = streamsFrom(random.stream("start", start), random.stream("episode", start, k));
      const { steps, totals, failure } = await runner.playAsync(policy, streams, ({ pay }) => {
        for (let i = 0; i < n; i++) wanted.add(i, pay[1][i]);
      });
      if (failure !== undefined) continue;
      let [paid, got] = [0, 0];
      for (let i = 0; i < n; i++) {
        paid += totals[0][i] / n;
        got += wanted.value(i, steps) / n;
      }
      rows.push({ start, pay: paid, objective: got });
    }
  }
  writeTable(writer, "tries", rows.length, [
    integer(
      "start",
      Int32Array.from(rows, ({ start }) => start),
    ),
    double(
      "pay",
      Float64Array.from(rows, ({ pay }) => pay),
    ),
    double(
      "objective",
      Float64Array.from(rows, ({ objective: got }) => got),
    ),
  ]);
}

/** Called with every update of a training. */
export type OnUpdate = NonNullable<TrainOptions["onUpdate"]>;

/** Returns the players of a cell, by seat. Training uses random streams of the seed that evaluation does not use. */
export async function playersOf(
  writer: CellWriter,
  setting: Setting,
  memo: Memo,
  onUpdate: OnUpdate,
  place: AskingPlace,
): Promise<Agent[]> {
  // Tries of players that send requests would cost as much again.
  const others = setting.remotes.filter((remote) => remote !== setting.feedback?.remote);
  if (others.length === 0 && paysByWord(setting)) await tryUntrained(writer, setting, memo, place);
  return company(writer, setting, await learnedPlayers(writer, setting, onUpdate, place.signal), memo, place);
}

/** Returns the players of all seats: trained players, and agents in the other seats. */
function company(
  { task: { seed } }: CellWriter,
  setting: Setting,
  learned: ReadonlyMap<number, Agent>,
  memo: Memo,
  place: AskingPlace,
): Agent[] {
  return setting.agents.map((policy, seat): Agent => {
    const player = learned.get(seat);
    if (player !== undefined) return player;
    if (policy.kind === "algorithm") throw new Error(`seat ${seat} learnt nothing`);
    return policy.plan(seatIn(setting, { seat, seed, memo: (key, compute) => memoized(memo, key, compute), ...place }));
  });
}

/**
 * Writes the table of tries: what the cell's players achieve before training, measured by the reward of that training. Players with
 * imitation are tried after it.
 */
async function tryUntrained(writer: CellWriter, setting: Setting, memo: Memo, place: AskingPlace): Promise<void> {
  const learner = learnerOf(setting);
  const context = contextOf(setting, writer.task);
  const training = learner?.plan.train(context);
  try {
    while (training?.isPrepared === false && training.update() !== undefined) {
      await setImmediate();
      place.signal?.throwIfAborted();
    }
    const untrained = training === undefined ? [] : context.seats.map((seat) => [seat, training.player(seat)] as const);
    const agents = company(writer, setting, new Map(untrained), memo, place);
    try {
      await writeTries(writer, setting, agents);
    } finally {
      for (const agent of agents) await agent.close?.();
    }
  } finally {
    training?.close();
  }
}

const learnerOf = ({ agents }: Setting) => agents.find((policy) => policy.kind === "algorithm");

function contextOf(setting: Setting, { store, seed }: Pick<CellTask, "store" | "seed">): TrainingContext {
  const partners = setting.agents.map((policy): AgentPlan | undefined =>
    policy.kind === "agent" ? Object.assign((seat: Seat) => policy.plan({ ...seat, seed }), policy.plan) : undefined,
  );
  const context = contextBeside(setting, seed, partners);
  const from = learnerOf(setting)?.from;
  return from === undefined ? context : { ...context, start: keptTraining({ store, key: from, seed }) };
}

/** Returns the trained players by seat. The training resumes from the cell's checkpoint where there is one. */
async function learnedPlayers(
  writer: CellWriter,
  setting: Setting,
  onUpdate: OnUpdate,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, Agent>> {
  const learner = learnerOf(setting);
  if (learner === undefined) return new Map();
  const { task } = writer;
  const context = contextOf(setting, task);
  const { reports, players, end } = await train(learner.plan, context, {
    from: leftCheckpoint(task),
    keep: (left) => keepCheckpoint(task, left),
    onUpdate,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof UnfitCheckpoint ? damaged(checkpointFile(task), error.message) : error;
  });
  if (end !== undefined) writer.write("trained", trainedBytes(end));
  writeReports(writer, reports);
  writeTexts(writer, reports);
  return new Map(players.map((player, k) => [context.seats[k], player]));
}

function memoized<T>(memo: Memo, key: string, compute: () => T): T {
  if (!memo.has(key)) memo.set(key, compute());
  // The key determines the computation, so the stored value has its type.
  return memo.get(key) as T;
}

/** Writes one row for each update; a measure that an update lacks (no episode ended) is missing. */
function writeReports(writer: CellWriter, reports: readonly UpdateReport[]): void {
  const names = [...new Set(reports.flatMap(({ measures }) => Object.keys(measures)))].sort();
  const steps = Int32Array.from(reports, (report) => report.steps);
  const values = (name: string) => reports.map(({ measures }) => ownValue(measures, name) ?? null);
  writeTable(writer, "training", reports.length, [
    integer("update", Int32Array.from(reports.keys())),
    integer("steps", steps),
    ...names.map((name) => sparse(name, values(name))),
  ]);
}

/** Writes one row for each character of the stored texts; no table where there are none. */
function writeTexts(writer: CellWriter, reports: readonly UpdateReport[]): void {
  const rows = reports.flatMap(({ texts = [] }, update) =>
    texts.flatMap((text, answer) => text.characters.map((_, place) => ({ update, answer, place, text }))),
  );
  if (rows.length === 0) return;
  type Place = (typeof rows)[number];
  const whole = (name: string, of: (row: Place) => number) => integer(name, Int32Array.from(rows, of));
  const real = (name: string, of: (row: Place) => number) => double(name, Float64Array.from(rows, of));
  writeTable(writer, "texts", rows.length, [
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
