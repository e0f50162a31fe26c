// Recorded episodes as an environment: recorded actions lead to recorded results, and any other action ends the episode.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { minariFolder, readEpisodes, writeDataSet } from "../../../test/fixtures/minari.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Preparation } from "../../core/registry.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { recordedEpisodes } from "./episodes.ts";

const worldOf = async (log: unknown, place: Preparation, more: object = {}): Promise<NumericEnvironment> =>
  recordedEpisodes.make(await recordedEpisodes.prepare?.({ log, ...more }, place));

/** Outcomes by channel of every step of the oracle, and the final status. */
function played(world: NumericEnvironment, seed: number) {
  const { spec } = world;
  const steps: Record<string, number>[] = [];
  const actions: number[][] = [];
  const { status } = episodeRunner(world).play(
    seated(spec, [oracle(world, "recorded")]),
    streamsOf(seed, 0),
    (episode) => {
      steps.push(Object.fromEntries(spec.channels.map(({ name }, k) => [name, episode.outcomes[k]])));
      actions.push(Array.from(episode.actions));
    },
  );
  return { steps, actions, status, recording: world.texts?.recording() };
}

describe.each(["hdf5", "arrow", "parquet"])("a data set in %s", (format) => {
  test.each(["cart-pole", "nested"])("%s satisfies the laws of environments", async (name) => {
    const source = await recordedEpisodes.prepare?.({ log: `${name}-${format}` }, minariFolder());
    for (const { law, detail, pass } of environmentLaws(() => recordedEpisodes.make(source)))
      expect(pass, `${law}: ${detail}`).toBe(true);
  });
});

test("an agent that repeats the recorded actions observes the recorded results, each episode once", async () => {
  const place = minariFolder();
  const [world, log] = [await worldOf("nested-arrow", place), await readEpisodes("nested-arrow", place)];
  const record = new Float64Array(log.width);
  const episodes = [0, 1, 2].map((seed) => played(world, seed));
  expect(episodes.map(({ recording }) => recording).sort()).toEqual(["episode 0", "episode 1", "episode 2"]);
  for (const { steps, actions, status, recording } of episodes) {
    const episode = Number(recording?.slice("episode ".length));
    expect([steps.length, status]).toEqual([log.recorded.lengths[episode], log.recorded.ends[episode]]);
    const first = log.recorded.lengths.slice(0, episode).reduce((sum, length) => sum + length + 1, 0);
    for (const [k, step] of steps.entries()) {
      log.read(first + k + 1, record);
      expect(step).toEqual({ followed: 1, ...Object.fromEntries(log.numbers.map((name, c) => [name, record[1 + c]])) });
      expect(actions[k]).toEqual(Array.from(record.slice(2, 5)));
    }
  }
});

test("another action ends the episode without pay", async () => {
  const world = await worldOf("cart-pole-hdf5", minariFolder());
  const { spec } = world;
  const [observation, outcomes] = [new Float32Array(spec.observationSize), new Float64Array(spec.channels.length)];
  world.reset(Random.of(1), outcomes, 0);
  const before = outcomes.slice();
  world.observe(observation);
  const done = observation[spec.observationSize - 1];
  expect(world.step(Float64Array.of(done), outcomes, Random.of(1))).toBe(Status.running);
  expect(Array.from(outcomes.subarray(0, 2))).toEqual([1, 1]);
  world.observe(observation);
  const seen = outcomes.slice();
  const other = Float64Array.of(1 - observation[spec.observationSize - 1]);
  expect(world.step(other, outcomes, Random.of(1))).toBe(Status.terminated);
  // [payoff, followed, actions, observation]
  expect(Array.from(outcomes)).toEqual([0, 0, 0, ...seen.subarray(3)]);
  expect(before.subarray(3)).not.toEqual(seen.subarray(3));
});

/** An environment with one recorded episode that pays 1 per step, with these actions. */
async function episodeOf(actions: number[], metadata?: Record<string, string>, more: object = {}) {
  const place = folderOf({});
  const each = (value: number) => actions.map(() => value);
  const terminations = each(0).with(-1, 1);
  const observations = [...actions.keys(), actions.length];
  const episode = { rewards: each(1), terminations, truncations: each(0), actions, observations };
  await writeDataSet(join(place.directory, "set"), [episode], metadata);
  return worldOf("set", place, more);
}

test("recorded double-precision actions are matched in the agent's single precision", async () => {
  const done = [0.1, 1 / 3, -Math.PI];
  const { steps, actions } = played(await episodeOf(done, undefined, { over: "last" }), 0);
  expect(steps.map((step) => step.actions)).toEqual(done);
  expect(actions.flat()).toEqual(done.map(Math.fround));
});

test("choices are numbered from 0, also if the data set numbers them differently", async () => {
  const world = await episodeOf([3, 2], { action_space: '{"type": "Discrete", "n": 2, "start": 2}' });
  const { steps, actions } = played(world, 0);
  expect([world.spec.choices, actions.flat(), steps.map((step) => step.actions)]).toEqual([2, [1, 0], [3, 2]]);
});

test("episodes that are set aside are used for trials, and the others for a run", async () => {
  const world = await worldOf({ file: "cart-pole-arrow", fit: 0.4 }, minariFolder());
  expect(world.spec.windows).toMatchObject({ records: "episodes", scored: 2, fitted: 1, disjoint: 2 });
  expect([0, 1].map((seed) => played(world, seed).recording).sort()).toEqual(["episode 1", "episode 2"]);
  const outcomes = new Float64Array(world.spec.channels.length);
  for (let seed = 0; seed < 5; seed++) {
    world.reset(Random.of(seed), outcomes);
    expect(world.state.views.episode[0]).toBe(0);
  }
});
