// Whether learners learnt, from the tables of real trainings: a learner, a learner with a learning rate of 0, and no learner.

import { expect, test } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { NO_LEARNING } from "./learning.ts";
import { buildReport } from "./report.ts";

test("pay at the end of a training is compared with pay at its start", async () => {
  const { folder } = await ran(`
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
agents: { policy: ppo, steps: 4000, rate: 0.01, copies: 4, rollout: 50, hidden: [8] }
reward: { channel: payoff }
objective: payoff
seeds: 4
record: episodes
variants:
  learns: {}
  cannot: { agents.rate: 1e-12 }
  random: { agents: random }
`);
  const data = await buildReport(folder);
  const [learns, cannot, random] = data.variants.map(({ learning }) => learning);
  expect(learns).toMatchObject({ learnt: true, gain: { n: 4 } });
  expect(learns.steps).toBeGreaterThanOrEqual(4000);
  expect(cannot).toMatchObject({ learnt: false, gain: { n: 4 } });
  expect(random).toEqual(NO_LEARNING);
  expect(learns.evaluation?.mean).toBeCloseTo(data.variants[0].pay.mean ?? Number.NaN, 9);
  expect([learns.parted, cannot.parted]).toEqual([null, null]);
  expect(data.variants.map(({ agents }) => agents[0].learns)).toEqual([true, true, false]);
  expect(data.variants.map(({ agents }) => agents[0].knowsPay)).toEqual([true, true, false]);
  // Ten pulls pay from 0 to 10, and shares are at least 0: no interval of a table and no band of a curve leaves these ranges.
  for (const { learning, training } of data.variants.slice(0, 2)) {
    for (const end of [learning.end, learning.evaluation]) expect(end?.high).toBeLessThanOrEqual(10);
    expect(Math.min(...training.clipFraction.low.map(Number))).toBe(0);
  }
});

test("a claim may be about the area under a learning curve, which is the mean over all updates", async () => {
  const { folder } = await ran(`
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
agents: { policy: ppo, steps: 4000, rate: 0.01, copies: 4, rollout: 50, hidden: [8] }
reward: { channel: payoff }
objective: payoff
seeds: 3
record: episodes
claims:
  it learns: { measure: throughout.pay, above: 5 }
  all the way: { measure: throughout.objective, above: 5 }
  to the end: { measure: training.pay, above: 8 }
`);
  const { claims = [], variants } = await buildReport(folder);
  const [area, wanted, end] = claims.map(({ mean }) => Number(mean));
  const curve = variants[0].training.pay.mean.map(Number);
  expect(curve).toHaveLength(20);
  expect(area).toBeCloseTo(curve.reduce((a, b) => a + b, 0) / curve.length, 9);
  expect(wanted).toBeCloseTo(area, 9);
  expect(area).toBeLessThan(end - 0.5);
});

test("where the evaluation differs from the end of the training, the reason is given", async () => {
  const { folder } = await ran(`
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
agents: { policy: dqn, steps: 3000, warmup: 200, hidden: [8], explore: 1, exploreEnd: 1 }
reward: { channel: payoff }
objective: payoff
seeds: 3
episodes: 20
record: episodes
`);
  const [{ learning }] = (await buildReport(folder)).variants;
  expect(learning.end?.mean).toBeGreaterThan(4);
  expect(learning.end?.mean).toBeLessThan(6);
  expect(learning.evaluation?.mean).toBeGreaterThan(8);
  expect(learning.parted).toMatch(
    /^Learners were paid \d.* in the evaluation, and \d.* at the end of their training: they always take the action that they hold to be best, and tried others in training\.$/,
  );
});

test("a training of one update, whose episodes precede the update, is not reported as having learnt nothing", async () => {
  const { folder } = await ran(`
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
agents: { policy: episode-dpo, steps: 1, pairs: 200, passes: 100, rate: 0.02, hidden: [8] }
reward: { channel: payoff }
objective: payoff
seeds: 3
episodes: 20
record: episodes
`);
  const data = await buildReport(folder);
  const [{ learning, objective }] = data.variants;
  expect(learning).toMatchObject({ gain: null, end: null, parted: null });
  expect(objective.mean).toBeGreaterThan(8);
  expect(learning.evaluation?.mean).toBeCloseTo(objective.mean ?? Number.NaN, 9);
});
