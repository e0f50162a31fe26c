// A run's lists as logs of clicks, one for each variant. Stored actions are played again, and the world says which lists it showed.

import { dirname } from "node:path";
import { csvLine } from "../../core/csv-line.ts";
import { UserError } from "../../core/errors.ts";
import type { ShownItem } from "../../core/shown-list.ts";
import type { Setting } from "../experiment/setting.ts";
import { played, type StoredEpisode, storedEpisodes } from "../report/stored-episodes.ts";
import { findCell } from "../store/cell-files.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import { fileName } from "./file-name.ts";
import type { RunLogs, VariantLog } from "./run-logs.ts";

/** Columns that every log has, in their order. */
const COLUMNS = ["page", "item", "position", "click"];

/** Opens the lists of a run. A row is a candidate of a list; its page is seed, episode and step. Throws a UserError where it kept no steps, or a world shows no lists. */
export async function openClickLogs(folder: string): Promise<RunLogs> {
  const record = readRecord(folder);
  if (record.record !== "steps") {
    const what = `${record.run} kept no steps, so that its lists cannot be shown again`;
    throw new UserError({ code: "no-steps", what, hint: "say `record: steps` in the experiment and run it again" });
  }
  const settings = await settingsOfRun(folder, record);
  for (const [k, { description }] of record.variants.entries()) {
    if (settings[k].makeEnvironment().shownList !== undefined) continue;
    const what = `the world ${String(description.environment.id)} shows no lists that could be clicked`;
    throw new UserError({ code: "no-lists", what, hint: "recommender/page and recommender/two-sources do" });
  }
  const database = await openDatabase([folder], 1, { tables: ["steps"] });
  const store = dirname(folder);
  const logs = record.variants.flatMap(({ name, key }, k): VariantLog[] => {
    const seeds = record.seeds.filter((seed) => findCell({ store, key, seed }, ["steps"])?.whole.has("steps") === true);
    if (seeds.length === 0) return [];
    const pieces = () => rowsOf(database, settings[k], { store, key, seeds, episodes: record.episodes });
    return [{ variant: name, seeds, file: `${record.run}/${fileName(name)}.csv`, pieces }];
  });
  const planned = record.variants.length * record.seeds.length;
  return { planned, logs, damaged: database.damaged, close: () => database.close() };
}

interface Cells {
  readonly store: string;
  readonly key: string;
  readonly seeds: readonly number[];
  readonly episodes: number;
}

async function* rowsOf(database: Database, setting: Setting, { seeds, ...cells }: Cells): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let facts: readonly string[] | undefined;
  for (const seed of seeds) {
    const cell = { ...cells, seed };
    for (const stored of await storedEpisodes(database, cell, setting.spec)) {
      const lines: string[] = [];
      for (const { page, list } of listsOf(setting, cell, stored)) {
        if (facts === undefined) {
          facts = Object.keys(list[0].facts);
          lines.push(csvLine([...COLUMNS, ...facts]));
        }
        for (const { item, position, isClicked, facts: own } of list) {
          const more = facts.map((name) => String(own[name]));
          lines.push(csvLine([page, item, String(position ?? ""), isClicked ? "1" : "0", ...more]));
        }
      }
      if (lines.length > 0) yield encoder.encode(`${lines.join("\n")}\n`);
    }
  }
}

/** The lists of an episode that are not empty. */
function listsOf(setting: Setting, cell: { readonly seed: number; readonly episodes: number }, stored: StoredEpisode) {
  const lists: { readonly page: string; readonly list: readonly ShownItem[] }[] = [];
  played(setting, cell, stored, (step, { shownList }) => {
    const list = step < 0 ? [] : (shownList?.() ?? []);
    if (list.length > 0) lists.push({ page: `${cell.seed}-${stored.episode}-${step}`, list });
  });
  return lists;
}
