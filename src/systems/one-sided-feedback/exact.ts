// What holds exactly: errors as linear costs, estimates that are right in the mean over everything that may be decided, and
// that labels which were not shown are not read.

import {
  acceptanceCost,
  type CostRule,
  estimateCosts,
  exp2,
  type OneSidedLearner,
} from "../../algorithms/one-sided/exp2.ts";
import { Random } from "../../core/random.ts";
import { labelStore } from "../../feedback/label-store.ts";
import { atMost, below, equalTo } from "../../study/bound.ts";
import { type Claim, type Control, control, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { drawSequence, learnerOf, PEOPLE, RULES, SHARE, SLACK } from "./arms.ts";
import { playOneSided } from "./play.ts";

const PENALTY = 3;

export function exactEquations(seed: number, count = 200): Claim[] {
  const pairs = [0, 1].flatMap((decision) => [0, 1].map((y) => [decision, y]));
  const offsets = pairs.map(([decision, y]) => Math.abs((decision !== y ? 1 : 0) - (y + decision * acceptanceCost(y))));
  const { changed, rounds } = followsLabels(seed, "weighted");
  return [
    equation(
      "an error is y + ŷ·(1 − 2y), all four pairs",
      is(exact(Math.max(...offsets)), equalTo(0), "largest difference"),
    ),
    equation(
      `estimated losses of 4 rules in the mean over every draw, 3 people, ${count} rounds`,
      is(exact(largestBias(seed, count, "weighted")), below(1e-12), "furthest from the truth"),
    ),
    equation(
      "labels of the rejected turned round: what is deployed stays the same to the bit",
      never(changed, `changed, of ${rounds} rounds`),
    ),
  ];
}

/** The same with the idea taken out. */
export function exactControls(seed: number, count = 200): Control[] {
  const { changed, rounds } = followsLabels(seed, "all");
  return [
    control(
      "without 1/P: estimated losses true in the mean",
      is(exact(largestBias(seed, count, "unweighted")), atMost(1e-3), "furthest from the truth"),
    ),
    control(
      "a learner that sees every label: the same deployed when labels of the rejected are turned round",
      never(changed, `changed, of ${rounds} rounds`),
    ),
  ];
}

/**
 * Largest distance of E[Σ_i ĉ_i·h(x_i)] from Σ_i c_i·h(x_i) over four rules, of which one accepts all people, k = 3: the mean goes
 * through the rules that may be drawn, by their chances.
 */
export function largestBias(seed: number, count: number, costs: CostRule): number {
  const [rules, people] = [4, 3];
  const random = Random.of(seed, "estimates");
  let largest = 0;
  for (let n = 0; n < count; n++) {
    const table = Uint8Array.from({ length: rules * people }, (_, k) =>
      k % rules === 0 || random.uniform() < 0.5 ? 1 : 0,
    );
    const labels = Uint8Array.from({ length: people }, () => random.integer(2));
    const pair = [-1, 1, 5, 6][random.integer(4)];
    let place = 0;
    const rng = { uniform: () => place, integer: () => 0 };
    const learner = exp2({ rules, people, acceptAll: 0, mixture: 0.1, rate: () => 0.5 }, rng);
    const chances = new Float64Array(people);
    learner.deploy(table, 0, chances);
    learner.learn(Float64Array.from({ length: people }, () => random.uniform(-2, 2)));
    learner.deploy(table, 0, chances);
    const mean = new Float64Array(rules);
    const found = new Float64Array(people);
    const accepted = new Uint8Array(people);
    let below = 0;
    for (let drawn = 0; drawn < rules; drawn++) {
      const chance = learner.weights[drawn];
      place = below + chance / 2;
      below += chance;
      learner.draw(accepted);
      const store = labelStore(labels, people);
      store.decide(0, accepted);
      estimateCosts(costs, accepted, store, learner, pair, PENALTY, found);
      for (let i = 0; i < people; i++)
        for (let h = 0; h < rules; h++) mean[h] += chance * found[i] * table[i * rules + h];
    }
    for (let h = 0; h < rules; h++) {
      let truth = 0;
      for (let i = 0; i < people; i++) {
        const complaint = pair < 0 ? 0 : Number(i === Math.floor(pair / people)) - Number(i === pair % people);
        truth += (1 - 2 * labels[i] + PENALTY * complaint) * table[i * rules + h];
      }
      largest = Math.max(largest, Math.abs(mean[h] - truth));
    }
  }
  return largest;
}

/** Plays twice, the second time with the labels of all rejected people turned round; a learner that reads them would change. */
function followsLabels(seed: number, costs: CostRule): { rounds: number; changed: number } {
  const rounds = 400;
  const { labels, table, judged } = drawSequence(seed, rounds);
  const game = {
    rules: RULES.count,
    people: PEOPLE,
    table,
    distances: judged(SHARE),
    slack: SLACK,
    windows: 1,
    costs,
    penalty: () => 1,
    benchmark: new Float64Array(labels.length),
  };
  const learner = (): OneSidedLearner => learnerOf({ penalty: 1, rate: 0.3 }, Random.of(seed, "twice"));
  const turned = labels.slice();
  const first = new Float64Array(labels.length);
  playOneSided({ ...game, labels }, learner(), (round, chances, accepted) => {
    first.set(chances, round * PEOPLE);
    for (let i = 0; i < PEOPLE; i++) if (accepted[i] === 0) turned[round * PEOPLE + i] = 1 - labels[round * PEOPLE + i];
  });
  let changed = 0;
  playOneSided({ ...game, labels: turned }, learner(), (round, chances) => {
    if (chances.some((chance, i) => chance !== first[round * PEOPLE + i])) changed += 1;
  });
  return { rounds, changed };
}
