// Forecasts of a log against closed forms: normal and heavy-tailed errors of a pay, Price's law, and the tilts of enumerated prompts.

import { expect, test } from "vitest";
import { type CreditOptions, groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { gainAt } from "./gain-at.ts";
import { tiltCurveAt } from "./pressure-curve.ts";
import { PROMPT_GROUPS, PromptSums, STRENGTHS, SUMS, tiltAt } from "./prompt-sums.ts";
import { teachingShare } from "./verifier-dynamics.ts";
import { PayFigures, type WeighedPay } from "./weighed-pay.ts";

/** A log of prompts with so many answers each; `make` draws pay and want. */
function logOf(
  prompts: number,
  answers: number,
  make: (random: Random) => readonly [pay: number, want: number],
  spread: number,
): PayFigures {
  const random = Random.of(21, "log");
  const sums = new PromptSums(spread);
  const mass = new Float64Array(answers).fill(1);
  for (let prompt = 0; prompt < prompts; prompt++) {
    const drawn = Array.from({ length: answers }, () => make(random));
    const [pay, want] = [0, 1].map((at) => Float64Array.from(drawn, (one) => one[at]));
    sums.add(prompt % PROMPT_GROUPS, { size: answers, mass, want }, pay);
  }
  return new PayFigures(sums);
}

const normalPair = (random: Random): readonly [number, number] => {
  const want = random.normal();
  return [want + random.normal(), want];
};

/** Student's t with two degrees of freedom: a normal over the root of half a chi-square. */
const heavy = (random: Random): number => random.normal() / Math.sqrt(-Math.log(1 - random.uniform(0, 1)));

const bestOf = ({ bestOf: points }: WeighedPay, n: number) => points.find((point) => point.n === n);

test("under normal errors the want of the best of n is E[max]/√2 and never falls", () => {
  const weighed = logOf(1500, 64, normalPair, Math.SQRT2).weighed();
  for (const [n, value] of [
    [4, 0.7279],
    [16, 1.2487],
    [64, 1.6573],
  ] as const) {
    const { low = null, high = null } = bestOf(weighed, n) ?? {};
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  }
  expect(weighed.course).toBe("rises");
  expect(weighed.safe).toMatchObject({ n: 64, highN: 64 });
});

test("under Student's t₂ errors it is highest near n = 12 and falls again: the tail decides", () => {
  const make = (random: Random): readonly [number, number] => {
    const want = random.normal();
    return [want + heavy(random), want];
  };
  const weighed = logOf(6000, 64, make, 3).weighed();
  for (const [n, value] of [
    [4, 0.5555],
    [8, 0.6808],
    [64, 0.4671],
  ] as const)
    expect(bestOf(weighed, n)?.want).toBeCloseTo(value, 1);
  expect([8, 16]).toContain(weighed.safe.n);
  expect(weighed.safe.highN).toBeLessThan(64);
});

test("the forecast at a KL is that of the enumerated tilts, and its slope is Cov(pay, want)", () => {
  const random = Random.of(4, "prompts");
  const spread = 1;
  const sums = new PromptSums(spread);
  const prompts = Array.from({ length: 60 }, (_, prompt) => {
    const mass = Float64Array.from({ length: 12 }, () => 1 + random.integer(4));
    const want = Float64Array.from({ length: 12 }, () => random.normal());
    const pay = want.map((one) => 0.6 * one + 0.8 * random.normal());
    sums.add(prompt % PROMPT_GROUPS, { size: 12, mass, want }, pay);
    const total = mass.reduce((sum, one) => sum + one, 0);
    return { reference: mass.map((one) => one / total), proxy: pay, gold: want };
  });
  const whole = sums.groups.reduce((all, one) => all.map((value, k) => value + one[k]), new Float64Array(SUMS.size));
  const kls = [0.1, 0.5, 1, 1.5];
  for (const [k, exact] of tiltCurveAt(prompts, kls).entries()) {
    expect(gainAt(whole, kls[k], "want")).toBeCloseTo(exact.gold, 5);
    expect(gainAt(whole, kls[k], "pay")).toBeCloseTo(exact.proxy, 4);
  }
  // Price's law: the derivative of the mean want along the tilt is the covariance, here under the logged masses.
  const step = 1e-4;
  const near = (sign: number) =>
    prompts.reduce((sum, { reference, proxy, gold }) => {
      const weights = reference.map((one, k) => one * Math.exp(sign * step * proxy[k]));
      const total = weights.reduce((all, one) => all + one, 0);
      return sum + weights.reduce((all, one, k) => all + (one / total) * gold[k], 0);
    }, 0);
  const price = (near(1) - near(-1)) / (2 * step * prompts.length);
  const covariance =
    prompts.reduce((sum, { reference, proxy, gold }) => {
      const mean = (of: Float64Array) => of.reduce((all, one, k) => all + reference[k] * one, 0);
      const [p, g] = [mean(proxy), mean(gold)];
      return sum + proxy.reduce((all, one, k) => all + reference[k] * (one - p) * (gold[k] - g), 0);
    }, 0) / prompts.length;
  expect(price).toBeCloseTo(covariance, 7);
  const [unbiased] = [whole[SUMS.slope] / whole[SUMS.prompts]];
  expect(Math.abs(unbiased / covariance - 1)).toBeLessThan(0.1);
});

test("a verifier of 0 and 1 has its rates, and other pays have none", () => {
  const make = (random: Random): readonly [number, number] => {
    const want = random.uniform(0, 1) < 0.4 ? 1 : 0;
    return [random.uniform(0, 1) < (want === 1 ? 0.9 : 0.2) ? 1 : 0, want];
  };
  const { verifier, course, slope } = logOf(800, 8, make, 0.5).weighed();
  for (const [estimate, value] of [
    [verifier?.truePositive, 0.9],
    [verifier?.falsePositive, 0.2],
    [verifier?.j, 0.7],
  ] as const) {
    expect(estimate?.low).toBeLessThan(value);
    expect(estimate?.high).toBeGreaterThan(value);
  }
  expect(course).toBe("rises");
  // The share of groups of 8 that hold both outcomes, 1 − q⁸ − (1 − q)⁸ with q = .48.
  expect(Math.abs((slope.signal.mean ?? 0) - (1 - 0.48 ** 8 - 0.52 ** 8))).toBeLessThan(0.01);
  expect(logOf(40, 4, normalPair, 1).weighed().verifier).toBeUndefined();
});

test("a pay against the want falls from the first, and an unrelated one is flat", () => {
  expect(logOf(400, 16, (random) => [-normalPair(random)[0], normalPair(random)[1]], 1.4).weighed().course).toBe(
    "flat",
  );
  const against = (random: Random): readonly [number, number] => {
    const [pay, want] = normalPair(random);
    return [-pay, want];
  };
  const { course, safe } = logOf(400, 16, against, 1.4).weighed();
  expect([course, safe.kl, safe.n]).toEqual(["falls", 0, 1]);
});

test("a pay that no strength tilts further has a figure at its largest KL, also where roundings differ", () => {
  const sums = new Float64Array(SUMS.size);
  sums[SUMS.prompts] = 1;
  const full = 0.7280062941258012;
  for (let j = 0; j < STRENGTHS.length; j++) {
    const kl = j < 20 ? (full * j) / 20 : j === 20 ? full * (1 - Number.EPSILON / 2) : full;
    sums.set([kl, Math.min(j, 20) / 20], tiltAt(j));
  }
  expect(gainAt(sums, full, "want")).toBeCloseTo(1, 12);
  expect(gainAt(sums, full / 4, "want")).toBeCloseTo(0.25, 2);
});

test("beside an answer of a known chance the first step is the covariance on average over all logs, exactly", () => {
  const [kept, chances, pay, want] = [0.9, [0.5, 0.3, 0.2], [1, 4, 2, 5], [2, 3, 7, -6]];
  let mean = 0;
  for (let log = 0; log < 3 ** 3; log++) {
    const drawn = [log % 3, Math.floor(log / 3) % 3, Math.floor(log / 9)];
    const answers = [...drawn, 3];
    const sums = new PromptSums(1);
    const of = (values: readonly number[]) => Float64Array.from(answers, (k) => values[k]);
    const mass = Float64Array.of(1, 1, 1, (3 * (1 - kept)) / kept);
    sums.add(0, { size: 4, drawn: 3, mass, want: of(want) }, of(pay));
    mean += drawn.reduce((all, k) => all * chances[k], 1) * sums.groups[0][SUMS.slope];
  }
  const whole = [...chances.map((one) => kept * one), 1 - kept];
  const under = (of: (k: number) => number) => whole.reduce((sum, one, k) => sum + one * of(k), 0);
  expect(mean).toBeCloseTo(under((k) => pay[k] * want[k]) - under((k) => pay[k]) * under((k) => want[k]), 12);
});

test("a known answer is weighed as if the log had it as often, and the forecast reaches as far as the logged ones do", () => {
  const [size, kls] = [20, [0.2, 1]];
  const random = Random.of(9, "known");
  const want = Float64Array.from({ length: size }, () => random.normal());
  const pay = want.map((one) => one + random.normal());
  const mass = new Float64Array(size).fill(1);
  const of = (drawn: number, masses: Float64Array) => {
    const sums = new PromptSums(1);
    sums.add(0, { size, drawn, mass: masses, want }, pay);
    return sums.groups[0];
  };
  const [logged, known] = [of(size, mass), of(size - 4, mass)];
  for (const kl of kls) expect(gainAt(known, kl, "want")).toBeCloseTo(gainAt(logged, kl, "want"), 12);
  const alone = new PromptSums(1);
  alone.add(0, { size: size - 4, mass, want }, pay);
  const reachOf = (groups: readonly Float64Array[]) => new PayFigures({ groups }).reach;
  expect(reachOf([known])).toBe(reachOf(alone.groups));
  // The mean of the group itself is less than that of the others by 1/G.
  expect(logged[SUMS.groupSlope]).toBeCloseTo((logged[SUMS.slope] * (size - 1)) / size, 12);
});

test("groups of a trainer that are smaller than the log's teach with 1 − p^G − (1 − p)^G, without bias", () => {
  const random = Random.of(12, "groups");
  const [rate, size] = [0.2, 4];
  const sums = new PromptSums(0.4, size);
  for (let prompt = 0; prompt < 4000; prompt++) {
    const pay = Float64Array.from({ length: 16 }, () => (random.uniform(0, 1) < rate ? 1 : 0));
    sums.add(prompt % PROMPT_GROUPS, { size: 16, mass: new Float64Array(16).fill(1), want: pay }, pay);
  }
  const { low, high } = new PayFigures(sums).weighed().slope.signal;
  expect(low).toBeLessThan(teachingShare(rate, size));
  expect(high).toBeGreaterThan(teachingShare(rate, size));
});

test("first steps are those of the trainer's own advantages, by baseline and scale", () => {
  const random = Random.of(14, "steps");
  const [prompts, group] = [30, 8];
  const sums = new PromptSums(1);
  const [pay, want] = [0, 1].map(() => new Float64Array(prompts * group));
  for (let prompt = 0; prompt < prompts; prompt++) {
    const level = random.normal();
    const own = [pay, want].map((values) => values.subarray(prompt * group, (prompt + 1) * group));
    for (let k = 0; k < group; k++) {
      own[1][k] = random.normal();
      own[0][k] = level + own[1][k] + random.normal();
    }
    sums.add(prompt % PROMPT_GROUPS, { size: group, mass: new Float64Array(group).fill(1), want: own[1] }, own[0]);
  }
  const { plain, mean, normalised, batch } = new PayFigures(sums).weighed().slope;
  const step = (baseline: CreditOptions["baseline"], scale: CreditOptions["scale"]) => {
    const advantages = groupAdvantages(pay, group, { baseline, scale, tiny: 0 });
    const centred = want.map((one, row) => {
      const from = row - (row % group);
      return one - want.subarray(from, from + group).reduce((sum, other) => sum + other / group, 0);
    });
    return advantages.reduce((sum, advantage, row) => sum + advantage * centred[row], 0) / want.length;
  };
  expect(plain.mean).toBeCloseTo(step("others", "none"), 12);
  expect(mean.mean).toBeCloseTo(step("group", "none"), 12);
  expect(mean.mean).toBeCloseTo(step("none", "none"), 12);
  expect(normalised.mean).toBeCloseTo(step("group", "group"), 12);
  expect(batch.mean).toBeCloseTo(step("batch", "batch"), 12);
});
