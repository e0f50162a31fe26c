// Exact sums against drawn questions, and that each measurement can come out otherwise.

import { expect, test } from "vitest";
import { KNOWLEDGE } from "../../feedback/loops/judges.ts";
import { meetJudges, worthOf } from "./conduct.ts";
import { chainGap, FLIPPING, thresholdGain } from "./equations.ts";
import { bestRule, prospects, roundValue } from "./exact.ts";
import { acted, afterSearch, type CritiqueRule, type FactCritique, seenOf } from "./generator.ts";
import { asked, JUDGES, meeting, TAXONOMY } from "./meetings.ts";
import { bayesian } from "./rules.ts";

const rules: Readonly<Record<string, CritiqueRule>> = {
  keep: () => "keep",
  switch: () => "switch",
  "look up": () => "look up",
  "by Bayes": bayesian(0.9),
};

test("drawn questions come to the exact sums, for every rule and judge", async () => {
  for (const [name, rule] of Object.entries(rules)) {
    for (const intent of TAXONOMY) {
      for (const knowledge of KNOWLEDGE) {
        const criticises = JUDGES[intent];
        const { accuracy } = roundValue(prospects([{ criticises, knowledge, share: 1 }]), rule);
        const found = await Promise.all(
          [901, 902, 903, 904].map((seed) => meeting({ seed, rule, criticises, knowledge, rounds: 1 })),
        );
        const drawn = found.reduce((sum, one) => sum + one.accuracy[1] / found.length, 0);
        expect(Math.abs(drawn - accuracy), `${name}, ${intent}, ${knowledge}`).toBeLessThan(0.025);
      }
    }
  }
}, 120_000);

test("the same seed gives the same, and a generator with memory changes less", async () => {
  const rule = bayesian(0.9);
  const under = (memory: "none" | "refuted critiques") =>
    meeting({ seed: 901, rule, criticises: JUDGES.hypercritical, knowledge: "grounded", memory });
  const found = await under("none");
  expect(await under("none")).toEqual(found);
  expect((await under("refuted critiques")).oscillation).toBeLessThan(found.oscillation - 1);
});

test("no rule earns more than that of Bayes, and one that trusts is fooled", () => {
  const met = (intent: "constructive" | "malicious") =>
    prospects(KNOWLEDGE.map((knowledge) => ({ criticises: JUDGES[intent], knowledge, share: 1 / 3 })));
  const trusting = bestRule(met("constructive"));
  for (const rule of Object.values(rules)) {
    expect(roundValue(met("constructive"), trusting).earned).toBeGreaterThan(
      roundValue(met("constructive"), rule).earned,
    );
  }
  expect(roundValue(met("constructive"), trusting).accuracy).toBeGreaterThan(0.85);
  expect(roundValue(met("malicious"), trusting).accuracy).toBeLessThan(0.55);
  expect(roundValue(met("malicious"), bestRule(met("malicious"))).accuracy).toBeCloseTo(0.7, 12);
  const { earned, best } = worthOf(rules.keep, ["constructive", "malicious"], true);
  expect(earned).toBeCloseTo(0.7, 12);
  expect(best).toBeGreaterThan(0.75);
});

test("a critique about another fact is a template, and a second thought answers it", () => {
  const [question] = asked(901);
  const { fact, own, runnerUp } = question;
  const other: FactCritique = { kind: "grounded", about: fact.number + 1, proposes: 3, documents: fact.documents };
  expect(seenOf(question, own, other)).toEqual({
    confidence: question.confidence,
    kind: "none",
    credible: 0,
    doubtful: 0,
  });
  expect(acted("switch", question, own, other, () => [])).toBe(runnerUp);
  expect(acted("switch", question, own, { ...other, about: fact.number }, () => [])).toBe(3);
  expect(afterSearch(1, 0.9, [{ value: 2, credible: false }])).toBe(1);
  expect(afterSearch(1, 0.5, [{ value: 2, credible: true }])).toBe(2);
});

test("a chain settles at its limit; thresholds gain nothing where the belief is true", async () => {
  for (const of of FLIPPING) expect(Math.abs(await chainGap(901, of))).toBeLessThan(0.02);
  expect(thresholdGain(901)).toBeLessThan(0.005);
});

test("one seed: trained with deceivers it is fooled less", async () => {
  const found = await meetJudges({ seed: 903 });
  const lost = (name: "constructive judges" | "half deceivers") => {
    const { accuracy } = found.meetings[name].malicious.grounded;
    return accuracy[0] - accuracy[1];
  };
  expect(lost("constructive judges")).toBeGreaterThan(0.15);
  expect(lost("half deceivers")).toBeLessThan(0.1);
  expect(found.uncontested.grounded).toEqual(found.uncontested.none);
  expect(Math.max(...found.silent.accuracy)).toBe(found.silent.accuracy[0]);
  expect(found.worth["half deceivers, told"].earned).toBeGreaterThan(found.worth["half deceivers"].earned);
}, 600_000);
