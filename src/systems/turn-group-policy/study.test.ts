// What holds without training, and with `LONG=1` what a warm model's gains and gradients show.

import { describe, expect, test } from "vitest";
import { long, studyContext } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { warmWriter } from "../../study/testbeds/text.ts";
import { train, updatesUntil } from "./arms.ts";
import { ARMS, BED, CONSTANT, OUTCOME, WHOLE } from "./credits.ts";
import { separation, simulate, TURN_GROUP, variances } from "./simulation.ts";
import { simulation } from "./study.ts";
import { trainingClaims } from "./training-claims.ts";
import { creditQuality } from "./untrained.ts";

describe("known merit", () => {
  test("is told better by the same turn's comparison, though by less than 0.10; the root keeps sums at one size", () => {
    const { claims, controls } = simulation(studyContext({ seeds: [901, 902, 903] }));
    expect(claims.map(verdict)).toEqual(["fails", "holds"]);
    expect(controls.map(verdict)).toEqual(["fails"]);
    const simulated = simulate(500, 0.5, 3);
    const joint = separation(simulated, { ...TURN_GROUP, compared: "joint" });
    expect(separation(simulated, TURN_GROUP)).toBeGreaterThan(joint + 0.02);
  });

  test("is all that a turn's own gain says; the outcome alone says little of a turn", () => {
    const simulated = simulate(500, 0.5, 4);
    const own = { ...TURN_GROUP, outcome: false, discount: 0, rescaled: false };
    expect(separation(simulated, own)).toBeGreaterThan(0.98);
    const outcome = separation(simulated, { ...TURN_GROUP, weight: 0 });
    expect(outcome).toBeGreaterThan(0.55);
    expect(outcome).toBeLessThan(0.7);
  });

  test("leaves sums of k gains a variance of k, or of 1 over the root", () => {
    const simulated = simulate(2000, 0.5, 5);
    for (const [k, variance] of variances(simulated, false).entries()) expect(variance / (k + 1)).toBeCloseTo(1, 0);
    for (const variance of variances(simulated, true)) expect(Math.abs(variance - 1)).toBeLessThan(0.1);
  });

  test("stops when it is told to", () => {
    expect(() => simulation(studyContext({ signal: AbortSignal.abort() }))).toThrow();
  });
});

test("a goal is reached where the mean of five updates is, and between two of them in proportion", () => {
  expect(updatesUntil([0.7, 0], 0.6)).toBe(1);
  // Means 0, ¼, ⅓, ½ and 3/5.
  expect(updatesUntil([0, 0.5, 0.5, 1, 1], 0.6)).toBeCloseTo(5, 12);
  // After five zeros and ones: 1/5, 2/5, 3/5, 4/5.
  expect(updatesUntil([0, 0, 0, 0, 0, 1, 1, 1, 1], 0.7)).toBeCloseTo(8.5, 12);
  expect(updatesUntil([0.1, 0.2], 0.6)).toBeUndefined();
});

test("a writer that is never right has no gradient to point to, and no cosine in any arm", () => {
  const writer = warmWriter({ ...BED, steps: 0 }, 902);
  expect(creditQuality(writer, { arms: [OUTCOME], batches: 1, references: 1, seed: 902 })).toEqual({});
});

test("a seed without a gradient to point to leaves the comparison of cosines, and n counts the others", () => {
  const conduct = { passAt1: 0.5, wrongCalls: 0, wrongMeanwhile: 0, updates: 1, reached: 1, measures: {} };
  const pointing = (cosine: number) => ({ cosine, live: cosine });
  const found = [0.1, 0.3, undefined].map((gain) => {
    const arms = gain === undefined ? [] : ARMS.map((arm) => [arm, pointing(arm === WHOLE ? 0.4 + gain : 0.4)]);
    const quality = Object.fromEntries(arms);
    const before = { quality, merit: [], clips: { [WHOLE]: [], [CONSTANT]: [] } };
    return { warm: { ...conduct, before }, [OUTCOME]: conduct, [WHOLE]: conduct };
  });
  const { claims, tables = [] } = trainingClaims(found, [OUTCOME, WHOLE]);
  expect(claims[0].tests[0].figure.n).toBe(2);
  expect(claims[0].tests[0].figure.value).toBeCloseTo(0.2, 12);
  expect(tables[0].rows.map(({ name }) => name).sort()).toEqual([...ARMS].sort());
});

long("a warm searcher's gains tell useful calls at every hop", async () => {
  const job = { seed: 902, compared: [WHOLE], arms: [WHOLE], updates: 40, batches: 2, references: 4 };
  const { warm, [WHOLE]: whole } = await train(job);
  const { merit = [], quality = {} } = warm.before ?? {};
  expect(merit.length).toBeGreaterThanOrEqual(5);
  for (const { area } of merit.slice(0, 5)) expect(area).toBeGreaterThan(0.8);
  expect(quality[WHOLE]?.cosine).toBeGreaterThan(0.3);
  expect(whole.passAt1).toBeGreaterThan(warm.passAt1 + 0.2);
  expect(whole.wrongCalls).toBeLessThan(0.05);
});
