// Probabilities that stored players give to stored actions: they form the distribution that actions are drawn from, and a replay gives the
// same as a direct computation.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import type { Agent, Chance } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { played, storedEpisodes } from "../report/stored-episodes.ts";
import { keptPlayers } from "../run/kept-players.ts";
import { trainedFile } from "../store/cell-files.ts";
import { cellKeys } from "../store/keys.ts";
import { episodeReplay } from "./episode-replay.ts";

const writer = `
environment: { id: language/sort, digits: 2 }
agents:
  { policy: grpo, updates: 2, questions: 2, answers: 4, model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 60, texts: 8 } }
objective: correct
seeds: 1
episodes: 2
`;
const balancer = `
environment: control/cart-pole
agents:
  { policy: ppo, steps: 400, copies: 4, rollout: 20, hidden: [8], rate: 0.01, memory: { units: 4, sequence: 5 } }
objective: success
seeds: 1
episodes: 2
`;
const team = `
environment: control/cart-pole
agents: { policy: coma, steps: 400, copies: 4, hidden: [8] }
objective: success
seeds: 1
episodes: 2
`;
const partners = `
environment: { id: coopetition/trust-dilemma, horizon: 10 }
agents: { agent_0: { policy: ppo, steps: 80, copies: 2, rollout: 20, hidden: [8] }, agent_1: { policy: constant, level: 40 } }
objective: trust
seeds: 1
episodes: 2
`;

/** Runs one cell and returns what a direct computation needs. */
async function learnt(yaml: string) {
  const { experiment, folder, database } = await ran(yaml);
  const [key] = await cellKeys(experiment);
  const [{ setting }] = experiment.variants;
  const cell = { store: dirname(folder), key, seed: 0, episodes: 2 };
  return {
    setting,
    cell,
    database,
    /** Loads the player of seat 0 from its file. */
    player(): Agent {
      const [player] = keptPlayers(setting, cell, [0]);
      onTestFinished(() => player.close?.());
      return player;
    },
    replay: (from?: number) =>
      episodeReplay(cell.store, basename(folder), { variant: "base", seed: 0, episode: 1 }, from),
  };
}

/** Returns an agent's log-probability of an action; fails for an agent that knows none. */
function chanceOf(agent: Agent, observation: Float32Array, action: Float64Array): Chance {
  const chance = agent.follow?.(observation, action);
  if (chance === undefined) throw new Error("the player knows no chances");
  return chance;
}

describe.each([
  ["a writer", writer],
  ["a player that remembers", balancer],
  ["a player of a team", team],
])("%s", (_, yaml) => {
  test("gives its choices probabilities that sum to 1 and match its draws; a replay shows the same", async () => {
    const { setting, cell, database, player, replay } = await learnt(yaml);
    const { spec } = setting;
    const [, stored] = await storedEpisodes(database, cell, spec);
    const observations: Float32Array[] = [];
    played(setting, cell, stored, (_, environment) => {
      const observation = new Float32Array(spec.observationSize);
      environment.observe(observation);
      observations.push(observation);
    });
    /** The stored episode up to a step, and then this choice. */
    const walker = player();
    const walked = (step: number, choice: number): Chance => {
      walker.reset(Random.of(0));
      for (let k = 0; k < step; k++) chanceOf(walker, observations[k], stored.actions.slice(k, k + 1));
      return chanceOf(walker, observations[step], Float64Array.of(choice));
    };
    const byHand = Array.from(stored.actions, (action, step) => walked(step, action));
    for (const step of [0, stored.steps - 1]) {
      const all = Array.from({ length: spec.choices ?? 0 }, (_, choice) => walked(step, choice));
      expect(all.reduce((sum, { logProbability: log }) => sum + Math.exp(log), 0)).toBeCloseTo(1, 12);
      expect(all.reduce((sum, { logProbability: log }) => sum - Math.exp(log) * log, 0)).toBeCloseTo(
        all[0].entropy,
        12,
      );
    }

    const measured = ({ measures }: Awaited<ReturnType<typeof replay>>, name: string) =>
      measures.findLast((one) => one.name === name)?.values;
    const [whole, rest] = [await replay(), await replay(1)];
    const probabilities = byHand.map(({ logProbability }) => [Math.exp(logProbability)]);
    const entropies = byHand.map(({ entropy }) => [entropy]);
    expect(measured(whole, "probability")).toEqual(probabilities);
    expect(measured(whole, "entropy")).toEqual(entropies);
    // A replay from a later step gives the same, since the player has followed the earlier steps.
    expect(measured(rest, "probability")).toEqual(probabilities.slice(1));

    // The mean of ln p over drawn actions is −entropy, so the sum of differences has no drift.
    const [drawer, follower] = [player(), player()];
    const errors: number[] = [];
    const both: Agent = {
      reset(random) {
        drawer.reset(random);
        follower.reset(random);
      },
      act(observation, action) {
        drawer.act(observation, action);
        const { logProbability, entropy } = chanceOf(follower, observation, action);
        errors.push(logProbability + entropy);
      },
    };
    const runner = episodeRunner(setting.makeEnvironment());
    for (let episode = 0; episode < 200; episode++)
      runner.play(seated(spec, [both]), streamsBelow(Random.of(5, "drawn", episode)));
    const drift = errors.reduce((sum, error) => sum + error, 0);
    const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0));
    expect(deviation).toBeGreaterThan(0.1);
    expect(Math.abs(drift)).toBeLessThan(4 * deviation);
  }, 60_000);
});

test("continuous actions have densities, a rule-based partner has none, and an episode without stored players is still shown", async () => {
  const { cell, replay } = await learnt(partners);
  const replayed = await replay();
  const names = replayed.measures.map(({ name }) => name);
  expect(names.slice(-2)).toEqual(["logDensity", "entropy"]);
  for (const { values } of replayed.measures.slice(-2)) {
    for (const row of values) expect(row.map(Number.isFinite)).toEqual([true, false]);
    expect(values).toHaveLength(replayed.steps);
  }
  const file = trainedFile(cell);
  for (const spoil of [() => writeFileSync(file, readFileSync(file).subarray(0, 100)), () => rmSync(file)]) {
    spoil();
    const without = await replay();
    expect(without.measures.map(({ name }) => name)).toEqual(names.slice(0, -2));
    expect(without.scenes).toEqual(replayed.scenes);
  }
}, 60_000);
