// Stored episodes, with actions and pay of each step, and their replay in a world: on the same seed the same actions give the same states
// to the last bit.

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { grouped } from "../../core/grouped.ts";
import type { SceneStep } from "../../core/scene.ts";
import { quotedFile } from "../../core/sql.ts";
import { episodeRunner } from "../../play/episode.ts";
import { streamsOf } from "../../play/streams.ts";
import type { Setting } from "../experiment/setting.ts";
import { type StoredCell, wholeFile } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import type { Database } from "../store/database.ts";

export interface StoredEpisode {
  readonly episode: number;
  readonly steps: number;
  /** [steps × agents × actionSize] */
  readonly actions: Float64Array;
  /** [steps × agents] */
  readonly pay: Float64Array;
}

/** Steps of an episode, from `first` up to but not including `end`. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/**
 * Returns the episodes of a cell whose steps were stored, or the named ones. Throws a UserError where the file is damaged. An episode with
 * missing rows is left out. The cell's own file is read, not the view: a run may have ten thousand cells.
 */
export async function storedEpisodes(
  database: Database,
  cell: StoredCell,
  { agents, actionSize: size }: NumericSpec,
  only?: readonly number[],
): Promise<StoredEpisode[]> {
  const file = wholeFile(cell, "steps");
  if (file === undefined) return [];
  const names = size === 1 ? ["action"] : Array.from({ length: size }, (_, k) => `action_${k}`);
  const { rows } = await database.query(`
    SELECT episode, step, agent, pay, ${names.join(", ")} FROM read_parquet(${quotedFile(file)})
    ${only === undefined ? "" : `WHERE episode IN (${only.join(", ")})`} ORDER BY episode, step`);
  const seats = new Map(agents.map((agent, seat) => [agent, seat]));
  return [...grouped(rows, (row) => Number(row.episode))].flatMap(([episode, own]) => {
    const steps = own.length / agents.length;
    if (!Number.isInteger(steps) || !own.every((row) => seats.has(String(row.agent)))) return [];
    const actions = new Float64Array(own.length * size);
    const pay = new Float64Array(own.length);
    for (const row of own) {
      const place = Number(row.step) * agents.length + (seats.get(String(row.agent)) ?? 0);
      for (const [k, name] of names.entries()) actions[place * size + k] = Number(row[name]);
      pay[place] = Number(row.pay);
    }
    return [{ episode, steps, actions, pay }];
  });
}

/**
 * Replays a stored episode of a cell. `each` is called for the beginning with step −1, and after every step with its actions and outcomes.
 * Leaves the world in the episode's final state.
 */
export function played(
  setting: Setting,
  { seed, episodes }: Pick<CellTask, "seed" | "episodes">,
  { episode, steps, actions }: StoredEpisode,
  each?: (step: number, environment: NumericEnvironment, last: SceneStep | undefined) => void,
): NumericEnvironment {
  const environment = setting.makeEnvironment();
  const runner = episodeRunner(environment);
  const { actions: now, outcomes } = runner.episode;
  const last = { actions: now, outcomes };
  const { world, start, place } = streamsOf(seed, episode, episodes);
  runner.begin(world, start, place);
  each?.(-1, environment, undefined);
  for (let step = 0; step < steps; step++) {
    now.set(actions.subarray(step * now.length, (step + 1) * now.length));
    runner.step();
    each?.(step, environment, last);
  }
  return environment;
}
