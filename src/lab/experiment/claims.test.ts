// Claims in all notations, parsed into one form; and the messages for mistakes.

import { describe, expect, test } from "vitest";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { claimText } from "./claims.ts";
import { parseExperiment } from "./experiment.ts";

const file = (claims: string) =>
  [
    "environment: { id: coopetition/slcd, horizon: 10 }",
    "agents: equilibrium",
    "objective: joint.value",
    "variants:",
    "  private: { reward: private }",
    '  "a: half, shared": { reward: cooperative }',
    '  "0.5": { reward: integrated }',
    "claims:",
    `  it pays: ${claims}`,
  ].join("\n");

const read = async (claim: string) => {
  const { claims = [] } = await parseExperiment(file(claim), "x.yaml");
  return claims[0];
};

describe("a claim is read in one form", () => {
  test.each([
    ["'a: half, shared: joint.value > private'", "“a: half, shared”: joint value > “private”"],
    ["'a: half, shared : joint.value>=150% of private'", "“a: half, shared”: joint value ≥ 150 % of “private”"],
    ["'a: half, shared: value ≤ private + 0.1'", "“a: half, shared”: value ≤ “private” + 0.1"],
    ["'a: half, shared: value < private − 2e3'", "“a: half, shared”: value < “private” − 2000"],
    ["'a: half, shared: value >= private + 5 %'", "“a: half, shared”: value ≥ 105 % of “private”"],
    ["'private: value > a: half, shared'", "“private”: value > “a: half, shared”"],
    ["'private: cooperation <= 80 %'", "“private”: cooperation ≤ 80 %"],
    ["'private: cooperation <= 0.8'", "“private”: cooperation ≤ 80 %"],
    ["'private: cooperation > a: half, shared - 5 points'", "“private”: cooperation > “a: half, shared” − 5 points"],
    ["'private: objective within 0.05 of a: half, shared'", "“private”: objective within 0.05 of “a: half, shared”"],
    ["'private: value within 5 % of a: half, shared'", "“private”: value within 5 % of “a: half, shared”"],
    ["'private: cooperation within 5 points of 30 %'", "“private”: cooperation within 5 points of 30 %"],
    ["'private: trust >= -0.5'", "“private”: trust ≥ −0.5"],
    ["'private: value >= 3 value'", "“private”: value ≥ 3"],
    ["'private: terminated < 1 %'", "“private”: terminated < 1 %"],
    ["{ variant: private, measure: pay, than: '0.5' }", "“private”: pay > “0.5”"],
    ["{ variant: private, measure: pay, than: '0.5', atLeast: 150 % }", "“private”: pay ≥ 150 % of “0.5”"],
    ["{ variant: private, measure: pay, than: '0.5', below: -2 }", "“private”: pay < “0.5” − 2"],
    ["{ variant: private, measure: mean.value, within: 0.5, of: 3 }", "“private”: mean value within 0.5 of 3"],
    [
      "{ variant: private, measure: cooperation, than: '0.5', atMost: 3 points }",
      "“private”: cooperation ≤ “0.5” + 3 points",
    ],
  ])("%s", async (written, wanted) => {
    expect(claimText(await read(written))).toBe(wanted);
  });

  test("has its measure's name in samples, and whether it is a headline claim", async () => {
    const joint = await read("{ variant: private, measure: joint.payoff, above: 0, headline: true }");
    expect(joint).toMatchObject({ sample: "payoff", factor: 2, headline: true, share: false });
    // The name of the objective means the objective.
    expect(await read("'private: joint.value > 0'")).toMatchObject({ sample: "objective", factor: 1, headline: false });
  });

  test("needs no variant's name where there is only one", async () => {
    const text = "environment: coopetition/slcd\nagents: random\nobjective: payoff\nclaims: { some: 'payoff > 3' }";
    const { claims } = await parseExperiment(text, "x.yaml");
    expect(claims).toMatchObject([{ name: "some", variant: "base", amount: 3 }]);
  });
});

const cases: readonly (readonly [string, string])[] = [
  ["no sign", "'private: value'"],
  ["no variant", "'value > 3'"],
  ["a variant that there is not", "'privat: value > 3'"],
  ["another variant that there is not", "'private: value > a half'"],
  ["itself", "'private: value > private'"],
  ["a measure that there is not", "'private: valu > 3'"],
  ["a training where no agent learns", "'private: training.entropy > 3'"],
  ["a scope that is not measured", "'private: min.value > 3'"],
  ["a bound in another unit", "'private: value > 3 clicks'"],
  ["per cent of what is no share", "'private: value > 80 %'"],
  ["points of what is no share", "'private: value > 5 points'"],
  ["a share in hundreds", "'private: cooperation > 80'"],
  ["per cent more than a share", "'private: cooperation > a: half, shared + 5 %'"],
  ["within per cent of a share", "'private: cooperation within 5 % of a: half, shared'"],
  ["within a negative amount", "'private: value within -5 of 3'"],
  ["within nothing", "'private: value within 5'"],
  ["an amount that is a variant too", "'private: value > 0.5'"],
  ["an amount that cannot be read", "{ variant: private, measure: value, above: much }"],
  ["two relations", "{ variant: private, measure: value, above: 1, below: 3 }"],
  ["no relation", "{ variant: private, measure: value }"],
  ["within, with two centres", "{ variant: private, measure: value, than: '0.5', of: 3, within: 1 }"],
  ["an unknown key", "{ variant: private, mesure: value, above: 1 }"],
];
words(
  "claims",
  cases.map(([name, claim]): MessageCase => [name, () => read(claim)]),
);

test("sizes of seeds: the short one is the default, the full one is selected by a flag", async () => {
  const text = `${file("'private: value > 3'")}\nseeds: { short: 2, full: [0, 5, 9] }`;
  expect((await parseExperiment(text, "x.yaml")).seeds).toEqual([0, 1]);
  const full = await parseExperiment(text, "x.yaml", { full: true });
  expect([full.seeds, full.flags]).toEqual([[0, 5, 9], ["--full"]]);
  expect((await parseExperiment(text, "x.yaml", { full: true, seeds: 4 })).seeds).toEqual([0, 1, 2, 3]);
});

words("seed-sizes", [
  ["a full size of one", () => parseExperiment(`${file("'private: value > 3'")}\nseeds: 5`, "x.yaml", { full: true })],
  ["a size alone", () => parseExperiment(`${file("'private: value > 3'")}\nseeds: { short: 5 }`, "x.yaml")],
]);
