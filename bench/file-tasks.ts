// What is timed of users' files and of figures over many numbers, how the thread that computes those is asked, and the files.

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { Random } from "../src/core/random.ts";
import { quoted } from "../src/core/sql.ts";

/** Whole commands, each in a process of its own. */
export const COMMAND_TASKS = [
  "agon rate: 2 million votes of 200 players, read and fitted",
  "agon rate: the same with 1,000 resamples",
  "agon preferences: 100,000 comparisons of texts",
  "agon weigh: 10 million answers with five pays",
  "agon audit: 100,000 texts scored by a function of Python that takes no time",
] as const;

/** Figures of numbers in memory, each in a thread of its own. */
export const FIGURE_TASKS = [
  "Linear Bradley-Terry: a million comparisons with 100 features",
  "Over-optimisation of a table: 100 prompts of 1,000 answers",
] as const;
export type FigureTask = (typeof FIGURE_TASKS)[number];

/** Computes a figure; `share` is how much of the full amount, from 0 to 1. */
export interface FigureOrder {
  readonly task: FigureTask;
  readonly share: number;
}

export interface FigureAnswer {
  readonly seconds: number;
  /** Depends on all of it, so that nothing can be left out. */
  readonly sum: number;
}

/** Texts of a file, written line by line. */
async function written(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file);
  let held = "";
  for (const line of lines) {
    held += `${line}\n`;
    if (held.length < 1 << 20) continue;
    if (!out.write(held)) await once(out, "drain");
    held = "";
  }
  out.end(held);
  await once(out, "finish");
}

/** Votes on 200 players by their strengths, as CSV. */
export function writeVotes(file: string, votes: number): Promise<void> {
  const random = Random.of(1, "votes");
  const strengths = Array.from({ length: 200 }, () => random.normal());
  function* lines(): Generator<string> {
    yield "first,second,winner";
    for (let vote = 0; vote < votes; vote++) {
      const first = random.integer(strengths.length);
      const second = (first + 1 + random.integer(strengths.length - 1)) % strengths.length;
      const isFirst = random.uniform() < 1 / (1 + Math.exp(strengths[second] - strengths[first]));
      yield `player ${first},player ${second},${isFirst ? "a" : "b"}`;
    }
  }
  return written(file, lines());
}

/** Comparisons of texts of some hundred letters, three on each prompt, of which the longer mostly wins, as JSON Lines. */
export function writePreferences(file: string, pairs: number): Promise<void> {
  const random = Random.of(1, "preferences");
  const words = Array.from(
    { length: 20_000 },
    (_, k) => `${k.toString(26).replaceAll(/\d/g, (d) => "qrstuvwxyz"[+d])}`,
  );
  const text = (letters: number): string => {
    let content = "";
    while (content.length < letters) content += `${words[Math.floor(words.length ** random.uniform()) - 1]} `;
    return content.trim();
  };
  function* lines(): Generator<string> {
    let prompt = "";
    for (let pair = 0; pair < pairs; pair++) {
      if (pair % 3 === 0) prompt = text(40 + random.integer(160));
      const [one, other] = [text(80 + random.integer(450)), text(80 + random.integer(450))];
      const isLonger = random.uniform() < 0.7;
      const [chosen, rejected] = isLonger === one.length > other.length ? [one, other] : [other, one];
      yield JSON.stringify({ prompt, chosen, rejected, annotator: `annotator ${random.integer(40)}` });
    }
  }
  return written(file, lines());
}

/** A reward function of Python, and tasks of products for it, as JSON Lines. */
export async function writeReward(reward: string, tasks: string): Promise<void> {
  await written(reward, [
    "def score(completions, answer, **kwargs):",
    "    return [float(gold in completion) for completion, gold in zip(completions, answer)]",
  ]);
  const products = Array.from({ length: 64 }, (_, k) => ({
    prompt: `What is ${k} times ${k + 3}?`,
    answer: String(k * (k + 3)),
  }));
  await written(
    tasks,
    products.map((row) => JSON.stringify(row)),
  );
}

/** Pays of `writeRollouts`. */
export const ROLLOUT_PAYS = ["exact", "noisy", "partial", "style", "format"] as const;

/** Answers of random texts, sixteen to a prompt, with a gold score and five pays that lie nearer to it or farther off, as Parquet. */
export async function writeRollouts(file: string, answers: number): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1", memory_limit: "400MB" });
  const connection = await instance.connect();
  /** A number from 0 to 1 for each row. */
  const drawn = (salt: number): string => `(hash(k * 31 + ${salt}) / 18446744073709551616.0)::DOUBLE`;
  const pays = ["gold", `gold + ${drawn(1)}`, `gold * ${drawn(2)}`, `${drawn(3)} - 0.2 * gold`, "(gold > 0.5)"];
  const columns = [
    "k // 1024 AS step",
    "'What is ' || (k // 16) || ' plus ' || (k // 16 % 97) || '?' AS prompt",
    "'It is ' || md5(k::VARCHAR) || ' by my sum' AS completion",
    "gold",
    ...pays.map((pay, k) => `(${pay})::DOUBLE AS ${ROLLOUT_PAYS[k]}`),
  ];
  const rows = `SELECT k, (${drawn(0)})::DOUBLE AS gold FROM range(${answers}) AS all_rows(k)`;
  await connection.run(`COPY (SELECT ${columns.join(", ")} FROM (${rows})) TO ${quoted(file)} (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}
