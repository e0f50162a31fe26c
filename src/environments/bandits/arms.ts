// Common frame of bandits: one agent pulls one of a few arms and observes only its payoff. The environment also reports the regret relative
// to the best arm, which the agent never observes.

import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { choiceOf, flow, singleAgentSpec } from "../declaration.ts";
import { armsScene, type Worth } from "./scenes.ts";
import { type Block, type Features, sightOf } from "./sight.ts";

/** Upper bound of standard normal samples: Marsaglia's polar method with 53 bits ends at √(2·104·ln 2). */
export const FARTHEST = 12.1;

/** A hidden process that evolves over the rounds of an episode. */
export interface Course {
  /** Number of state variables, and their description. */
  readonly size: number;
  readonly label: string;
  /** Writes the initial state of an episode. */
  begin(random: Random, hidden: Float64Array): void;
  /** Advances the state after `arm` has been paid. */
  move(arm: number, random: Random, hidden: Float64Array): void;
}

export interface Arms {
  readonly count: number;
  readonly horizon: number;
  /** Range of a payoff, and the largest difference between two arms in one round. */
  readonly low: number;
  readonly high: number;
  readonly spread: number;
  /** True without randomness. */
  readonly deterministic: boolean;
  /** Definition of the best arm, for the channels' descriptions. */
  readonly best: string;
  /** Quantities drawn anew for every episode, which then is a block whose last round terminates it. Default none. */
  readonly block?: Block;
  /** A process that evolves after every round, instead of a block. Default none. */
  readonly course?: Course;
  /** Observed features of arms that are vectors; for bandits without a block. Default none. */
  readonly features?: Features;
  /** Values of the arms for the scene. */
  readonly worth: Worth;
  /** Reference players. Default none. */
  readonly oracles?: Readonly<Record<string, Oracle>>;
  /** Whether `arm` is optimal. */
  isBest(arm: number, hidden: Float64Array): boolean;
  /** Returns the payoff of `arm` in `round`, counted from 0. */
  pay(arm: number, round: number, random: Random, hidden: Float64Array): number;
  /** Regret of `arm` in `round`: the value of the best arm less its own. */
  gap(arm: number, round: number, hidden: Float64Array): number;
}

const [PAYOFF, REGRET, BEST] = [0, 1, 2];

export function bandit(arms: Arms): NumericEnvironment {
  const { count, horizon, low, high, spread, block, course } = arms;
  const below = block ?? course;
  const state = layout({ last: [2], step: [1], hidden: [below?.size ?? 0], shown: [1] });
  const { last, step: counter, hidden, shown } = state.views;
  const sight = sightOf(arms);
  const spec = singleAgentSpec({
    label: "player",
    horizon,
    action: { choices: count },
    actionUnit: "arm",
    observation: sight.fields,
    channels: [
      flow("payoff", "reward", low, high, "sum", "what the arm paid"),
      flow("regret", "reward", -spread, spread, "sum", `what ${arms.best} is worth more than the arm pulled`),
      flow("best", "share of rounds", 0, 1, "mean", `1 where ${arms.best} was pulled`),
    ],
    publicState: [
      { part: "last", label: "arm, payoff" },
      ...(below === undefined ? [] : [{ part: "hidden", label: below.label }]),
    ],
    deterministic: arms.deterministic,
    oracles: arms.oracles,
  });
  return {
    spec,
    state,
    reset(random, outcomes) {
      last[0] = -1;
      last[1] = 0;
      counter[0] = 0;
      shown[0] = -1;
      block?.draw(random, hidden);
      course?.begin(random, hidden);
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const arm = choiceOf(actions[0], count);
      const payoff = arms.pay(arm, counter[0], random, hidden);
      outcomes[PAYOFF] = payoff;
      outcomes[REGRET] = arms.gap(arm, counter[0], hidden);
      outcomes[BEST] = arms.isBest(arm, hidden) ? 1 : 0;
      last[0] = arm;
      last[1] = payoff;
      shown[0] = block?.show?.(arm, random, hidden) ?? -1;
      counter[0] += 1;
      course?.move(arm, random, hidden);
      const over = counter[0] >= horizon;
      if (block === undefined) return over ? Status.truncated : Status.running;
      if (!block.stays) block.draw(random, hidden);
      return over ? Status.terminated | Status.truncated : Status.running;
    },
    observe(observations) {
      sight.observe(observations, last, shown, counter, hidden);
    },
    scene: (step) =>
      armsScene(
        { count, horizon, worth: arms.worth, isBest: arms.isBest },
        { round: counter[0], pulled: last[0], paid: last[1], shown: shown[0], hidden, regret: step?.outcomes[REGRET] },
      ),
  };
}

/** The part of a bandit that its arms' means determine. */
export function byMeans(
  means: readonly number[],
): Pick<Arms, "count" | "spread" | "best" | "isBest" | "gap" | "worth"> {
  const best = Math.max(...means);
  return {
    count: means.length,
    spread: best - Math.min(...means),
    best: "the arm of the largest mean",
    isBest: (arm) => means[arm] === best,
    gap: (arm) => best - means[arm],
    worth: { low: Math.min(0, ...means), high: Math.max(0, best), of: (arm) => means[arm] },
  };
}
