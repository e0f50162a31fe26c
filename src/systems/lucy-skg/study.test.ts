// The exact parts of the study, its tables of pay beside the world's own, and learning on a few seeds.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { COMPONENTS } from "../../environments/games/grid-football/process.ts";
import { ALONE, gridFootballWorld } from "../../environments/games/grid-football/world.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { analysis, knownNumbers, learningClaims } from "./claims.ts";
import { type Arm, learn, paysOf, REWARDS } from "./learning.ts";
import { components, dealtComponents, process } from "./task.ts";

const named = Object.keys(REWARDS).filter((arm): arm is keyof typeof REWARDS => arm in REWARDS);

test("numbers of the equations hold; the rewards can be farmed as is claimed, and the control fails", () => {
  expect([unmet({ claims: knownNumbers() }), unmet(analysis())]).toEqual([[], []]);
});

test.each(named)("%s pays in the table what it pays in the world", (arm) => {
  const pays = paysOf(arm, 1);
  const world = gridFootballWorld.make(ALONE);
  const { x, y, ball } = world.state.views;
  const outcomes = new Float64Array(world.spec.channels.length);
  const reward = rewardPlan(REWARDS[arm], rewards)(world.spec);
  const pay = new Float64Array(1);
  for (let episode = 0; episode < 30; episode++) {
    const random = Random.of(episode);
    world.reset(random, outcomes);
    reward.reset(outcomes);
    for (let k = 0, status = 0; k < ALONE.horizon && status === 0; k++) {
      const state = (x[0] + 7 * y[0]) * 49 + ball[0] + 7 * ball[1];
      const action = random.integer(8);
      status = world.step(Float64Array.of(action), outcomes, random);
      reward.pay(outcomes, status, pay);
      expect(pays[state * 8 + action]).toBeCloseTo(pay[0], 12);
      if (status === 0) {
        const told = COMPONENTS.map((name) => outcomes[world.spec.channels.findIndex((one) => one.name === name)]);
        const at = 3 * (state * 8 + action);
        expect(Array.from(components.subarray(at, at + 3))).toEqual(told);
      }
    }
  }
});

test("dealt components are the same ones in other places", () => {
  const dealt = dealtComponents(3);
  const sorted = (table: Float64Array) =>
    Float64Array.from({ length: table.length / 3 }, (_, k) => table[3 * k + 1]).sort();
  expect(sorted(dealt)).toEqual(sorted(components));
  expect(dealt).not.toEqual(components);
  expect(dealtComponents(3)).toEqual(dealt);
});

test("a seed fixes a training, and no goal lies nearer than one move", async () => {
  const one = await learn({ arm: "KRC, direct 0.1", seed: 901 });
  expect(await learn({ arm: "KRC, direct 0.1", seed: 901 })).toEqual(one);
  expect(one.curve).toHaveLength(10);
  expect(process.begins.reduce((sum, begins) => sum + begins, 0)).toBe(1200);
});

test("what comes out on eight other seeds", async () => {
  const arms: readonly Arm[] = [...named, "shuffled", "no signs"];
  const jobs = arms.flatMap((arm) => [901, 902, 903, 904, 905, 906, 907, 908].map((seed) => ({ arm, seed })));
  const result = learningClaims(jobs, await Promise.all(jobs.map((job) => learn(job))));
  // Over eight seeds the lead of KRC at the end is no wider than its interval.
  expect(unmet(result)).toEqual([
    "as direct reward of weight 0.5, KRC ends higher: goals after 3,000 episodes, KRC − mean",
  ]);
});
