// Every number that a flag of these commands may have, at both of its ends: the command answers, or says in a sentence what would settle it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { declared } from "../../src/cli/commands.ts";
import { arenas } from "../../src/environments/arenas/index.ts";
import { contestSchema } from "../../src/lab/contest/contest-file.ts";
import { judgeSchema } from "../../src/lab/judge/judge-file.ts";
import { limitsOf, withValue } from "../fixtures/limits.ts";
import { agon, root, scratch } from "./agon.ts";
import { folderWith } from "./files.ts";

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
  weigh: `weigh ${example("rollouts.csv")} --want gold --pay accuracy_reward`,
  attribute: `attribute ${example("touches.csv")}`,
  "trace pick": `trace pick ${example("traces", "example_trace.json")}`,
};

/** Commands that run until they are stopped, or that compute an experiment: their limits are those of what they serve or compute. */
const OTHERS =
  "run resume worker view serve step play check snake vote reward study studies report export cluster".split(" ");

/** Flags of an experiment, which `run` has too. */
const OF_EXPERIMENTS = ["audit learner", "audit minutes", "audit seeds", "audit budget", "audit workers"];

/** Numbers in the place of larger ones, of which each unit is the same work once more. */
const ENOUGH: Readonly<Record<string, number>> = {
  "match games": 300,
  "exploit steps": 3000,
  "exploit seeds": 3,
  "exploit episodes": 400,
  "audit instances": 100,
  "contest resamples": 20_000,
  "poker hands": 1000,
  "no-limit-holdem hands": 300,
  "contest games": 200,
  "contest trials": 20,
  "contest trialGames": 20,
  "contest rounds": 20,
  "rate resamples": 100_000,
  "similar resamples": 100_000,
};

/** Numbers that a file may be too long for, and what is said then. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  "weigh group 2147483647": /as no prompt has more than 16; give a whole number from 2 to 16$/,
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
  .filter(({ command, flag }) => WORDS[command] !== undefined && !OF_EXPERIMENTS.includes(`${command} ${flag}`))
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

/** Runs a command with a number at its end: a document of numbers, or, where `refused`, one sentence. */
async function answers(words: string, cwd: string, refused?: RegExp): Promise<void> {
  const { code, stdout, stderr, complaint } = await agon(`${words} --json`, { cwd });
  if (refused !== undefined) expect([code, complaint]).toEqual([2, expect.stringMatching(refused)]);
  else {
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toBeDefined();
    expect(stdout).not.toMatch(/:(NaN|-?Infinity)/);
  }
}

/** What a player of each arena does, with settings under which its games are short. */
const MOVES: Readonly<Record<string, readonly [does: string, ...short: string[]]>> = {
  battlesnake: ["() => 'up'", "horizon=20"],
  chess: ["({ moves }) => moves[0].uci", "plies=8"],
  gomoku: [
    "(board) => { const row = board.findIndex((one) => one.includes(0)); return [row, board[row].indexOf(0)]; }",
    "size=9",
  ],
  halite: ["() => []", "width=6", "height=6"],
  "light-cycles": ["() => 'up'"],
  "mini-fighter": ["() => 'jab'"],
  "grid-football": ["() => 'forward'", "horizon=20"],
  "evidence-debate": ["({ shown }) => shown.indexOf(null)"],
  poker: ["() => 'call'"],
  "no-limit-holdem": ["({ toCall }) => toCall > 0 ? 'call' : 'check'", "hands=3"],
  figgie: ["() => ({ action: 'pass' })", "ticks=20"],
};

/** Numbers that do not go with those of the arena beside them, and what is said. */
const UNFIT: Readonly<Record<string, RegExp>> = {
  "core-war length 1": /dwarf.red:7: it has 4 instructions; at most 1 are allowed/,
  "core-war length 10000": /distance: .* it must be no less than the length/,
  "core-war distance 1": /distance: is 1; it must be no less than the length/,
  "core-war distance 500000": /size: .* it must be twice the distance at least/,
  "core-war fixed 1": /fixed: is 1; it must be no less than the distance/,
  "no-limit-holdem stack 2": /stack: is 2; it must be twice the big blind or more/,
  "no-limit-holdem smallBlind 10000": /smallBlind: is 10000; it must not exceed the big blind/,
  "no-limit-holdem bigBlind 10000": /stack: is 200; it must be twice the big blind or more/,
  "evidence-debate pieces 2": /reveals: 4 reveals are more than 2 pieces; choose at most 2/,
  "evidence-debate reveals 12": /reveals: 12 reveals are more than 10 pieces; choose at most 10/,
  "evidence-debate topics 12": /topics: 12 topics are more than 10 pieces; choose at most 10/,
};

const arenaLimits = (await arenas.all()).flatMap(({ id, parameters }) =>
  limitsOf(parameters).map(({ path, value }) => {
    const name = path.join(".");
    return [id, name, Math.min(value, ENOUGH[`${id} ${name}`] ?? value)] as const;
  }),
);

test.each(arenaLimits)("match in %s with %s=%s", async (id, name, value) => {
  const [does, ...short] = id === "core-war" ? ["", "core=nano"] : MOVES[id];
  const players = id === "core-war" ? warriors : id === "figgie" ? "p.js p.js p.js p.js" : "p.js p.js";
  const settings = [...short.filter((one) => !one.startsWith(`${name}=`)), `${name}=${value}`];
  const words = `match ${id} ${players} --games 2 ${settings.map((one) => `--set ${one}`).join(" ")}`;
  await answers(words, folderWith({ "p.js": `const move = ${does};` }), UNFIT[`${id} ${name} ${value}`]);
});

const PAIRS = ["first,second,winner", ...Array.from("aaabbb", (side, k) => `${"long".repeat(k)},short,${side}`)];
const PROGRAM = `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify({ winner: "first" }));
`;
// A model's numbers are those of an agent that is one.
const judgeLimits = limitsOf(judgeSchema).filter(
  ({ path }) => path[0] !== "beside" && (path[0] !== "judge" || ["tie", "seconds"].includes(path[1])),
);

test.each(judgeLimits)("judge with $path = $value", async ({ path, value }) => {
  const judge = path.includes("seconds") ? { program: ["node", "judge.mjs"] } : { rubric: { length: 1 } };
  const text = stringify(withValue({ judge, pairs: "pairs.csv" }, path, value));
  const files = { "judge.yaml": text, "pairs.csv": `${PAIRS.join("\n")}\n`, "judge.mjs": PROGRAM };
  const refused = path.includes("seconds") && value < 1 ? /gave no answer for 1e-9 seconds/ : undefined;
  await answers("judge judge.yaml", folderWith(files), refused);
});

/** Which schedules have a number, with others that let it be at its ends, and short. */
const SCHEDULES: Readonly<Record<string, readonly { readonly id: string; readonly [key: string]: unknown }[]>> = {
  rounds: [{ id: "population" }, { id: "edit-and-compete", trials: 1, trialGames: 2 }],
  matches: [{ id: "ladder", wins: 1 }],
  wins: [{ id: "ladder", matches: 1000 }],
  trials: [{ id: "edit-and-compete", rounds: 1, trialGames: 2 }],
  trialGames: [{ id: "edit-and-compete", rounds: 1, trials: 2 }],
};
const warrior = (name: string) => readFileSync(example("warriors", `${name}.red`), "utf8");

test.each(limitsOf(contestSchema))("contest with $path = $value", async ({ path, value }) => {
  const last = path.at(-1) ?? "";
  for (const schedule of path[0] === "schedule" ? SCHEDULES[last] : [{ id: "round-robin" }]) {
    const dwarf = schedule.id === "edit-and-compete" ? { program: "./dwarf.red", editor: "tester" } : "./dwarf.red";
    const players = { dwarf, imp: "./imp.red" };
    const file = { arena: { id: "core-war", core: "nano" }, players, schedule, games: 2 };
    const text = stringify(withValue(file, path, Math.min(value, ENOUGH[`contest ${last}`] ?? value)));
    const files = { "contest.yaml": text, "dwarf.red": warrior("dwarf"), "imp.red": warrior("imp") };
    await answers("contest contest.yaml --workers 0", folderWith(files));
  }
});
