// An employer that explores, then commits, as an agent: it begins anew with each episode.

import { z } from "zod";
import type { AgentPlan } from "../../core/agent.ts";
import { flag, positive } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { armsOf } from "../bandits/agents.ts";
import { type BanditLearner, banditPlayer } from "../bandits/learner.ts";
import { committedPayment, exploringRounds } from "./explore-then-commit.ts";

/** What an employer knows beforehand. */
export interface EmployerKnowledge {
  /** What work costs. */
  readonly cost: number;
  /** The payment that the last arm stands for, below 1; the first stands for none, and those between lie evenly. */
  readonly highest: number;
  readonly tightened: boolean;
}

/**
 * Pulls the last arm for T^⅔ rounds and counts right reports, those that left more than nothing; then the lowest arm that pays
 * `committedPayment`, to the end.
 */
export function payByCount(
  arms: number,
  rounds: number,
  { cost, highest, tightened }: EmployerKnowledge,
): BanditLearner {
  const explored = exploringRounds(rounds);
  const last = arms - 1;
  let [pulls, right, committed] = [0, 0, last];
  return {
    choose: () => (pulls < explored ? last : committed),
    learn(_arm, payoff) {
      if (pulls >= explored) return;
      pulls += 1;
      if (payoff > 0) right += 1;
      if (pulls < explored) return;
      const payment = committedPayment(right, explored, cost, { rounds, generous: highest, tightened });
      // A payment that lies on an arm up to rounding is that arm.
      committed = Math.min(last, Math.ceil((payment / highest) * last - 1e-9));
    },
  };
}

const parameters = z.strictObject({
  cost: positive(1, 0.05).describe("what the work costs, which it knows"),
  highest: z.number().gt(0).lt(1).default(0.5).describe("payment of the last arm; the first pays nothing"),
  spare: flag(true).describe(
    "pays for √(ln T/(2N)) less accuracy than was counted in N rounds; false takes the count for the truth",
  ),
});

export const exploreThenCommit: BoundEntry<AgentPlan> = bind({
  id: "employer/explore-then-commit",
  summary:
    "pays generously for T^⅔ rounds, counts right reports, then pays what makes such work worth its cost, with something to spare",
  source: "after arXiv 2307.06210",
  parameters,
  make:
    ({ cost, highest, spare }: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const arms = armsOf(spec, "employer/explore-then-commit");
      return banditPlayer(() => payByCount(arms, spec.horizon, { cost, highest, tightened: spare }));
    },
});
