// The exact parts, and that arms are what their names say.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { ARMS, certainty, chosenPair, labelled } from "./arms.ts";
import { distanceFromTilt, smoothedOff, uncertainty } from "./identities.ts";
import { atDivergence, commonDivergence } from "./matched.ts";
import { runWorkflow } from "./rounds.ts";
import { FEATURES } from "./world.ts";

test("DPO, label smoothing and uncertainty are what their equations say", () => {
  expect(distanceFromTilt(901)).toBeLessThan(1e-6);
  expect(smoothedOff(901)).toBeLessThan(1e-9);
  const { off, rise } = uncertainty(901);
  expect(off).toBeLessThan(1e-9);
  expect(rise).toBeLessThan(0);
});

test("pairs are two different answers: the first two, the best and the worst, or the best and what is known least", () => {
  const features = new Float64Array(4 * FEATURES);
  for (let row = 0; row < 4; row++) features[row * FEATURES + row] = 1;
  const scores = Float64Array.of(0, 3, -1, 2);
  const known = certainty(FEATURES, 1);
  const pair = (pairing: "random" | "extremes" | "uncertain", answers: readonly number[]) =>
    chosenPair(pairing, answers, scores, features, known);
  expect(pair("random", [0, 0, 2, 1])).toEqual([0, 2]);
  expect(pair("extremes", [0, 3, 2, 1])).toEqual([1, 2]);
  expect(pair("extremes", [3, 3, 3])).toBeUndefined();
  known.add(Float64Array.from({ length: FEATURES }, (_, k) => (k === 0 || k === 2 ? 5 : 0)));
  expect(pair("uncertain", [0, 3, 2, 1])).toEqual([1, 3]);
});

test("a judge that leans says the first wins, unless it is asked in both orders", () => {
  const random = Random.of(901, "label");
  const one = ARMS["leaning judge, one order"];
  const both = ARMS["leaning judge, both orders"];
  expect([labelled(one, -1, true, random), labelled(both, -1, true, random)]).toEqual([1, 0]);
  expect(labelled(ARMS["online, best and worst, labels flipped"], 50, true, random)).toBe(0);
});

test("gold at a divergence lies on the line between two points", () => {
  const curve = [3, 1].map((divergence) => ({ divergence, gold: (divergence + 1) / 2 }));
  expect(atDivergence(curve, 2)).toBeCloseTo(1.5, 12);
  expect(atDivergence(curve, 9)).toBe(2);
  expect(commonDivergence(curve, [{ divergence: 2, gold: 0 }])).toBe(2);
});

test("rounds teach; drawing from the first policy is offline under any name; the same for a seed", async () => {
  const arms = ["online, best and worst", "offline, best and worst", "online in name alone"] as const;
  const lanes = arms.map((arm) => ({ arm, beta: 0.1 }));
  const job = { seed: 901, size: 300, labels: "gold", lanes } as const;
  const [online, offline, named] = await runWorkflow(job);
  expect(named).toEqual(offline);
  expect(online[2].gold).toBeGreaterThan(online[0].gold);
  expect(online[0]).toEqual(offline[0]);
  expect(await runWorkflow({ ...job, lanes: lanes.slice(0, 1) })).toEqual([online]);
});
