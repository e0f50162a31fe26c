// Accuracy of rewards of known quality, on episodes of a demonstrator, of players, and before judges that err.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { chatWorld } from "../../environments/language/chat.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { rewardAccuracy } from "./reward-accuracy.ts";

const chat = () => chatWorld.make({ messages: 2 });
const [by, other] = ["demonstrator", "expert"];
const expert = () => [chat().spec.oracles?.[other].play(0)].flatMap((one) => one ?? []);

const measured = (given: object, reward: RewardPlan) =>
  rewardAccuracy
    .make({ channel: "delight", by, ...given })(chat())
    .measure({
      playerAt: noPlayerAt,
      makeEnvironment: chat,
      agents: expert(),
      reward,
      random: Random.of(1, "measure"),
    });

test("pay by what is better is always right, its opposite never, and the same pay for all by half", async () => {
  expect(await measured({}, channel("delight"))).toBe(1);
  expect(await measured({}, channel("delight", -1))).toBe(0);
  expect(await measured({}, channel("marks"))).toBe(0.5);
});

test("before a judge that errs, the best pay is right as often as the judge", async () => {
  // Of pay by right answers alone: a part d of the pairs differs, by 1, and the rest is paid the same.
  const differing = async (slope: number) =>
    (((await measured({ channel: "correct", slope }, channel("correct"))) ?? 0) - 0.5) /
    (preferenceProbability(slope) - 0.5);
  const d = await differing(1);
  expect(await differing(3)).toBeCloseTo(d, 12);
  // Each of two answers is any digit in one of ten cases, and the right one in ten of these.
  const right = 0.91 ** 2;
  expect(d).toBeCloseTo(2 * right * (1 - right), 1);
});

test("players without a difference have no better episode, and oracles are called by their names", async () => {
  expect(await measured({ by: undefined, channel: "correct" }, channel("correct"))).toBeUndefined();
  expect(() => rewardAccuracy.make({ channel: "delight", by: "nurse" })(chat())).toThrow(/by: .*nurse/);
  expect(() => rewardAccuracy.make({ channel: "joy" })(chat())).toThrow("joy");
});
