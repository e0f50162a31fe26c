// Rewards made of rewards: arithmetic, bounds, and a reward for each agent.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { outcomes, pays, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { Status } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel } from "./channel-reward.ts";
import { bounded, perAgent, product, scaled, seatOf, sum } from "./combine.ts";
import { potential } from "./potential.ts";

const values = { payoff: [10, 4], utility: [1, -2], trust: [0.5, 0.25] };
// Without −0, which the test runner tells from 0.
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => x + 0);

test("sum, product and scaled", () => {
  expect(pays(sum(channel("payoff"), channel("utility")), values)).toEqual([11, 2]);
  expect(pays(product(channel("payoff"), channel("utility"), channel("trust")), values)).toEqual([5, -2]);
  expect(pays(scaled(channel("payoff"), 3), values)).toEqual([30, 12]);
});

test("of nothing: the sum is 0 and the product is 1", () => {
  expect(pays(sum(), values)).toEqual([0, 0]);
  expect(pays(product(), values)).toEqual([1, 1]);
});

law.prop([number, number, number, number], { numRuns: 200 })(
  "bounds hold and leave alone what is within",
  (a, b, x, y) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const [first, second] = pays(bounded(channel("payoff"), low, high), { payoff: [x, y] });
    for (const [paid, value] of [
      [first, x],
      [second, y],
    ]) {
      expect(paid).toBeGreaterThanOrEqual(low);
      expect(paid).toBeLessThanOrEqual(high);
      if (value >= low && value <= high) expect(paid).toBe(value);
    }
  },
);

test("one bound is enough", () => {
  expect(pays(bounded(channel("payoff"), 5), values)).toEqual([10, 5]);
  expect(pays(bounded(channel("payoff"), undefined, 5), values)).toEqual([5, 4]);
});

describe("a reward for each agent", () => {
  test("by id, by label, and the others", () => {
    const [pay, use] = [channel("payoff"), channel("utility")];
    expect(pays(perAgent({ Sony: use }, pay), values)).toEqual([10, -2]);
    expect(pays(perAgent({ agent_0: use, agent_1: pay }), values)).toEqual([1, 4]);
    expect(pays(perAgent({}, use), values)).toEqual([1, -2]);
  });

  test("a part with a memory moves on once a step, however many agents share it", () => {
    const shaped = potential({ trust: 1 }, 1);
    const reward = perAgent({ Samsung: shaped, Sony: shaped })(spec);
    const alone = shaped(spec);
    const [a, b] = [new Float64Array(2), new Float64Array(2)];
    for (const trust of matrix("0.5 0.25 | 0.9 0.1 | 0.2 0.3")) {
      reward.pay(outcomes({ trust }), Status.running, a);
      alone.pay(outcomes({ trust }), Status.running, b);
      expect(a).toEqual(b);
    }
  });
});

test("seats are found by id before label", () => {
  const mixed = { agents: ["a", "b"], labels: ["b", "c"] };
  expect(["a", "b", "c"].map((name) => seatOf(name, mixed))).toEqual([0, 1, 1]);
});

law.prop([number, number, number], { numRuns: 100 })("combining is the arithmetic of what the parts pay", (x, y, w) => {
  const parts: RewardPlan[] = [channel("payoff"), channel("utility")];
  const both = { payoff: [x, y], utility: [y, x] };
  expect(pays(sum(...parts), both)).toEqual([x + y, y + x]);
  const times = (a: number, b: number) => expect.closeTo(a * b, 9);
  expect(pays(product(...parts), both)).toEqual([times(x, y), times(y, x)]);
  expect(pays(scaled(parts[0], w), both)).toEqual([times(w, x), times(w, y)]);
});

const pay = channel("payoff");
const refused: MessageCase[] = [
  ["bounds the wrong way round", () => bounded(pay, 5, 1)],
  ["an agent without one", () => perAgent({ Samsung: pay })(spec)],
  ["one of no agent", () => perAgent({ Samsun: pay }, pay)(spec)],
  ["an agent that is named twice", () => perAgent({ agent_0: pay, Samsung: channel("utility") }, pay)(spec)],
];
words("combined-rewards", refused);
test("and the codes of these", () => {
  const codes = "empty-range missing-agent unknown-name same-agent".split(" ");
  expect(refused.map(([, call]) => problemOf(call))).toMatchObject(codes.map((code) => ({ code })));
});
