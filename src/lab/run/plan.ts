// The cells of an experiment that are missing in a store, as jobs.

import { grouped } from "../../core/grouped.ts";
import type { Experiment } from "../experiment/experiment.ts";
import { mayFail } from "../experiment/setting.ts";
import { breakSeal, seedsDone, seedsSealed } from "../store/cell-files.ts";
import type { CellId, TableName } from "../store/store.ts";
import type { CellJob } from "./cell-job.ts";

/** Throws a UserError where an agent that sends requests lacks what it needs: an address, a recording of answers. */
export function refuseUnready({ variants, directory }: Experiment): void {
  for (const { setting } of variants) for (const remote of setting.remotes) remote.ready(directory);
}

/** Returns how many of an experiment's cells a run would not compute. Files are not checked for damage. */
export async function keptCells(store: string, experiment: Experiment, keys: readonly string[]): Promise<number> {
  const tables = tablesOf(experiment);
  const kept = new Map([...new Set(keys)].map((key) => [key, seedsSealed(store, key, tables)]));
  for (const { key, seed } of await unanswered(store, experiment, keys)) kept.get(key)?.delete(seed);
  return keys.reduce((sum, key) => sum + experiment.seeds.filter((seed) => kept.get(key)?.has(seed)).length, 0);
}

/** Returns the tables that every cell of an experiment must have. */
const tablesOf = ({ record }: Experiment): readonly TableName[] =>
  record === "steps" ? ["episodes", "steps"] : ["episodes"];

/** Returns the seeds of complete cells, by key. A cell with a damaged file does not count, and its seal is removed. */
export function cellsDone(store: string, experiment: Experiment, keys: readonly string[]) {
  const tables = tablesOf(experiment);
  const byKey = new Map([...new Set(keys)].map((key) => [key, seedsDone(store, key, tables, experiment.seeds)]));
  const damaged = [...byKey].flatMap(([key, cells]) => cells.damaged.map((cell) => ({ key, ...cell })));
  for (const { key, seed } of damaged) breakSeal({ store, key, seed });
  return {
    done: new Map(Array.from(byKey, ([key, { done }]) => [key, done])),
    damaged: damaged.flatMap(({ files }) => files),
  };
}

/** Returns the cells that got no answer at all. They count as missing, since servers may answer now. */
export async function unanswered(
  store: string,
  { variants, seeds }: Experiment,
  keys: readonly string[],
): Promise<CellId[]> {
  const asking = new Map(variants.flatMap(({ name, setting }, k) => (mayFail(setting) ? [[name, keys[k]]] : [])));
  if (![...asking.values()].some((key) => seedsSealed(store, key).size > 0)) return [];
  // The engine of queries is loaded where there is something to look up.
  const { openCells, unansweredCells } = await import("../store/database.ts");
  const record = { run: "", seeds: [...seeds], variants: Array.from(asking, ([name, key]) => ({ name, key })) };
  const database = await openCells([{ store, record }], 1, { tables: ["episodes"], sorted: false });
  try {
    const cells = await unansweredCells(database);
    return cells.flatMap(({ variant, seed }) => {
      const key = asking.get(variant);
      return key === undefined ? [] : [{ key, seed }];
    });
  } finally {
    database.close();
  }
}

/** Returns the seeds of a variant whose cells are missing. */
export const missingSeeds = ({ seeds }: Experiment, key: string, done: ReadonlyMap<string, ReadonlySet<number>>) =>
  new Set(seeds.filter((seed) => done.get(key)?.has(seed) !== true));

/**
 * Yields the missing cells, either those for threads or those of agents that send requests, each once for all variants with equal settings.
 */
export function* missingJobs(
  experiment: Experiment,
  store: string,
  keys: readonly string[],
  done: ReadonlyMap<string, ReadonlySet<number>>,
  shared: Pick<CellJob, "run" | "news" | "threads">,
  remote: boolean,
): Generator<CellJob> {
  const { episodes, record, directory, objective } = experiment;
  const byKey = grouped(experiment.variants.keys(), (index) => keys[index]);
  // Seeds are the outer loop, so that an interrupted run has complete pairs.
  for (const seed of experiment.seeds) {
    for (const [key, indices] of byKey) {
      const { description, setting } = experiment.variants[indices[0]];
      if (setting.remotes.length > 0 !== remote) continue;
      if (done.get(key)?.has(seed)) continue;
      yield {
        task: { store, key, seed, episodes, record, directory },
        variants: indices.map((index) => experiment.variants[index].name),
        recordings: setting.remotes.flatMap((remote) => remote.outputs),
        description,
        objective,
        ...shared,
      };
    }
  }
}

/** Returns the number of cells that may wait for others at the same time. */
export const placesOf = ({ variants }: Experiment): number =>
  Math.max(1, ...variants.flatMap(({ setting }) => setting.remotes.map((remote) => remote.parallel)));
