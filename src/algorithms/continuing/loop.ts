// LOOP, local fitted optimisation with optimism: it keeps the hypotheses that explain the data, follows the one that promises most, and
// changes only when the data clearly speak against it. The best fit, without optimism, is held against it.
// Source: He, Zhong & Yang, arXiv 2404.12648, ICLR 2024, algorithm 1.

import type { Random } from "../../core/random.ts";
import type { Discrepancies, HypothesisClass } from "./hypotheses.ts";
import type { ContinuingLearner } from "./player.ts";

/** Losses that differ by less are equal up to rounding. */
const EQUAL = 1e-9;

/** How to choose among hypotheses. */
export interface LoopOptions {
  readonly hypotheses: HypothesisClass;
  /** β ≥ 0: hypotheses with an excess loss of at most β are believed. */
  readonly beta: number;
  /** Choose again when the followed hypothesis's excess reaches this many β; 0 chooses at every step. Default 3. */
  readonly trigger?: number;
  /** Follow the believed hypothesis of the largest gain, or (as a control) of the smallest. Default "largest". */
  readonly prefer?: "largest" | "smallest";
}

/** A learner that follows one hypothesis at a time. */
export interface HypothesisLearner extends ContinuingLearner {
  /** The one it follows now. */
  readonly hypothesis: number;
  readonly evidence: Discrepancies;
}

/** The optimist. Hypotheses of equal gain are taken in the class's order. */
export function loop({ hypotheses, beta, trigger = 3, prefer = "largest" }: LoopOptions): HypothesisLearner {
  const evidence = hypotheses.evidence();
  const sign = prefer === "largest" ? 1 : -1;
  const { gain } = hypotheses;
  const preferred = Int32Array.from(gain.keys()).sort((f, g) => sign * (gain[g] - gain[f]) || f - g);
  return follow(hypotheses, evidence, (current) => {
    if (current !== undefined && evidence.excess(current) < trigger * beta) return current;
    for (let k = 0; k < preferred.length; k++) if (evidence.excess(preferred[k]) <= beta) return preferred[k];
    // A class without the truth may explain nothing: then stay.
    return current ?? 0;
  });
}

/** How the learner without optimism explores. */
export interface BestFitOptions {
  readonly hypotheses: HypothesisClass;
  /** Chance of an action at random, in [0, 1]. Default 0. */
  readonly explore?: number;
  /** Number of actions, to choose among at random. */
  readonly actions: number;
  /** Of several that explain the data as well, the first of the class or one by chance. Default "first". */
  readonly ties?: "first" | "random";
  readonly random: Random;
}

/** Certainty equivalence: follows what explains the data best, and stays with it while nothing explains them better. */
export function bestFit(options: BestFitOptions): HypothesisLearner {
  const { hypotheses, explore = 0, actions, ties = "first", random } = options;
  const evidence = hypotheses.evidence();
  const excesses = new Float64Array(hypotheses.size);
  const learner = follow(hypotheses, evidence, (current) => {
    // No excess is negative.
    if (current !== undefined && evidence.excess(current) <= EQUAL) return current;
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < excesses.length; f++) {
      excesses[f] = evidence.excess(f);
      if (excesses[f] < least) least = excesses[f];
    }
    const fits = (f: number) => excesses[f] <= least + EQUAL;
    if (current !== undefined && fits(current)) return current;
    if (ties === "first") return excesses.findIndex((_, f) => fits(f));
    const equals = Array.from(excesses.keys()).filter(fits);
    return equals[random.integer(equals.length)];
  });
  const { act } = learner;
  return Object.assign(learner, {
    act: (seen: Float32Array) => (explore > 0 && random.uniform() < explore ? random.integer(actions) : act(seen)),
  });
}

/** Acts on the hypothesis that `choose` names after each step. */
function follow(
  hypotheses: HypothesisClass,
  evidence: Discrepancies,
  choose: (current: number | undefined) => number,
): HypothesisLearner {
  let hypothesis = choose(undefined);
  let switches = 0;
  return {
    evidence,
    get hypothesis() {
      return hypothesis;
    },
    get switches() {
      return switches;
    },
    act: (seen) => hypotheses.act(hypothesis, seen),
    observe(seen, action, reward, next) {
      evidence.add(hypothesis, seen, action, reward, next);
      const chosen = choose(hypothesis);
      if (chosen !== hypothesis) switches += 1;
      hypothesis = chosen;
    },
  };
}
