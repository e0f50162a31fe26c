// Trainings inside a study: a run of the same experiment gives the same figures, and they can be stopped.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ppo } from "../algorithms/policy-gradient/ppo.ts";
import { makeFolder } from "../core/files.ts";
import { environments } from "../environments/index.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import { computeCell } from "../lab/cell.ts";
import { parseExperiment } from "../lab/experiment.ts";
import { cooperativePay } from "../rewards/mutuality.ts";
import { train, watch } from "./train.ts";

const learner = { steps: 800, copies: 4, rollout: 20, hidden: [8] };
const makeEnvironment = () => environments.get("coopetition/trust-dilemma").make({ horizon: 20 });
const task = { makeEnvironment, plan: ppo.make(learner), seed: 3, signal: new AbortController().signal };

test("an experiment of the same world, learner, reward and seed gives the same figures", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-study-training-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const yaml = `
environment: { id: coopetition/trust-dilemma, horizon: 20 }
agents: { policy: ppo, steps: 800, copies: 4, rollout: 20, hidden: [8] }
reward: cooperative
objective: trust
`;
  const { variants, directory } = await parseExperiment(yaml, join(folder, "e.yaml"));
  for (const table of ["episodes", "training"]) makeFolder(join(folder, table));
  const names = { runFolder: folder, run: "run", variant: "base", cell: "0000-base~3", directory };
  const cell = { ...names, seed: 3, episodes: 5, record: "episodes" as const };
  const summary = await computeCell(cell, variants[0].setting, new Map(), () => false);

  const { reports, players } = await train({ ...task, reward: cooperativePay });
  const watched = await watch(makeEnvironment(), players, { seed: 3, episodes: 5, reward: cooperativePay });
  for (const player of players) player.close?.();
  expect(reports).toHaveLength(10);
  expect(reports.at(-1)?.steps).toBe(800);
  expect(mean(watched.pay)).toBeCloseTo(summary.pay, 9);
  expect(mean(watched.channel("trust"))).toBeCloseTo(summary.objective, 9);
  expect(Array.from(watched.steps)).toEqual([20, 20, 20, 20, 20]);
  expect(() => watched.channel("trusst")).toThrow("trusst");
});

test("each update is told, and a training stops between two of them", async () => {
  const stop = new AbortController();
  const told: number[] = [];
  const stopped = train({
    ...task,
    signal: stop.signal,
    onUpdate: ({ steps }) => {
      told.push(steps);
      if (told.length === 2) stop.abort();
    },
  });
  await expect(stopped).rejects.toThrow("abort");
  expect(told).toEqual([80, 160]);
});

test("a training may end after some of its updates", async () => {
  const { reports, players } = await train({ ...task, updates: 3 });
  for (const player of players) player.close?.();
  expect(reports.map(({ steps }) => steps)).toEqual([80, 160, 240]);
});
