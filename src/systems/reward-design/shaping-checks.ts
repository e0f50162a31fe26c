// Exploration-guided shaping on the two-sided chain, where the goal is at the far end of what random walks reach.

import { finiteHorizonValues } from "../../algorithms/planning/value-iteration.ts";
import { playEpisode } from "../../algorithms/tabular/episode.ts";
import { Random } from "../../core/random.ts";
import { twoSidedChain } from "../../environments/tabular/chain.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { reinforce } from "./reinforce.ts";
import { type SelfShapingOptions, selfShaping } from "./self-shaping.ts";

const HORIZON = 40;
const EPISODES = 30_000;
/** Episodes over which a return is averaged. */
const BLOCK = 500;

const bonus = { scale: 1, largest: 1 };
const ARMS = {
  original: {},
  "bonus only": { bonus },
  "shaping only": { shaping: {} },
  both: { bonus, shaping: {} },
} satisfies Record<string, Pick<SelfShapingOptions, "bonus" | "shaping">>;
type Arm = keyof typeof ARMS;
const NAMES: readonly Arm[] = ["original", "bonus only", "shaping only", "both"];

/** One seed of one arm, as shares of the best return in 40 steps. */
interface Run {
  /** Mean over the last tenth. */
  readonly last: number;
  /** Mean over all episodes: the area under the learning curve. */
  readonly area: number;
  /** First episode of the first block whose mean is 80% of the best, `EPISODES` where there is none. */
  readonly reached: number;
}

/** The chain with and without the small pay on the wrong side. */
export function shapingChecks(seeds: number, signal: AbortSignal): { checks: Check[]; measured: string } {
  const plain = runArms(0, seeds, signal);
  const distracted = runArms(0.01, seeds, signal);
  const last = (runs: Record<Arm, Run[]>, arm: Arm) => runs[arm].map((run) => run.last);
  const stuck = (runs: Record<Arm, Run[]>, arm: Arm, label: string): Check => {
    const best = Math.max(...NAMES.map((name) => mean(last(runs, name))));
    return holds(
      `chain${label}: ${arm}, return of the last tenth`,
      "≤ 20% of the best arm",
      `${show(estimate(last(runs, arm)))} of ${best.toFixed(3)}`,
      mean(last(runs, arm)) <= 0.2 * best,
    );
  };
  const ahead = pairedEffect(last(distracted, "bonus only"), last(distracted, "both"));
  const sooner = (["bonus only", "shaping only"] as const).map((arm): Check => {
    const effect = pairedEffect(
      plain[arm].map((run) => run.area),
      plain.both.map((run) => run.area),
    );
    return holds(
      `chain: both against ${arm}, area under the learning curve`,
      "larger, the interval of the difference above 0",
      `${show(estimate(plain.both.map((run) => run.area)))} against ${show(estimate(plain[arm].map((run) => run.area)))}, difference ${show(effect)}`,
      (effect.low ?? Number.NaN) > 0,
    );
  });
  return {
    checks: [
      stuck(plain, "original", ""),
      stuck(distracted, "original", " with distractor"),
      stuck(plain, "shaping only", ""),
      stuck(distracted, "shaping only", " with distractor"),
      holds(
        "chain: both, return of the last tenth",
        "≥ 80% of the best possible",
        show(estimate(last(plain, "both"))),
        mean(last(plain, "both")) >= 0.8,
      ),
      holds(
        "chain with distractor: both against bonus only, return of the last tenth",
        "larger, the interval of the difference above 0",
        `${show(estimate(last(distracted, "both")))} against ${show(estimate(last(distracted, "bonus only")))}, difference ${show(ahead)}`,
        (ahead.low ?? Number.NaN) > 0,
      ),
      ...sooner,
    ],
    measured: `chain: 80% of the best return after ${NAMES.map((arm) => `${Math.round(mean(plain[arm].map((run) => run.reached)))} (${arm})`).join(", ")} episodes of ${EPISODES}`,
  };
}

function runArms(distraction: number, seeds: number, signal: AbortSignal): Record<Arm, Run[]> {
  const mdp = twoSidedChain({ distraction });
  const best = finiteHorizonValues(mdp, HORIZON)[HORIZON].reduce((sum, v, s) => sum + v * mdp.start[s], 0);
  const result: Record<Arm, Run[]> = { original: [], "bonus only": [], "shaping only": [], both: [] };
  for (const arm of NAMES) {
    for (let seed = 0; seed < seeds; seed++) {
      signal.throwIfAborted();
      const learner = reinforce({
        states: mdp.states,
        actions: mdp.actions,
        discount: mdp.discount,
        horizon: HORIZON,
        step: 0.1,
        every: 2,
        window: 5,
        average: "transitions",
      });
      const pay = selfShaping({ mdp, probability: learner.probability, horizon: HORIZON, ...ARMS[arm] });
      const world = Random.of(seed, "self-shaping", "world");
      const choices = Random.of(seed, "self-shaping", "choices");
      const returns = Float64Array.from(
        { length: EPISODES },
        () => playEpisode(mdp, learner, pay, HORIZON, world, choices).discounted / best,
      );
      result[arm].push(summary(returns));
    }
  }
  return result;
}

function summary(returns: Float64Array): Run {
  let reached = EPISODES;
  for (let from = 0; from < EPISODES && reached === EPISODES; from += BLOCK)
    if (mean(returns.subarray(from, from + BLOCK)) >= 0.8) reached = from;
  return { last: mean(returns.subarray(0.9 * EPISODES)), area: mean(returns), reached };
}

function show({ mean: m, low, high }: Estimate): string {
  const digits = (x: number | null) => (x ?? Number.NaN).toFixed(3);
  return `${digits(m)} [${digits(low)}, ${digits(high)}]`;
}
