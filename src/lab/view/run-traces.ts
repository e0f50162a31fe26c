// The episodes of a run as orchestration traces: stored actions are replayed, and the world records the events.

import { dirname } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { Trace } from "../../core/trace.ts";
import { played, storedEpisodes } from "../report/stored-episodes.ts";
import { openDatabase } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";

/**
 * Yields the traces of every stored episode of a run, in the order of variants, seeds and episodes. The reward is added to the world's own
 * rewards as `pay`, summed over agents. Throws a UserError where the run stored no steps, or a world writes no traces.
 */
export async function* runTraces(folder: string): AsyncGenerator<Trace> {
  const record = readRecord(folder);
  if (record.record !== "steps") {
    const what = `${record.run} kept no steps, so that its episodes cannot be played again`;
    const hint = "leave out `record: episodes`, and run the experiment into another store";
    throw new UserError({ code: "no-steps", what, hint });
  }
  const settings = await settingsOfRun(folder, record);
  const database = await openDatabase([folder], 1);
  try {
    for (const [index, { name, key, description }] of record.variants.entries()) {
      const setting = settings[index];
      if (setting.makeEnvironment().trace === undefined) {
        const what = `the world ${String(description.environment.id)} writes no traces`;
        const hint = "worlds of text and of teams do, such as language/lookup and team/fact-finding";
        throw new UserError({ code: "no-traces", what, hint });
      }
      for (const seed of record.seeds) {
        const cell = { store: dirname(folder), key, seed };
        for (const stored of await storedEpisodes(database, cell, setting.spec)) {
          const trace = played(setting, { seed, episodes: record.episodes }, stored).trace?.(
            `${record.run}/${name}/${seed}/${stored.episode}`,
          );
          if (trace === undefined) continue;
          yield { ...trace, rewards: { ...trace.rewards, pay: stored.pay.reduce((a, b) => a + b, 0) } };
        }
      }
    }
  } finally {
    database.close();
  }
}
