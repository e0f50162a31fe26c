// Counterfactual policy gradients against their formula by brute force, exact values of a fixed policy, and the promises of
// every training.

import { expect, test } from "vitest";
import { oneMove, places, twoStep } from "../../../test/fixtures/games.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { coma, counterfactualAdvantages } from "./coma.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "coma test", seed);

test("the advantage is Q of what was done less its mean over what the seat might have done, others held fast", () => {
  const [team, L] = [3, 4];
  const game = () => oneMove({ players: team, action: { choices: L }, cues: true, pays: (u) => u });
  const training = coma.make({ hidden: [8] }).train(context(game));
  const [learner] = training.learners;
  const random = Random.of(4, "coma");
  const observations = Float32Array.from({ length: team }, () => random.uniform(-1, 1));
  const taken = Array.from({ length: team }, () => random.integer(L));
  const probabilities = learner.probabilities(observations, 0);
  const advantages = counterfactualAdvantages(learner.actionValues(observations, taken), probabilities, taken, L);
  for (let seat = 0; seat < team; seat++) {
    // Q of every joint choice that differs from what was done in this seat alone, each asked for by itself.
    const values = Array.from({ length: L }, (_, u) => {
      const other = taken.with(seat, u);
      return learner.actionValues(observations, other)[seat * L + u];
    });
    const baseline = values.reduce((sum, q, u) => sum + probabilities[seat * L + u] * q, 0);
    expect(advantages[seat]).toBeCloseTo(values[taken[seat]] - baseline, 6);
    expect(new Set(values).size).toBe(L);
  }
  // Another's choice is seen.
  const moved = learner.actionValues(observations, taken.with(1, (taken[1] + 1) % L));
  expect(moved[0]).not.toBe(learner.actionValues(observations, taken)[0]);
  training.close();
});

test("with exact values the mean of ∇log π·A over all joint choices is the gradient of the expected pay", () => {
  const pays = matrix("11 -30 0 | -30 7 6 | 0 0 5");
  const logits = matrix("0.2 -0.5 0.9 | -0.1 0.4 0.3");
  const softmax = (x: readonly number[]) => {
    const total = x.reduce((sum, v) => sum + Math.exp(v), 0);
    return x.map((v) => Math.exp(v) / total);
  };
  const expected = (x: readonly (readonly number[])[]) => {
    const [a, b] = x.map(softmax);
    return a.reduce((sum, p, i) => sum + p * b.reduce((inner, q, j) => inner + q * pays[i][j], 0), 0);
  };
  const policies = logits.map(softmax);
  for (const seat of [0, 1]) {
    for (let k = 0; k < 3; k++) {
      let gradient = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          const values = [0, 1, 2].map((u) => (seat === 0 ? pays[u][j] : pays[i][u]));
          const own = seat === 0 ? i : j;
          const [advantage] = counterfactualAdvantages(values, policies[seat], [own], 3);
          gradient += policies[0][i] * policies[1][j] * ((own === k ? 1 : 0) - policies[seat][k]) * advantage;
        }
      }
      const moved = (by: number) =>
        expected(logits.map((x, s) => x.map((v, u) => (s === seat && u === k ? v + by : v))));
      expect(gradient).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 4);
    }
  }
});

test.each([0, 0.8])(
  "with λ = %d the critic learns the exact values of play at random in the two-step game",
  (lambda) => {
    const training = coma
      .make(
        settings(
          `steps: 40000, copies: 128, rollout: 8, explore: 1, exploreEnd: 1, actorRate: 1e-9, criticRate: 5e-3,
          criticSteps: 16, targetShare: 0.05, hidden: [32], scaleRewards: false, segments: 1`,
          { lambda },
        ),
      )
      .train(context(twoStep));
    trainToEnd(training);
    const [learner] = training.learners;
    const values = (place: number, taken: number[]) =>
      Array.from(
        learner.actionValues(
          Float32Array.from({ length: 6 }, (_, k) => (k % 3 === place ? 1 : -1)),
          taken,
        ),
      );
    // In the state of 0, 1, 1, 8: the first player's values where the second chooses 0, then 1.
    const [lone, both] = [values(2, [0, 0]), values(2, [0, 1])];
    // At the start the first player's choice leads to 7, or to the mean of 0, 1, 1, 8 = 2.5; the second's follows the first's.
    const start = values(0, [1, 0]);
    training.close();
    const wanted = [0, 1, 1, 8, ...[7, 2.5, 2.5, 2.5].map((later) => 0.99 * later)];
    for (const [k, estimate] of [...lone.slice(0, 2), ...both.slice(0, 2), ...start.slice(0, 4)].entries())
      expect(Math.abs(estimate - wanted[k])).toBeLessThan(0.5);
  },
);

// What a team of three learns at once, each from its own cue though all are paid alike.
const quick = settings(
  "steps: 12000, copies: 8, rollout: 8, actorRate: 5e-3, criticRate: 5e-3, hidden: [16], segments: 1, bins: 5",
);
const aim = (cue: number) => Math.sign(cue) / 2;
const cued = () =>
  oneMove({
    players: 3,
    action: { low: 0, high: 10 },
    cues: true,
    pays: (x, cues) => x.map((own, i) => -Math.abs(own - aim(cues[i]))),
  });

test.each(["mean", "own"] as const)("cuts boxes into levels, and every seat answers its cue; paid: %s", (teamPay) => {
  const training = coma.make({ ...quick, teamPay }).train(context(cued));
  trainToEnd(training);
  const cues = [-0.8, -0.3, 0.3, 0.8];
  for (const seat of [0, 1, 2]) {
    expect(places(training.player(seat), 0, 10, cues)).toEqual(cues.map(aim));
  }
  training.close();
});
