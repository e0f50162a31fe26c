// What all bandits share: one agent pulls one of a few arms, is paid, and is told no more. Beside the payoff the world
// reports the regret, which the agent never sees: how much the best arm would have paid more.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { choiceOf, field, flow, singleAgentSpec } from "../single-agent.ts";

/** How the arms of one bandit pay. */
export interface Arms {
  readonly count: number;
  readonly horizon: number;
  /** Range of a payoff, and the largest difference between two arms in one round. */
  readonly low: number;
  readonly high: number;
  readonly spread: number;
  /** True when nothing is drawn at random. */
  readonly deterministic: boolean;
  /** What is meant by the best arm, for the channels' meaning. */
  readonly best: string;
  /** Whether `arm` is a best one. */
  isBest(arm: number): boolean;
  /** Pays for `arm` in `round`, which counts from 0. */
  pay(arm: number, round: number, random: Random): number;
  /** How much less `arm` is worth than the best one in `round`. */
  gap(arm: number, round: number): number;
}

const [PAYOFF, REGRET, BEST] = [0, 1, 2];

/** The bandit with these arms. */
export function bandit(arms: Arms): NumericEnvironment {
  const { count, horizon, low, high, spread } = arms;
  const state = layout({ last: [2], step: [1] });
  const { last, step: counter } = state.views;
  const spec = singleAgentSpec({
    label: "player",
    horizon,
    action: { choices: count },
    actionUnit: "arm",
    observation: [
      field("lastArm", -1, count - 1, "the arm pulled last; −1 at the start"),
      field("lastPayoff", Math.min(0, low), Math.max(0, high), "what it paid; 0 at the start"),
    ],
    channels: [
      flow("payoff", "reward", low, high, "sum", "what the arm paid"),
      flow("regret", "reward", -spread, spread, "sum", `what ${arms.best} is worth more than the arm pulled`),
      flow("best", "share of rounds", 0, 1, "mean", `1 where ${arms.best} was pulled`),
    ],
    publicState: [{ part: "last", label: "arm, payoff" }],
    deterministic: arms.deterministic,
  });
  return {
    spec,
    state,
    reset(_random, outcomes) {
      last[0] = -1;
      last[1] = 0;
      counter[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const arm = choiceOf(actions[0], count);
      const payoff = arms.pay(arm, counter[0], random);
      outcomes[PAYOFF] = payoff;
      outcomes[REGRET] = arms.gap(arm, counter[0]);
      outcomes[BEST] = arms.isBest(arm) ? 1 : 0;
      last[0] = arm;
      last[1] = payoff;
      counter[0] += 1;
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations[0] = last[0];
      observations[1] = last[1];
    },
  };
}

/** The part of a bandit that its arms' means decide. */
export function byMeans(means: readonly number[]): Pick<Arms, "count" | "spread" | "best" | "isBest" | "gap"> {
  const best = Math.max(...means);
  return {
    count: means.length,
    spread: best - Math.min(...means),
    best: "the arm of the largest mean",
    isBest: (arm) => means[arm] === best,
    gap: (arm) => best - means[arm],
  };
}
