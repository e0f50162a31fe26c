// The unit of computation: one variant with one seed. It plays the episodes, collects two tables and writes them. A cell is independent of
// other cells, and gives the same bytes regardless of where and when it is computed.

import type { Agent } from "../../core/agent.ts";
import { ownValue } from "../../core/checked.ts";
import { Column } from "../../core/column.ts";
import { type AskingPlace, type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { accumulator, outcomeSums } from "../../play/accumulator.ts";
import { type EpisodeRunner, episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { countsOf, mayFail, type Setting } from "../experiment/setting.ts";
import { CellWriter } from "../store/cell-files.ts";
import type { CellSummary, CellTask, Memo } from "../store/cell-task.ts";
import { double, integer, sparse, text, truth, writeTable } from "../store/tables.ts";
import { dropCheckpoint } from "./checkpoint.ts";
import { type OnUpdate, playersOf } from "./training.ts";

/**
 * Computes a cell and writes its files. Throws a UserError where an agent misbehaves or the system refuses to write. When it is stopped
 * while it waits for answers, it throws the signal's reason, or a BudgetSpent.
 */
export async function computeCell(
  task: CellTask,
  declared: Setting,
  memo: Memo,
  onUpdate: OnUpdate,
  asking: Omit<AskingPlace, "directory"> = {},
): Promise<CellSummary> {
  const place = { ...asking, directory: task.directory };
  const writer = new CellWriter(task);
  const { setting, close } = await taught(writer, declared, place);
  try {
    return await computeTaught(writer, setting, memo, onUpdate, place);
  } finally {
    close();
  }
}

/** This module is loaded only by cells that learn a reward. */
const lessons = { learnt: async () => await import("./cell-lessons.ts") };

/** This module is loaded only by cells with measures of their own. */
const measuring = { measured: async () => await import("./cell-measures.ts") };

/** Returns the setting with its learnt rewards fitted; unchanged where it has none. */
async function taught(writer: CellWriter, setting: Setting, place: AskingPlace) {
  if (setting.lessons.length === 0) return { setting, close() {} };
  return (await lessons.learnt()).taughtSetting(writer, setting, place);
}

/** Computes the cell once its rewards are fitted. */
async function computeTaught(
  writer: CellWriter,
  setting: Setting,
  memo: Memo,
  onUpdate: OnUpdate,
  place: AskingPlace,
): Promise<CellSummary> {
  const world = setting.makeEnvironment();
  world.asker?.connect(place);
  const runner = episodeRunner(world, [setting.reward, setting.objective.plan]);
  const agents = await playersOf(writer, setting, memo, onUpdate, place);
  try {
    const summary = await playAndWrite(writer, setting, world, runner, agents, place);
    writer.seal();
    dropCheckpoint(writer.task);
    return summary;
  } finally {
    for (const agent of agents) await agent.close?.();
  }
}

async function playAndWrite(
  writer: CellWriter,
  setting: Setting,
  { asker, texts = {}, keeps = [] }: NumericEnvironment,
  runner: EpisodeRunner,
  agents: readonly Agent[],
  asking: AskingPlace,
) {
  const { task } = writer;
  const { spec } = setting;
  const { actions, outcomes, pay: payRows, totals: payTotals } = runner.episode;
  const [[pay, objective], [payTotal]] = [payRows, payTotals];
  const policy = seated(spec, agents);
  const n = spec.agents.length;
  const C = spec.channels.length;
  const A = spec.actionSize;
  const withSteps = task.record === "steps";
  const row = () => ({ pay: new Column(), objective: new Column(), channels: columns(C) });
  const place = { episode: new Column(), step: new Column(), seat: new Column() };
  const steps = { ...place, actions: columns(A), ...row() };
  const ends = { steps: new Column(), terminated: new Column(), truncated: new Column() };
  const totals = { ...ends, ...row() };
  const failure: string[] = [];
  const requests: string[] = [];
  const kept = keeps.map((name) => ({ name, values: [] as string[] }));
  const counts = countsOf(setting).map(({ name }) => ({ name, values: [] as (number | null)[] }));
  const objectiveTotal = accumulator(setting.objective.over, n);
  const sums = outcomeSums(spec);
  let [paid, wanted, length, whole] = [0, 0, 0, 0];
  for (let episode = 0; episode < task.episodes; episode++) {
    objectiveTotal.clear();
    sums.clear();
    const ending = await runner.playAsync(policy, streamsOf(task.seed, episode, task.episodes), (_, step) => {
      sums.add(outcomes);
      for (let i = 0; i < n; i++) {
        objectiveTotal.add(i, objective[i]);
        if (!withSteps) continue;
        steps.episode.push(episode);
        steps.step.push(step);
        steps.seat.push(i);
        for (let a = 0; a < A; a++) steps.actions[a].push(actions[i * A + a]);
        steps.pay.push(pay[i]);
        steps.objective.push(objective[i]);
        for (let c = 0; c < C; c++) steps.channels[c].push(outcomes[i * C + c]);
      }
    });
    if (ending.failure === undefined) whole += 1;
    for (let i = 0; i < n; i++) {
      failure.push(ending.failure ?? "");
      requests.push([...(agents[i].requests ?? []), ...(asker?.requests ?? [])].join(" "));
      for (const { name, values } of kept) values.push(texts[name]());
      for (const { name, values } of counts) {
        const value = ownValue(agents[i].counts ?? {}, name) ?? ownValue(asker?.counts ?? {}, name);
        values.push(value === undefined || Number.isNaN(value) ? null : value);
      }
      totals.steps.push(ending.steps);
      totals.terminated.push((ending.status & Status.terminated) === 0 ? 0 : 1);
      totals.truncated.push((ending.status & Status.truncated) === 0 ? 0 : 1);
      totals.pay.push(payTotal[i]);
      totals.objective.push(objectiveTotal.value(i, ending.steps));
      for (let c = 0; c < C; c++) totals.channels[c].push(sums.value(c, i, ending.steps));
      if (ending.failure !== undefined) continue;
      refuseBeyond("pay", payTotal[i], { agent: spec.agents[i], episode });
      refuseBeyond("objective", objectiveTotal.value(i, ending.steps), { agent: spec.agents[i], episode });
      paid += payTotal[i] / n;
      wanted += objectiveTotal.value(i, ending.steps) / n;
    }
    if (ending.failure === undefined) length += ending.steps;
  }
  const channels = (values: readonly Column[]) =>
    spec.channels.map((channel, c) => double(channel.name, values[c].doubles()));
  if (withSteps) {
    const rows = steps.step.length;
    const seats = steps.seat.doubles();
    writeTable(writer, "steps", rows, [
      integer("episode", steps.episode.doubles()),
      integer("step", steps.step.doubles()),
      text("agent", rows, (row) => spec.agents[seats[row]]),
      ...steps.actions.map((values, a) => double(A === 1 ? "action" : `action_${a}`, values.doubles())),
      double("pay", steps.pay.doubles()),
      double("objective", steps.objective.doubles()),
      ...channels(steps.channels),
    ]);
  }
  const measured =
    setting.measures.length === 0
      ? []
      : await (await measuring.measured()).measuredOnce(setting, agents, task.seed, asking);
  const rows = totals.steps.length;
  const episodes = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / n));
  // Columns of cells that send requests or have a fallible judge: failed episodes with reasons, and requests.
  const remote = () => [
    truth(
      "failed",
      Float64Array.from(failure, (reason) => (reason === "" ? 0 : 1)),
    ),
    text("failure", rows, (row) => failure[row]),
    ...(setting.remotes.length === 0 ? [] : [text("requests", rows, (row) => requests[row])]),
  ];
  writeTable(writer, "episodes", rows, [
    integer("episode", episodes),
    text("agent", rows, (row) => spec.agents[row % n]),
    text("label", rows, (row) => spec.labels[row % n]),
    text("policy", rows, (row) => setting.agents[row % n].policy),
    integer("steps", totals.steps.doubles()),
    truth("terminated", totals.terminated.doubles()),
    truth("truncated", totals.truncated.doubles()),
    double("pay", totals.pay.doubles()),
    double("objective", totals.objective.doubles()),
    ...channels(totals.channels),
    ...kept.map(({ name, values }) => text(name, rows, (row) => values[row])),
    ...(mayFail(setting) ? remote() : []),
    ...counts.map(({ name, values }) => sparse(name, values)),
    ...measured.map(({ name, value }) => sparse(name, new Array<number | null>(rows).fill(value))),
  ]);
  return { pay: paid / whole, objective: wanted / whole, steps: length / whole };
}

/** Largest absolute value that may be stored: a report adds such numbers over agents, episodes and seeds. */
const LARGEST = 1e300;

/** Throws a UserError where a total of an episode is not a finite number, or too large to be added to others. */
function refuseBeyond(name: string, total: number, { agent, episode }: { agent: string; episode: number }): void {
  if (Math.abs(total) <= LARGEST) return;
  const what = `the ${name} of ${agent} in episode ${episode} comes to ${total}`;
  throw new UserError({ code: "beyond-numbers", what, hint: `it must be a number from -${LARGEST} to ${LARGEST}` });
}

const columns = (count: number): Column[] => Array.from({ length: count }, () => new Column());
