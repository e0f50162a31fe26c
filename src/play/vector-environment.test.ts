// Copies of a world side by side: what their finished episodes came to.

import { expect, test } from "vitest";
import { trainingContext } from "../../test/fixtures/training.ts";
import type { Over } from "../core/channel.ts";
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
