// The exact parts of the study, its judges and evidence, and policies and debaters of short trainings.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";
import { exactClaims } from "./claims.ts";
import { greedyExploited } from "./debaters.ts";
import { exactDebates, type JudgesJob, learnedJudges, SHOWN } from "./debates.ts";
import { justify } from "./policies.ts";
import { admit, debated, evidence, fullScore, TREATMENTS, VITALS, wardOf, wardWorld } from "./ward.ts";

test("evidence of all vital signs adds up to what the judge expects, and is opposite for the other treatment", () => {
  const ward = wardOf(1);
  const vitals = new Float64Array(VITALS);
  admit(vitals, Random.of(1, "test"));
  const [one, other] = [new Float64Array(VITALS), new Float64Array(VITALS)];
  evidence(ward, ward.judged, vitals, 1, 3, one);
  evidence(ward, ward.judged, vitals, 3, 1, other);
  for (let k = 0; k < VITALS; k++) expect(one[k]).toBe(-other[k]);
  const expected = (a: number) =>
    vitals.reduce((sum, vital, k) => sum + ward.judged[k] * (0.9 * vital + ward.effects[a * VITALS + k]) ** 2, 0);
  expect(fullScore(one)).toBeCloseTo(expected(3) - expected(1), 12);
  expect(debated(debateSolver(VITALS, VITALS), one, 0)).toBeCloseTo(fullScore(one), 12);
});

test("no decision is justified that is the baseline's; full feedback pays what the judge prefers", () => {
  const ward = wardOf(2);
  const support = new Float64Array(VITALS);
  const outcomes = new Float64Array(2);
  for (let a = 0; a < TREATMENTS; a++) {
    const world = wardWorld(ward, "full", () => 2);
    world.reset(Random.of(5, "test"), outcomes);
    evidence(ward, ward.judged, world.state.views.vitals, a, 2, support);
    const preferred = a !== 2 && fullScore(support) > 0;
    world.step(Float64Array.of(a), outcomes, Random.of(5, "step"));
    expect(outcomes[1]).toBe(preferred ? 1 : 0);
  }
});

test("solved debates: claims hold on other seeds", async () => {
  const found = await Promise.all([901, 902, 903].map((seed) => exactDebates({ seed, pairs: 300 })));
  const rises = "the share rises with the length of the debate";
  expect(unmet(exactClaims(found)).filter((name) => name === rises)).toEqual([]);
  for (const { byLength, chance, breach } of found) {
    expect(breach).toBe(0);
    expect(byLength[1]).toBeGreaterThan(chance + 0.1);
  }
});

test("learned judges: masks help where a zero is not what is unknown on average, and not where it is", async () => {
  const job = async (patients: JudgesJob["patients"]) => {
    const found = await Promise.all([901, 902, 903].map((seed) => learnedJudges({ seed, patients })));
    const at = (kind: "masked" | "whole") => mean(found.map((one) => one[kind][SHOWN.indexOf(4)]));
    return { masked: at("masked"), gap: at("masked") - at("whole") };
  };
  const { masked, gap } = await job("ill to one side");
  expect(masked).toBeGreaterThan(0.6);
  expect(gap).toBeGreaterThan(0.05);
  expect(Math.abs((await job("centred")).gap)).toBeLessThan(0.03);
});

test("the strongest piece can be answered", () => {
  const { exploitability, confused } = greedyExploited(901);
  expect(exploitability).toBeGreaterThan(0.2);
  expect(confused).toBeGreaterThan(0.1);
});

test("weight 0 gives exactly the baseline, and a judge that sees all is preferred by itself", async () => {
  const [debate, whole] = [{ arm: "debate", weight: 0 } as const, { arm: "full", weight: 1 } as const];
  const [none, full] = await justify({ seed: 901, arms: [debate, whole] });
  expect([none.changed, none.earned]).toEqual([0, none.baseline]);
  expect(full.net).toBeGreaterThan(0.3);
});
