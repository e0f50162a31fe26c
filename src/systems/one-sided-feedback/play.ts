// A learner with one-sided feedback against applicants and auditors: deploy chances, decide, hear the panel, see the labels of those
// who were accepted. What it came to is metered on all labels, which the learner never sees.

import { acceptanceCost, type CostRule, estimateCosts, type OneSidedLearner } from "../../algorithms/one-sided/exp2.ts";
import { type LabelStore, labelStore } from "../../feedback/label-store.ts";
import { reportedPair } from "../../mechanisms/auditing/panel.ts";
import type { FairProblem } from "./fair-optimum.ts";

/** Everything that a learner meets, and how it is judged and metered. */
export interface OneSidedGame extends FairProblem {
  /** The slack α that complaints need, beyond distances. */
  readonly slack: number;
  /** Distances that the learner is told complaints by, where those are not the panel's. */
  readonly told?: Float64Array;
  /** True hands the auditors what was decided instead of the chances. */
  readonly judgeDecisions?: boolean;
  readonly costs: CostRule;
  /** C of round t = 1, 2, … */
  readonly penalty: (round: number) => number;
  /** Chances of the mixture to compare with, [rounds·k]. */
  readonly benchmark: Float64Array;
  /** Rounds are cut into as many windows, of which each is metered. */
  readonly windows: number;
}

/** What came of it; arrays have one mean per round for each window. */
export interface OneSidedOutcome {
  /** Expected wrong decisions as a share of people, of the learner's chances. */
  readonly error: number[];
  /** Error less that of the benchmark. */
  readonly regret: number[];
  /** Lagrangian loss less that of the benchmark, per round. */
  readonly lagrangian: number[];
  /** Rounds in which the panel would report the learner's chances. */
  readonly violations: number[];
  /** Rounds in which the learner was told of a pair. */
  readonly reported: number[];
  /** Chance of acceptance. */
  readonly acceptance: number[];
  /** Smallest (π(a) − π(b)) − (π*(a) − π*(b)) over the panel's violations: at least ε where the benchmark is (α − ε)-fair. */
  readonly leastGap: number;
  /** Σ over rounds of the penalty where the panel reports the learner's chances. */
  readonly penalties: number;
  /** Smallest chance that was deployed: what 1/P is bounded by. */
  readonly smallestChance: number;
}

/** Plays all rounds; `watch`, if given, is shown the chances and decisions of each. */
export function playOneSided(
  game: OneSidedGame,
  learner: OneSidedLearner,
  watch?: (round: number, chances: Float64Array, accepted: Uint8Array) => void,
): OneSidedOutcome {
  const { rules, people, table, labels, distances, slack, benchmark, windows, judgeDecisions } = game;
  const told = game.told ?? distances;
  const rounds = labels.length / people;
  const store: LabelStore = labelStore(labels, people, game.costs === "all");
  const chances = new Float64Array(people);
  const accepted = new Uint8Array(people);
  const costs = new Float64Array(people);
  const [error, regret, lagrangian, violations, reported, acceptance] = Array.from({ length: 6 }, () =>
    new Array<number>(windows).fill(0),
  );
  let [leastGap, penalties, smallestChance] = [Number.POSITIVE_INFINITY, 0, 1];
  for (let t = 0; t < rounds; t++) {
    const window = Math.floor((t * windows) / rounds);
    const share = windows / rounds;
    const [first, pairs] = [t * people, t * people * people];
    learner.deploy(table, first * rules, chances);
    learner.draw(accepted);
    store.decide(t, accepted);
    const judged = reportedPair(chances, distances, pairs, slack);
    const heard = judgeDecisions
      ? reportedPair(accepted, told, pairs, slack)
      : told === distances
        ? judged
        : reportedPair(chances, told, pairs, slack);
    const penalty = game.penalty(t + 1);
    estimateCosts(game.costs, accepted, store, learner, heard, penalty, costs);
    learner.learn(costs);
    watch?.(t, chances, accepted);
    for (let i = 0; i < people; i++) {
      const cost = acceptanceCost(labels[first + i]);
      const apart = (chances[i] - benchmark[first + i]) * cost;
      error[window] += ((labels[first + i] + chances[i] * cost) * share) / people;
      regret[window] += (apart * share) / people;
      lagrangian[window] += apart * share;
      acceptance[window] += (chances[i] * share) / people;
      if (chances[i] < smallestChance) smallestChance = chances[i];
    }
    if (heard >= 0) {
      const [a, b] = [Math.floor(heard / people), heard % people];
      reported[window] += share;
      lagrangian[window] += penalty * share * (chances[a] - chances[b] - benchmark[first + a] + benchmark[first + b]);
    }
    if (judged < 0) continue;
    const [a, b] = [Math.floor(judged / people), judged % people];
    violations[window] += share;
    penalties += penalty;
    const gap = chances[a] - chances[b] - (benchmark[first + a] - benchmark[first + b]);
    if (gap < leastGap) leastGap = gap;
  }
  return { error, regret, lagrangian, violations, reported, acceptance, leastGap, penalties, smallestChance };
}
