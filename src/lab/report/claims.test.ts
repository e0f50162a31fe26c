// Verdicts of claims on samples written by hand.

import { expect, test } from "vitest";
import type { DeclaredClaim } from "../experiment/claims.ts";
import { judgedClaims } from "./claims.ts";
import { claimsInWords, claimsVerdict, headlineInWords, type JudgedClaim } from "./judged-claim.ts";

const BASE: DeclaredClaim = {
  ...{ name: "it pays", headline: false, variant: "a", measure: "value", sample: "value", factor: 1 },
  ...{ relation: "above", times: 0, amount: 0, relative: false, share: false },
};

const bySeed = (values: readonly number[]) => new Map(values.map((value, seed) => [seed, value]));

const judge = (
  claims: readonly Partial<DeclaredClaim>[],
  a: readonly number[],
  b: readonly number[] = [],
): JudgedClaim[] =>
  judgedClaims(
    claims.map((claim) => ({ ...BASE, ...claim })),
    {
      samples: new Map([
        ["a", new Map([["value", bySeed(a)]])],
        ["b", new Map([["value", bySeed(b)]])],
      ]),
      ranges: new Map([["a", new Map([["value", [0, 10]]])]]),
      trials: new Map([["a", new Set(["value"])]]),
      replicates: new Map(),
    },
  );

const verdict = (claim: Partial<DeclaredClaim>, a: readonly number[], b?: readonly number[]) =>
  judge([claim], a, b)[0].verdict;

const BESIDE = { than: "b", times: 1 };
// Two samples with means of 5 and 4: with nearly the same noise on each seed, and with independent noise.
const A = [5.1, 4.9, 5.3, 4.7, 5];
const B = [4.1, 3.9, 4.2, 3.8, 4];
const NOISE = [9, 1, 8, 2, 5];

test.each<[string, Partial<DeclaredClaim>, readonly number[], readonly number[] | undefined, string]>([
  ["a value beyond its bound", { amount: 4 }, A, undefined, "holds"],
  ["a value on the other side", { amount: 6 }, A, undefined, "fails"],
  ["an interval that holds the bound", { amount: 5.05 }, A, undefined, "undecided"],
  ["one seed", { amount: 4 }, [5], undefined, "undecided"],
  ["no seed", { amount: 4 }, [], undefined, "undecided"],
  ["more than the other, pair by pair", BESIDE, A, B, "holds"],
  ["more than the other by too much", { ...BESIDE, amount: 1.5 }, A, B, "fails"],
  ["no less than a part of the other", { ...BESIDE, relation: "atLeast", times: 1.2 }, A, B, "holds"],
  ["no less than twice the other", { ...BESIDE, relation: "atLeast", times: 2 }, A, B, "fails"],
  ["pairs with equal differences, too few to exclude a coincidence", BESIDE, A, A.map((x) => x - 1), "undecided"],
  ["pairs with noise of their own", BESIDE, A, NOISE, "undecided"],
  ["pairs that share no seed", BESIDE, A, [], "undecided"],
  ["as good as the other within an amount", { ...BESIDE, relation: "within", amount: 1.1 }, A, B, "holds"],
  ["not as good within a smaller one", { ...BESIDE, relation: "within", amount: 0.5 }, A, B, "fails"],
  ["within a share of the other", { ...BESIDE, relation: "within", amount: 0.4, relative: true }, A, B, "holds"],
  ["not within a smaller share", { ...BESIDE, relation: "within", amount: 0.1, relative: true }, A, B, "fails"],
  [
    "within a share below 0",
    { ...BESIDE, relation: "within", amount: 0.4, relative: true },
    A.map((x) => -x),
    B.map((x) => -x),
    "holds",
  ],
  ["within an amount of a number", { relation: "within", amount: 1, of: 4.5 }, A, undefined, "holds"],
  ["within a share of a number", { relation: "within", amount: 0.01, of: 4, relative: true }, A, undefined, "fails"],
  ["four trials of four are no certainty", { amount: 6 }, [10, 10, 10, 10], undefined, "undecided"],
  ["of a sum over agents", { factor: 2, amount: 9 }, A, undefined, "holds"],
])("%s", (_, claim, a, b, wanted) => {
  expect(verdict(claim, a, b)).toBe(wanted);
});

test("the interval of a share that learners measure keeps to 0 and 1", () => {
  const shares = bySeed([0, 0.02, 0.9, 0.1]);
  const of = (sample: string) =>
    judgedClaims([{ ...BASE, measure: sample, sample, amount: 0.5 }], {
      samples: new Map([["a", new Map([[sample, shares]])]]),
      ranges: new Map(),
      trials: new Map(),
      replicates: new Map(),
    })[0];
  for (const name of ["training.clipFraction", "throughout.passAtK"]) {
    expect(of(name).low).toBe(0);
    expect(of(name).high).toBeGreaterThan(0.8);
    expect(of(name).high).toBeLessThanOrEqual(1);
  }
  expect(Number(of("training.entropy").low)).toBeLessThan(0);
});

test("more claims have wider intervals, which hold simultaneously", () => {
  const claim = { ...BESIDE };
  const [alone] = judge([claim], A, NOISE);
  const [one] = judge([claim, claim, claim, claim, claim], A, NOISE);
  expect([alone.confidence, one.confidence]).toEqual([0.95, 0.99]);
  expect((one.high ?? 0) - (one.low ?? 0)).toBeGreaterThan((alone.high ?? 0) - (alone.low ?? 0));
});

test("results are described in words, for shares in points", () => {
  const share = { ...BESIDE, share: true };
  const [more] = judge([share], [0.8, 0.7], [0.5, 0.5]);
  expect(more.measured.replaceAll(/\s/g, " ")).toBe("difference 25 [−39, 89] points, d = 3.54, 2 seeds");
  expect(judge([{ share: true }], [0.4, 0.4])[0].measured.replaceAll(/\s/g, " ")).toMatch(/^40.* %, 2 seeds$/);
  const part = (times: number) => judge([{ ...BESIDE, times }], A, B)[0].measured.replaceAll(/\s/g, " ");
  expect(part(1.5)).toMatch(/^1\.000 \[0\.956, 1\.044\] below 150 % of “b”, /);
  expect(part(0.5)).toMatch(/^3\.00 \[2\.82, 3\.18\] above 50 % of “b”, /);
  expect(part(2)).toMatch(/^3\.00 .* below 2 times “b”, /);
});

test("headline claims come first; those that do not hold are named", () => {
  const of = (...claims: readonly Partial<DeclaredClaim>[]) => headlineInWords(judge(claims, A));
  const [holds, fails, open] = [{ amount: 4 }, { amount: 9, name: "it grows" }, { amount: 5.05, name: "it lasts" }];
  expect(of(holds)).toBeUndefined();
  expect(of({ ...holds, headline: true })).toBe("1 of 1 headline claim holds.");
  expect(of({ ...holds, headline: true }, { ...fails, headline: true }, { ...open, headline: true }, holds, open)).toBe(
    "1 of 3 headline claims holds; “it grows” fails; “it lasts” is undecided. Of 2 others, 1 holds, 1 is undecided.",
  );
});

test("the overall verdict of all claims", () => {
  const all = judge([{ amount: 4 }, { amount: 5.05 }, { amount: 9 }], A);
  expect(claimsInWords(all)).toBe("3 claims: 1 holds, 1 fails, 1 is undecided");
  expect([claimsVerdict(all), claimsVerdict(all.slice(0, 2)), claimsVerdict(all.slice(0, 1))]).toEqual([
    ...["fails", "undecided", "holds"],
  ]);
});
