// Behavioural cloning: frequencies of what was done, demonstrations of another world, and a learner that goes on from the clone.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { hiddenGoal } from "../../environments/gridworld/hidden-goal.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { train, trainingContext } from "../train.ts";
import { cloning } from "./cloning.ts";
import { ppo } from "./ppo.ts";

const context = (seed: number) =>
  trainingContext({ makeEnvironment: () => hiddenGoal.make({}), seed, reward: channel("payoff") });
const { observationSize } = hiddenGoal.make({}).spec;
/** Two places; at the first the demonstrator goes right three times of four and else up, at the second down. */
const places = [0, 1].map((x) => Float32Array.from({ length: observationSize }, (_, k) => (k === x ? 1 : 0)));
const actions = [1, 1, 1, 0, 2, 2, 2, 2];
const shown = {
  observations: Float32Array.from(actions.flatMap((_, k) => [...places[k < 4 ? 0 : 1]])),
  actions: Float64Array.from(actions),
};
const SETTINGS = { updates: 400, batch: 64, rate: 0.01, hidden: [8] };

test("learns how often each action was taken where, and what goes on from it acts alike", async () => {
  const { players, end } = await train(cloning(shown, SETTINGS), context(1));
  const chances = (player: (typeof players)[number], place: number) =>
    [0, 1, 2, 3].map((a) => Math.exp(player.follow?.(places[place], Float64Array.of(a)).logProbability ?? 0));
  const known = matrix("0.25 0.75 0 0 | 0 0 1 0");
  for (const place of [0, 1])
    for (const [a, chance] of chances(players[0], place).entries())
      expect(Math.abs(chance - known[place][a])).toBeLessThan(0.08);

  if (end === undefined) throw new Error("a clone can be gone on with");
  const further = ppo.make({ steps: 64, copies: 2, rollout: 32, hidden: [8] }).train(context(2), end);
  expect(chances(further.player(0), 0)).toEqual(chances(players[0], 0));
  further.update();
  expect(chances(further.player(0), 0)).not.toEqual(chances(players[0], 0));
  further.close();
});

test("refuses demonstrations of another world", async () => {
  const short = { ...shown, observations: shown.observations.subarray(1) };
  await expect(train(cloning(short, SETTINGS), context(1))).rejects.toThrow("are no demonstrations of this world");
});
