// Measures of judges of progress: value-order correlation of channels and of pay, and the error of judges that learn from cameras.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { noPlayerAt, oracle } from "../../../test/fixtures/seats.ts";
import { words } from "../../../test/fixtures/words.ts";
import { memoryless } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { pegInsertion } from "../../environments/control/peg-insertion.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { potential } from "../../rewards/potential.ts";
import { spearman } from "../statistics/correlation.ts";
import { progressJudge } from "./progress-judge.ts";
import { valueOrder } from "./value-order.ts";

const table = (judge: object = {}) => pegInsertion.make({ size: 5, judge });

function measured(plan: MeasurePlan, world: NumericEnvironment = table(), reward: RewardPlan = channel("success")) {
  const waits = memoryless((_seen, action) => {
    action[0] = 7;
  });
  return plan(world).measure({
    playerAt: noPlayerAt,
    makeEnvironment: () => world,
    agents: [waits],
    reward,
    random: Random.of(1, "measure"),
  });
}

test("an expert's progress is in order, an exchanged judge's is less so, and what never moves has none", async () => {
  const expert = { by: "expert", episodes: 1 };
  expect(await measured(valueOrder.make(expert))).toBe(1);
  const exchanged = table({ shuffled: true, seed: 1 });
  expect(Math.abs((await measured(valueOrder.make({ ...expert, channel: "judged" }), exchanged)) ?? 1)).toBeLessThan(
    0.8,
  );
  expect(await measured(valueOrder.make({ episodes: 1 }))).toBe(0);
});

test("the sum of pay under a potential of discount 1 is in the order of its channel, without the step that ends it", async () => {
  const world = table({ error: 0.5, seed: 2 });
  const said: number[] = [];
  playEpisode(world, [oracle(world, "expert")], Random.of(1, "episode"), {
    each: (now, { status }) => status === 0 && said.push(now("judged")),
  });
  const order = valueOrder.make({ channel: "pay", by: "expert", episodes: 1 });
  const known = spearman(said, [...said.keys()]);
  expect(known).toBeLessThan(1);
  expect(await measured(order, world, potential({ judged: 1 }, 1))).toBeCloseTo(known ?? Number.NaN, 12);
});

test("a judge that learns errs less than one that does not, and is the same for the same seed", async () => {
  const of = (given: object) => measured(progressJudge.make({ tables: 30, held: 10, lessons: 300, ...given }));
  const learnt = await of({});
  expect(await of({})).toBe(learnt);
  expect(learnt).toBeLessThan(0.5 * ((await of({ lessons: 1 })) ?? 0));
  expect(await of({ take: "voc" })).toBeGreaterThan(0.8);
});

words("measures of progress", [
  ["a flow", () => measured(valueOrder.make({ channel: "gain" }))],
  ["no such channel", () => measured(valueOrder.make({ channel: "progres" }))],
  ["no such oracle", () => measured(valueOrder.make({ by: "novice" }))],
  ["another world", () => measured(progressJudge.make({}), cartPole.make({}))],
]);
