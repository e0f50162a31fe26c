// Dueling learners as agents: they learn within an episode of a world of duels and begin anew with the next.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { type FeatureSpace, tableSpace } from "../../environments/tabular/feature-space.ts";
import { type DuelingLearner, type DuelingOptions, duelingLearner, type QueryRule } from "./dueling-learner.ts";
import { leastSquaresValues, posteriorModel, type StagePlanner } from "./planner.ts";
import { type ComparisonBelief, comparisonBelief, observedBelief } from "./reward-belief.ts";

const ridge = positive(1e6, 1).describe("λ of the regressions: how strongly the unknown is drawn to 0");
const backupWidth = within(0, 1000, 0.3).describe("σ_P, noise of backups; 0 explores by chance of the world alone");
const rewardWidth = within(0, 1000, 0.5).describe("σ_r, noise of the reward");

const optimism = {
  trust: z
    .strictObject({
      from: z.number().min(0).max(1e6).describe("α_L: features of up to this norm in S⁻¹ are believed"),
      to: z.number().gt(0).max(1e6).describe("α_U: those of this norm and more are not"),
    })
    .optional()
    .describe(
      "where backups are believed; elsewhere values are all the steps that are left. Default everywhere, with values kept in [−H, H]",
    ),
};

/** What is asked, and who is compared. */
const asking = {
  slope: positive(1000, 3).describe("β that the annotator is believed to have"),
  ask: oneOf(["active", "always", "random", "never"], "active").describe(
    "which pairs to ask about: those that draws of the reward disagree on, all, some by chance, none",
  ),
  epsilon: within(0, 1e6, 0.2).describe("mean disagreement above which the active rule asks"),
  rate: share(0.1).describe("share of pairs that the random rule asks about"),
  partner: oneOf(["older", "itself"], "older").describe(
    "whom the fresh policy is compared with: the policy of the round before, or itself",
  ),
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

const randomised = z.strictObject({ ...asking, ridge, rewardWidth, backupWidth, ...optimism });
const posterior = z.strictObject({
  ...asking,
  ridge,
  concentration: within(0.001, 1000, 0.3).describe(
    "of the Dirichlet prior of where actions lead; small: believed to lead to few states",
  ),
});
const paid = z.strictObject({ ridge, rewardWidth, backupWidth, ...optimism });

/** Throws a UserError where trust ends before it begins to fade. */
function checkTrust({ trust }: z.output<typeof paid>): void {
  if (trust === undefined || trust.to > trust.from) return;
  const what = `trust that fades from ${trust.from} to ${trust.to} has no width`;
  throw new UserError({ code: "bad-range", what, path: ["trust", "to"], hint: "let trust.to be above trust.from" });
}

/** The planner of regressions. */
function regressions(space: FeatureSpace, { ridge, backupWidth, trust }: z.output<typeof paid>): StagePlanner {
  return leastSquaresValues({ space, ridge, deviation: backupWidth, ...(trust === undefined ? {} : { trust }) });
}

/** An agent that is a learner made anew for each episode. */
function dueling<P>(
  entry: EntryAbout<NoInfer<P>> & {
    readonly parameters: z.ZodType<P>;
    /** Throws a UserError where parameters do not go together. */
    check?(parameters: NoInfer<P>): void;
    parts(parameters: NoInfer<P>, space: FeatureSpace): Omit<DuelingOptions, "space" | "random">;
  },
): BoundEntry<AgentPlan> {
  const { check, parts, ...about } = entry;
  return bind({
    ...about,
    make(p: P): AgentPlan {
      check?.(p);
      return ({ spec }) => {
        const space = duelSpace(spec, about.id);
        return duelPlayer(spec, (random) => duelingLearner({ ...parts(p, space), space, random }));
      };
    },
  });
}

export const duelingLearners: readonly BoundEntry<AgentPlan>[] = [
  dueling({
    id: "duel/pr-lsvi",
    summary: "least-squares values with noise; asks which of two episodes was better where its beliefs disagree",
    source: "arXiv 2310.14554 (PR-LSVI)",
    parameters: randomised,
    check: checkTrust,
    parts: (p, space) => ({
      planner: regressions(space, p),
      learnsFrom: { comparisons: answered(p, space, p.rewardWidth), rule: ruleOf(p) },
      partner: p.partner,
    }),
  }),
  dueling({
    id: "duel/posterior",
    summary:
      "draws a world and a reward from what it believes; asks which of two episodes was better where its beliefs disagree",
    source: "arXiv 2310.14554 (the Thompson-sampling variant)",
    parameters: posterior,
    parts: (p, space) => ({
      planner: posteriorModel({ space, concentration: p.concentration }),
      learnsFrom: { comparisons: answered(p, space, "posterior"), rule: ruleOf(p) },
      partner: p.partner,
    }),
  }),
  dueling({
    id: "duel/rlsvi",
    summary: "least-squares values with noise, learnt from what its steps are paid; asks nothing",
    source: "Osband, Van Roy & Wen (2016), with linear features",
    parameters: paid,
    check: checkTrust,
    parts: (p, space) => ({
      planner: regressions(space, p),
      learnsFrom: { rewards: observedBelief(space.dimension, p.ridge, p.rewardWidth) },
    }),
  }),
];

/** A belief from answers alone. */
function answered(
  { ridge, slope }: { readonly ridge: number; readonly slope: number },
  { dimension }: FeatureSpace,
  width: number | "posterior",
): ComparisonBelief {
  return comparisonBelief({ dimension, ridge, slope, width });
}

const FIELDS = ["state", "step", "turn", "reached", "answer", "left"] as const;

/** What a player must know of its world. Throws a UserError where the world has no duels. */
export function duelSpace(spec: NumericSpec, id: string): FeatureSpace {
  const high = (name: string) => spec.observation.find((field) => field.name === name)?.high ?? 0;
  if (spec.choices === undefined || FIELDS.some((name) => fieldOffset(spec, name) === undefined)) {
    const what = `${id} learns from pairs of episodes, and this world has none`;
    throw new UserError({ code: "no-duels", what, hint: "duels/random-process has" });
  }
  return tableSpace(high("state") + 1, spec.choices, high("step") + 1);
}

/** Plays by a fresh learner in every episode. */
export function duelPlayer(spec: NumericSpec, make: (random: Random) => DuelingLearner): Agent {
  const [state, step, turn, reached, answer, left] = FIELDS.map((name) => fieldOffset(spec, name) ?? 0);
  let learner: DuelingLearner | undefined;
  /** The last move of an episode: whose, its step, state and action; none after a question. */
  let moved = false;
  let hasRequested = false;
  let pay = 0;
  const last = { side: 0 as 0 | 1, step: 0, state: 0, action: 0 };
  return {
    reset(random) {
      learner = make(random);
      moved = false;
      hasRequested = false;
      pay = 0;
    },
    act(observation, action) {
      if (learner === undefined) throw new Error("a dueling learner acts before its first reset");
      if (moved) learner.observe(last.side, last.step, last.state, last.action, observation[reached], pay);
      moved = false;
      if (observation[turn] === 2) {
        hasRequested = learner.asks() && observation[left] > 0;
        action[0] = hasRequested ? 1 : 0;
        return;
      }
      if (observation[turn] === 0 && observation[step] === 0) {
        if (hasRequested && observation[answer] >= 0) learner.tell(observation[answer] === 1);
        hasRequested = false;
        learner.begin();
      }
      last.side = observation[turn] === 0 ? 0 : 1;
      last.step = observation[step];
      last.state = observation[state];
      last.action = learner.act(last.side, last.step, last.state);
      action[0] = last.action;
      moved = true;
    },
    receive(paid) {
      pay = paid;
    },
  };
}
