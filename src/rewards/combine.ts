// Rewards made of rewards: added, multiplied, combined, bounded, or different for each agent; and several numbers as one: the sum, the mean, and
// the kinesthetic combination, in which every part must be good at once.

import type { NumericSpec, Status } from "../core/environment.ts";
import { sameAgent, UserError, unknownName } from "../core/errors.ts";
import type { Reward, RewardPlan } from "../core/reward.ts";

/** How parts become one number. */
export type Combination = keyof typeof combinations;

/** Each is given at least one number. */
export const combinations = {
  sum: (values: ArrayLike<number>): number => {
    let total = 0;
    for (let k = 0; k < values.length; k++) total += values[k];
    return total;
  },
  mean: (values: ArrayLike<number>): number => combinations.sum(values) / values.length,
  kinesthetic,
} as const;

/**
 * sgn·(Π|R_i|)^(1/n), the geometric mean of the sizes, where sgn is 1 if every R_i > 0 and −1 otherwise (KRC of Lucy-SKG, arXiv
 * 2305.15801, eq. 2). One part of 0 makes it 0, and an even number of negative parts is negative all the same.
 */
export function kinesthetic(values: ArrayLike<number>): number {
  let logarithms = 0;
  let sign = 1;
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) return 0;
    if (values[k] < 0) sign = -1;
    logarithms += Math.log(Math.abs(values[k]));
  }
  return sign * Math.exp(logarithms / values.length);
}

/** Pays the sum of the parts, and says what they are. */
export function sum(...parts: readonly RewardPlan[]): RewardPlan {
  const plan = fold(parts, 0, (total, part) => total + part);
  return (spec, memory) => ({ ...plan(spec, memory), parts });
}

export function product(...parts: readonly RewardPlan[]): RewardPlan {
  return fold(parts, 1, (total, part) => total * part);
}

/** Pays the mean of the parts, or their kinesthetic combination. */
export function combined(how: Exclude<Combination, "sum">, ...parts: readonly RewardPlan[]): RewardPlan {
  const combine = combinations[how];
  return (spec, memory) => {
    const agents = spec.agents.length;
    const rewards = parts.map((plan, k) => plan(spec, memory?.part(k)));
    const paid = parts.map(() => new Float64Array(agents));
    const own = new Float64Array(parts.length);
    return {
      ...lastingIf(rewards),
      reset(outcomes) {
        for (const reward of rewards) reward.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        for (let k = 0; k < rewards.length; k++) rewards[k].pay(outcomes, status, paid[k]);
        for (let i = 0; i < agents; i++) {
          for (let k = 0; k < own.length; k++) own[k] = paid[k][i];
          pay[i] = combine(own);
        }
      },
    };
  };
}

/** Pays weight × part. */
export function scaled(part: RewardPlan, weight: number): RewardPlan {
  return fold([part], 0, (_, value) => weight * value);
}

/** Pays the part, but never less than `low` or more than `high`. */
export function bounded(part: RewardPlan, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): RewardPlan {
  if (low > high) {
    const what = `the lower bound ${low} lies above the upper bound ${high}`;
    throw new UserError({ code: "empty-range", what, hint: "exchange them" });
  }
  return fold([part], 0, (_, value) => Math.min(high, Math.max(low, value)));
}

/** Pays each agent by its own reward; `others` serves those not named. Agents go by id or label. */
export function perAgent(named: Readonly<Record<string, RewardPlan>>, others?: RewardPlan): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const chosen: (RewardPlan | undefined)[] = new Array(agents).fill(others);
    const taken = new Map<number, string>();
    for (const [name, plan] of Object.entries(named)) {
      const seat = seatOf(name, spec);
      const before = taken.get(seat);
      if (before !== undefined) throw new UserError(sameAgent(before, name));
      taken.set(seat, name);
      chosen[seat] = plan;
    }
    const missing = chosen.indexOf(undefined);
    if (missing >= 0) {
      const what = `no reward is declared for ${spec.agents[missing]}`;
      throw new UserError({ code: "missing-agent", what, hint: `name it under "agents", or add "others"` });
    }
    const rewards = new Map<RewardPlan, Reward>();
    const bySeat = chosen.flatMap((plan) => {
      if (plan === undefined) return [];
      const reward = rewards.get(plan) ?? plan(spec, memory?.part(rewards.size));
      rewards.set(plan, reward);
      return [reward];
    });
    const scratch = new Float64Array(agents);
    return {
      ...lastingIf([...rewards.values()]),
      reset(outcomes) {
        for (const reward of rewards.values()) reward.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        for (const reward of rewards.values()) {
          reward.pay(outcomes, status, scratch);
          for (let i = 0; i < agents; i++) if (bySeat[i] === reward) pay[i] = scratch[i];
        }
      },
    };
  };
}

/** The seat called `name`, by id or by label. */
export function seatOf(name: string, spec: Pick<NumericSpec, "agents" | "labels">): number {
  const seat = spec.agents.indexOf(name);
  if (seat >= 0) return seat;
  const label = spec.labels.indexOf(name);
  if (label >= 0) return label;
  throw new UserError(unknownName("agent of this world", name, [...spec.agents, ...spec.labels]));
}

/** What is made of rewards remembers across episodes when one of them does. */
export function lastingIf(rewards: readonly Reward[]): Pick<Reward, "lasting"> {
  return rewards.some((reward) => reward.lasting === true) ? { lasting: true } : {};
}

function fold(
  parts: readonly RewardPlan[],
  start: number,
  combine: (total: number, part: number) => number,
): RewardPlan {
  return (spec, memory) => {
    const agents = spec.agents.length;
    const rewards = parts.map((plan, k) => plan(spec, memory?.part(k)));
    const scratch = new Float64Array(agents);
    return {
      ...lastingIf(rewards),
      reset(outcomes) {
        for (const reward of rewards) reward.reset(outcomes);
      },
      pay(outcomes: Float64Array, status: Status, pay: Float64Array) {
        pay.fill(start);
        for (const reward of rewards) {
          reward.pay(outcomes, status, scratch);
          for (let i = 0; i < agents; i++) pay[i] = combine(pay[i], scratch[i]);
        }
      },
    };
  };
}
