// Exp2 for one-sided feedback as a lender: it gives chances, and learns from loans that were given and pairs that were reported. What
// it is paid it does not use.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { labelStore } from "../../feedback/label-store.ts";
import { estimateCosts, exp2 } from "./exp2.ts";
import { thresholdRules, writeDecisions } from "./rules.ts";

const parameters = z.strictObject({
  penalty: within(0, 1e6, 1).describe("c: what a reported pair weighs beside an error, C(t) = c·t^growth"),
  growth: share(0.5).describe("how that weight grows with rounds; 0.5 lets complaints die out"),
  rate: positive(1000, 0.2).describe("η(t) = rate/√t"),
  mixture: share(0.02).describe("p_min: chance that all people get a loan, so that each one's outcome may be seen"),
  labels: oneOf(["weighted", "unweighted", "missing as negative"], "weighted").describe(
    "outcomes of loans divided by their chances; as they are; or with the rejected taken for bad cases",
  ),
  directions: whole(1, 360, 8).describe("directions of the threshold rules"),
  thresholds: whole(1, 1000, 21).describe("thresholds for each direction"),
  reach: positive(100, 2).describe("the last threshold; the first is less it"),
});

export const exp2Lender: BoundEntry<AgentPlan> = bind({
  id: "lender/exp2",
  summary: "exponential weights over threshold rules, on errors among accepted people and complaints of auditors",
  source: "arXiv 2206.04475",
  parameters,
  make:
    (options: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const [featuresAt, seenAt, labelsAt, reportedAt] = ["features", "seen", "labels", "reported"].map((name) =>
        fieldOffset(spec, name),
      );
      if (
        featuresAt === undefined ||
        seenAt === undefined ||
        labelsAt === undefined ||
        reportedAt === undefined ||
        spec.choices !== undefined
      ) {
        const what = "lender/exp2 gives chances to people with two features, and this world has none";
        throw new UserError({ code: "no-applicants", what, hint: "fairness/lending does" });
      }
      return lender(options, spec.actionSize, { featuresAt, seenAt, labelsAt, reportedAt });
    },
});

function lender(
  options: z.output<typeof parameters>,
  people: number,
  at: Readonly<Record<"featuresAt" | "seenAt" | "labelsAt" | "reportedAt", number>>,
): Agent {
  const { penalty, growth, rate, mixture } = options;
  const rules = thresholdRules(options.directions, options.thresholds, options.reach);
  const { count, acceptAll } = rules;
  const table = new Uint8Array(people * count);
  const chances = new Float64Array(people);
  const costs = new Float64Array(people);
  const seen = new Uint8Array(people);
  const labels = new Uint8Array(people);
  const store = labelStore(labels, people);
  // The world decides; the learner draws nothing.
  const fresh = () =>
    exp2({ rules: count, people, acceptAll, mixture, rate: (t) => rate / Math.sqrt(t) }, Random.of(0));
  let learner = fresh();
  let round = 0;
  return {
    reset() {
      learner = fresh();
      round = 0;
    },
    act(observation, action) {
      if (round > 0) {
        for (let i = 0; i < people; i++) {
          seen[i] = observation[at.seenAt + i];
          labels[i] = observation[at.labelsAt + i];
        }
        store.decide(0, seen);
        const favoured = observation[at.reportedAt];
        const pair = favoured < 0 ? -1 : favoured * people + observation[at.reportedAt + 1];
        estimateCosts(options.labels, seen, store, learner, pair, penalty * round ** growth, costs);
        learner.learn(costs);
      }
      round += 1;
      writeDecisions(rules, observation, at.featuresAt, table);
      learner.deploy(table, 0, chances);
      action.set(chances);
    },
  };
}
