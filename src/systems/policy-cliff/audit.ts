// The cliff audit of a set of rewards: shake one channel at a time, solve again, and report how clear the choices were, how
// many of them flipped, what that costs, and how far a soft policy could have moved at most.
// Source: Xu, arXiv 2507.20150; the report is this project's use of its propositions.

import { expectedReturn, occupancy } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import type { Random } from "../../core/random.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { largestGap } from "../../study/matching.ts";
import {
  type ActionGap,
  actionGaps,
  flips,
  safeRadius,
  softPolicyBound,
  totalVariation,
  valueBound,
} from "./bounds.ts";

/** One of several rewards. */
export interface WeightedReward {
  readonly name: string;
  /** [states × actions] */
  readonly reward: ArrayLike<number>;
  /** Share of it in each state, or everywhere; not negative. */
  readonly weight: number | ArrayLike<number>;
}

/** How to shake. */
export interface CliffAuditOptions {
  /** Every entry of the shaken channel moves by this much, up or down. */
  readonly radius: number;
  /** α of the soft policies that are compared. */
  readonly temperature: number;
  /** Shaken copies of each channel. Default 50. */
  readonly draws?: number;
  readonly random: Random;
}

/** What shaking one channel did, over all draws. */
export interface ChannelCliff {
  readonly name: string;
  /** Share of states whose set of best actions changed. */
  readonly flipRate: number;
  /** The same with each state counted as often as the best policy visits it. */
  readonly visitedFlipRate: number;
  /** The most that following the shaken reward cost in the return as it was. */
  readonly lostReturn: number;
  /** The largest distance of soft policies in any state, and what it could be at most. */
  readonly softMoved: number;
  readonly softBound: number;
}

/** The report. */
export interface CliffAudit {
  readonly gaps: readonly ActionGap[];
  /** Share of states in which several actions are best. */
  readonly tied: number;
  /** The smallest gap between the best actions and the next. */
  readonly smallestGap: number;
  /** No change of the total reward smaller than this flips anything but ties. */
  readonly safeRadius: number;
  /** No optimal action value moves by more than this. */
  readonly valueBound: number;
  readonly channels: readonly ChannelCliff[];
}

/** R(s,a) = Σ_k w_k(s)·R_k(s,a). A change of the channels by ε each changes it by ε·max_s Σ_k w_k(s) at most. */
export function totalReward(mdp: Pick<TabularMdp, "states" | "actions">, channels: readonly WeightedReward[]) {
  return Float64Array.from({ length: mdp.states * mdp.actions }, (_, at) =>
    channels.reduce((sum, { reward, weight }) => sum + weightIn(weight, Math.floor(at / mdp.actions)) * reward[at], 0),
  );
}

function weightIn(weight: WeightedReward["weight"], state: number): number {
  return typeof weight === "number" ? weight : weight[state];
}

/** Audits the channels on the transitions of `mdp`; the reward in it is not used. Terminal states are left out. */
export function cliffAudit(
  mdp: TabularMdp,
  channels: readonly WeightedReward[],
  { radius, temperature, draws = 50, random }: CliffAuditOptions,
): CliffAudit {
  const { states: S, actions: A } = mdp;
  const live = Array.from({ length: S }, (_, s) => s).filter((s) => mdp.terminal[s] === 0);
  const base = withReward(mdp, totalReward(mdp, channels));
  const { actionValues: q } = valueIteration(base);
  const best = deterministicPolicy(base, greedyChoice(base, q));
  const soft = softmaxPolicy(base, softValueIteration(base, temperature).actionValues, temperature);
  const visits = occupancy(base, best);
  const visited = live.reduce((sum, s) => sum + visits[s], 0);
  const worth = expectedReturn(base, best);

  const shaken = channels.map((channel, k): ChannelCliff => {
    const stream = random.stream(channel.name);
    const rates: number[] = [];
    const visitedRates: number[] = [];
    let lostReturn = 0;
    let softMoved = 0;
    let moved = 0;
    for (let draw = 0; draw < draws; draw++) {
      const reward = Float64Array.from(channel.reward, (r) => r + (stream.uniform() < 0.5 ? -radius : radius));
      const other = withReward(mdp, totalReward(mdp, channels.with(k, { ...channel, reward })));
      const { actionValues } = valueIteration(other);
      const flipped = live.filter((s) => flips(q, actionValues, s, A));
      rates.push(flipped.length / live.length);
      visitedRates.push(flipped.reduce((sum, s) => sum + visits[s], 0) / visited);
      const followed = deterministicPolicy(base, greedyChoice(base, actionValues));
      lostReturn = Math.max(lostReturn, worth - expectedReturn(base, followed));
      const moves = softmaxPolicy(base, softValueIteration(other, temperature).actionValues, temperature);
      for (const s of live) softMoved = Math.max(softMoved, totalVariation(soft, moves, s, A));
      moved = Math.max(moved, largestGap(base.reward, other.reward));
    }
    const softBound = Math.min(1, softPolicyBound(moved, temperature, mdp.discount));
    const { name } = channel;
    return { name, flipRate: mean(rates), visitedFlipRate: mean(visitedRates), lostReturn, softMoved, softBound };
  });

  const gaps = actionGaps(q, S, A).filter(({ state }) => mdp.terminal[state] === 0);
  const smallestGap = Math.min(...gaps.map(({ gap }) => gap));
  const heaviest = Math.max(
    ...channels.map(({ weight }) => Math.max(...live.map((s) => Math.abs(weightIn(weight, s))))),
  );
  return {
    gaps,
    tied: gaps.filter((gap) => gap.best.length > 1).length / gaps.length,
    smallestGap,
    safeRadius: safeRadius(smallestGap, mdp.discount),
    valueBound: valueBound(radius * heaviest, mdp.discount),
    channels: shaken,
  };
}
