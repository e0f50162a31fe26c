// One stored episode step by step: actions, pay and outcomes from the store, and pictures of the world, which are rebuilt by replaying the
// stored actions on the same seed.

import { join, resolve } from "node:path";
import { z } from "zod";
import { exchangesIn } from "../../clients/recording.ts";
import { choiceOf } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { identifier, quotedFile } from "../../core/sql.ts";
import { countsOf, type Setting } from "../experiment/setting.ts";
import { readAddress } from "../report/address.ts";
import { textReader } from "../report/replay.ts";
import type { EpisodePlace, EpisodeReplay, RequestLog, StepMeasure } from "../report/replay-data.ts";
import { played, type StoredEpisode, type Stretch, storedEpisodes } from "../report/stored-episodes.ts";
import { wholeFile } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import { allCells, cellFile } from "../store/store.ts";
import { chanceReader } from "./chances.ts";
import { pooledScenes } from "./pooled-scenes.ts";

const query = z.object({
  variant: z.string(),
  seed: z.coerce.number().int(),
  episode: z.coerce.number().int().min(0),
  from: z.coerce.number().int().min(0).default(0),
});

/** Parses the episode and the first step that a URL requests. Throws a UserError where one is missing. */
export function replayPlace(search: URLSearchParams): { readonly place: EpisodePlace; readonly from: number } {
  const { from, ...place } = readAddress(query, search);
  return { place, from };
}

/** Maximum number of steps per response; a longer episode is sent in parts. */
export const MOST_STEPS = 2000;

/**
 * Returns at most `MOST_STEPS` steps of an episode of the run `name`, after the first `from`. Throws a UserError where the run has no such
 * episode, or stored no steps of it.
 */
export async function episodeReplay(
  store: string,
  name: string,
  place: EpisodePlace,
  from = 0,
): Promise<EpisodeReplay> {
  const folder = join(store, name);
  const record = readRecord(folder);
  const { variant, seed, episode } = place;
  const index = record.variants.findIndex((one) => one.name === variant);
  if (index < 0)
    throw new UserError(
      unknownName(
        "variant of this run",
        variant,
        record.variants.map((one) => one.name),
      ),
    );
  if (record.record !== "steps") {
    const hint = "say `record: steps` in the experiment and run it again";
    throw new UserError({ code: "no-steps", what: `${name} kept whole episodes and no steps`, hint });
  }
  const settings = await settingsOfRun(folder, record);
  const setting = settings[index];
  const cell = { store, key: record.variants[index].key, seed, episodes: record.episodes };
  const database = await openDatabase([], 1, { folders: [allCells(store)] });
  try {
    const [stored] = await storedEpisodes(database, cell, setting.spec, [episode]);
    const file = cellFile(store, cell, "steps");
    if (stored === undefined) {
      const what = `${name} has no episode ${episode} of ${variant} on seed ${seed}`;
      throw new UserError({ code: "no-episode", what, hint: "its cell may not be done yet" });
    }
    const first = Math.max(0, Math.min(Math.floor(from), stored.steps));
    const stretch = { first, end: Math.min(stored.steps, first + MOST_STEPS) };
    const { agents: ids, labels, actionSize, actionUnit, choices, choiceNames } = setting.spec;
    const width = ids.length * actionSize;
    const given = stored.actions.subarray(first * width, stretch.end * width);
    const { chances, ...shown } = seen(setting, cell, stored, stretch, `${variant} of ${name}`);
    return {
      ...place,
      agents: ids.map((id, seat) => ({ id, label: labels[seat], policy: setting.agents[seat].policy })),
      steps: stored.steps,
      from: first,
      actionSize,
      actionUnit,
      choices: choiceNames ?? null,
      actions: rowsOf(choices === undefined ? given : given.map((action) => choiceOf(action, choices)), width),
      measures: [...(await measuresOf(database, file, setting, episode, stretch)), ...chances],
      asked: await requestsIn(database, store, { ...cell, episode }, setting, resolve(folder, record.directory)),
      ...shown,
    };
  } finally {
    database.close();
  }
}

/**
 * Returns the requests of an episode to language models, as far as they are recorded. Each key occurs once, though every agent's row has
 * those of a judge.
 */
async function requestsIn(
  database: Database,
  store: string,
  { key, seed, episode }: { readonly key: string; readonly seed: number; readonly episode: number },
  setting: Setting,
  directory: string,
): Promise<RequestLog | null> {
  const { remotes, spec } = setting;
  if (remotes.length === 0) return null;
  const cell = wholeFile({ store, key, seed }, "episodes");
  if (cell === undefined) return null;
  const { columns, rows } = await database.query(
    `SELECT * FROM read_parquet(${quotedFile(cell)}) WHERE episode = ${episode}`,
  );
  if (!columns.includes("requests")) return null;
  const keys = new Set(
    rows.flatMap(({ requests }) =>
      String(requests ?? "")
        .split(" ")
        .filter((one) => one !== ""),
    ),
  );
  const files = new Set(remotes.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]));
  const exchanges = [...files].flatMap((file) => exchangesIn(resolve(directory, file), [...keys]));
  const byAgent = new Map(rows.map((row) => [String(row.agent), row]));
  const counted = (agent: string, name: string): number | null => {
    const value = Number(byAgent.get(agent)?.[name] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  const counts = countsOf(setting)
    .filter(({ name }) => columns.includes(name))
    .map(({ name, unit }) => ({ name, unit, values: spec.agents.map((agent) => counted(agent, name)) }));
  return { requests: keys.size, exchanges, counts };
}

function rowsOf(values: Float64Array, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) => [
    ...values.subarray(row * width, (row + 1) * width),
  ]);
}

async function measuresOf(
  database: Database,
  file: string,
  { spec, objective }: Setting,
  episode: number,
  { first, end }: Stretch,
): Promise<StepMeasure[]> {
  const about = [
    { name: "pay", unit: "", meaning: "what the step paid" },
    { name: "objective", called: objective.name, unit: objective.unit, meaning: objective.meaning },
    ...spec.channels.map(({ name, unit, meaning }) => ({ name, unit, meaning })),
  ];
  const n = spec.agents.length;
  const seats = new Map(spec.agents.map((agent, seat) => [agent, seat]));
  const { rows } = await database.query(`
    SELECT step, agent, ${about.map(({ name }) => identifier(name)).join(", ")} FROM read_parquet(${quotedFile(file)})
    WHERE episode = ${episode} AND step >= ${first} AND step < ${end}`);
  return about.map((measure) => {
    const values = Array.from({ length: end - first }, () => new Array<number>(n).fill(Number.NaN));
    for (const row of rows)
      values[Number(row.step) - first][seats.get(String(row.agent)) ?? 0] = Number(row[measure.name]);
    return { ...measure, values };
  });
}

/** Returns scenes and probabilities of the requested steps, and the text of the whole episode. */
function seen(
  setting: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed" | "episodes">,
  stored: StoredEpisode,
  stretch: Stretch,
  what: string,
): Pick<EpisodeReplay, "scenes" | "text"> & { readonly chances: readonly StepMeasure[] } {
  const { first, end } = stretch;
  const text = textReader(setting.spec);
  const chances = chanceReader(setting, cell, stored, stretch);
  const scenes = pooledScenes(what);
  try {
    played(setting, cell, stored, (step, environment, last) => {
      text?.look(step, environment, last);
      chances?.look(step, environment);
      const { scene } = environment;
      if (scene === undefined || step + 1 < first || step + 1 > end) return;
      scenes.add(scene(last));
    });
  } finally {
    chances?.close();
  }
  return {
    scenes: scenes.pooled(),
    text: text?.read ?? null,
    chances: chances?.measures() ?? [],
  };
}
