// Judges by rules, with mistakes and by the fall of a coin; and a world that a judge watches.

import { describe, expect, test } from "vitest";
import { expectedF1 } from "../../test/fixtures/expected-f1.ts";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { Random } from "../core/random.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { textKeyRoom } from "../environments/gridworld/key-room.ts";
import { environmentLaws } from "../evaluation/laws/environment-laws.ts";
import { confusion } from "../evaluation/statistics/classification.ts";
import { wilson } from "../evaluation/statistics/interval.ts";
import { rewardPlan, rewards } from "../rewards/index.ts";
import { coinJudge, isReached, noisyJudge, ruleJudge, type Transition, transitionKey, verdictOf } from "./judge.ts";
import { judgedWorld } from "./judged-world.ts";

const lights = ruleJudge([
  { name: "lamp", meaning: "the lamp goes on", holds: ({ before, after }) => before !== "on" && after === "on" },
  { name: "fuse", meaning: "the fuse blows", holds: ({ after }) => after.startsWith("dark") },
]);
/** Steps whose texts all differ; each of them blows the fuse where `dark`. */
const steps = (dark: boolean, count = 4000): Transition[] =>
  Array.from({ length: count }, (_, k) => ({ before: `${k}`, action: "wait", after: `${dark ? "dark" : "dim"} ${k}` }));

test("verdicts hold one bit for each sub-goal", () => {
  expect(lights.verdict({ before: "off", action: "press", after: "on" })).toBe(0b01);
  expect(lights.verdict({ before: "on", action: "press", after: "on" })).toBe(0);
  expect(lights.verdict({ before: "on", action: "press", after: "dark" })).toBe(0b10);
  expect([0, 1, 2].map((k) => isReached(0b101, k))).toEqual([true, false, true]);
  expect(verdictOf(3, (k) => k !== 1)).toBe(0b101);
});

test("a step's key is that of its change: texts count, their order counts, the action does not", () => {
  const step = { before: "a", action: "x", after: "b" };
  expect(transitionKey({ ...step, action: "y" })).toBe(transitionKey(step));
  expect(transitionKey({ ...step, before: "b", after: "a" })).not.toBe(transitionKey(step));
  expect(transitionKey({ ...step, before: "a,b", after: "" })).not.toBe(
    transitionKey({ ...step, before: "a", after: "b," }),
  );
});

describe("mistakes", () => {
  const noisy = noisyJudge(lights, { falsePositive: 0.1, falseNegative: 0.3 }, 7);
  const shareSaid = (judge: typeof lights, k: number, dark: boolean) =>
    wilson(steps(dark).filter((step) => isReached(judge.verdict(step), k)).length, 4000, 0.999);

  test.each([
    ["what happened is said but for the false negatives", 1, true, 0.7],
    ["what did not happen is said as often as false positives are made", 1, false, 0.1],
    ["of another sub-goal too", 0, true, 0.1],
  ])("%s", (_, k, dark, share) => {
    const { low, high } = shareSaid(noisy, k, dark);
    expect(low).toBeLessThan(share);
    expect(high).toBeGreaterThan(share);
  });

  test.each([
    [
      "a coin at the base rate",
      () => coinJudge(lights.subgoals, 0.25, 3),
      { falsePositive: 0.25, falseNegative: 0.75 },
    ],
    [
      "rules",
      () => noisyJudge(lights, { falsePositive: 0.05, falseNegative: 0.2 }, 3),
      { falsePositive: 0.05, falseNegative: 0.2 },
    ],
    ["rules without mistakes", () => lights, { falsePositive: 0, falseNegative: 0 }],
  ])("%s: F1 has its closed form", (_, judge, { falsePositive, falseNegative }) => {
    // A fourth of all steps blows the fuse.
    const all = [...steps(true, 4000), ...steps(false, 12_000)];
    const { truePositives, ...wrong } = confusion(
      all.map((step) => isReached(judge().verdict(step), 1)),
      all.map((step) => isReached(lights.verdict(step), 1)),
    );
    const f1 = (2 * truePositives) / (2 * truePositives + wrong.falsePositives + wrong.falseNegatives);
    expect(Math.abs(f1 - expectedF1(0.25, falsePositive, falseNegative))).toBeLessThan(0.025);
  });

  test("are the same whenever the step is seen, and others under another seed", () => {
    const said = (seed: number) => steps(true).map(noisyJudge(lights, { falsePositive: 0.5 }, seed).verdict);
    expect(said(1)).toEqual(said(1));
    expect(said(1)).not.toEqual(said(2));
  });

  test("a coin does not look", () => {
    const coin = coinJudge(lights.subgoals, 0.2, 3);
    for (const dark of [true, false]) {
      const { low, high } = shareSaid(coin, 1, dark);
      expect(low).toBeLessThan(0.2);
      expect(high).toBeGreaterThan(0.2);
    }
  });

  test("rates are shares", () => {
    expect(problemOf(() => coinJudge([], 1.5, 1))).toMatchObject({ code: "bad-rate" });
  });
});

describe("a judged world", () => {
  const make = (name = "gotKey") => {
    const judge = ruleJudge([
      {
        name,
        meaning: "the agent picks up the key",
        holds: ({ before, action, after }) =>
          action === "pick up" && before.includes("carry nothing") && after.includes("carry a key"),
      },
    ]);
    const room = textKeyRoom.make({ size: 5, contexts: 1 });
    return judgedWorld(room, { judge, text: "map-inventory" });
  };

  test.each(environmentLaws(() => make()))("$law", ({ detail, pass }) => {
    expect(pass, detail).toBe(true);
  });

  test("says what happens, and sub-goals are paid by what is said", () => {
    const world = make();
    const { channels } = world.spec;
    const plan = rewardPlan({ subgoals: { key: { channel: "gotKey", atLeast: 1, pay: 0.5 } } }, rewards);
    const reward = plan(world.spec);
    const outcomes = new Float64Array(channels.length);
    const pay = new Float64Array(1);
    const [key, said] = ["key", "gotKey"].map((name) => channels.findIndex((channel) => channel.name === name));
    const random = Random.of(1, "walk");
    let times = 0;
    for (let episode = 0; episode < 20; episode++) {
      world.reset(random, outcomes);
      reward.reset(outcomes);
      expect(outcomes[said]).toBe(0);
      let total = 0;
      for (let t = 0; t < 100; t++) {
        const had = outcomes[key];
        const status = world.step(Float64Array.of(random.integer(6)), outcomes, random);
        expect(outcomes[said]).toBe(outcomes[key] - had);
        reward.pay(outcomes, status, pay);
        total += pay[0];
        if (status !== 0) break;
      }
      expect(total).toBe(0.5 * outcomes[key]);
      times += outcomes[key];
    }
    expect(times).toBeGreaterThan(3);
  });

  test("mistakes are told", () => {
    const judge = lights;
    const room = textKeyRoom.make();
    const market = { ...slcd.make(), texts: { map: () => "" } };
    expect(problemOf(() => judgedWorld(room, { judge, text: "mapp" }))).toMatchObject({ hint: 'did you mean "map"?' });
    expect(problemOf(() => judgedWorld(market, { judge, text: "map" }))).toMatchObject({ code: "several-agents" });
    expect(problemOf(() => make("key"))).toMatchObject({ code: "same-channel" });
  });
});
