// The twenty environments against an independent implementation: complete rollouts, and the release's reference tables.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { gymWorld, playScript } from "../../../test/fixtures/coopetition/play.ts";
import { SCRIPT_ROWS } from "../../../test/fixtures/coopetition/reference.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { rewards } from "../../rewards/index.ts";

const numbers = z.array(z.number());
const stepSchema = z.object({
  ...{ actions: numbers, returned: numbers, terminated: z.boolean(), truncated: z.boolean() },
  // Omitted in the forty-agent rollouts, whose matrices would be large.
  ...{ trust: numbers.optional(), reputation: numbers.optional(), observation: numbers.optional() },
});
const names = { environment: z.string(), rewardMode: z.string() };
const rolloutSchema = z.object({ ...names, initialObservation: numbers, steps: z.array(stepSchema) });
const file = new URL("../../../test/fixtures/coopetition-rollouts.json.gz", import.meta.url);
const { rollouts } = z
  .object({ rollouts: z.array(rolloutSchema) })
  .parse(JSON.parse(gunzipSync(readFileSync(file)).toString()));

/** Largest relative difference; differences of numbers near zero are absolute. */
function distance(ours: ArrayLike<number>, theirs: readonly number[]): number {
  expect(ours.length).toBe(theirs.length);
  return Math.max(...theirs.map((value, k) => Math.abs(ours[k] - value) / Math.max(1, Math.abs(value))));
}

function play(id: string, mode: string, parameters: object) {
  const environment = environments.get(`coopetition/${id}`).make(parameters);
  const reward = rewards.get(mode).make()(environment.spec);
  const n = environment.spec.agents.length;
  const pay = new Float64Array(n);
  const { outcomes, step } = byHand(environment, Random.of(0, "golden"));
  reward.reset(outcomes);
  const observations = new Float32Array(n * environment.spec.observationSize);
  return {
    environment,
    pay,
    joint() {
      environment.observe(observations);
      return observations.subarray(0, environment.spec.observationSize);
    },
    step(actions: readonly number[]) {
      const status = step(...actions);
      reward.pay(outcomes, status, pay);
      return status;
    },
  };
}

test("there are 57 rollouts of 19 worlds", () => {
  expect(rollouts).toHaveLength(57);
  expect(new Set(rollouts.map((r) => r.environment)).size).toBe(19);
});

describe.each(rollouts)("$environment under $rewardMode pay", (rollout) => {
  test("payoffs, trust, damage, observations and terminations equal the reference", () => {
    const game = play(rollout.environment, rollout.rewardMode, { view: "joint" });
    expect(distance(game.joint(), rollout.initialObservation)).toBeLessThan(1e-6);
    for (const step of rollout.steps) {
      const status = game.step(step.actions);
      const { trust, reputation } = game.environment.state.views;
      expect(distance(game.pay, step.returned)).toBeLessThan(1e-5);
      if (step.trust !== undefined) expect(distance(trust, step.trust)).toBeLessThan(1e-5);
      if (step.reputation !== undefined) expect(distance(reputation, step.reputation)).toBeLessThan(1e-5);
      if (step.observation !== undefined) expect(distance(game.joint(), step.observation)).toBeLessThan(1e-4);
      expect((status & Status.terminated) !== 0).toBe(step.terminated);
      expect((status & Status.truncated) !== 0).toBe(step.truncated);
    }
  });
});

test("the reference table has four scripts for each of the twenty worlds", () => {
  expect(SCRIPT_ROWS).toHaveLength(80);
  expect(new Set(SCRIPT_ROWS.map((row) => row.environment)).size).toBe(20);
});

describe.each(SCRIPT_ROWS)("$environment, script $script", (row) => {
  test("totals, termination and final state equal the release's", () => {
    const played = playScript(gymWorld(row.environment), row.environment, row.script);
    expect(played.steps).toBe(row.steps);
    expect(played.terminated).toBe(row.terminated);
    for (const name of ["private", "integrated", "cooperative", "firstAgentTotal", "firstAgentFirstStep"] as const) {
      expect(Math.abs(played[name] / row[name] - 1), name).toBeLessThan(1e-5);
    }
    expect(played.meanTrust).toBeCloseTo(row.meanTrust, 5);
    expect(played.meanReputation).toBeCloseTo(row.meanReputation, 5);
  });
});

test("a coalition excludes disloyal members and readmits them later", () => {
  const game = play("coalition-formation", "integrated", { horizon: 100 });
  const inside = game.environment.state.views.inside;
  const sizes: number[] = [];
  const totals = new Float64Array(6);
  for (let t = 0; t < 60; t++) {
    game.step(t < 30 ? [40, 40, 40, 1, 1, 1] : [40, 40, 40, 45, 45, 45]);
    sizes.push(inside.reduce((a, b) => a + b, 0));
    for (let i = 0; i < 6; i++) totals[i] += game.pay[i];
  }
  expect(sizes.indexOf(3)).toBe(14);
  expect(sizes.lastIndexOf(3)).toBe(51);
  expect(sizes.at(-1)).toBe(6);
  for (let i = 0; i < 6; i++) expect(totals[i]).toBeCloseTo(i < 3 ? 15388.4876 : 8715.0059, 2);
});
