import { expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { scopedValue } from "../core/channel.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { rewardLaws } from "../evaluation/laws/reward-laws.ts";
import { outcomeSums } from "../play/accumulator.ts";
import { rewardPlan, rewards } from "./index.ts";
import { learntFeatures, learntPay } from "./learnt-pay.ts";

const make = () => environments.get("coopetition/slcd").make({ horizon: 12 });
const features = ["payoff", "trust", "others.trust", "min.payoff"];
const weights = [0.5, 30, -7, 0.25];

test("the pay of an episode adds up to what it is worth, whether channels are sums, means or last values", () => {
  const world = make();
  const { spec } = world;
  expect(new Set(spec.channels.map(({ over }) => over)).size).toBeGreaterThan(1);
  const n = spec.agents.length;
  const all = spec.channels.map(({ name }) => name);
  for (const [names, own] of [
    [features, weights],
    [all, all.map((_, k) => k - 2.5)],
  ] as const) {
    const reward = learntPay(names, own)(spec);
    const outcomes = new Float64Array(n * spec.channels.length);
    const [pay, total] = [new Float64Array(n), new Float64Array(n)];
    const sums = outcomeSums(spec);
    const random = Random.of(901, "learnt pay");
    world.reset(random, outcomes);
    reward.reset(outcomes);
    let steps = 0;
    for (let status: Status = Status.running; status === Status.running; steps++) {
      const actions = Float64Array.from(spec.actionHigh, (high) => high * random.uniform());
      status = world.step(actions, outcomes, random);
      sums.add(outcomes);
      reward.pay(outcomes, status, pay);
      for (let i = 0; i < n; i++) total[i] += pay[i];
    }
    const whole = Float64Array.from(outcomes, (_, at) =>
      sums.value(at % spec.channels.length, Math.floor(at / spec.channels.length), steps),
    );
    for (let i = 0; i < n; i++) {
      const worth = learntFeatures(names, spec).reduce(
        (sum, feature, k) => sum + own[k] * scopedValue(feature, whole, i, n, spec.channels.length),
        0,
      );
      expect(total[i]).toBeCloseTo(worth, 8);
    }
  }
});

test("it obeys the laws of rewards", () => {
  expect(rewardLaws(learntPay(features, weights), make).filter(({ pass }) => !pass)).toEqual([]);
});

test("it is refused where nothing teaches it, pays nothing before it is fitted, and names a channel that there is not", () => {
  const declared = { learnt: { features: ["payoff"] } };
  expect(() => rewardPlan(declared, rewards)).toThrow("nothing teaches a learnt reward here; a learnt reward is");
  const { spec } = make();
  const untaught = rewardPlan(declared, rewards, [], () => undefined)(spec);
  expect(() => untaught.pay(new Float64Array(99), Status.running, new Float64Array(2))).toThrow("has no weights here");
  expect(() => rewardPlan({ learnt: { features: ["payof"] } }, rewards, ["reward"], () => [1])(spec)).toThrow(
    'reward.learnt: no channel of this world is called "payof"; did you mean "payoff"?',
  );
  const paid = new Float64Array(2);
  const fitted = rewardPlan({ ...declared, weight: 2 }, rewards, [], () => [3])(spec);
  fitted.pay(new Float64Array(99).fill(1), Status.running, paid);
  expect([...paid]).toEqual([6, 6]);
});
