// A run that is killed, stopped or beside another ends with the same bytes as one that was never disturbed.

import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attacks } from "../attack/length.ts";
import { until } from "../fixtures/until.ts";
import { agon, contents, finishedCells, root, start } from "./agon.ts";
import { folderWith } from "./files.ts";
import { complaintOf } from "./mistakes.ts";

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
  const isAlive = (pid: string) => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
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
