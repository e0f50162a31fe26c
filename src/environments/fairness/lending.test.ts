// Lending: outcomes of rejected applicants stay hidden, auditors judge probabilities, and channels are consistent.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { reportedPair } from "../../mechanisms/auditing/panel.ts";
import { APPLICANTS, drawApplicants } from "./applicants.ts";
import { lending } from "./lending.ts";

const PEOPLE = 4;

/** Plays `rounds` with the approval probability that `chance` returns for a person's features. */
function play(parameters: object, rounds: number, chance: (x: number, y: number) => number, exact = true) {
  const world = lending.make({ horizon: rounds, ...parameters });
  const { spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const observation = new Float32Array(spec.observationSize);
  const random = Random.of(1, "lending");
  world.reset(random, outcomes);
  const steps: { observation: Float32Array; outcomes: Record<string, number>; chances: Float64Array }[] = [];
  for (let t = 0; t < rounds; t++) {
    world.observe(observation);
    const chances = Float64Array.from({ length: PEOPLE }, (_, i) => chance(observation[2 * i], observation[2 * i + 1]));
    const alike = Float64Array.from(state(world).distances);
    const pair = reportedPair(chances, alike, 0, 0.1);
    const labels = Array.from(state(world).labels);
    world.step(chances, outcomes, random);
    world.observe(observation);
    const after = observation.slice();
    const seen = after.subarray(2 * PEOPLE, 3 * PEOPLE);
    const shown = after.subarray(3 * PEOPLE, 4 * PEOPLE);
    for (let i = 0; i < PEOPLE; i++) expect(shown[i]).toBe(seen[i] === 1 ? labels[i] : 0);
    if (exact)
      expect([...after.subarray(4 * PEOPLE)]).toEqual(pair < 0 ? [-1, -1] : [Math.floor(pair / PEOPLE), pair % PEOPLE]);
    const named = Object.fromEntries(spec.channels.map(({ name }, k) => [name, outcomes[k]]));
    const correct = labels.filter((y, i) => y === seen[i]).length;
    // Correct decisions are the repaid loans and the rejections of defaulters.
    expect(correct).toBe(named.payoff + labels.filter((y) => y === 0).length);
    expect(named).toMatchObject({ correct, violation: pair < 0 ? 0 : 1 });
    expect(named.payoff).toBe(named.repaid - (named.accepted - named.repaid));
    steps.push({ observation: after, outcomes: named, chances });
  }
  return steps;
}

const state = (world: ReturnType<typeof lending.make>) => {
  const { views } = world.state;
  return { labels: views.labels, distances: views.distances };
};

test("a step judge approves all people above the line and none below", () => {
  const rounds = play({}, 300, (x, y) => (x + y >= 0 ? 1 : 0));
  const violations = mean(rounds.map(({ outcomes }) => outcomes.violation));
  expect(violations).toBeGreaterThan(0.4);
  expect(mean(rounds.map(({ outcomes }) => outcomes.correct)) / PEOPLE).toBeGreaterThan(0.8);
});

test("equal probabilities for all violate no auditor's metric, and are right about half of the time", () => {
  const rounds = play({ share: 0.2 }, 300, () => 0.5);
  expect(rounds.every(({ outcomes }) => outcomes.violation === 0)).toBe(true);
  expect(Math.abs(mean(rounds.map(({ outcomes }) => outcomes.correct)) / PEOPLE - 0.5)).toBeLessThan(0.06);
});

test("the fair benchmark has no regret against itself, and panels hardly ever object to it", async () => {
  await linearPrograms();
  const world = lending.make({ horizon: 2000, benchmark: "fair" });
  const { spec, state: layout } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const observation = new Float32Array(spec.observationSize);
  const chances = new Float64Array(PEOPLE);
  const at = (name: string) => spec.channels.findIndex((one) => one.name === name);
  const random = Random.of(1, "lending");
  const best = spec.oracles?.fair.play(0);
  let [violations, rejected, regret] = [0, 0, 0];
  world.reset(random, outcomes);
  for (let t = 0; t < 2000; t++) {
    world.observe(observation);
    best?.act(observation, chances);
    const labels = Array.from(layout.views.labels);
    const errors = (of: ArrayLike<number>) => labels.reduce((sum, y, i) => sum + y + of[i] * (1 - 2 * y), 0);
    const known = t % 2 === 0 ? chances : new Float64Array(PEOPLE);
    const expected = errors(known) - errors(chances);
    world.step(known, outcomes, random);
    expect(outcomes[at("regret")]).toBeCloseTo(expected, 9);
    if (t % 2 === 0) violations += outcomes[at("violation")];
    else [rejected, regret] = [rejected + 1, regret + outcomes[at("regret")]];
  }
  expect(violations).toBeLessThanOrEqual(1);
  // To reject all people errs more than the best fair mixture.
  expect(regret / rejected).toBeGreaterThan(0.5);
  expect(() => lending.make({ benchmark: "fair", slack: 0.01 })).toThrow("has none left");
});

test("one member's complaints reach the lender, and the panel's are measured", () => {
  const step = (x: number, y: number) => (x + y >= 0 ? 0.65 : 0.35);
  const counts = (reporter: string) => {
    const rounds = play({ reporter, steady: 0, erratic: 5, share: 1 }, 300, step, false);
    const told = rounds.filter(({ observation }) => observation[4 * PEOPLE] >= 0).length;
    return [told, rounds.filter(({ outcomes }) => outcomes.violation === 1).length];
  };
  const [[told, violations], [toldByMember, violationsThen]] = [counts("panel"), counts("member")];
  expect(told).toBe(violations);
  expect(toldByMember).toBeGreaterThan(violationsThen + 50);
});

test("a higher hurdle makes good outcomes rare", () => {
  const rare = drawApplicants({ ...APPLICANTS, hurdle: 1.5 }, 5000, Random.of(3));
  expect(mean(drawApplicants(APPLICANTS, 5000, Random.of(3)).labels)).toBeGreaterThan(0.4);
  expect(mean(rare.labels)).toBeLessThan(0.25);
});

test("a panel needs members", () => {
  expect(() => lending.make({ steady: 0, erratic: 0 })).toThrow("without members");
  expect(() => lending.make({ steepness: [2, 1] })).toThrow();
});

test("groups are equally frequent and separated, and one of them is harder to predict", () => {
  const { features, groups, labels } = drawApplicants(APPLICANTS, 20_000, Random.of(2));
  const of = (group: number, what: (i: number) => number) =>
    mean([...groups.keys()].filter((i) => groups[i] === group).map(what));
  expect(Math.abs(mean(groups) - 0.5)).toBeLessThan(0.015);
  for (const group of [0, 1])
    for (const k of [0, 1])
      expect(Math.abs(of(group, (i) => features[2 * i + k]) - APPLICANTS.means[group][k])).toBeLessThan(0.05);
  const wrong = (i: number) => (labels[i] === (features[2 * i] + features[2 * i + 1] >= 0 ? 1 : 0) ? 0 : 1);
  expect(of(1, wrong) - of(0, wrong)).toBeGreaterThan(0.05);
});
