// Pay and objective of untrained players: many tries from each of some initial states, of which best-of-n is computed.

import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { accumulator } from "../../play/accumulator.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsFrom } from "../../play/streams.ts";
import type { Setting } from "../experiment/setting.ts";
import type { CellWriter } from "../store/cell-files.ts";
import { double, integer, writeTable } from "../store/tables.ts";

/** Number of initial states, and of tries from each. */
export const STARTS = 16;
export const TRIES = 32;

/**
 * Plays the tries and writes their table: pay and objective, mean over agents. Each try from an initial state has random numbers of its
 * own; a try that a player aborts has no row.
 */
export async function writeTries(writer: CellWriter, setting: Setting, agents: readonly Agent[]): Promise<void> {
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
