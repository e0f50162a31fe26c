// Every number that a flag of these commands may have, at both of its ends: the command answers, or says in a sentence what would settle it.

import { join } from "node:path";
import { expect, test } from "vitest";
import { declared } from "../../src/cli/commands.ts";
import { agon, root, scratch } from "./agon.ts";

const example = (...path: readonly string[]) => join(root, "examples", ...path);
const warriors = ["dwarf", "imp"].map((name) => example("warriors", `${name}.red`)).join(" ");

/** What is asked of each command, without the flag that is looked at. */
const WORDS: Readonly<Record<string, string>> = {
  match: `match core-war ${warriors} --games 2`,
  contest: `contest ${example("warriors", "five.yaml")} --set games=2 --workers 0`,
  exploit:
    "exploit games/poker random --set game=kuhn --method trained --steps 200 --seeds 1 --episodes 20 --workers 0",
  rate: `rate ${example("votes", "answers.csv")} --resamples 20`,
  similar: `similar ${example("problems", "new.csv")} --against ${example("problems", "old.csv")} --resamples 20`,
  preferences: `preferences ${example("preferences", "answers.jsonl")}`,
  audit: "audit first-price --instances 3",
  attribute: `attribute ${example("touches.csv")}`,
  "trace pick": `trace pick ${example("traces", "example_trace.json")}`,
};

/** Commands that run until they are stopped, or that compute an experiment: their limits are those of what they serve or compute. */
const OTHERS =
  "run resume worker view serve step play check snake vote reward study studies report export cluster".split(" ");

/** Numbers in the place of larger ones, of which each unit is the same work once more. */
const ENOUGH: Readonly<Record<string, number>> = {
  "match games": 300,
  "exploit steps": 3000,
  "exploit seeds": 3,
  "exploit episodes": 400,
  "audit instances": 100,
  "contest resamples": 100_000,
  "rate resamples": 100_000,
  "similar resamples": 100_000,
};

/** Numbers that a file may be too long for, and what is said then. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "preferences most 1":
    /holds 600 comparisons that are judged, and drew none of their prompts; let more be looked at: --most$/,
};

const limited = [...declared].flatMap(([command, { flags = {} }]) =>
  Object.entries(flags).flatMap(([flag, { limits }]) => (limits === undefined ? [] : [{ command, flag, limits }])),
);

test("all commands with limits are among these", () => {
  const missing = new Set(limited.map(({ command }) => command).filter((name) => WORDS[name] === undefined));
  expect([...missing].filter((name) => !OTHERS.includes(name.split(" ")[0]))).toEqual([]);
  expect(Object.keys(WORDS).filter((name) => !limited.some(({ command }) => command === name))).toEqual([]);
});

const cases = limited
  .filter(({ command }) => WORDS[command] !== undefined)
  .flatMap(({ command, flag, limits: [least, most] }) =>
    [least, ENOUGH[`${command} ${flag}`] ?? most].map((value) => [command, flag, value] as const),
  );

test.each([...cases, ["attribute", "halfLife", "0.000001s"], ["attribute", "halfLife", "1000000000w"]] as const)(
  "%s with %s %s",
  async (command, flag, value) => {
    const option = `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const cwd = scratch();
    const { code, stdout, stderr, complaint } = await agon(`${WORDS[command]} ${option} ${value} --json`, { cwd });
    const refusal = REFUSED[`${command} ${flag} ${value}`];
    if (refusal !== undefined) {
      expect(code).toBe(2);
      expect(complaint.trim()).toMatch(refusal);
      return;
    }
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toBeDefined();
    expect(stdout).not.toMatch(/:(NaN|-?Infinity)/);
  },
);
