// Journeys: what a journey is worth and what its channels cause, by hand; what an analyst sees and how it is scored.

import { describe, expect, test } from "vitest";
import { oracle } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { memoryless } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { removalCredit } from "../../mechanisms/attribution/credit.ts";
import { trueModel } from "../../mechanisms/attribution/generated-journeys.ts";
import type { Journeys } from "../../mechanisms/attribution/journeys.ts";
import { generatorOf, journeyParameters } from "./journey-terms.ts";
import { customerJourneys } from "./journeys.ts";

const [EMAIL, DISPLAY, SOCIAL, SEARCH, BANNER] = [0, 1, 2, 3, 4];
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

describe("a customer who met display, search, display again, and email", () => {
  const generator = generatorOf(journeyParameters.parse({}));
  const journey: Journeys = {
    channels: generator.channels,
    features: ["intent", "segment 0", "segment 1", "segment 2"],
    starts: Int32Array.of(0, 4),
    channel: Int32Array.of(DISPLAY, SEARCH, DISPLAY, EMAIL),
    before: Float64Array.of(0.9, 0.5, 0.2, 0.1),
    user: Float64Array.of(0.7, 0, 1, 0),
    converted: Uint8Array.of(1),
  };
  const faded = (time: number) => Math.exp(-2 * time);
  const rest = -2.4 + 0.7 + 0.5;
  const whole =
    rest + 0.4 * faded(0.9) + (0.4 + 4.5) * faded(0.5) + 0.2 * (0.4 - 2.5) * faded(0.2) + (0.6 - 2) * faded(0.1);

  test("buys by the formula's chance", () => {
    expect(trueModel(generator).probabilities(journey)[0]).toBeCloseTo(sigmoid(whole), 12);
  });

  test("would be lost to each channel by the difference that its touches make to the others", () => {
    const caused = removalCredit(trueModel(generator), journey, [0]);
    const without = {
      [EMAIL]: whole - (0.6 - 2) * faded(0.1),
      [DISPLAY]: rest + 0.4 * faded(0.5) + (0.6 - 2) * faded(0.1),
      [SEARCH]: rest + 0.4 * faded(0.9) + 0.2 * 0.4 * faded(0.2) + 0.6 * faded(0.1),
    };
    for (const [c, logit] of Object.entries(without)) {
      expect(caused[Number(c)]).toBeCloseTo(sigmoid(whole) - sigmoid(logit), 12);
    }
    expect([caused[SOCIAL], caused[BANNER]]).toEqual([0, 0]);
    expect(caused[EMAIL]).toBeLessThan(0);
  });
});

const SHORT = { history: 20, judged: 400 };

/** Every step of an episode, outcomes by name, with the observation before it. */
function play(world: NumericEnvironment, agent: Agent, seed = 1) {
  const { spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const random = Random.of(seed, "journeys");
  world.reset(random, outcomes);
  agent.reset(Random.of(2));
  const action = new Float64Array(spec.actionSize);
  return Array.from({ length: spec.horizon }, () => {
    const seen = new Float32Array(spec.observationSize);
    world.observe(seen);
    agent.act(seen, action);
    world.step(action, outcomes, random);
    return { seen, named: Object.fromEntries(spec.channels.map(({ name }, k) => [name, outcomes[k]])) };
  });
}

const answering = (...answer: readonly number[]) => memoryless((_seen, action) => action.set(answer));

test("ends are shown in the history alone, which is not scored", () => {
  const steps = play(customerJourneys.make(SHORT), answering(0.3, 1, 1, 1, 1, 1));
  const ends = steps.map(({ seen }) => seen.at(-1));
  expect(ends.slice(0, 20).every((end) => end === 0 || end === 1)).toBe(true);
  expect(ends.slice(20).every((end) => end === -1)).toBe(true);
  for (const { named } of steps.slice(0, 20)) for (const value of Object.values(named)) expect(value).toBe(0);
  const shares = [0, 1].map((end) => ends.slice(0, 20).filter((one) => one === end).length);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});

test("answers change no journey, and another seed has others", () => {
  const seen = (agent: Agent, seed?: number) =>
    play(customerJourneys.make(SHORT), agent, seed).map((step) => step.seen);
  const first = seen(answering(0.3, 1));
  expect(seen(answering(0.9, 0, 1))).toEqual(first);
  expect(seen(answering(0.3, 1), 2)).not.toEqual(first);
});

test("the same answer to all is scored by what happened and by what channels caused", () => {
  const steps = play(customerJourneys.make(SHORT), answering(0.3, 0, 0.5, 0, 0.5, 0)).slice(20);
  const sum = (name: string) => steps.reduce((total, { named }) => total + named[name], 0);
  const last = steps[steps.length - 1].named;
  const [bought, all] = [sum("bought"), SHORT.judged];
  expect(sum("payoff")).toBeCloseTo(bought * Math.log(0.3) + (all - bought) * Math.log(0.7), 8);
  expect(last.loss).toBeCloseTo(-sum("payoff") / all, 10);
  expect(last.auc).toBe(0.5);
  const caused = ["email", "display", "social", "search", "banner"].map((name) => sum(`caused_${name}`));
  const kept = caused.map((value) => Math.max(0, value));
  const due = kept.map((value) => value / kept.reduce((a, b) => a + b, 0));
  const apart = [0, 0.5, 0, 0.5, 0].reduce((total, share, c) => total + Math.abs(share - due[c]), 0);
  expect(last.misplaced).toBeCloseTo(apart / 2, 8);
  const off = [0, 0.5, 0, 0.5, 0].reduce((total, share, c) => total + Math.abs(share * bought - caused[c]), 0);
  expect(last.error).toBeCloseTo(off / kept.reduce((a, b) => a + b, 0), 8);
  expect(last.misplaced).toBeGreaterThan(0.05);
});

test("where nothing is credited all credit is misplaced", () => {
  const steps = play(customerJourneys.make(SHORT), answering(0.3));
  expect(steps[steps.length - 1].named).toMatchObject({ misplaced: 1, auc: 0.5 });
});

test("the player that knows the chances misplaces nothing and foretells better than the share of purchases", () => {
  const world = customerJourneys.make(SHORT);
  const steps = play(world, oracle(world, "truth"));
  const { misplaced, error, auc, loss } = steps[steps.length - 1].named;
  expect(misplaced).toBeLessThan(1e-9);
  expect(error).toBeLessThan(1e-9);
  expect(auc).toBeGreaterThan(0.75);
  const constant = play(customerJourneys.make(SHORT), answering(0.25));
  expect(loss).toBeLessThan(constant[constant.length - 1].named.loss - 0.05);
  for (const { named } of steps) expect(named.credit_search).toBe(named.caused_search);
});

test("channels have names of their own, and pairs name channels", () => {
  const twice = { channels: [{ name: "search" }, { name: "search" }], pairs: [] };
  expect(() => customerJourneys.make(twice)).toThrow("the channel search stands twice");
  const unknown = { pairs: [{ of: "search", after: "radio", weight: 1 }] };
  expect(() => customerJourneys.make(unknown)).toThrow("radio is none of the channels");
});
