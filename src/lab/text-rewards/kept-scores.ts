// Scores of texts that were computed before, as lines of a file beside the store: the hash of a text and its score. Lines are only appended,
// so that what was computed before an interruption is there.

import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../core/files.ts";
import { canonical } from "../../core/json.ts";
import type { KeyedTextReward, ScoredText } from "../../feedback/text-rewards/text-reward.ts";

const FOLDER = "scores";
/** A line; without its end it was cut by a crash. */
const LINE = /^([\w-]{22}),(\S*);$/;

export class KeptScores {
  readonly #file: string;
  readonly #scores = new Map<string, number | null>();
  readonly #reward: KeyedTextReward;
  #isBroken = false;

  /** Reads what is kept of a reward in a store; a store that cannot be written keeps nothing. */
  constructor(store: string, reward: KeyedTextReward) {
    this.#reward = reward;
    this.#file = join(store, FOLDER, `${reward.version.slice(0, 32)}.csv`);
    let text = "";
    try {
      text = readFileSync(this.#file, "utf8");
    } catch {
      // Nothing is kept yet.
    }
    for (const line of text.split("\n")) {
      const [, key, score] = LINE.exec(line) ?? [];
      if (key === undefined || (score !== "" && !Number.isFinite(Number(score)))) continue;
      this.#scores.set(key, score === "" ? null : Number(score));
    }
    if (text !== "" && !text.endsWith("\n")) this.#append("\n");
    try {
      makeFolder(join(store, FOLDER));
    } catch {
      this.#isBroken = true;
    }
  }

  /** A text's key: its hash, with the fields that the reward reads. */
  keyOf({ prompt, completion, fields }: ScoredText): string {
    const read = Object.fromEntries(this.#reward.fields.map((name) => [name, fields[name] ?? null]));
    const hash = createHash("sha256").update(canonical([prompt, completion, read]));
    return hash.digest().subarray(0, 16).toString("base64url");
  }

  /** The score of a key; undefined where it is not known. */
  of(key: string): number | null | undefined {
    return this.#scores.get(key);
  }

  /** Keeps scores; those that may be another when asked again for this process alone. */
  add(keys: readonly string[], scores: readonly (number | null)[]): void {
    let lines = "";
    for (const [k, key] of keys.entries()) {
      const score = scores[k];
      this.#scores.set(key, score);
      if (score !== null || this.#reward.keepsNone) lines += `${key},${score ?? ""};\n`;
    }
    this.#append(lines);
  }

  #append(lines: string): void {
    if (this.#isBroken || lines === "") return;
    try {
      appendFileSync(this.#file, lines);
    } catch {
      this.#isBroken = true;
    }
  }
}
