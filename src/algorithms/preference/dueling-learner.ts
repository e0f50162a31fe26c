// A learner that plays pairs of episodes and may ask which of the two was better: one episode with a fresh policy, one with the
// policy of the round before. Its caller plays the episodes and asks the annotator, and tells it both step by step.
// Source: Wu & Sun, arXiv 2310.14554, ICLR 2024 (PR-LSVI, and its Thompson-sampling variant).

import type { Random } from "../../core/random.ts";
import type { FeatureSpace } from "../../environments/tabular/feature-space.ts";
import type { StagePlanner } from "./planner.ts";
import type { ComparisonBelief, ObservedBelief } from "./reward-belief.ts";

/** `active`: where draws from the belief disagree by more than ε on average; `random`: with a chance; or never, or always. */
export type QueryRule =
  | { readonly kind: "active"; readonly epsilon: number }
  | { readonly kind: "random"; readonly rate: number }
  | { readonly kind: "always" }
  | { readonly kind: "never" };

/** Whether to ask, by what draws from the belief are expected to disagree. Only the random rule draws. */
export function worthAsking(rule: QueryRule, disagreement: number, random: Random): boolean {
  switch (rule.kind) {
    case "active":
      return disagreement > rule.epsilon;
    case "random":
      return random.uniform() < rule.rate;
    case "always":
      return true;
    case "never":
      return false;
    default:
      return rule satisfies never;
  }
}

/** Episodes of a pair: 0 is the fresh policy's, 1 the older one's. */
export type Side = 0 | 1;

/** One round: `begin`, two episodes of `act` and `observe`, `asks`, and `tell` where the annotator answered. */
export type DuelingLearner = ReturnType<typeof duelingLearner>;

export interface DuelingOptions {
  readonly space: FeatureSpace;
  readonly planner: StagePlanner;
  /** Fit of the reward to answers. */
  readonly learnsFrom:
    | { readonly comparisons: ComparisonBelief; readonly rule: QueryRule }
    | { readonly rewards: ObservedBelief };
  /** Whom the fresh policy is paired with. Default "older", the one of the round before. */
  readonly partner?: "older" | "itself";
  readonly random: Random;
}

/** A learner before its first round. Its rounds allocate nothing but room for answers. */
export function duelingLearner({ space, planner, learnsFrom, partner = "older", random }: DuelingOptions) {
  const { states: S, actions: A, horizon: H, dimension: d, features } = space;
  const reward = new Float64Array(d);
  const sums = [new Float64Array(d), new Float64Array(d)];
  const difference = new Float64Array(d);
  const fresh = new Int32Array(H * S);
  const older = new Int32Array(H * S);
  const hasRewards = "rewards" in learnsFrom;
  const belief = hasRewards ? learnsFrom.rewards : learnsFrom.comparisons;

  function plan(): void {
    belief.draw(random, reward);
    planner.plan(reward, random, fresh);
  }
  // Before the first round there is a policy too: one that was planned knowing nothing.
  plan();

  return {
    /** Policies of this round, [horizon × states] each; written anew by `begin`. */
    policies: [fresh, older],
    /** φ(first) − φ(second) of this round, [dimension], after `asks`. */
    difference,
    begin() {
      older.set(fresh);
      plan();
      if (partner === "itself") older.set(fresh);
      for (const sum of sums) sum.fill(0);
    },
    act: (side: Side, stage: number, state: number) => (side === 0 ? fresh : older)[stage * S + state],
    /** `reward` is looked at only by a learner that is told rewards. */
    observe(side: Side, stage: number, state: number, action: number, next: number, pay: number) {
      const from = (state * A + action) * d;
      const sum = sums[side];
      for (let k = 0; k < d; k++) sum[k] += features[from + k];
      planner.record(stage, state, action, next);
      if (hasRewards) learnsFrom.rewards.learn(features.subarray(from, from + d), pay);
    },
    /** Whether this round's pair is worth a question. */
    asks() {
      // Episodes of the same steps add the same numbers in the same order, so that their difference is exactly 0.
      let apart = false;
      for (let k = 0; k < d; k++) {
        difference[k] = sums[0][k] - sums[1][k];
        if (difference[k] !== 0) apart = true;
      }
      if (hasRewards || !apart) return false;
      const { rule } = learnsFrom;
      return worthAsking(rule, rule.kind === "active" ? belief.disagreement(difference) : 0, random);
    },
    tell(firstPreferred: boolean) {
      if (hasRewards) throw new Error("a learner that is told rewards asks nothing");
      learnsFrom.comparisons.learn(difference, firstPreferred);
    },
  };
}
