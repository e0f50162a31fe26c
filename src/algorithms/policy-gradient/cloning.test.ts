// Behavioural cloning: frequencies of what was done, what begins with the clone, and worlds without a demonstrator.

import { expect, test } from "vitest";
import { oneMove } from "../../../test/fixtures/games.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { type Agent, reactive } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { train } from "../train.ts";
import { cloning } from "./cloning.ts";
import { ppo } from "./ppo.ts";

/** One choice of three: the demonstrator takes the first three times of four and else the second where the cue is below 0, else the third. */
function shownGame(): NumericEnvironment {
  const game = oneMove({ players: 1, action: { choices: 3 }, cues: true, pays: ([choice]) => [choice] });
  let hand = Random.of(0, "hand");
  const demonstrator = (): Agent => ({
    reset(random) {
      hand = random;
    },
    act([cue], action) {
      action[0] = cue >= 0 ? 2 : hand.uniform() < 0.75 ? 0 : 1;
    },
  });
  const first = { meaning: "takes the first", play: () => reactive(() => 0) };
  const oracles = { demonstrator: { meaning: "shows", play: demonstrator }, first };
  return { ...game, spec: { ...game.spec, oracles } };
}

const SETTINGS = { episodes: 2000, steps: 600, batch: 128, rate: 0.02, hidden: [8] };
const context = (seed: number) => trainingContext(shownGame, "cloning", seed);
const chances = (player: Agent, cue: number) =>
  [0, 1, 2].map((a) => Math.exp(player.follow?.(Float32Array.of(cue), Float64Array.of(a)).logProbability ?? 0));

test("learns how often each choice was made where, and PPO begins with what it has learnt", async () => {
  const { players, end } = await train(cloning.make(SETTINGS), context(1));
  const known = [0.75, 0.25, 0];
  for (const [a, chance] of chances(players[0], -0.7).entries()) expect(Math.abs(chance - known[a])).toBeLessThan(0.06);
  expect(chances(players[0], 0.7)[2]).toBeGreaterThan(0.94);

  if (end === undefined) throw new Error("a clone is left behind");
  const further = ppo.make({ steps: 64, copies: 2, rollout: 32, hidden: [8] });
  const training = further.train({ ...context(2), start: end });
  expect(chances(training.player(0), 0.7)).toEqual(chances(players[0], 0.7));
  training.update();
  expect(chances(training.player(0), 0.7)).not.toEqual(chances(players[0], 0.7));
  training.close();
  const wider = ppo.make({ steps: 64, copies: 2, rollout: 32, hidden: [16] });
  expect(() => wider.train({ ...context(2), start: end })).toThrow("the networks that it begins with are other ones");
});

test("imitates episodes alone in which a channel exceeds 0, and refuses to imitate none", async () => {
  const { players } = await train(cloning.make({ ...SETTINGS, kept: "payoff" }), context(3));
  expect(chances(players[0], -0.7)[1]).toBeGreaterThan(0.94);
  const none = () =>
    train(cloning.make({ ...SETTINGS, episodes: 1, demonstrator: "first", kept: "payoff" }), context(4));
  await expect(none()).rejects.toThrow("payoff is above 0 in none of the demonstrated episodes");
  const unknown = () => cloning.make({ kept: "paid" }).check?.(shownGame().spec);
  expect(unknown).toThrow("paid");
});

test("imitates its own chosen episodes, from where another training ended, and as well after a stop", async () => {
  const { end } = await train(cloning.make(SETTINGS), context(5));
  if (end === undefined) throw new Error("a clone is left behind");
  const again = cloning.make({ ...SETTINGS, demonstrator: "itself", kept: "payoff" });
  const begun = { ...context(6), start: end };
  const { players } = await train(again, begun);
  expect(chances(players[0], -0.7)[1]).toBeGreaterThan(0.94);
  const stopped = again.train(begun);
  let checkpoint = stopped.checkpoint();
  for (let k = 0; k < 12; k++) {
    stopped.update();
    checkpoint = stopped.checkpoint() ?? checkpoint;
  }
  stopped.close();
  const resumed = again.train(begun, checkpoint);
  while (resumed.update() !== undefined);
  expect(chances(resumed.player(0), -0.7)).toEqual(chances(players[0], -0.7));
  resumed.close();
});
