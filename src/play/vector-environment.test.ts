// Copies of a world side by side: what their finished episodes came to.

import { expect, test } from "vitest";
import { trainingContext } from "../../test/fixtures/training.ts";
import type { Over } from "../core/channel.ts";
import { Status } from "../core/environment.ts";
import { cartPole } from "../environments/control/cart-pole.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { channel } from "../rewards/channel-reward.ts";
import { vectorEnvironment } from "./vector-environment.ts";

const HORIZON = 5;
const make = () => slcd.make({ horizon: HORIZON });
const { spec } = make();
const trust = channel("trust");

/** The trust of every step, mean over agents, and the objective of the episode that they make. */
function played(objectiveOver?: Over) {
  const context = {
    ...trainingContext(make, "objective"),
    makeReward: () => trust(spec),
    makeObjective: () => trust(spec),
  };
  const world = vectorEnvironment(objectiveOver === undefined ? context : { ...context, objectiveOver }, 1);
  const trusts: number[] = [];
  const ends: number[] = [];
  for (let k = 0; k < 2 * HORIZON; k++) {
    world.step(Float64Array.from(spec.agents, () => k));
    trusts.push(world.pay.reduce((sum, one) => sum + one, 0) / spec.agents.length);
    ends.push(...world.finished().map(({ objective }) => objective));
  }
  return { episodes: [trusts.slice(0, HORIZON), trusts.slice(HORIZON)], ends };
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

test.each<[Over | undefined, (trusts: readonly number[]) => number]>([
  [undefined, sum],
  ["sum", sum],
  ["mean", (trusts) => sum(trusts) / HORIZON],
  ["last", (trusts) => trusts[HORIZON - 1]],
])("an objective over %s is that of the episode, and is made anew by the next one", (over, expected) => {
  const { episodes, ends } = played(over);
  expect(new Set(episodes[0]).size).toBe(HORIZON);
  expect(ends).toHaveLength(2);
  for (const [k, trusts] of episodes.entries()) expect(ends[k]).toBeCloseTo(expected(trusts), 12);
});

test("copies in pairs begin alike, pair by pair and anew each time; those that have ended wait, unpaid, until all have", () => {
  const context = trainingContext(() => cartPole.make(), "pairs");
  const { observationSize: O } = context.spec;
  const world = vectorEnvironment(context, 4, [], undefined, undefined, true);
  const beginnings: string[] = [];
  for (let round = 0; round < 3; round++) {
    const seen = [0, 1, 2, 3].map((c) => world.observations.slice(c * O, (c + 1) * O).join());
    expect([seen[1], seen[3]]).toEqual([seen[0], seen[2]]);
    beginnings.push(seen[0], seen[2]);
    const lengths = [0, 0, 0, 0];
    while (world.status.some((status) => status === Status.running) || lengths[0] === 0) {
      const wasOver = lengths[0] > 0 ? world.status.map((status) => (status === Status.running ? 0 : 1)) : [0, 0, 0, 0];
      // Pushed to one side, to the other, and now and then back.
      world.step(Float64Array.of(0, 1, lengths[2] % 3 === 0 ? 1 : 0, lengths[3] % 2));
      for (const [c, over] of wasOver.entries()) {
        lengths[c] += 1 - over;
        expect(world.pay[c]).toBe(1 - over);
      }
    }
    expect(new Set(lengths).size).toBeGreaterThan(1);
    expect(world.finished().map(({ steps }) => steps)).toEqual(lengths.toSorted((a, b) => a - b));
  }
  expect(new Set(beginnings).size).toBe(6);
});
