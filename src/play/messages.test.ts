// The message form: the same numbers as the numeric world, and one sentence for every action that is none.

import { describe, expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { synergySearch } from "../environments/coopetition/agreement-worlds.ts";
import { publicGoods } from "../environments/coopetition/team-worlds.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { channel } from "../rewards/index.ts";
import { integratedPay } from "../rewards/mutuality.ts";
import { readActions, withMessages } from "./messages.ts";

const make = (parameters: object = {}) => {
  const world = slcd.make(parameters);
  return withMessages(world, integratedPay(world.spec));
};
const both = (first: unknown, second: unknown) => ({ agent_0: first, agent_1: second });

test("a message says what the numeric world says", () => {
  const numeric = synergySearch.make({ horizon: 3 });
  const world = withMessages(synergySearch.make({ horizon: 3 }), integratedPay(spec));
  const rng = Random.of(5, "environment", 0);
  const { spec: own } = numeric;
  const outcomes = new Float64Array(2 * own.channels.length);
  const observations = new Float32Array(2 * own.observationSize);
  numeric.reset(rng, outcomes);
  numeric.observe(observations);
  expect(Object.values(world.reset(5).observations).flat()).toEqual(Array.from(observations));
  for (let step = 0; step < 3; step++) {
    numeric.step(Float64Array.of(60, 55), outcomes, rng);
    numeric.observe(observations);
    const message = world.step(both([60], 55));
    expect(Object.values(message.observations).flat()).toEqual(Array.from(observations));
    expect(Object.values(message.outcomes).flatMap((row) => Object.values(row))).toEqual(Array.from(outcomes));
    expect([message.terminated, message.truncated]).toEqual([false, step === 2]);
    expect(JSON.parse(JSON.stringify(message))).toEqual(message);
  }
});

test("S-LCD pays what the release pays in its first step", () => {
  // arXiv 2605.02063: after (50, 20) the integrated rewards are 179.874969 and 231.737289.
  const world = make();
  world.reset(0);
  const { rewards } = world.step(both([50], [20]));
  expect(rewards.agent_0).toBeCloseTo(179.874969, 4);
  expect(rewards.agent_1).toBeCloseTo(231.737289, 4);
});

test("an episode that has ended waits for a reset, and a bad action leaves the world as it was", () => {
  const world = make({ horizon: 2 });
  world.reset(1);
  const first = world.step(both(50, 20));
  expect(() => world.step(both(50, "x"))).toThrow(UserError);
  expect(() => world.step({ agent_0: 1 })).toThrow(UserError);
  const last = world.step(both(50, 20));
  expect(last.truncated).toBe(true);
  expect(problemOf(() => world.step(both(50, 20)))).toEqual({
    code: "ended",
    what: "the episode has ended",
    hint: 'send {"reset":{"seed":1}} to begin another',
  });
  world.reset(1);
  expect(world.step(both(50, 20))).toEqual(first);
});

describe("actions", () => {
  const read = (given: unknown, of: NumericSpec = spec): number[] => {
    const into = new Float64Array(of.agents.length * of.actionSize);
    readActions(given, of, into);
    return Array.from(into);
  };
  const pairs: NumericSpec = {
    ...spec,
    actionSize: 2,
    actionLow: Float64Array.of(0, -1, 0, -1),
    actionHigh: Float64Array.of(10, 1, 20, 1),
  };

  test("are arrays by agent; a number stands for an array of one; order is nothing", () => {
    expect(read(both([60], [55]))).toEqual([60, 55]);
    expect(read({ agent_1: 55, agent_0: 60.5 })).toEqual([60.5, 55]);
    expect(read(both([1, 2], [3, 4]), pairs)).toEqual([1, 2, 3, 4]);
  });

  let deep: unknown = 1;
  for (let k = 0; k < 50_000; k++) deep = [deep];
  const mistakes: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    "a list": [[60], [55]],
    none: {},
    "one missing": { agent_0: [1] },
    "a stranger": { ...both([1], [2]), agent_2: [3] },
    "a label": { Samsung: [1], agent_1: [2] },
    "a prototype": JSON.parse('{"__proto__":[1]}'),
    "two numbers": both([1, 2], [3]),
    "no number": both([], [3]),
    text: both("60", [3]),
    "null in a list": both([1], [null]),
    NaN: both(Number.NaN, 1),
    infinity: JSON.parse('{"agent_0":[1e999],"agent_1":[1]}'),
    "a map": both({ a: 1 }, 1),
    "far too deep": both(deep, 1),
    "far too long": both("x".repeat(1e6), 1),
  };
  // Of other sizes the example in the hint is an action that would do.
  words("actions", [
    ...Object.entries(mistakes).map(([name, given]): MessageCase => [name, () => read(given)]),
    ["one number of two", () => read(both([1], [2]), pairs)],
    ["nothing, of two numbers", () => read(null, pairs)],
    ["none of many", () => read({}, publicGoods.make().spec)],
  ]);
});

describe("a world of text", () => {
  const text = (id: string) => {
    const world = environments.get(id).make({});
    return withMessages(world, channel("correct")(world.spec));
  };
  const sorted = (question: string) => [...question.slice(1, -1)].sort().join("");

  test("is read as text and written a stretch at a time", () => {
    const world = text("language/sort");
    const { observations } = world.reset(3);
    const question = String(observations.agent_0);
    expect(question).toMatch(/^s\d{5}=$/);
    const answer = sorted(question);
    const first = world.step({ agent_0: answer.slice(0, 2) });
    expect(first.observations.agent_0).toBe(`${question}${answer.slice(0, 2)}`);
    expect(first.outcomes.agent_0).toMatchObject({ characters: 2, correct: 0 });
    expect(first.terminated).toBe(false);
    const last = world.step({ agent_0: `${answer.slice(2)}$and more` });
    expect(last.observations.agent_0).toBe(`${question}${answer}$`);
    expect(last.outcomes.agent_0).toMatchObject({ characters: 4, correct: 1, finished: 1 });
    expect([last.rewards.agent_0, last.terminated]).toEqual([1, true]);
  });

  test("is still played by single choices", () => {
    const world = text("language/sort");
    const { observations } = world.reset(3);
    const { observations: after } = world.step({ agent_0: [2] });
    expect(after.agent_0).toBe(`${observations.agent_0}0`);
  });

  test("ends where nothing is written, and refuses what it cannot write", () => {
    const world = text("language/sort");
    world.reset(1);
    expect(problemOf(() => world.step({ agent_0: "12é" }))).toMatchObject({
      code: "bad-character",
      what: 'character 3 of "12é" is "é", which this world cannot write',
    });
    expect(world.step({ agent_0: "" }).terminated).toBe(true);
  });
});
