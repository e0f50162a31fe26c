// A run that is killed, stopped or beside another ends with the same bytes as one that was never disturbed.

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { attacks } from "../attack/length.ts";
import { until } from "../fixtures/until.ts";
import { agon, contents, finishedCells, root } from "./agon.ts";
import { folderWith, jsonLines } from "./files.ts";
import { complaintOf } from "./mistakes.ts";
import { start } from "./process.ts";

const experiment = (agents: string, seeds: number) => `
environment: { id: coopetition/apache-project, phase: growth }
agents: ${agents}
objective: joint.value
variants: { private: { reward: private }, cooperative: { reward: cooperative } }
seeds: ${seeds}
`;
const SEEDS = 10;
const CELLS = 2 * SEEDS;
const WAITING = join(root, "test/fixtures/waiting-agent.js");

/** A folder with the experiment. */
const placed = (agents = "{ policy: random }", seeds = SEEDS): string =>
  folderWith({ "e.yaml": experiment(agents, seeds) });

/** The store's files after a run that nothing disturbed. */
async function undisturbed(folder: string, flags = ""): Promise<Record<string, string>> {
  const { code, stderr } = await agon(`run e.yaml --json ${flags}`, { cwd: folder });
  expect(code, stderr).toBe(0);
  return contents(storeIn(folder));
}

let random: Promise<Record<string, string>> | undefined;
/** The files of the experiment with agents at random, run once for all tests. */
const undisturbedRandom = () => {
  random ??= undisturbed(placed());
  return random;
};

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

const storeIn = (folder: string) => join(folder, ".agon");
const countIn = (folder: string) => finishedCells(storeIn(folder)).length;

test("kill -9 at moments of the work leaves no trace", async () => {
  const files = await undisturbedRandom();
  const most = attacks(3, 100);
  let kills = 0;
  while (kills < most) {
    const folder = placed();
    while (kills < most && countIn(folder) < CELLS) {
      const { process, done } = start(`run e.yaml --workers ${(1 + kills) % 3}`, { cwd: folder });
      const before = countIn(folder);
      // Once before any cell, then as soon as some cells more are there. A kill that comes too late does not count.
      const isTime = () => (kills === 0 ? existsSync(storeIn(folder)) : countIn(folder) > before + (kills % 4));
      await until(() => process.exitCode !== null || isTime());
      process.kill("SIGKILL");
      const { code, stderr } = await done;
      expect([null, 0], stderr).toContain(code);
      if (code === null && countIn(folder) < CELLS) kills += 1;
    }
    expect(await undisturbed(folder)).toEqual(files);
  }
});

test("Ctrl-C stops cleanly, says how to go on, and nothing is lost", async () => {
  const seeds = 4;
  const [free, folder] = [placed(WAITING, seeds), placed(WAITING, seeds)];
  writeFileSync(join(free, "go"), "");
  const files = await undisturbed(free);
  const { process, said, over, done } = start("run e.yaml --workers 1", { cwd: folder });
  await until(() => countIn(folder) >= 2, over);
  process.kill("SIGINT");
  await until(() => said().includes("stopping: cells in flight come to their end"), over);
  writeFileSync(join(folder, "go"), "");
  const { code, stderr } = await done;
  expect(code).toBe(130);
  expect(stderr).toMatch(/stopped with \d+ of 8 cells done; the same command goes on from there/);
  const kept = countIn(folder);
  expect(kept).toBeLessThan(2 * seeds);
  const again = await agon("run e.yaml --json", { cwd: folder });
  expect(again.stderr).toContain(`${kept} of 8 cells are in the store already`);
  expect(contents(storeIn(folder))).toEqual(files);
});

test("a second Ctrl-C ends at once, with programs that answer neither a question nor a signal", async () => {
  const script =
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('fs').writeFileSync('' + process.pid, '')";
  const folder = placed(`{ policy: program, command: [node, -e, ${JSON.stringify(script)}], timeout: 600 }`);
  const { process: running, said, over, done } = start("run e.yaml --workers 2", { cwd: folder });
  const pids = () => readdirSync(folder).filter((name) => /^\d+$/.test(name));
  await until(() => pids().length >= 1, over);
  running.kill("SIGINT");
  await until(() => said().includes("Ctrl-C again stops at once"), over);
  running.kill("SIGINT");
  expect((await done).code).toBe(130);
  await until(() => !pids().some(isAlive));
});

test("two processes may work on one run", async () => {
  const files = await undisturbedRandom();
  const folder = placed();
  const words = "run e.yaml --workers 0 --json";
  const outcomes = await Promise.all([start(words, { cwd: folder }).done, agon(words, { cwd: folder })]);
  for (const { code, stderr } of outcomes) expect(code, stderr).toBe(0);
  expect(contents(storeIn(folder))).toEqual(files);
});

test("a killed run is resumed as the command line asked for it, without its file, and once at a time", async () => {
  const flags = "--seeds 3 --set environment.horizon=9";
  const [free, folder] = [placed(WAITING), placed(WAITING)];
  writeFileSync(join(free, "go"), "");
  const files = await undisturbed(free, flags);
  const { process, over, done } = start(`run e.yaml --workers 0 ${flags}`, { cwd: folder });
  await until(() => countIn(folder) >= 2, over);
  expect(await complaintOf("resume latest", { cwd: folder })).toMatch(
    new RegExp(`process ${process.pid} of .* works on e-[0-9a-f]{8} already`),
  );
  process.kill("SIGKILL");
  await done;
  rmSync(join(folder, "e.yaml"));
  writeFileSync(join(folder, "go"), "");
  const { code, stdout, stderr } = await agon("resume e --workers 0 --json", { cwd: folder });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout).flags).toEqual(["--seeds 3", "--set environment.horizon=9"]);
  expect(stderr).toMatch(/\d of 6 cells are in the store already/);
  expect(contents(storeIn(folder))).toEqual(files);
});

/** A condition on a column of numbers that takes DuckDB milliseconds for each row. */
const slow = (column: string): string =>
  `${Array.from({ length: 280 }, (_, k) => `ln(${k + 2}+pow(x,${k}.5))`.replace("x", `${column}::int`)).join("+")} > 0`;
/** A program that answers neither a question nor a signal, and leaves its number. */
const SILENT = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); require("fs").writeFileSync("asked", "" + process.pid);\n`;

const text = (k: number) => Array.from({ length: 60 }, (_, j) => `w${(k * 7919 + j * 104_729) % 4001}`).join(" ");
const rows = <T>(count: number, row: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => row(k));

const table = (head: readonly string[], lines: readonly (readonly unknown[])[]): string =>
  `${[head, ...lines].map((cells) => cells.join(",")).join("\n")}\n`;

const FILES = {
  "games.csv": () =>
    table(
      ["player_a", "player_b", "result"],
      rows(30_000, (k) => [`p${k % 200}`, `q${(k * 7919) % 200}`, 1 + (k % 2)]),
    ),
  "auctions.csv": () =>
    table(
      ["time", "auction", "bidder", "value"],
      rows(400_000, (k) => [k, k >> 1, k % 2, 2]),
    ),
  "bids.csv": () =>
    table(
      ["time", "bid", "won", "price", "value"],
      rows(400_000, (k) => [k, 2, 0, "", ""]),
    ),
  "texts.jsonl": () => jsonLines(rows(20_000, (k) => ({ id: `t${k}`, text: text(k), date: k + 1 }))),
  "pairs.jsonl": () =>
    jsonLines(rows(6000, (k) => ({ prompt: `q${k}`, first: text(k), second: text(k + 1), winner: "ab"[k % 2] }))),
  "judge.yaml": () => "judge: { program: [node, silent.cjs], seconds: 600 }\npairs: pairs.jsonl\n",
  "contest.yaml": () =>
    "arena: { id: core-war, core: nano }\nplayers: { imp: imp.red, dwarf: dwarf.red }\nschedule: { id: round-robin }\ngames: 2\n",
  "imp.red": () => "MOV 0, 1\n",
  "dwarf.red": () => "ADD #4, 3\nMOV 2, @2\nJMP -2\nDAT 0, 0\n",
  "e.yaml": () => experiment("{ policy: random }", 100_000),
  "silent.cjs": () => SILENT,
};

/** Seconds that processors have worked for a process, where the system tells. */
function secondsOf(pid: number | undefined): number {
  const stat = `/proc/${pid}/stat`;
  const fields = existsSync(stat) ? readFileSync(stat, "utf8").split(") ")[1].split(" ") : [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A command, and what shows that it is in the phase: what it says, a file that is there, or seconds that it has computed. */
const PHASES: Readonly<Record<string, readonly [words: string, sign: RegExp | string | number]>> = {
  "rate, while it reads": [`rate games.csv --where "${slow("result")}"`, 1],
  "rate, while it resamples": ["rate games.csv --resamples 20000", /resample/],
  "rate, with glicko-2": ["rate games.csv --model glicko-2 --resamples 3000", /resample/],
  "similar, while it compares": ["similar texts.jsonl", /comparing/],
  "similar, while it trains": ["similar texts.jsonl --by encoder", 2],
  "preferences, while it fits": ["preferences pairs.jsonl --out reward --model transformer", 4],
  "bids, while it reads": [`bids bids.csv --where "${slow("time")}"`, 1],
  "log check, while it reads": [`log check auctions.csv --as auctions --where "${slow("time")}"`, 1],
  "audit, while it searches": ["audit --instances 1000000", 1.5],
  "judge, while a program thinks": ["judge judge.yaml", "asked"],
  "match, while it plays": ["match core-war imp.red dwarf.red --games 1000000", /games/],
  "contest, while it rates": ["contest contest.yaml --resamples 1000000", 1],
  "exploit, while attackers learn": ["exploit games/mini-fighter random --method trained --steps 100000000", 3],
  "run, in one thread": ["run e.yaml --workers 0", ".agon/cells"],
  "query, while it asks": ["query 'SELECT sum(range) FROM range(10000000000000)'", 1],
};

test.skipIf(process.platform !== "linux").each(Object.entries(PHASES))("Ctrl-C ends %s", async (_, [words, sign]) => {
  const of = { judge: ["pairs.jsonl", "silent.cjs"], contest: ["imp.red", "dwarf.red"] };
  const [command] = words.split(" ");
  const others = command === "judge" || command === "contest" ? of[command] : [];
  const named = Object.entries(FILES).filter(([name]) => words.includes(name) || others.includes(name));
  const folder = folderWith(Object.fromEntries(named.map(([name, made]) => [name, made()])));
  if (words.startsWith("query")) {
    writeFileSync(join(folder, "few.yaml"), experiment("{ policy: random }", 2));
    expect((await agon("run few.yaml", { cwd: folder })).code).toBe(0);
  }
  const { process: child, said, over, done } = start(words, { cwd: folder });
  await until(() => {
    if (typeof sign === "number") return secondsOf(child.pid) >= sign;
    return typeof sign === "string" ? existsSync(join(folder, sign)) : sign.test(said());
  }, over);
  child.kill("SIGINT");
  const { code, stdout, stderr } = await done;
  // A process that the system ends by the signal has no code, and a shell tells 130.
  expect(code ?? (child.signalCode === "SIGINT" ? 130 : child.signalCode), stderr).toBe(130);
  expect(stdout).toBe("");
  expect(stderr).not.toContain("a bug in Agon");
  if (command === "judge") await until(() => !isAlive(readFileSync(join(folder, "asked"), "utf8")));
});

test.skipIf(process.platform === "win32")(
  "a signal that comes while others end is answered, and not lost",
  async () => {
    const module = new URL("../../dist/core/signals.js", import.meta.url).href;
    const script = `import { answerSignals, waiting } from ${JSON.stringify(module)};
let heard = 0;
answerSignals(() => { heard += 1; });
for (let k = 0; k < 50; k++) await waiting(async () => { process.kill(process.pid, "SIGINT"); });
console.log(heard);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout.trim()).toBe("50");
  },
);

test("Ctrl-C in the middle of a question to DuckDB ends with 130, after a word of progress", async () => {
  const rows = Array.from({ length: 200_000 }, (_, k) => `${k},1,a,1`);
  const cwd = folderWith({ "touches.csv": `journey,time,channel,converted\n${rows.join("\n")}\n` });
  const slow = `${Array.from({ length: 280 }, (_, k) => `ln(${k + 2}+pow(journey::int,${k}.5))`).join("+")} > 0`;
  const { process, done } = start(`attribute touches.csv --where "${slow}"`, { cwd });
  await new Promise((resolve) => process.stderr?.once("data", resolve));
  process.kill("SIGINT");
  const { code, stdout, stderr } = await done;
  expect([code ?? process.signalCode, stdout]).toEqual([code === null ? "SIGINT" : 130, ""]);
  expect(stderr).toMatch(/^(reading .*touches\.csv: \d+ s\n)+agon: stopped\n$/);
});
