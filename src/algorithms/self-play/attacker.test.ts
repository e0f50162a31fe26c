// Attackers of players whose best answers are known.

import { expect, test } from "vitest";
import { poker } from "../../environments/games/poker/world.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { ppo } from "../policy-gradient/ppo.ts";
import { ATTACKING_PPO, attacked } from "./attacker.ts";

/** Calls for ever: one that raises with a king wins a chip more with it, and nothing else gains. */
const calls = () => ({
  reset() {},
  act(_: Float32Array, action: Float64Array) {
    action[0] = 1;
  },
});
const game = { makeEnvironment: () => poker.make({ game: "kuhn" }), reward: weightedSum({ payoff: 1 }), target: calls };
const options = { seed: 901, choosing: 500, reported: 2000, episodeSeed: 7 };

test.each([0, 1])(
  "in seat %d of Kuhn poker an attacker finds nine tenths of the best answer, in the same episodes",
  async (seat) => {
    const plan = ppo.make({ ...ATTACKING_PPO, mode: true, steps: 6000 });
    const { wins, own, steps, bestAt } = await attacked({ ...game, seat }, { ...options, plan });
    expect(steps).toBe(6144);
    expect(bestAt).toBeLessThanOrEqual(steps);
    // A king is dealt in a third of the hands. Queens that raise gain nothing on average.
    const gain = wins.reduce((sum, win, k) => sum + win - own[k], 0) / wins.length;
    expect(gain).toBeGreaterThan(0.9 / 3);
    expect(gain).toBeLessThan(1.2 / 3);
  },
);

test("a learner without segments is played as it ended", async () => {
  const { plan, seen } = once();
  let [made, closed] = [0, 0];
  const target = () => {
    made += 1;
    return {
      ...calls(),
      close() {
        closed += 1;
      },
    };
  };
  const { wins, bestAt, steps } = await attacked({ ...game, target, seat: 0 }, { ...options, plan, reported: 10 });
  expect([wins.length, bestAt, steps]).toEqual([10, 40, 40]);
  expect(seen.closed).toBe(1);
  // One against the attacker that is chosen, one that is reported, and two for the player in both seats.
  expect([made, closed]).toEqual([4, 4]);
});

/** A learner that does one update, keeps nothing and raises. */
function once() {
  const seen = { closed: 0 };
  let updates = 0;
  const plan: Parameters<typeof attacked>[1]["plan"] = {
    check() {},
    train: () => ({
      update: () => (updates++ === 0 ? { steps: 40, measures: {} } : undefined),
      checkpoint: () => undefined,
      player: () => ({
        reset() {},
        act(_, action) {
          action[0] = 2;
        },
        close() {
          seen.closed += 1;
        },
      }),
      close() {},
    }),
  };
  return { plan, seen };
}

test("an aborted training ends with the signal's reason", async () => {
  const stop = new AbortController();
  const plan = ppo.make({ ...ATTACKING_PPO, steps: 100_000 });
  const training = attacked(
    { ...game, seat: 0 },
    { ...options, plan, signal: stop.signal, onProgress: () => stop.abort("enough") },
  );
  await expect(training).rejects.toBe("enough");
});
