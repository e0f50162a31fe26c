// What the file of a reward of texts says: where its function stands, and the words of a rubric.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { wordsOf } from "../../core/words.ts";
import type { RewardAudit } from "../../evaluation/audits/reward-audit.ts";

/** Words of a rubric that attacks repeat. */
const MOST_WORDS = 40;

/** A rubric without the settings of its model. */
export const withoutHead = (text: string): string => text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, "");

/** The longer words of a rubric in words; undefined for other rewards. */
export function rubricWords(target: string, directory: string): string | undefined {
  const [, file] = /^judge:(.+\.(?:md|txt))$/.exec(target) ?? [];
  if (file === undefined) return undefined;
  const text = withoutHead(readFileSync(resolve(directory, file), "utf8"));
  return [...new Set(wordsOf(text).filter((word) => word.length > 4))].slice(0, MOST_WORDS).join(", ");
}

/** The file of a reward, and the line of its function, for code hosts. */
export function whereOf(target: string): Pick<RewardAudit, "where"> {
  const [, file, name] = /^(?:judge:)?(?:\.\/)?([^:]+\.\w+)(?::(\w+))?$/.exec(target) ?? [];
  if (file === undefined) return {};
  if (name === undefined) return { where: { file } };
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return { where: { file } };
  }
  const line = text.split("\n").findIndex((one) => /\b(?:def|function|const|class)\s+(\w+)/.exec(one)?.[1] === name);
  return { where: { file, ...(line < 0 ? {} : { line: line + 1 }) } };
}
