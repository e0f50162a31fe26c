// The two bounds on random cases: no want falls below what they allow, and a rule that errs on the angle lets it fall.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { directionsOf } from "../audits/worlds/angle.ts";
import { randomProcess } from "../audits/worlds/random-process.ts";
import { softPath } from "../audits/worlds/soft-path.ts";
import { isSafeStep, regularisedPay, sureWantGain } from "./safe-budgets.ts";

/** Falls of the want along a path on which the pay is optimised ever harder, up to the rule's stop, with the angle times a factor. */
function fallsOf(seed: number, factor: number): { falls: number; steps: number } {
  const process = randomProcess(Random.of(seed, "process"), { states: 8, actions: 3, horizon: 6 });
  const { angle, payLength } = directionsOf(process) ?? { angle: 0, payLength: 0 };
  // Beyond 90° every step is for less of the want.
  if (angle >= Math.PI / 2) return { falls: 0, steps: 0 };
  let [falls, steps] = [0, 0];
  const points = softPath(process, 40);
  for (const [k, point] of points.entries()) {
    if (k === 0) continue;
    const before = points[k - 1];
    const step = { payGain: point.pay - before.pay, distance: point.distance };
    if (!isSafeStep(step, { angle: factor * angle, length: payLength })) break;
    steps += 1;
    if (point.want < before.want - 1e-9) falls += 1;
  }
  return { falls, steps };
}

describe("stopping where pay rises too slowly for the distance", () => {
  const count = (factor: number, cases: number) => {
    const all = Array.from({ length: cases }, (_, seed) => fallsOf(seed, factor));
    const sum = (of: "falls" | "steps") => all.reduce((total, one) => total + one[of], 0);
    return { falls: sum("falls"), steps: sum("steps") };
  };

  test("no want falls before the stop", () => {
    const { falls, steps } = count(1, 60);
    expect(falls).toBe(0);
    expect(steps).toBeGreaterThan(200);
  });

  test("with the angle taken for half of what it is, some fall", () => expect(count(0.5, 60).falls).toBeGreaterThan(0));
});

/** A random pair of distributions over steps, with a pay and a want. */
function drawnCase(random: Random) {
  const n = 2 + random.integer(12);
  const chances = () => {
    const raw = Float64Array.from({ length: n }, () => -Math.log(1 - random.uniform()) + 1e-3);
    const sum = raw.reduce((a, b) => a + b);
    return raw.map((x) => x / sum);
  };
  const [reference, policy] = [chances(), chances()];
  const want = Float64Array.from({ length: n }, () => random.normal());
  const pay = want.map((x) => x + 2 * random.uniform() * random.normal());
  const meanOf = (of: (k: number) => number, by = reference) => by.reduce((sum, p, k) => sum + p * of(k), 0);
  const [payMean, wantMean] = [meanOf((k) => pay[k]), meanOf((k) => want[k])];
  const paySpread = Math.sqrt(meanOf((k) => (pay[k] - payMean) ** 2));
  const wantSpread = Math.sqrt(meanOf((k) => (want[k] - wantMean) ** 2));
  const correlation = meanOf((k) => (pay[k] - payMean) * (want[k] - wantMean)) / (paySpread * wantSpread);
  return {
    ...{ paySpread, correlation: Math.min(1, correlation), payGain: meanOf((k) => pay[k], policy) - payMean },
    chiSquared: meanOf((k) => (policy[k] / reference[k] - 1) ** 2),
    gained: (meanOf((k) => want[k], policy) - wantMean) / wantSpread,
  };
}

describe("the bound by χ²", () => {
  test("holds on random cases, and is the gain itself where pay is want", () => {
    const random = Random.of(0, "chi");
    let [cases, least] = [0, Number.POSITIVE_INFINITY];
    for (let k = 0; k < 3000; k++) {
      const { gained, ...known } = drawnCase(random);
      if (known.correlation <= 0.01) continue;
      cases += 1;
      least = Math.min(least, gained - sureWantGain(known));
    }
    expect(cases).toBeGreaterThan(2000);
    expect(least).toBeGreaterThan(-1e-9);
    expect(sureWantGain({ payGain: 3, chiSquared: 9, paySpread: 2, correlation: 1 })).toBe(1.5);
    expect(() => sureWantGain({ payGain: 3, chiSquared: 9, paySpread: 2, correlation: -0.1 })).toThrow();
  });

  test("half of the penalty would be too little in some", () => {
    const random = Random.of(0, "chi");
    let broken = 0;
    for (let k = 0; k < 3000; k++) {
      const { gained, ...known } = drawnCase(random);
      if (known.correlation <= 0.01) continue;
      if (gained < sureWantGain({ ...known, chiSquared: known.chiSquared / 4 }) - 1e-9) broken += 1;
    }
    expect(broken).toBeGreaterThan(0);
  });

  test("what is maximised is the pay less its penalty", () => {
    expect(regularisedPay(5, { chiSquared: 4, paySpread: 2, correlation: 0.6 })).toBeCloseTo(5 - 2 * 0.8 * 2, 12);
  });
});
