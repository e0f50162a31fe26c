// Exact sums against drawn questions, and that each measurement can come out otherwise.

import { expect, test } from "vitest";
import { KNOWLEDGE } from "../../feedback/loops/judges.ts";
import { meetJudges, worthOf } from "./conduct.ts";
import { FLIPPING } from "./equations.ts";
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
  const SEEDS = [901, 902, 903, 904];
  const cases = Object.entries(rules).flatMap(([name, rule]) =>
    TAXONOMY.flatMap((intent) =>
      KNOWLEDGE.map((knowledge) => ({ name: `${name}, ${intent}, ${knowledge}`, rule, intent, knowledge, drawn: 0 })),
    ),
  );
  for (const seed of SEEDS) {
    for (const one of cases) {
      const { accuracy } = await meeting({ ...one, seed, criticises: JUDGES[one.intent], rounds: 1 });
      one.drawn += accuracy[1] / SEEDS.length;
    }
  }
  for (const { name, rule, intent, knowledge, drawn } of cases) {
    const { accuracy } = roundValue(prospects([{ criticises: JUDGES[intent], knowledge, share: 1 }]), rule);
    expect(Math.abs(drawn - accuracy), name).toBeLessThan(0.025);
  }
});

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
  const earns = (rule: CritiqueRule) => roundValue(met("constructive"), rule).earned;
  for (const rule of Object.values(rules)) expect(earns(trusting)).toBeGreaterThan(earns(rule));
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
  const { confidence } = question;
  expect(seenOf(question, own, other)).toEqual({ confidence, kind: "none", credible: 0, doubtful: 0 });
  expect(acted("switch", question, own, other, () => [])).toBe(runnerUp);
  expect(acted("switch", question, own, { ...other, about: fact.number }, () => [])).toBe(3);
  expect(afterSearch(1, 0.9, [{ value: 2, credible: false }])).toBe(1);
  expect(afterSearch(1, 0.5, [{ value: 2, credible: true }])).toBe(2);
});

test("one seed, trained for an eighth: with deceivers it is fooled less; a chain settles, and no threshold gains", async () => {
  const found = await meetJudges({ seed: 903, steps: 15_000 });
  expect(found.chain).toHaveLength(FLIPPING.length);
  for (const gap of found.chain) expect(Math.abs(gap)).toBeLessThan(0.02);
  // The belief is true there.
  expect(found.threshold).toBeLessThan(0.005);
  const lost = (name: "constructive judges" | "half deceivers") => {
    const { accuracy } = found.meetings[name].malicious.grounded;
    return accuracy[0] - accuracy[1];
  };
  expect(lost("constructive judges")).toBeGreaterThan(0.15);
  expect(lost("half deceivers")).toBeLessThan(0.1);
  expect(found.uncontested.grounded).toEqual(found.uncontested.none);
  expect(Math.max(...found.silent.accuracy)).toBe(found.silent.accuracy[0]);
  expect(found.worth["half deceivers, told"].earned).toBeGreaterThan(found.worth["half deceivers"].earned);
});
