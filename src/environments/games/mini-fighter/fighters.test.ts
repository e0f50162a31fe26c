// Scripted fighters: their actions, best responses to each of them, and three fighters that beat each other in a cycle.

import { describe, expect, test } from "vitest";
import type { Agent } from "../../../core/agent.ts";
import { Random } from "../../../core/random.ts";
import { linearPrograms } from "../../../math/linear-program.ts";
import { bestResponse, gameValues } from "../../../play/game-policies.ts";
import { queriedPolicy } from "../../../play/queried-policy.ts";
import { fightPlayer } from "./fighters.ts";
import { ACTIONS } from "./rules.ts";
import { fightTable } from "./solution.ts";
import { miniFighterWorld } from "./world.ts";

await linearPrograms();
const world = miniFighterWorld.make({});
const game = world.game?.();
if (game === undefined) throw new Error("the fight is no whole game");

/** Policies of two players in every state. */
const policyOf = async (player: Agent) =>
  (await queriedPolicy(world, game, [player, player], { random: Random.of(1, "asked"), queries: 20 })).policy;
const oracle = (name: string): Agent => {
  const fighter = world.spec.oracles?.[name];
  if (fighter === undefined) throw new Error(`no fighter is called ${name}`);
  return fighter.play(0);
};

test("best responses beat eleven of the twelve scripted fighters with certainty", async () => {
  const names = Object.keys(world.spec.oracles ?? {}).filter((name) => name !== "nash");
  expect(names).toHaveLength(12);
  const values = await Promise.all(
    names.map(async (name) => [name, bestResponse(game, await policyOf(oracle(name)), 0).value] as const),
  );
  expect(values.filter(([, value]) => value < 0.8).map(([name]) => name)).toEqual(["noisy-nash"]);
  for (const name of ["jabs", "guards", "fires", "retreats", "advances"])
    expect(Object.fromEntries(values)[name]).toBeCloseTo(1, 12);
});

test("no policy beats the equilibrium", async () => {
  expect(bestResponse(game, await policyOf(oracle("nash")), 1).value).toBeCloseTo(0, 8);
});

test("three fighters form a cycle in which each beats the next with certainty", async () => {
  const [guards, rusher, thrower] = await Promise.all(
    ["guards", "rusher", "thrower"].map((name) => policyOf(oracle(name))),
  );
  const results = [
    gameValues(game, guards, rusher),
    gameValues(game, rusher, thrower),
    gameValues(game, thrower, guards),
  ];
  for (const result of results) for (const [seat, won] of result.entries()) expect(won).toBeCloseTo(1 - 2 * seat, 12);
});

describe("a fighter", () => {
  const action = new Float64Array(1);
  /** A fighter's action in a state, as the left fighter sees it; the state is shown to both seats. */
  function done(
    name: string,
    health: readonly [number, number],
    distance: number,
    tick: number,
    lots = 1,
  ): Set<string> {
    const { views } = world.state;
    views.health.set(health);
    [views.distance[0], views.tick[0]] = [distance, tick];
    const seen = new Float32Array(2 * world.spec.observationSize);
    world.observe(seen);
    const player = oracle(name);
    const names = new Set<string>();
    for (let k = 0; k < lots; k++) {
      player.reset(Random.of(k, "fighter"));
      player.act(seen.subarray(0, world.spec.observationSize), action);
      names.add(ACTIONS[action[0]]);
    }
    return names;
  }

  test("acts by distance, tick and health", () => {
    expect([0, 1, 2, 3].flatMap((tick) => [...done("comes-jabs-throws", [3, 3], 2, tick)])).toEqual([
      "fwd",
      "jab",
      "throw",
      "fwd",
    ]);
    expect([...done("turtle", [3, 2], 0, 4)]).toEqual(["back"]);
    expect([...done("turtle", [2, 2], 0, 4), ...done("turtle", [2, 3], 1, 4)]).toEqual(["jab", "guard"]);
    expect([...done("rusher", [3, 3], 0, 0), ...done("thrower", [3, 3], 0, 0)]).toEqual(["jab", "throw"]);
    expect([...done("fires-guards", [3, 3], 2, 1)]).toEqual(["guard"]);
  });

  test("with noise it acts randomly with the declared probability", () => {
    expect(done("striker", [3, 3], 2, 0, 200).size).toBe(ACTIONS.length);
    const seen = new Float32Array(2 * world.spec.observationSize);
    world.observe(seen);
    const shown = seen.subarray(0, world.spec.observationSize);
    const chances = ACTIONS.map((_, k) =>
      Math.exp(oracle("striker").follow?.(shown, Float64Array.of(k)).logProbability ?? 0),
    );
    expect(chances[5]).toBeCloseTo(0.8 + 0.2 / 6, 12);
    expect(chances[0]).toBeCloseTo(0.2 / 6, 12);
  });

  test("with a policy it acts by the state that its observation shows", () => {
    const table = fightTable(3, 10);
    const marked = new Float64Array(table.states * ACTIONS.length);
    for (let s = 0; s < table.states; s++) marked[s * ACTIONS.length + (s % ACTIONS.length)] = 1;
    const player = fightPlayer(table, { health: 3, ticks: 10 }, marked);
    player.reset(Random.of(1, "marked"));
    const seen = new Float32Array(2 * world.spec.observationSize);
    const { views } = world.state;
    for (let s = 0; s < table.states; s++) {
      const { own, other, distance, tick } = table.partsOf(s);
      views.health.set([own, other]);
      [views.distance[0], views.tick[0]] = [distance, tick];
      world.observe(seen);
      player.act(seen.subarray(0, world.spec.observationSize), action);
      expect(action[0]).toBe(s % ACTIONS.length);
    }
  });
});
