// The two bounds on random cases: no want falls below what they allow, and a rule that errs on the angle lets it fall.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { directionsOf } from "../audits/worlds/angle.ts";
import type { PaidProcess } from "../audits/worlds/paid-process.ts";
import { isSafeStep, regularisedPay, sureWantGain } from "./safe-budgets.ts";

/**
 * A process whose moves, pays and wants are drawn: each choice leads to one of two states, pay and another measure are uniform on [−1, 1],
 * and the want lies anywhere between the two. */
function randomProcess(
  random: Random,
  { states: S, actions: A, horizon }: { readonly states: number; readonly actions: number; readonly horizon: number },
): PaidProcess {
  const size = 2 * S * A;
  const chances = Float64Array.from({ length: S * A }, () => random.uniform());
  const measure = () => {
    const drawn = Float64Array.from({ length: S * A }, () => random.uniform(-1, 1));
    return Float64Array.from({ length: size }, (_, k) => drawn[k >> 1]);
  };
  const [pay, other, kin] = [measure(), measure(), random.uniform()];
  const want = pay.map((value, k) => kin * value + (1 - kin) * other[k]);
  const all = Int32Array.from({ length: S }, (_, s) => s);
  return {
    ...{ states: S, actions: A, pay, lastPay: pay, want, lastWant: want },
    offset: Int32Array.from({ length: S * A + 1 }, (_, k) => 2 * k),
    next: Int32Array.from({ length: size }, () => random.integer(S)),
    probability: Float64Array.from({ length: size }, (_, k) => (k % 2 === 0 ? chances[k >> 1] : 1 - chances[k >> 1])),
    start: new Float64Array(S).fill(1 / S),
    terminal: new Uint8Array(S),
    layers: Array.from({ length: horizon }, () => all),
  };
}

/** A policy on the way. */
interface PathPoint {
  readonly pay: number;
  readonly want: number;
  /** Euclidean distance of its occupancies of (t, s, a) from those of the point before; 0 at the first. */
  readonly distance: number;
}

/** Hardest pressure, as pay in units of its scale over the temperature. */
const HARDEST = 200;
const SOFTEST = 0.02;

/**
 * Policies that are best with an entropy bonus, at `points` temperatures from high to low: π(a|t, s) ∝ exp(Q(t, s, a)/T) by soft backward induction.
 * The first is choices at random. Allocates two numbers for each state and action of each layer.
 */
function softPath(process: PaidProcess, points: number): PathPoint[] {
  let scale = 0;
  for (const value of process.pay) scale = Math.max(scale, Math.abs(value));
  let before: Float64Array | undefined;
  return Array.from({ length: points }, (_, k) => {
    const pressure = k === 0 ? 0 : SOFTEST * (HARDEST / SOFTEST) ** ((k - 1) / Math.max(1, points - 2));
    const policy = softPolicy(process, scale === 0 ? 0 : pressure / scale);
    const { occupancy, pay, want } = followed(process, policy);
    let square = 0;
    for (let j = 0; before !== undefined && j < occupancy.length; j++) square += (occupancy[j] - before[j]) ** 2;
    before = occupancy;
    return { pay, want, distance: Math.sqrt(square) };
  });
}

/** Chances of each action in the states of each layer, in the order of layers. */
function softPolicy(
  { states: S, actions: A, offset, next, probability, terminal, layers, ...process }: PaidProcess,
  pressure: number,
): Float64Array {
  const rows = layers.reduce((sum, layer) => sum + layer.length, 0);
  const policy = new Float64Array(rows * A);
  let [later, now] = [new Float64Array(S), new Float64Array(S)];
  let at = rows * A;
  for (let t = layers.length - 1; t >= 0; t--) {
    const last = t === layers.length - 1;
    const paid = last ? process.lastPay : process.pay;
    at -= layers[t].length * A;
    for (const [i, s] of layers[t].entries()) {
      const row = at + i * A;
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        let q = 0;
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++)
          q += probability[k] * (paid[k] + (last || terminal[next[k]] === 1 ? 0 : later[next[k]]));
        policy[row + a] = q;
        most = Math.max(most, q);
      }
      let sum = 0;
      for (let a = 0; a < A; a++) sum += Math.exp(pressure * (policy[row + a] - most));
      now[s] = pressure === 0 ? 0 : most + Math.log(sum / A) / pressure;
      for (let a = 0; a < A; a++) policy[row + a] = Math.exp(pressure * (policy[row + a] - most)) / sum;
    }
    [later, now] = [now, later];
  }
  return policy;
}

/** Occupancies of (t, s, a) of a policy, and what it is paid and worth. */
function followed(
  { states: S, actions: A, offset, next, probability, terminal, layers, start, ...process }: PaidProcess,
  policy: Float64Array,
) {
  const occupancy = new Float64Array(policy.length);
  let chance = Float64Array.from(start);
  let [pay, want, at] = [0, 0, 0];
  for (let t = 0; t < layers.length; t++) {
    const last = t === layers.length - 1;
    const [paid, wanted] = last ? [process.lastPay, process.lastWant] : [process.pay, process.want];
    const after = new Float64Array(S);
    for (const s of layers[t]) {
      for (let a = 0; a < A; a++, at++) {
        const mass = chance[s] * policy[at];
        occupancy[at] = mass;
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          pay += mass * probability[k] * paid[k];
          want += mass * probability[k] * wanted[k];
          if (terminal[next[k]] === 0) after[next[k]] += mass * probability[k];
        }
      }
    }
    chance = after;
  }
  return { occupancy, pay, want };
}

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
