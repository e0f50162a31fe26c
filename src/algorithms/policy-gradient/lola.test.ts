// LOLA at work: on the iterated prisoner's dilemma it comes to cooperate where naive learners defect, which is the paper's
// first result (arXiv 1709.04326); without a look ahead it is REINFORCE. Its correction itself is tested in look-ahead.test.ts.

import { expect, test } from "vitest";
import { repeatedGame, type Stage } from "../../../test/fixtures/repeated-game.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { appleAppStore } from "../../environments/coopetition/reciprocal-worlds.ts";
import { lola } from "./lola.ts";
import { reinforce } from "./reinforce.ts";

/** Years in prison, negative: 0 is to keep silent, 1 to confess. */
const dilemma: Stage = ([a, b]) =>
  [
    [a, b],
    [b, a],
  ].map(([own, other]) => (own === other ? -1 - own : own === 1 ? 0 : -3));
const rounds = 20;
const prison = () => repeatedGame(2, dilemma, rounds);
const context = (seed: number) => trainingContext(prison, "lola", seed);

const parameters = settings(`
  steps: 600000, episodes: 600, hidden: [], rate: 0.15, discount: 0.9, lookAhead: 0.5, scaleRewards: false,
  valueWeight: 1
`);

/** Mean pay of a round in the last five updates. */
function learnt(given: object, seed: number): number {
  const training = lola.make({ ...parameters, ...given }).train(context(seed));
  const last = trainToEnd(training).slice(-5);
  training.close();
  return last.reduce((sum, { measures }) => sum + measures.pay / rounds / last.length, 0);
}

test("naive learners come to defect", () => {
  expect(learnt({ lookAhead: 0, steps: 150_000 }, 1)).toBeLessThan(-1.95);
});

// Seconds each; the first stands for all, `LONG=1 npx vitest run src/algorithms` runs the others too.
test.each(process.env.LONG === undefined ? [1] : [1, 11, 12, 13])(
  "learners that look ahead come to cooperate: seed %d",
  (seed) => {
    expect(learnt(seed === 1 ? { steps: 420_000 } : { steps: 900_000 }, seed)).toBeGreaterThan(-1.1);
  },
);

test("without a look ahead it is REINFORCE, to the last bit where nothing is discounted", () => {
  const same = { steps: 2000, episodes: 20, hidden: [8], discount: 1, segments: 2 };
  const [own, plain] = [lola.make({ ...same, lookAhead: 0 }), reinforce.make(same)].map((plan) =>
    plan.train(context(3)),
  );
  const reports = trainToEnd(own).map(({ steps, measures: { shaping, ...measures } }) => {
    expect(shaping).toBe(0);
    return { steps, measures };
  });
  expect(reports).toEqual(trainToEnd(plain));
  expect(own.checkpoint()).toEqual(plain.checkpoint());
  own.close();
  plain.close();
});

test("three seats with boxes look ahead", () => {
  const make = () => appleAppStore.make({ horizon: 12 });
  const short = { steps: 480, episodes: 5, segments: 4, hidden: [8], normalise: true, distribution: "tanh-gaussian" };
  const [first, second] = trainToEnd(lola.make(short).train(trainingContext(make, "lola", 2)));
  expect(first.measures.shaping).toBeGreaterThan(0);
  expect(second.steps).toBe(120);
});
