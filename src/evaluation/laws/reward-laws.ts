// Laws of rewards: payments are finite, depend only on the outcomes and leave their inputs unchanged. A reset clears the memory of past
// episodes unless the reward declares that it persists; two fresh instances of such a reward then pay the same over episodes.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Reward, RewardPlan } from "../../core/reward.ts";
import { alike, begun, firstDifference, judge, type LawVerdict, must } from "./law.ts";

const MOST_STEPS = 200;

export function rewardLaws(plan: RewardPlan, make: () => NumericEnvironment): LawVerdict[] {
  const { spec } = make();
  return judge({
    "pays every agent a finite amount": () => {
      for (const [step, pay] of payments(plan(spec), make, 1).entries()) {
        for (const [i, amount] of pay.entries())
          must(Number.isFinite(amount), () => `${spec.agents[i]} is paid ${amount} at step ${step}`);
      }
    },
    "pays the same for the same outcomes": () =>
      same(payments(plan(spec), make, 1), payments(plan(spec), make, 1), "two instances"),
    "forgets the last episode at a reset": () => {
      const reward = plan(spec);
      if (reward.lasting === true) return;
      const first = payments(reward, make, 1);
      payments(reward, make, 2);
      same(first, payments(reward, make, 1), "the same episode after another");
    },
    "remembers the same over the same episodes": () => {
      const [one, other] = [plan(spec), plan(spec)];
      for (const seed of [1, 2, 1]) {
        same(payments(one, make, seed), payments(other, make, seed), `two instances in episode ${seed}`);
      }
    },
    "leaves the outcomes alone": () => payments(plan(spec), make, 3, true),
    "two instances don't touch each other": () => {
      const alone = payments(plan(spec), make, 1);
      const [one, other] = [plan(spec), plan(spec)];
      same(alone, payments(one, make, 1, false, other), "paid in turn with another instance");
    },
  });
}

function payments(
  reward: Reward,
  make: () => NumericEnvironment,
  seed: number,
  watch = false,
  shadow?: Reward,
): Float64Array[] {
  const play = begun(make(), seed);
  const { spec, hands, actions, outcomes } = play;
  const pay = new Float64Array(spec.agents.length);
  reward.reset(outcomes);
  shadow?.reset(outcomes);
  const paid: Float64Array[] = [];
  while (play.status === Status.running && paid.length < MOST_STEPS) {
    for (let k = 0; k < actions.length; k++) {
      actions[k] =
        spec.choices === undefined ? hands.uniform(spec.actionLow[k], spec.actionHigh[k]) : hands.integer(spec.choices);
    }
    play.step();
    const before = watch ? outcomes.slice() : outcomes;
    reward.pay(outcomes, play.status, pay);
    must(firstDifference(outcomes, before) < 0, () => "pay changed the outcomes it was shown");
    paid.push(pay.slice());
    // A second instance receives other outcomes in between.
    const otherwise = outcomes.map((value) => -value);
    shadow?.pay(otherwise, Status.running, pay);
  }
  return paid;
}

const same = (a: readonly Float64Array[], b: readonly Float64Array[], what: string) =>
  alike(a, b, what, ["paid", "pay of agent"]);
