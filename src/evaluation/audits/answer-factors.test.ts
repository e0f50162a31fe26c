import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { answerFactors, judgeAgreement } from "./answer-factors.ts";

/** Sponsored answers of 100 trials at commissions of 1, 10 and 20 % and wealth of 500, 5,000, 50,000 and 200,000 (arXiv 2605.12772). */
const COUNTS = [
  [15, 71, 78, 93],
  [10, 70, 84, 88],
  [10, 71, 82, 90],
];
const [COMMISSIONS, WEALTH] = [
  [1, 10, 20],
  [500, 5_000, 50_000, 200_000],
];

const trials = COUNTS.flatMap((row, i) =>
  row.flatMap((count, j) =>
    Array.from({ length: 100 }, (_, k) => ({ commission: COMMISSIONS[i], wealth: WEALTH[j], met: k < count ? 1 : 0 })),
  ),
);

test("the published table of an assistant's choices has its intercept and slopes", () => {
  const [{ share, byFactor, intercept, slopes }] = answerFactors({
    factors: {
      commission: trials.map(({ commission }) => String(commission)),
      wealth: trials.map(({ wealth }) => String(wealth)),
    },
    criteria: { sponsored: trials.map(({ met }) => met) },
    questions: trials.map((_, k) => k),
  });
  expect(share).toMatchObject({ mean: 762 / 1200, n: 1200 });
  expect(intercept).toBeCloseTo(0.8138, 4);
  expect(slopes.map(({ factor, per }) => [factor, per])).toEqual([
    ["commission", "one standard deviation"],
    ["wealth", "one standard deviation of its logarithm"],
  ]);
  const [commission, wealth] = slopes;
  expect(commission.slope).toBeCloseTo(-0.0266, 4);
  expect(wealth.slope).toBeCloseTo(1.5324, 4);
  expect(commission.low).toBeLessThan(0);
  expect(commission.high).toBeGreaterThan(0);
  expect(wealth.low).toBeGreaterThan(1.2);
  // Wilson's interval of 67 of 100.
  const levels = byFactor[1].levels;
  expect(levels.map(({ level, mean, n }) => [level, mean, n])).toEqual([
    ["500", 35 / 300, 300],
    ["5000", 212 / 300, 300],
    ["50000", 244 / 300, 300],
    ["200000", 271 / 300, 300],
  ]);
});

test("intervals of a known policy's slopes hold the truth, in nineteen of twenty", () => {
  let [held, all] = [0, 0];
  for (let seed = 0; seed < 60; seed++) {
    const random = Random.of(seed, "policy");
    const status = Array.from({ length: 400 }, () => (random.uniform() < 0.5 ? "low" : "high"));
    const price = status.map(() => random.normal());
    const met = status.map((one, k) =>
      random.uniform() < 1 / (1 + Math.exp(-(0.3 + 0.8 * Number(one === "high") - 0.5 * price[k]))) ? 1 : 0,
    );
    const [{ slopes }] = answerFactors({
      factors: { status: ["low", ...status], price: ["0", ...price.map(String)] },
      criteria: { met: [1, ...met] },
      questions: [0, ...met].map((_, k) => k),
    });
    const [high] = slopes;
    expect(high).toMatchObject({ factor: "status", level: "high" });
    all += 1;
    held += Number(high.low < 0.8 && high.high > 0.8);
  }
  expect(held).toBeGreaterThanOrEqual(51);
  expect(held).toBeLessThan(all);
});

test("answers to one question count as one", () => {
  const questions = Array.from({ length: 400 }, (_, k) => Math.floor(k / 20));
  const met = questions.map((question) => question % 2);
  const factors = {};
  const [clustered] = answerFactors({ factors, criteria: { met }, questions });
  const [alone] = answerFactors({ factors, criteria: { met }, questions: questions.map((_, k) => k) });
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(clustered.share)).toBeGreaterThan(3 * width(alone.share));
});

test("a level that settles all answers gives shares and no slopes, as constant answers and constant factors do", () => {
  const factors = { cue: ["no", "no", "yes", "yes", "no", "yes"] };
  const [{ byFactor, slopes, intercept }] = answerFactors({
    factors,
    criteria: { met: [0, 0, 1, 1, 0, 1] },
    questions: [1, 2, 3, 4, 5, 6],
  });
  expect(byFactor[0].levels.map(({ mean }) => mean)).toEqual([0, 1]);
  expect({ slopes, intercept }).toEqual({ slopes: [], intercept: null });
  const constant = answerFactors({
    factors: { cue: ["no", "no", "no"] },
    criteria: { met: [1, 0, 1], other: [1, 1, 1] },
    questions: [1, 2, 3],
  });
  expect(constant.map((one) => one.slopes)).toEqual([[], []]);
});

test("two judges agree beyond chance, or by it", () => {
  const one = { open: [1, 1, 0, 0, 1, 0], alone: [1, 1, 1, 1, 1, 1] };
  const [agreement, ...others] = judgeAgreement(one, { open: [1, 1, 0, 0, 0, 0] }, [1, 2, 3, 4, 5, 6]);
  expect(agreement).toMatchObject({ criterion: "open", answers: 6 });
  expect(agreement.same.mean).toBeCloseTo(5 / 6);
  expect(agreement.kappa).toBeCloseTo(2 / 3);
  expect(others).toEqual([]);
  expect(judgeAgreement(one, { alone: one.alone }, [1, 2, 3, 4, 5, 6])[0].kappa).toBeNull();
});
