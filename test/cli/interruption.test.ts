// A run that is killed, stopped or beside another ends with the same bytes as one that was never disturbed.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { agon, contents, scratch, start } from "./agon.ts";

const experiment = `
environment: { id: coopetition/apache-project, phase: growth }
agents: { policy: random }
objective: joint.value
variants: { private: { reward: private }, cooperative: { reward: cooperative } }
seeds: 40
`;
const CELLS = 80;

async function undisturbed(): Promise<{ run: string; files: Record<string, string> }> {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), experiment);
  const { stdout } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  const { run } = JSON.parse(stdout);
  return { run, files: contents(join(folder, ".agon", run)) };
}

function finishedCells(folder: string, run: string): number {
  const place = join(folder, ".agon", run, "episodes");
  return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".parquet")).length : 0;
}

test("kill -9 ten times in a row, at ten different moments, leaves no trace", async () => {
  const { run, files } = await undisturbed();
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), experiment);
  const progress: number[] = [];
  for (let kill = 0; kill < 10; kill++) {
    const { process, done } = start(["run", "e.yaml", "--json"], { cwd: folder });
    const before = finishedCells(folder, run);
    // Once before any work, then as soon as some cells more are there, so that every kill falls into the work.
    if (kill === 0) await wait(150);
    else
      while (process.exitCode === null && finishedCells(folder, run) < Math.min(CELLS, before + 1 + (kill % 4)))
        await wait(3);
    process.kill("SIGKILL");
    await done;
    progress.push(finishedCells(folder, run));
  }
  expect(progress.at(-1)).toBeGreaterThan(0);
  expect(progress.filter((cells) => cells < CELLS).length).toBeGreaterThan(5);
  const { code } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code).toBe(0);
  expect(contents(join(folder, ".agon", run))).toEqual(files);
});

test("Ctrl-C stops cleanly, says how to go on, and nothing is lost", async () => {
  const { run, files } = await undisturbed();
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), experiment);
  const { process, done } = start(["run", "e.yaml"], { cwd: folder });
  while (finishedCells(folder, run) < 3) await wait(3);
  process.kill("SIGINT");
  const { code, stderr } = await done;
  expect(code).toBe(130);
  expect(stderr).toMatch(/stopped with \d+ of 80 cells done; the same command goes on from there/);
  const kept = finishedCells(folder, run);
  expect(kept).toBeLessThan(CELLS);
  const again = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(again.stderr).toContain(`${kept} of 80 cells are in the store already`);
  expect(contents(join(folder, ".agon", run))).toEqual(files);
});

test("two processes may work on one run", async () => {
  const { run, files } = await undisturbed();
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), experiment);
  const outcomes = await Promise.all([
    agon(["run", "e.yaml", "--json"], { cwd: folder }),
    agon(["run", "e.yaml", "--json"], { cwd: folder }),
  ]);
  for (const { code, stderr } of outcomes) expect(code, stderr).toBe(0);
  expect(contents(join(folder, ".agon", run))).toEqual(files);
});
