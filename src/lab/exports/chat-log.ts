// What language models said in a run, as data for fine-tuning: a conversation for each recorded answer of the episodes that are chosen.

import { resolve } from "node:path";
import { type ChatExample, chatExamples } from "../../clients/chat-lines.ts";
import { UserError } from "../../core/errors.ts";
import { grouped } from "../../core/grouped.ts";
import { quoted } from "../../core/sql.ts";
import type { Setting } from "../experiment/setting.ts";
import { openDatabase, type Row } from "../store/database.ts";
import { readRecord, settingsOfRun } from "../store/run-record.ts";
import { fileName } from "./file-name.ts";
import type { RunLogs, VariantLog } from "./run-logs.ts";

/**
 * Opens the conversations of a run's episodes that were played out, of those that an SQL condition on their columns is true of: `won = 1`.
 * Throws a UserError where no language model was recorded, or the condition is faulty.
 */
export async function openChatLogs(folder: string, where = "true"): Promise<RunLogs> {
  const record = readRecord(folder);
  const settings = await settingsOfRun(folder, record);
  const directory = resolve(folder, record.directory);
  if (settings.every((setting) => recordingsOf(setting).length === 0)) {
    const what = `${record.run} has no recorded answers of language models in its seats`;
    throw new UserError({ code: "no-answers", what, hint: "say `record: FILE` with the agent llm, and run it again" });
  }
  const database = await openDatabase([folder], 1, { tables: ["episodes"], folders: [] });
  try {
    const logs: VariantLog[] = [];
    for (const [k, { name }] of record.variants.entries()) {
      const files = recordingsOf(settings[k]).map((file) => resolve(directory, file));
      if (files.length === 0) continue;
      const { rows } = await database.ask(
        `SELECT * FROM episodes WHERE variant = ${quoted(name)} AND NOT failed AND requests <> '' AND (${where})
         ORDER BY seed, episode, length(agent), agent`,
      );
      const examples = examplesOf(files, rows);
      const kept = rows.filter((row) => keysOf(row).some((key) => examples.has(key)));
      if (kept.length === 0) continue;
      const seeds = [...grouped(kept, ({ seed }) => Number(seed)).keys()];
      const file = `${record.run}/${fileName(name)}.jsonl`;
      logs.push({ variant: name, seeds, file, pieces: () => linesOf(kept, examples) });
    }
    if (logs.length === 0) {
      const what = `no recorded answer of ${record.run} is of an episode that was played out${where === "true" ? "" : ` where ${where}`}`;
      throw new UserError({ code: "no-answers", what });
    }
    const planned = record.variants.length * record.seeds.length;
    return { planned, logs, damaged: database.damaged, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Recordings of a setting's agents, by paths from the experiment's folder. */
const recordingsOf = ({ agents }: Setting): string[] => [
  ...new Set(
    agents.flatMap((policy) => {
      const remote = policy.kind === "agent" ? policy.plan.remote : undefined;
      return remote === undefined ? [] : [...remote.inputs, ...remote.outputs];
    }),
  ),
];

const keysOf = ({ requests }: Row): string[] => String(requests).split(" ");

const examplesOf = (files: readonly string[], rows: readonly Row[]): ReadonlyMap<string, ChatExample> => {
  const keys = new Set(rows.flatMap(keysOf));
  return new Map(files.flatMap((file) => [...chatExamples(file, keys)]));
};

/** A line for each answer, with the episode that it is of and what came of that. */
async function* linesOf(rows: readonly Row[], examples: ReadonlyMap<string, ChatExample>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const row of rows) {
    const { seed, episode, label, pay, objective } = row;
    const lines = keysOf(row).flatMap((key) => {
      const example = examples.get(key);
      if (example === undefined) return [];
      return [`${JSON.stringify({ ...example, about: { seed, episode, agent: label, pay, objective } })}\n`];
    });
    yield encoder.encode(lines.join(""));
  }
}
