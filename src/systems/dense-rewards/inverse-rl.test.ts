// The learned reward against the gradient of the likelihood, and against the behaviour it has to explain.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { sampleNext, tabularMdp } from "../../environments/tabular/mdp.ts";
import { discountedVisits, maximumEntropyInverse, policyVisits, softOptimalPolicy } from "./learned-rewards.ts";
import type { Step } from "./task.ts";

/** A ring of six with slips; the truth pays for going right at 2. */
const ring = tabularMdp({
  states: 6,
  actions: 2,
  discount: 0.8,
  transitions: (s, a) => [
    [(s + (a === 1 ? 1 : 5)) % 6, 0.9],
    [s, 0.1],
  ],
  reward: (s, a) => (s === 2 && a === 1 ? 1 : 0),
});

function recorded(seed: number, count: number, reward: ArrayLike<number>): Step[][] {
  const policy = softOptimalPolicy(ring, reward);
  const random = Random.of(seed, "expert");
  return Array.from({ length: count }, () => {
    let state = 0;
    return Array.from({ length: 60 }, () => {
      const action = random.uniform() < policy[state * 2] ? 0 : 1;
      const step = { state, action };
      state = sampleNext(ring, state, action, random.uniform());
      return step;
    });
  });
}

/** Σ of discounted visits × log π under the soft-optimal policy of a reward: what the gradient climbs. */
function likelihoodOf(visits: Float64Array, reward: ArrayLike<number>): number {
  const policy = softOptimalPolicy(ring, reward);
  return visits.reduce((sum, visit, at) => sum + visit * Math.log(policy[at]), 0);
}

test("visits of the expert less those of the soft-optimal policy are the gradient of the likelihood", () => {
  // Exact for the expected visits of a policy; a long list of episodes stands for the expert here.
  const truth = Float64Array.from({ length: 12 }, (_, k) => Math.sin(k));
  const expert = policyVisits(ring, softOptimalPolicy(ring, truth));
  const reward = Float64Array.from({ length: 12 }, (_, k) => 0.3 * Math.cos(2 * k));
  const likelihood = (r: Float64Array) => likelihoodOf(expert, r);
  const visits = policyVisits(ring, softOptimalPolicy(ring, reward));
  for (let k = 0; k < 12; k++) {
    const [up, down] = [1e-3, -1e-3].map((h) => likelihood(reward.map((x, j) => (j === k ? x + h : x))));
    expect((up - down) / 2e-3).toBeCloseTo(expert[k] - visits[k], 4);
  }
});

test("the likelihood rises, and the behaviour of the learned reward visits what the expert visits", () => {
  const truth = Float64Array.from(ring.reward, (r) => 3 * r);
  const episodes = recorded(1, 3000, truth);
  const few = maximumEntropyInverse(ring, episodes, { rounds: 5 });
  const many = maximumEntropyInverse(ring, episodes, { rounds: 400, decay: 0 });
  const wanted = discountedVisits(ring, episodes);
  const [zero, early, late] = [new Float64Array(12), few, many].map((reward) => likelihoodOf(wanted, reward));
  expect(early).toBeGreaterThan(zero);
  expect(late).toBeGreaterThan(early);
  const got = policyVisits(ring, softOptimalPolicy(ring, many));
  got.forEach((visit, at) => {
    expect(visit).toBeCloseTo(wanted[at], 2);
  });
});
