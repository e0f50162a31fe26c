// Pictures that a sampler behind an endpoint draws to a bank of prompts, into a folder with a table of them. What is in the folder already is
// not drawn again, and a column that was added to the table, such as votes, stays.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ModelFailure } from "../../../clients/chat.ts";
import { endpointOf, endpointParameters } from "../../../clients/endpoint.ts";
import { languageModel } from "../../../clients/language-model.ts";
import { framesIn } from "../../../clients/picture-wire.ts";
import { csvLine } from "../../../core/csv-line.ts";
import { UserError, under } from "../../../core/errors.ts";
import { makeFolder, writeWhole, writing } from "../../../core/files.ts";
import { whole } from "../../../core/parameters.ts";
import { Account, BudgetSpent } from "../../../core/spending.ts";
import { count } from "../../../evaluation/number-format.ts";
import { PROMPT } from "../../../logs/preference-columns.ts";
import { readTable } from "../../../logs/table.ts";
import { checkFile } from "../../../logs/user-file.ts";
import { missingColumn, usualColumns } from "../../../logs/usual-columns.ts";

// Requests for pictures have no temperature and no tokens.
const { temperature: _, maxTokens: __, ...ofPictures } = endpointParameters;

export const drawSchema = z
  .strictObject({
    ...ofPictures,
    prompts: z.string().min(1).describe("a table with a column prompt; a path starts from the folder of this file"),
    each: whole(1, 10_000, 4).describe("pictures of each prompt"),
  })
  .describe("a sampler of pictures behind an endpoint, which fills the folder that log names");
export type DrawRequest = z.output<typeof drawSchema>;

/** The table that is written. */
const TABLE = "pictures.csv";
const HEAD = ["file", "prompt", "draw"];
/** Failures without any picture after which nothing more is requested. */
const MOST_FAILURES = 5;

interface DrawOptions {
  /** Folder from which `prompts` and recordings start. */
  readonly folder: string;
  /** Folder of the pictures. */
  readonly into: string;
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Draws what is missing, and says in sentences what was not drawn, or is not of the bank. Throws a UserError where nothing is drawn. */
export async function drawPictures(
  draw: DrawRequest,
  { folder, into, budget, signal, onProgress }: DrawOptions,
): Promise<string[]> {
  const { prompts: file, each, ...endpoint } = draw;
  const model = under(["draw"], () => languageModel(endpointOf(endpoint), folder, "pictures"));
  const bank = await promptsIn(resolve(folder, file), file);
  const path = join(into, TABLE);
  const known = existsSync(path) ? (await readTable({ path, shown: path })).rows : [];
  const has = new Set(known.map((row) => keyOf(String(row.prompt), String(row.draw))));
  model.ready();
  const account = new Account(budget);
  const wanted = bank.flatMap((prompt, p) =>
    Array.from({ length: each }, (_, k) => ({ prompt, draw: k, file: `${p + 1}-${k + 1}` })),
  );
  const open = wanted.filter((one) => !has.has(keyOf(one.prompt, String(one.draw))));
  const failures: string[] = [];
  const drawn: string[][] = [];
  let isSpent = false;
  writing(into, () => makeFolder(into));
  const one = async ({ prompt, draw: k, file: name }: (typeof open)[number]): Promise<void> => {
    if (isSpent || (drawn.length === 0 && failures.length >= MOST_FAILURES)) return;
    try {
      const place = { spending: account, ...(signal === undefined ? {} : { signal }) };
      const { text } = await model.ask([{ role: "user", content: prompt }], k, place);
      drawn.push([written(into, name, framesIn(text)), prompt, String(k)]);
      onProgress?.(`${count(drawn.length, "picture")} of ${open.length} drawn`);
    } catch (error) {
      if (error instanceof BudgetSpent) isSpent = true;
      else if (error instanceof ModelFailure) failures.push(error.message);
      else throw error;
    }
  };
  try {
    const queue = open.values();
    await Promise.all(
      Array.from({ length: endpoint.parallel }, async () => {
        for (const next of queue) await one(next);
      }),
    );
  } finally {
    // What came before an error, or Ctrl-C, stays.
    if (drawn.length > 0) writeTable(path, known, drawn);
  }
  const first = failures[0] ?? (isSpent ? `the budget of ${account.limit} is spent` : "");
  if (drawn.length + known.length === 0) {
    const what = `${endpoint.model} drew no picture: ${first}`;
    throw new UserError({ code: "no-picture", what, path: ["draw"] });
  }
  const outside = known.filter(({ prompt }) => !bank.includes(String(prompt))).length;
  // After many failures the rest is not requested, and is missing too.
  const missing = isSpent ? failures.length : open.length - drawn.length;
  return [
    ...(failures.length === 0 ? [] : [`Not drawn: ${count(missing, "picture")}; the first as ${first}.`]),
    ...(isSpent ? [`Not drawn: what was left when the budget of ${account.limit} was spent.`] : []),
    ...(outside === 0 ? [] : [`Outside the bank of prompts: ${count(outside, "picture")} of ${path}, weighed too.`]),
  ];
}

const keyOf = (prompt: string, draw: string): string => JSON.stringify([prompt, draw]);

async function promptsIn(path: string, shown: string): Promise<string[]> {
  checkFile(path, { path: ["draw", "prompts"] });
  const table = await readTable({ path, shown });
  const column = { ...PROMPT, also: [...PROMPT.also, "caption", "text"] };
  const name = usualColumns([column], table.columns, {}, { where: shown, option: "", records: "prompts" }).names.get(
    "prompt",
  );
  if (name === undefined)
    throw new UserError(missingColumn("prompt", table.columns, shown, "prompt in its first line"));
  return [...new Set(table.rows.map((row) => String(row[name] ?? "")))].filter((prompt) => prompt.trim() !== "");
}

/** Writes a picture, or the frames of a clip into a folder, and returns its name. */
function written(into: string, name: string, frames: readonly Buffer[]): string {
  if (frames.length === 1) {
    writeWhole(join(into, `${name}.png`), frames[0]);
    return `${name}.png`;
  }
  makeFolder(join(into, name));
  for (const [k, frame] of frames.entries()) writeWhole(join(into, name, `${k + 1}.png`), frame);
  return name;
}

/** Adds lines to the table, in order of their names, under the columns that it has. */
function writeTable(path: string, known: readonly object[], drawn: readonly (readonly string[])[]): void {
  const order = new Intl.Collator("en", { numeric: true });
  const rows = [...drawn].sort(([a], [b]) => order.compare(a, b));
  const before = known.length === 0 ? `${csvLine(HEAD)}\n` : readFileSync(path, "utf8").replace(/\n?$/, "\n");
  const columns = Object.keys(known[0] ?? Object.fromEntries(HEAD.map((name) => [name, ""])));
  const lines = rows.map((row) => csvLine(columns.map((name) => row[HEAD.indexOf(name)] ?? "")));
  writeWhole(path, `${before}${lines.map((line) => `${line}\n`).join("")}`);
}
