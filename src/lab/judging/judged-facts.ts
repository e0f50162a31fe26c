// What is kept beside a vote on two episodes of a run: what each came to in every channel, and what was written in a world of text. So the
// line of the vote is whole by itself, and a reward can be learnt from it without the run.

import { join } from "node:path";
import { UserError } from "../../core/errors.ts";
import { quotedFile } from "../../core/sql.ts";
import type { JudgedFacts } from "../../feedback/votes/vote-record.ts";
import type { Setting } from "../experiment/setting.ts";
import { textReader } from "../report/replay.ts";
import { played, storedEpisodes } from "../report/stored-episodes.ts";
import { wholeFile } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import { allCells } from "../store/store.ts";

/** Two episodes of a run, of one seed and number, by their variants. */
export interface JudgedEpisodesPlace {
  readonly store: string;
  readonly run: string;
  readonly left: string;
  readonly right: string;
  readonly seed: number;
  readonly episode: number;
}

/** A UserError where an episode is not there, or its file is damaged; it names no variant. */
export async function judgedFacts(place: JudgedEpisodesPlace): Promise<JudgedFacts> {
  const { store, run, seed, episode } = place;
  const folder = join(store, run);
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([], 1, { folders: [allCells(store)] });
  try {
    const readSide = async (name: string): Promise<EpisodeFacts> => {
      const index = record.variants.findIndex((variant) => variant.name === name);
      const setting = settings[index];
      const cell = { store, key: record.variants[index].key, seed, episodes: record.episodes };
      const row = await cameTo(database, setting, cell, episode);
      return { ...row, written: await writtenIn(database, setting, cell, episode) };
    };
    const [left, right] = [await readSide(place.left), await readSide(place.right)];
    return { ...outcomesOf(left, right), ...textsOf(left.written, right.written) };
  } finally {
    database.close();
  }
}

/** What an episode came to. */
interface CameTo {
  readonly objective: number;
  /** By channel, of each agent. */
  readonly outcomes: Readonly<Record<string, number[]>>;
}

interface EpisodeFacts extends CameTo {
  readonly written: Written | undefined;
}

async function cameTo(
  database: Database,
  { spec }: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed">,
  episode: number,
): Promise<CameTo> {
  const file = wholeFile(cell, "episodes");
  const { rows } =
    file === undefined
      ? { rows: [] }
      : await database.query(`SELECT * FROM read_parquet(${quotedFile(file)}) WHERE episode = ${episode}`);
  const byAgent = new Map(rows.map((row) => [String(row.agent), row]));
  const own = spec.agents.map((agent) => byAgent.get(agent)).filter((row) => row !== undefined);
  if (own.length !== spec.agents.length) {
    const what = "what this episode came to is not there";
    throw new UserError({ code: "not-shown", what, hint: "vote that you cannot tell" });
  }
  return {
    objective: own.reduce((sum, row) => sum + Number(row.objective) / own.length, 0),
    outcomes: Object.fromEntries(spec.channels.map(({ name }) => [name, own.map((row) => Number(row[name]))])),
  };
}

/** Nothing where an episode was broken off and came to what is no number. */
function outcomesOf(left: CameTo, right: CameTo): JudgedFacts {
  const numbers = [left, right].flatMap(({ objective, outcomes }) => [objective, ...Object.values(outcomes).flat()]);
  if (!numbers.every(Number.isFinite)) return {};
  return {
    objective: { left: left.objective, right: right.objective },
    outcomes: { left: left.outcomes, right: right.outcomes },
  };
}

/** A text in two parts: what its world asked, and what followed. */
interface Written {
  readonly prompt: string;
  readonly answer: string;
}

/** Undefined where the world is none of text with one writer. */
async function writtenIn(
  database: Database,
  setting: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed" | "episodes">,
  episode: number,
): Promise<Written | undefined> {
  const text = textReader(setting.spec);
  if (text === undefined) return undefined;
  const [stored] = await storedEpisodes(database, cell, setting.spec, [episode]);
  if (stored === undefined) return undefined;
  played(setting, cell, stored, text.look);
  const { characters, steps } = text.read;
  const begun = steps.findIndex((step) => step >= 0);
  const cut = begun < 0 ? characters.length : begun;
  return { prompt: characters.slice(0, cut).join(""), answer: characters.slice(cut).join("") };
}

function textsOf(left: Written | undefined, right: Written | undefined): JudgedFacts {
  if (left === undefined || right === undefined) return {};
  return {
    response_a: left.answer,
    response_b: right.answer,
    ...(left.prompt === right.prompt ? { prompt: left.prompt } : {}),
  };
}
