// Dueling learners as agents: they learn within an episode of a world of duels and begin anew with the next.

import { z } from "zod";
import type { AgentPlan } from "../../core/agent.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { duelingLearner } from "./dueling-learner.ts";
import { leastSquaresValues } from "./least-squares-values.ts";
import { duelPlayer, duelSpace } from "./player.ts";
import { posteriorModel } from "./posterior-model.ts";
import type { QueryRule } from "./query-rule.ts";
import { comparisonBelief, observedBelief } from "./reward-belief.ts";

const ridge = z
  .number()
  .gt(0)
  .max(1e6)
  .default(1)
  .describe("λ of the regressions: how strongly the unknown is drawn to 0");
const backupWidth = z
  .number()
  .min(0)
  .max(1000)
  .default(0.3)
  .describe("σ_P, noise of backups; 0 explores by chance of the world alone");
const rewardWidth = z.number().min(0).max(1000).default(0.5).describe("σ_r, noise of the reward");

/** What is asked, and who is compared. */
const asking = {
  slope: z.number().gt(0).max(1000).default(3).describe("β that the annotator is believed to have"),
  ask: z
    .enum(["active", "always", "random", "never"])
    .default("active")
    .describe("which pairs to ask about: those that draws of the reward disagree on, all, some by chance, none"),
  epsilon: z.number().min(0).max(1e6).default(0.2).describe("mean disagreement above which the active rule asks"),
  rate: z.number().min(0).max(1).default(0.1).describe("share of pairs that the random rule asks about"),
  partner: z
    .enum(["older", "itself"])
    .default("older")
    .describe("whom the fresh policy is compared with: the policy of the round before, or itself"),
};

function ruleOf({ ask, epsilon, rate }: { ask: QueryRule["kind"]; epsilon: number; rate: number }): QueryRule {
  switch (ask) {
    case "active":
      return { kind: ask, epsilon };
    case "random":
      return { kind: ask, rate };
    case "always":
    case "never":
      return { kind: ask };
    default:
      return ask satisfies never;
  }
}

const randomised = z.strictObject({ ...asking, ridge, rewardWidth, backupWidth });
const posterior = z.strictObject({
  ...asking,
  ridge,
  concentration: z
    .number()
    .min(0.001)
    .max(1000)
    .default(0.3)
    .describe("of the Dirichlet prior of where actions lead; small: believed to lead to few states"),
});
const paid = z.strictObject({ ridge, rewardWidth, backupWidth });

export const duelingLearners: readonly Bound<AgentPlan>[] = [
  bind({
    id: "duel/pr-lsvi",
    summary: "least-squares values with noise; asks which of two episodes was better where its beliefs disagree",
    source: "arXiv 2310.14554 (PR-LSVI)",
    parameters: randomised,
    make:
      (p: z.output<typeof randomised>): AgentPlan =>
      ({ spec }) => {
        const space = duelSpace(spec, "duel/pr-lsvi");
        return duelPlayer(spec, (random) =>
          duelingLearner({
            space,
            planner: leastSquaresValues({ space, ridge: p.ridge, deviation: p.backupWidth }),
            learnsFrom: {
              comparisons: comparisonBelief({
                dimension: space.dimension,
                ridge: p.ridge,
                slope: p.slope,
                width: p.rewardWidth,
              }),
              rule: ruleOf(p),
            },
            partner: p.partner,
            random,
          }),
        );
      },
  }),
  bind({
    id: "duel/posterior",
    summary:
      "draws a world and a reward from what it believes; asks which of two episodes was better where its beliefs disagree",
    source: "arXiv 2310.14554 (the Thompson-sampling variant)",
    parameters: posterior,
    make:
      (p: z.output<typeof posterior>): AgentPlan =>
      ({ spec }) => {
        const space = duelSpace(spec, "duel/posterior");
        return duelPlayer(spec, (random) =>
          duelingLearner({
            space,
            planner: posteriorModel({ space, concentration: p.concentration }),
            learnsFrom: {
              comparisons: comparisonBelief({
                dimension: space.dimension,
                ridge: p.ridge,
                slope: p.slope,
                width: "posterior",
              }),
              rule: ruleOf(p),
            },
            partner: p.partner,
            random,
          }),
        );
      },
  }),
  bind({
    id: "duel/rlsvi",
    summary: "least-squares values with noise, learnt from what its steps are paid; asks nothing",
    source: "Osband, Van Roy & Wen (2016), with linear features",
    parameters: paid,
    make:
      (p: z.output<typeof paid>): AgentPlan =>
      ({ spec }) => {
        const space = duelSpace(spec, "duel/rlsvi");
        return duelPlayer(spec, (random) =>
          duelingLearner({
            space,
            planner: leastSquaresValues({ space, ridge: p.ridge, deviation: p.backupWidth }),
            learnsFrom: { rewards: observedBelief(space.dimension, p.ridge, p.rewardWidth) },
            random,
          }),
        );
      },
  }),
];
