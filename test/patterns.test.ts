// No text of a stranger may cost more than it is long: every regular expression of `src/` is analysed, and takes linear time.
// What an analysis has found linear is kept in `safe-patterns.json`, and not analysed again; `npm run test:all` analyses all.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check } from "recheck";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { contentHash } from "../src/core/checksum.ts";
import { production, textOf } from "./fixtures/source.ts";
import { placeOf } from "./read-data.ts";

/** Patterns that may be worse than linear, by file, and why: what they read is bounded. */
const BOUNDED: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  "environments/language/tape.ts": {
    count: 3,
    why: "a tape's text has at most as many characters as its world allows",
  },
  "web/components/source.tsx": { count: 1, why: "longer lines are not coloured" },
};

/** What files make of texts, an example for each `RegExp` that they call. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
  // The name of a channel, in a formula of pay.
  "agents/llm-prompt.ts": [/(?<![\w.])(\w+\.)?joint\.value(?![\w])/],
  // Headers of turns.
  "core/reading/last-turn.ts": [
    /(?:<\|im_start\|>|<\|turn>)\s*(?<role>[\w.]+)[^\S\n]*(?:\n|<\|im_sep\|>|$)|(?:<\|start_header_id\|>|<\|start\|>)(?<named>[\w.]+)(?![\w.])[^\n<]*<\|(?:end_header_id|message)\|>\n*|(?<=^|\n|>)<\|(?<bare>user|tool)\|>\n?|<｜(?<wide>User)｜>/g,
  ],
  // An amount that is looked for, and a name.
  "core/reading/mentions.ts": [/(?<![\p{L}\p{N}]|\d[.,])1450(?:\.0+)?(?![\p{L}\p{N}]|[.,]\d)/gu],
  // Marks of thoughts, as they stand.
  "core/reading/thoughts.ts": [/<think>|<\/think>|\[THINK\]|\[\/THINK\]|<\|channel\|>final<\|message\|>/g],
  "core/words.ts": [/[\p{Script=Han}\p{Script=Thai}]/gu],
  // A question of the world's own, and an example in it.
  "environments/language/function.ts": [
    /^Write a JavaScript function solve\(a\) that returns a \+ (\S+) \* (\S+)\.\n/,
    /^solve\((.*)\) returns (.*)$/gm,
  ],
  // An expression of the user's own is tried, and runs in the sandbox, where its steps are counted.
  "environments/language/own-questions/judges.ts": [/a/, /a/],
  "environments/language/tape.ts": [/=<[1-9.][1-9]>\[[^?\]]+\][1-9]\$$/],
  "lab/experiment/file-kinds.ts": [/^environment:/m],
  "logs/csv.ts": [/\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]*)(?:,|$)/y],
  // A pattern of Agon's own schema.
  "web/draft-completions.ts": [/^[\w./-]+\.(?:ts|js)$/u],
};

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
  readonly line: number;
}

/** All regular expressions in a file, and the lines on which it makes one of a text. */
function patternsIn(file: string): { readonly written: Pattern[]; readonly made: number[] } {
  const code = textOf(file);
  const written: Pattern[] = [];
  const made: number[] = [];
  const lineAt = (offset: number) => code.slice(0, offset).split("\n").length;
  const read = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && "start" in node && typeof node.start === "number") {
      if ("regex" in node && isRegex(node.regex)) {
        const { pattern: source, flags } = node.regex;
        written.push({ source, flags, file, line: lineAt(node.start) });
      }
      if ("callee" in node && nameOf(node.callee) === "RegExp") made.push(lineAt(node.start));
    }
    for (const part of Object.values(node)) read(part);
  };
  read(parseSync(file, code).program);
  return { written, made };
}

const isRegex = (value: unknown): value is { readonly pattern: string; readonly flags: string } =>
  typeof value === "object" && value !== null && "pattern" in value && "flags" in value;

const nameOf = (node: unknown): unknown =>
  typeof node === "object" && node !== null && "name" in node ? node.name : undefined;

/** Milliseconds that end an analysis which hangs. */
const PATIENCE = 120_000;

/** A look ahead or behind that has no end: it may go over all of a text at each place, and recheck does not see it. */
const FAR_LOOK = /\(\?<?[=!](?:[^()\\]|\\.)*(?:[*+]|\{\d+,\})/;

const SAFE = placeOf("test/safe-patterns.json");
const { version } = createRequire(import.meta.url)("recheck/package.json");
const suite = process.env.AGON_SUITE;
const before = new Set<string>(suite === "all" ? [] : JSON.parse(readFileSync(SAFE, "utf8")));
const safe = new Set<string>();

/** Whether the analysis finds a text on which a pattern takes more than linear time. */
async function isSlow({ source, flags }: Pattern): Promise<boolean> {
  if (FAR_LOOK.test(source)) return true;
  const id = contentHash([version, flags, source]);
  const isSafe = before.has(id) || (await check(source, flags, { timeout: PATIENCE, randomSeed: 1 })).status === "safe";
  if (isSafe) safe.add(id);
  return !isSafe;
}

test("every regular expression takes linear time", async () => {
  const sources = production.map((file) => ({ file, ...patternsIn(file) }));
  const made = sources.filter(({ made: lines }) => lines.length > 0);
  expect(Object.fromEntries(made.map(({ file, made: lines }) => [file, lines.length]))).toEqual(
    Object.fromEntries(Object.entries(MADE).map(([file, examples]) => [file, examples.length])),
  );
  const examples = made.flatMap(({ file, made: lines }) =>
    MADE[file].map(({ source, flags }, k): Pattern => ({ source, flags, file, line: lines[k] })),
  );
  const all = [...sources.flatMap(({ written }) => written), ...examples];
  expect(all.length).toBeGreaterThan(250);
  const verdicts = new Map<string, Promise<boolean>>();
  const slow: Pattern[] = [];
  for (const pattern of all) {
    const key = `${pattern.flags}/${pattern.source}`;
    const verdict = verdicts.get(key) ?? isSlow(pattern);
    verdicts.set(key, verdict);
    if (await verdict) slow.push(pattern);
  }
  const unbounded = slow.filter(({ file }) => BOUNDED[file] === undefined);
  expect(unbounded.map(({ source, flags, file, line }) => `${file}:${line} /${source}/${flags}`)).toEqual([]);
  for (const [file, { count, why }] of Object.entries(BOUNDED))
    expect(slow.filter((one) => one.file === file).length, `${file}: ${why}`).toBe(count);
  if (suite !== undefined) writeFileSync(SAFE, `${JSON.stringify([...safe].sort(), undefined, 2)}\n`);
});
