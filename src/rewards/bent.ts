// Pay against over-optimisation: at its end an episode is paid a bent function of all that it earned, beside what the first episodes earned.

import { z } from "zod";
import { Status } from "../core/environment.ts";
import { oneOf, positive, whole } from "../core/parameters.ts";
import type { RewardPlan } from "../core/reward.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { preferenceProbability } from "../math/logistic-regression.ts";

/** How a score becomes pay. */
export const bent = {
  by: oneOf(["preference", "log-sigmoid", "sigmoid", "clip"], "preference").describe(
    "how a score becomes pay: the chance to be preferred to one of the references; ln σ of what exceeds their 85th percentile; σ of the score; or the score within one standard deviation of their mean",
  ),
  references: whole(1, 1000, 10).describe(
    "episodes that others are compared with: the first that begin, which a learner plays untrained",
  ),
  slope: positive(1000, 1).describe("k of σ(k·(x − s)): how steep the sigmoid is"),
  shift: z.number().min(-1e6).max(1e6).default(0).describe("s: how late it rises"),
};
export type Bent = z.output<z.ZodObject<typeof bent>>;

/**
 * What a score r is worth beside those of reference episodes. *preference*: (1/M)·Σ_m σ(k·(r − r_m − s)), the chance of being preferred to
 * one of them (PAR, arXiv 2502.18770); *log-sigmoid*: ln σ(k·(r − q − s)) with q the 85th percentile of a normal that is fitted to them
 * (arXiv 2402.00742); *sigmoid*: σ(k·(r − s)), beside none; *clip*: r within their mean and one standard deviation.
 */
export function bentScore(
  score: number,
  references: readonly number[],
  { by, slope, shift }: Omit<Bent, "references">,
): number {
  const count = references.length;
  const sigmoid = (x: number) => preferenceProbability(slope * (x - shift));
  if (by === "sigmoid") return sigmoid(score);
  if (by === "preference") return references.reduce((sum, one) => sum + sigmoid(score - one), 0) / count;
  const centre = references.reduce((sum, one) => sum + one, 0) / count;
  const spread = Math.sqrt(references.reduce((sum, one) => sum + (one - centre) ** 2, 0) / count);
  if (by === "clip") return Math.min(centre + spread, Math.max(centre - spread, score));
  const x = slope * (score - centre - NORMAL_85 * spread - shift);
  // −ln(1 + exp(−x)), whose exponential must not overflow.
  return Math.min(0, x) - Math.log1p(Math.exp(-Math.abs(x)));
}

/** The 85th percentile of a standard normal. */
const NORMAL_85 = 1.0364333894937898;

/**
 * Pays the bent score at the end of an episode, and nothing before. Reference episodes are compared with those of them that are over, the
 * first with itself. It lasts: the copies of a training share their references.
 */
export function bentEpisodes(plan: RewardPlan, { references: most, ...bend }: Bent): RewardPlan {
  return (spec, memory = RewardMemory.empty()) => {
    const reward = plan(spec, memory.part("bent"));
    const agents = spec.agents.length;
    const begun = memory.array("begun", 1);
    const over = memory.array("over", most);
    const scores = memory.array("scores", most * agents);
    const score = new Float64Array(agents);
    let episode = 0;
    return {
      lasting: true,
      reset(outcomes) {
        episode = begun[0]++;
        score.fill(0);
        reward.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        reward.pay(outcomes, status, pay);
        for (let i = 0; i < agents; i++) score[i] += pay[i];
        pay.fill(0);
        if (status === Status.running) return;
        for (let i = 0; i < agents; i++) {
          const known = Array.from(over.keys()).filter((k) => over[k] === 1);
          const beside = known.length === 0 ? [score[i]] : known.map((k) => scores[k * agents + i]);
          pay[i] = bentScore(score[i], beside, bend);
        }
        if (episode >= most) return;
        scores.set(score, episode * agents);
        over[episode] = 1;
      },
    };
  };
}
