// Scores of a log's answers by rewards of texts, as tables that are joined to its rows: each different answer is scored once, and scores that
// a store keeps are not computed anew.

import { isMap } from "../../core/checked.ts";
import { UserError } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { identifier, quoted } from "../../core/sql.ts";
import { BatchSize } from "../../feedback/text-rewards/batch-size.ts";
import type { KeyedTextReward, ScoredText } from "../../feedback/text-rewards/text-reward.ts";
import { pathIn } from "../../logs/nested-columns.ts";
import type { OpenedRollouts } from "../../logs/rollouts.ts";
import { piecesOf } from "../../logs/row-pieces.ts";
import type { JoinedScores } from "../../logs/score-formulas.ts";
import type { UserFile } from "../../logs/user-file.ts";
import { KeptScores } from "./kept-scores.ts";
import { openTextReward, type TextRewardOptions } from "./named-reward.ts";

/** A reward of texts, and the name of its column. */
export interface NamedScore {
  readonly name: string;
  readonly reward: string;
}

export interface ScoringOptions extends TextRewardOptions {
  /** Folder of results, which keeps scores. */
  readonly store: string;
  /** The file's names of columns that rewards call otherwise. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Rows that are scored at a time. */
const MOST_WAITING = 4096;

/** Scores rows by each reward, one after the other. Throws a UserError where a reward is wrong or fails; what was computed is kept. */
export async function scoredRows(
  log: OpenedRollouts,
  scores: readonly NamedScore[],
  options: ScoringOptions,
): Promise<JoinedScores[]> {
  if (scores.length > 0 && !log.own.has("completion")) {
    const hint = "--columns completion=NAME names the column of answers";
    throw new UserError({
      code: "no-completion",
      what: "has no column of answers to score",
      where: log.file.shown,
      hint,
    });
  }
  const joined: JoinedScores[] = [];
  for (const reward of new Set(scores.map((one) => one.reward))) {
    const table = `agon_scores_${joined.length}`;
    await scoredBy(log, reward, table, options);
    for (const { name } of scores.filter((one) => one.reward === reward)) joined.push({ name, table });
  }
  return joined;
}

async function scoredBy(log: OpenedRollouts, id: string, table: string, options: ScoringOptions): Promise<void> {
  const { file, own } = log;
  const { store, renamed, signal, onProgress } = options;
  const texts = new Set(own.values());
  const columns = new Map([
    ...file.columns.filter(({ name }) => !texts.has(name)).map(({ name }) => [name, name] as const),
    ...Object.entries(renamed),
  ]);
  const reward = await openTextReward(id, { ...options, columns: [...columns.keys()] });
  try {
    const rows = new RowScores(reward, new KeptScores(store, reward));
    const fields = reward.fields.map((name) => [name, log.shape.fullName(columns.get(name) ?? name)] as const);
    const selected = selectionOf(log, { hasFields: fields.length > 0, isSaid: !reward.readsMessages });
    for await (const piece of await piecesOf(file, selected, signal === undefined ? {} : { signal })) {
      const at = piece.numbers("row");
      for (let k = 0; k < piece.rows; k++) {
        const [prompt, completion] = [piece.text("prompt", k) ?? "", piece.text("completion", k) ?? ""];
        const row = fields.length === 0 ? undefined : jsonIn(piece.text("fields", k) ?? "");
        const whole = isMap(row) ? row : {};
        const read = Object.fromEntries(fields.map(([name, column]) => [name, valueIn(whole, column)]));
        rows.add(at[k], { prompt, completion, fields: read });
      }
      if (rows.waiting >= MOST_WAITING) await rows.settle(signal, tell);
    }
    await rows.settle(signal, tell);
    await rows.write(file, table);
  } finally {
    await reward.close();
  }
  function tell(computed: number): void {
    onProgress?.(`${id}: ${computed.toLocaleString("en-US")} answers scored`);
  }
}

/** A value of a row, also of a key in an object within it. */
function valueIn(row: Readonly<Record<string, unknown>>, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  return column.split(".").reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), row) ?? null;
}

/** Rows with their texts, readable ones where `isSaid`, and all other columns as one object. */
function selectionOf(
  { file, own, shape, said }: OpenedRollouts,
  { hasFields, isSaid }: { readonly hasFields: boolean; readonly isSaid: boolean },
) {
  const typeOf = new Map(shape.columns.map(({ name, type }) => [name, type]));
  const isLines = file.format === "jsonl";
  const loggedText = (column: string): string => {
    if (isLines) return `json_extract_string(json, ${quoted(pathIn(file, shape.fullName(column)))})`;
    const isNested = /(\[\d*\]$)|^(STRUCT|MAP|UNION|LIST|JSON)/.test(typeOf.get(column) ?? "");
    return isNested ? `to_json(${identifier(column)})::VARCHAR` : `${identifier(column)}::VARCHAR`;
  };
  const textOf = (name: string): string => {
    const column = own.get(name);
    if (column === undefined) return "''";
    return isSaid ? said(column, loggedText(column)) : loggedText(column);
  };
  const names = file.columns.map(({ name }) => `${identifier(name)} := ${identifier(name)}`);
  const whole = isLines ? "json::VARCHAR" : `to_json(struct_pack(${names.join(", ")}))::VARCHAR`;
  return {
    columns: [
      { name: "row", sql: "agon_row::DOUBLE" },
      { name: "prompt", sql: textOf("prompt") },
      { name: "completion", sql: textOf("completion") },
      ...(hasFields ? [{ name: "fields", sql: whole }] : []),
    ],
    // Lines have their columns in their JSON; other rows have those that lie in structures by their dotted names.
    from: `(${isLines ? file.rows() : shape.rows([...own.values()])})`,
  };
}

/** Rows and their scores by one reward. */
class RowScores {
  readonly #reward: KeyedTextReward;
  readonly #kept: KeptScores;
  readonly #sizes = new BatchSize();
  readonly #rows: number[] = [];
  readonly #scores: (number | null)[] = [];
  /** Answers that are to be scored, by key. */
  #texts = new Map<string, ScoredText>();
  /** Rows of answers that are to be scored, by place. */
  #open: { readonly place: number; readonly key: string }[] = [];
  #computed = 0;

  constructor(reward: KeyedTextReward, kept: KeptScores) {
    this.#reward = reward;
    this.#kept = kept;
  }

  get waiting(): number {
    return this.#texts.size;
  }

  add(row: number, text: ScoredText): void {
    const key = this.#kept.keyOf(text);
    const known = this.#kept.of(key);
    if (known === undefined) {
      this.#open.push({ place: this.#rows.length, key });
      this.#texts.set(key, text);
    }
    this.#rows.push(row);
    this.#scores.push(known ?? null);
  }

  /** Scores what waits, and keeps each batch. */
  async settle(signal: AbortSignal | undefined, tell: (computed: number) => void): Promise<void> {
    const weigh = ([, { prompt, completion }]: readonly [string, ScoredText]) => prompt.length + completion.length;
    await this.#sizes.each([...this.#texts], weigh, async (batch) => {
      signal?.throwIfAborted();
      const scores = await this.#reward.score(
        batch.map(([, text]) => text),
        signal,
      );
      const keys = batch.map(([key]) => key);
      this.#kept.add(keys, scores);
      this.#computed += batch.length;
      tell(this.#computed);
    });
    for (const { place, key } of this.#open) this.#scores[place] = this.#kept.of(key) ?? null;
    this.#texts = new Map();
    this.#open = [];
  }

  /** Writes `agon_row` and `score` into a table. */
  async write({ ask }: UserFile, table: string): Promise<void> {
    await ask((connection) => connection.run(`CREATE TEMP TABLE ${table} (agon_row DOUBLE, score DOUBLE)`));
    await ask(async (connection) => {
      const appender = await connection.createAppender(table);
      for (const [k, row] of this.#rows.entries()) {
        appender.appendDouble(row);
        const score = this.#scores[k];
        if (score === null) appender.appendNull();
        else appender.appendDouble(score);
        appender.endRow();
      }
      appender.closeSync();
    });
  }
}
