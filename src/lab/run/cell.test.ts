// A cell compared with its parts: its training equals the driver's, and its episodes equal evaluation episodes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { evaluationEpisodes } from "../../../test/fixtures/evaluation-episodes.ts";
import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import { trustDilemma } from "../../environments/coopetition/trust-worlds.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { cooperativePay } from "../../rewards/mutuality.ts";
import { parseExperiment } from "../experiment/experiment.ts";
import { computeCell } from "./cell.ts";

const makeEnvironment = () => trustDilemma.make({ horizon: 20 });

test("an experiment of the same world, learner, reward and seed gives the same figures", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-cell-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const yaml = `
environment: { id: coopetition/trust-dilemma, horizon: 20 }
agents: { policy: ppo, steps: 800, copies: 4, rollout: 20, hidden: [8], mode: true }
reward: cooperative
objective: trust
`;
  const { variants, directory } = await parseExperiment(yaml, join(folder, "e.yaml"));
  const trusts: number[] = [];
  const cell = { store: folder, key: "base", directory, seed: 3, episodes: 5, record: "episodes" as const };
  const summary = await computeCell(cell, variants[0].setting, new Map(), ({ measures }) => {
    trusts.push(measures.objective);
  });

  const plan = ppo.make({ steps: 800, copies: 4, rollout: 20, hidden: [8], mode: true });
  const { reports, players } = await train(plan, trainingContext({ makeEnvironment, seed: 3, reward: cooperativePay }));
  const options = { seed: 3, episodes: 5, reward: cooperativePay };
  const watched = await evaluationEpisodes(makeEnvironment(), players, options);
  for (const player of players) player.close?.();
  expect(reports).toHaveLength(10);
  // The objective is the trust of an episode's last step, a share; in training as well.
  expect(trusts).toHaveLength(10);
  for (const trust of trusts) expect(trust).toBeLessThanOrEqual(1);
  expect(reports.at(-1)?.steps).toBe(800);
  expect(mean(watched.pay)).toBeCloseTo(summary.pay, 9);
  expect(mean(watched.channel("trust"))).toBeCloseTo(summary.objective, 9);
  expect(Array.from(watched.steps)).toEqual([20, 20, 20, 20, 20]);
  expect(() => watched.channel("trusst")).toThrow("trusst");
});
