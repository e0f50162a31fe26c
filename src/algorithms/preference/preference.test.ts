// Dueling learners and their parts: backups against value iteration, beliefs against what they claim, rounds against the rules
// of the paper.

import { describe, expect, test } from "vitest";
import { type DuelEpisode, playDuels, stagePolicyReturn } from "../../../test/fixtures/played-duels.ts";
import { twoGoals } from "../../../test/fixtures/two-goals.ts";
import { Random } from "../../core/random.ts";
import { ring } from "../../environments/continuing/worlds.ts";
import { dirichletProcess } from "../../environments/tabular/dirichlet.ts";
import { type FeatureSpace, tableSpace } from "../../environments/tabular/feature-space.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { type Annotator, simulatedAnnotator } from "../../feedback/annotator.ts";
import { finiteHorizonValues } from "../planning/value-iteration.ts";
import { duelingLearner, type QueryRule, worthAsking } from "./dueling-learner.ts";
import { leastSquaresValues, posteriorModel } from "./planner.ts";
import { comparisonBelief, expectedDisagreement, observedBelief } from "./reward-belief.ts";

const HORIZON = 4;
const random = (seed: number) => Random.of(seed, "preference test");
const process = (seed: number) =>
  dirichletProcess({ states: 5, actions: 3, concentration: 0.3, power: 3, random: random(seed) });
const space = tableSpace(5, 3, HORIZON);

/** Transitions of all steps, states and actions by their probabilities. */
function recordAll(mdp: TabularMdp, { horizon }: FeatureSpace, planner: ReturnType<typeof posteriorModel>, weight = 1) {
  for (let h = 0; h < horizon; h++)
    for (let at = 0; at < mdp.states * mdp.actions; at++)
      for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++)
        planner.record(h, Math.floor(at / mdp.actions), at % mdp.actions, mdp.next[k], weight * mdp.probability[k]);
}

describe("planning", () => {
  test("backups on known transitions are value iteration, with a table and with fewer features", () => {
    const field = twoGoals(8);
    for (const { mdp, known, theta } of [
      { mdp: process(1), known: space, theta: process(1).reward },
      { mdp: field.mdp, known: field.space, theta: field.theta },
    ]) {
      const planner = leastSquaresValues({ space: known, ridge: 1e-10, deviation: 0 });
      recordAll(mdp, known, planner);
      const policy = new Int32Array(known.horizon * mdp.states);
      planner.plan(theta, random(1), policy);
      const values = finiteHorizonValues(mdp, known.horizon);
      for (let h = 0; h < known.horizon; h++)
        for (let at = 0; at < mdp.states * mdp.actions; at++) {
          const s = Math.floor(at / mdp.actions);
          const q = mdp.reward[at] + expectedNext(mdp, s, at % mdp.actions, values[known.horizon - 1 - h]);
          expect(planner.actionValues[h * mdp.states * mdp.actions + at]).toBeCloseTo(q, 8);
        }
      expect(stagePolicyReturn(mdp, policy, known.horizon)).toBeCloseTo(values[known.horizon][0], 8);
    }
  });

  test("a posterior of very many transitions plans as well as value iteration", () => {
    const mdp = process(2);
    const planner = posteriorModel({ space, concentration: 0.3 });
    recordAll(mdp, space, planner, 1e8);
    const policy = new Int32Array(HORIZON * 5);
    planner.plan(mdp.reward, random(1), policy);
    expect(stagePolicyReturn(mdp, policy, HORIZON)).toBeCloseTo(finiteHorizonValues(mdp, HORIZON)[HORIZON][0], 3);
  });

  test("what was never seen is worth the steps that are left where it is not trusted, and 0 where it is", () => {
    const theta = new Float64Array(15);
    const policy = new Int32Array(HORIZON * 5);
    const wary = leastSquaresValues({ space, ridge: 1, deviation: 0, trust: { from: 0.4, to: 0.8 } });
    wary.plan(theta, random(1), policy);
    for (let h = 0; h < HORIZON; h++)
      for (let at = 0; at < 15; at++) expect(wary.actionValues[h * 15 + at]).toBe(HORIZON - 1 - h);
    // Three visits: ‖φ‖ = 1/2, so that w = (0.8 − 0.5)/0.4.
    for (let k = 0; k < 3; k++) wary.record(2, 0, 0, 1);
    wary.plan(theta, random(1), policy);
    // V at the last step is 0 in all states; where nothing is trusted 1 is left after step 2.
    expect(wary.actionValues[2 * 15]).toBeCloseTo(0.25, 12);
    expect(wary.actionValues[2 * 15 + 1]).toBe(1);
    const plain = leastSquaresValues({ space, ridge: 1, deviation: 0 });
    plain.plan(theta, random(1), policy);
    expect(plain.actionValues.every((q) => q === 0)).toBe(true);
  });

  test("noise has the width of the regression, and values stay in [−H, H]", () => {
    const planner = leastSquaresValues({ space, ridge: 1, deviation: 0.3 });
    for (let k = 0; k < 8; k++) planner.record(3, 0, 0, 1);
    const policy = new Int32Array(HORIZON * 5);
    const hand = random(3);
    let [seen, unseen] = [0, 0];
    const draws = 20_000;
    for (let k = 0; k < draws; k++) {
      planner.plan(new Float64Array(15), hand, policy);
      seen += planner.actionValues[3 * 15] ** 2 / draws;
      unseen += planner.actionValues[3 * 15 + 1] ** 2 / draws;
    }
    expect(seen / (0.09 / 9)).toBeCloseTo(1, 1);
    expect(unseen / 0.09).toBeCloseTo(1, 1);
    planner.plan(new Float64Array(15).fill(100), hand, policy);
    expect(Math.max(...planner.actionValues)).toBe(HORIZON);
    planner.plan(new Float64Array(15).fill(-100), hand, policy);
    expect(Math.min(...planner.actionValues)).toBe(-HORIZON);
  });
});

describe("beliefs", () => {
  test.each([0.5, "posterior"] as const)("of width %s: two draws disagree as much as is foretold", (width) => {
    const belief = comparisonBelief({ dimension: 4, ridge: 1, slope: 3, width });
    const hand = random(4);
    const vector = () => Float64Array.from({ length: 4 }, () => hand.normal());
    for (let k = 0; k < 30; k++) belief.learn(vector(), hand.uniform() < 0.7);
    const x = vector();
    const [a, b] = [new Float64Array(4), new Float64Array(4)];
    let sum = 0;
    const draws = 100_000;
    for (let k = 0; k < draws; k++) {
      belief.draw(hand, a);
      belief.draw(hand, b);
      sum += Math.abs(a.reduce((total, value, i) => total + (value - b[i]) * x[i], 0));
    }
    expect(sum / draws / belief.disagreement(x)).toBeCloseTo(1, 2);
  });

  test("nothing disagrees about nothing; one direction, seen n times, as 2σ/√(π(λ + n))", () => {
    const belief = comparisonBelief({ dimension: 2, ridge: 1, slope: 3, width: 0.5 });
    expect(belief.disagreement([0, 0])).toBe(0);
    for (let k = 0; k < 8; k++) belief.learn([1, 0], k % 2 === 0);
    expect(belief.disagreement([1, 0])).toBeCloseTo(expectedDisagreement(0.5, 1 / 3), 12);
    expect(belief.disagreement([0, 1])).toBeCloseTo(1 / Math.sqrt(Math.PI), 12);
  });

  test("observed pay is learnt by ridge regression", () => {
    const belief = observedBelief(2, 1, 0);
    for (let k = 0; k < 3; k++) belief.learn([1, 0], 2);
    belief.learn([0, 1], -1);
    expect(Array.from(belief.estimate)).toEqual([1.5, -0.5].map((x) => expect.closeTo(x, 12)));
  });
});

function duel(mdp: TabularMdp, known: FeatureSpace, rule: QueryRule, partner: "older" | "itself" = "older") {
  const belief = comparisonBelief({ dimension: known.dimension, ridge: 1, slope: 3, width: 0.5 });
  const learner = duelingLearner({
    space: known,
    planner: leastSquaresValues({ space: known, ridge: 1, deviation: 0.3 }),
    learnsFrom: { comparisons: belief, rule },
    partner,
    random: random(5).stream("learner"),
  });
  const annotator: Annotator<DuelEpisode> = simulatedAnnotator({
    value: ({ reward }) => reward,
    slope: 3,
    random: random(5).stream("annotator"),
    budget: 40,
  });
  return { belief, learner, annotator, mdp, horizon: known.horizon, rounds: 200, random: random(5).stream("world") };
}

describe("rounds", () => {
  test("S_r changes where a pair is answered, and nowhere else; a spent budget ends the answers", () => {
    const game = duel(process(3), space, { kind: "random", rate: 0.5 });
    let before = game.belief.seen.factor.slice();
    const changed: number[] = [];
    const { asked } = playDuels({
      ...game,
      watch() {
        const after = game.belief.seen.factor.slice();
        changed.push(after.every((value, k) => value === before[k]) ? 0 : 1);
        before = after;
      },
    });
    expect(changed).toEqual(Array.from(asked));
    expect(changed.reduce((a, b) => a + b, 0)).toBe(40);
    expect(game.belief.log.size).toBe(40);
  });

  test("the same episode twice is never asked about, however eager the rule", () => {
    const sure = ring.process({ states: 5, prize: 3, pay: 1, slip: 0, home: 0 });
    for (const rule of [{ kind: "always" }, { kind: "active", epsilon: 0 }] satisfies QueryRule[]) {
      const itself = duel(sure, space, rule, "itself");
      expect(playDuels(itself).asked.every((one) => one === 0)).toBe(true);
      expect(itself.annotator.asked).toBe(0);
      expect(playDuels(duel(sure, space, rule)).asked.some((one) => one === 1)).toBe(true);
    }
  });

  test("the older policy is the fresh one of the round before, and regret that of both", () => {
    const game = duel(process(4), space, { kind: "active", epsilon: 0.2 });
    let fresh = game.learner.policies[0].slice();
    const best = finiteHorizonValues(process(4), HORIZON)[HORIZON][0];
    const { regret, fresh: returns } = playDuels({
      ...game,
      watch() {
        expect(game.learner.policies[1]).toEqual(fresh);
        fresh = game.learner.policies[0].slice();
      },
    });
    for (let k = 1; k < regret.length; k++) {
      expect(regret[k] - regret[k - 1]).toBeCloseTo(2 * best - returns[k] - returns[k - 1], 10);
      expect(returns[k]).toBeLessThanOrEqual(best + 1e-12);
    }
  });

  test("rules: more than ε, a chance, always, never", () => {
    const hand = random(6);
    expect([0.1, 0.2, 0.3].map((x) => worthAsking({ kind: "active", epsilon: 0.2 }, x, hand))).toEqual([
      false,
      false,
      true,
    ]);
    const often = Array.from({ length: 4000 }, () => worthAsking({ kind: "random", rate: 0.3 }, 9, hand));
    expect(often.filter(Boolean).length / 4000).toBeCloseTo(0.3, 1);
    expect([worthAsking({ kind: "always" }, 0, hand), worthAsking({ kind: "never" }, 9, hand)]).toEqual([true, false]);
  });
});

test("the field's features are its process: rows add up to 1, and eight factors give all transitions", () => {
  const { mdp, space: known } = twoGoals(8);
  expect([known.states, known.actions, known.dimension]).toEqual([16, 4, 8]);
  for (let at = 0; at < 64; at++) {
    const row = known.features.subarray(at * 8, (at + 1) * 8);
    expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(mdp.reward[at]).toBeCloseTo(0.2 * row[2] + row[7], 12);
    for (let patch = 0; patch < 8; patch++) {
      const indicator = Float64Array.from({ length: 16 }, (_, cell) => (cell >> 1 === patch ? 1 : 0));
      expect(expectedNext(mdp, Math.floor(at / 4), at % 4, indicator)).toBeCloseTo(row[patch], 12);
    }
  }
  // Up and left stay in the first patch; down goes to the one below.
  expect([0, 3].map((a) => known.features[a * 8])).toEqual([expect.closeTo(0.9125), expect.closeTo(0.9125)]);
  expect(known.features[2 * 8 + 2]).toBeCloseTo(0.9125, 12);
});
