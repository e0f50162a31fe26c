// A common pool: takes, growth and the end by hand, what agents see of each other, and play by tools.

import { describe, expect, test } from "vitest";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { appropriator } from "../../agents/appropriators.ts";
import { Random } from "../../core/random.ts";
import { Status } from "../../core/status.ts";
import { episodeRunner } from "../../play/episode.ts";
import { regrown } from "./growth.ts";
import { pool } from "./pool.ts";

/** Plays rows of choices by hand. Returns payoffs by step, and the last status. */
function played(settings: object, rows: readonly (readonly number[])[]) {
  const world = pool.make(settings);
  const runner = episodeRunner(world);
  const C = world.spec.channels.length;
  runner.begin(Random.of(1));
  const payoffs = rows.map((row) => {
    runner.episode.actions.set(row);
    runner.step();
    return row.map((_, seat) => Number(runner.episode.outcomes[seat * C].toFixed(9)));
  });
  const shown = row(world.spec.observationSize, runner.episode.look());
  return { world, payoffs, status: runner.episode.status, stock: world.state.views.stock[0], shown };
}

const row = (size: number, of: Float32Array): number[] => Array.from(of.subarray(0, size), (x) => Number(x.toFixed(6)));

describe("a step", () => {
  test("takes parts of the limit, then the rest grows", () => {
    const { payoffs, stock } = played({ amounts: 2 }, [[2, 1, 0, 0]]);
    expect(payoffs).toEqual([[0.025, 0.0125, 0, 0]]);
    expect(stock).toBeCloseTo(0.5 - 0.0375 + 0.053, 12);
  });

  test("that empties the pool pays nothing and ends the episode", () => {
    const { payoffs, status, stock } = played({ start: 0.1, rate: 0 }, [[1, 1, 1, 1]]);
    expect(payoffs).toEqual([[0, 0, 0, 0]]);
    expect([status, stock]).toEqual([Status.terminated, 0]);
  });

  test("may share what is left instead", () => {
    expect(played({ start: 0.05, rate: 0, lost: false }, [[1, 1, 1, 1]]).payoffs).toEqual([new Array(4).fill(0.0125)]);
  });
});

test("growth is constant, logistic or proportional, up to the capacity", () => {
  expect(regrown("constant", 50, 0.1, 100)).toBe(60);
  expect(regrown("logistic", 50, 0.4, 100)).toBe(60);
  expect(regrown("proportional", 50, 0.2, 100)).toBe(60);
  expect(regrown("proportional", 90, 0.2, 100)).toBe(100);
});

test("an agent sees its own take first, then round the ring as far as it reaches", () => {
  const rows = [[1, 0, 1, 0]];
  expect(played({}, rows).shown).toEqual([0.503, 1, 0, 1, 0]);
  expect(played({ reach: 1 }, rows).shown).toEqual([0.503, 1, 0, -1, 0]);
  expect(played({ reach: 0 }, rows).shown).toEqual([0.503, 1, -1, -1, -1]);
});

test("the pool is played by tools, and a seat is shown no more than it may see", () => {
  const { world } = played({ reach: 1, amounts: 4 }, [[4, 0, 2, 0]]);
  const { toolPlay } = world;
  expect(toolPlay?.shown(0)).toBe(
    "The pool holds 0.516.\nIn the last step: You took 0.025, Agent 2 took 0, Agent 4 took 0.",
  );
  const action = new Float64Array(1);
  expect(toolPlay?.read({ name: "take", input: { parts: 3 } }, 0, action)).toBeUndefined();
  expect(action[0]).toBe(3);
  expect(toolPlay?.read({ name: "take", input: { parts: 5 } }, 0, action)).toBe("take wants parts from 1 to 4");
  expect(toolPlay?.read({ name: "wait", input: {} }, 0, action)).toBeUndefined();
  expect(action[0]).toBe(0);
});

test("an appropriator needs a pool", () => {
  const world = pool.make({});
  const elsewhere = { ...world, spec: { ...world.spec, observation: [] } };
  expect(() => inSeat(elsewhere, appropriator.make({}))).toThrow("an appropriator plays common pools");
});
