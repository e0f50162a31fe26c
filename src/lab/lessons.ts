// Learnt rewards as an experiment declares them: what is learnt from which players' episodes, and the feedback that compares them.

import { z } from "zod";
import type { AgentPlan } from "../core/agent.ts";
import { checked } from "../core/checked.ts";
import type { NumericSpec } from "../core/environment.ts";
import { type Path, retold, UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import type { FeedbackPlan } from "../feedback/sources/source.ts";
import type { LearntReward, LearntWeights } from "../rewards/declaration.ts";
import { rewardPlan } from "../rewards/index.ts";
import type { Catalogue } from "./catalogue.ts";
import { below, playersEverywhere, type TrialWorld } from "./seated-policies.ts";
import type { Description } from "./variants.ts";

/** The grammar of feedback: a source by its name alone, or with parameters. */
export const feedbackSchema = z
  .union([
    z.string(),
    z.looseObject({ use: z.string().describe("name of the source, or a file; its parameters stand beside it") }),
  ])
  .describe("the source that compares episodes for learnt rewards: a person, a panel, or another source");

/** A learnt reward in a declaration. */
export interface Lesson {
  /** Keys of the form in the description. */
  readonly path: Path;
  readonly learnt: LearntReward;
  /** Players of every seat, for each kind that episodes are compared of. */
  readonly kinds: readonly AgentPlan[];
}

/** A reward, with what has to be learnt before it can be paid. */
export interface Taught {
  /** Refuses to pay where it has to be learnt. */
  readonly reward: RewardPlan;
  /** The same reward with what was learnt. */
  readonly rewardWith: (learnt: LearntWeights) => RewardPlan;
  readonly lessons: readonly Lesson[];
  /** What compares episodes; undefined where nothing is learnt. */
  readonly feedback: FeedbackPlan | undefined;
}

/** The reward of a description in a world, and what it learns from. A UserError tells each problem with its path. */
export function taughtReward(
  description: Description,
  spec: NumericSpec,
  parts: Catalogue,
  world: Omit<TrialWorld, "makeReward">,
): Taught {
  const found: Omit<Lesson, "kinds">[] = [];
  const rewardWith = (learnt: LearntWeights): RewardPlan =>
    rewardPlan(description.reward, parts.rewards, ["reward"], learnt);
  const reward = below(["reward"], () => {
    const plan = rewardWith((learnt, path) => {
      found.push({ learnt, path });
      return undefined;
    });
    plan(spec);
    return plan;
  });
  const trial = { ...world, makeReward: () => reward(spec) };
  const lessons = found.map(({ path, learnt }): Lesson => {
    const kinds = learnt.from.map((policy, k) =>
      playersEverywhere(policy, [...path, "learnt", "from", k], spec, parts, trial),
    );
    return { path, learnt, kinds };
  });
  const feedback = lessons.length === 0 ? undefined : feedbackOf(description.feedback, spec, parts);
  return { reward, rewardWith, lessons, feedback };
}

/** The source that is declared. A UserError where there is none, or where it does not fit the world. */
function feedbackOf(declared: unknown, spec: NumericSpec, parts: Catalogue): FeedbackPlan {
  if (declared === undefined) {
    const hint = "say who compares episodes: feedback: { use: person, weights: { payoff: 1 } }";
    throw new UserError({ code: "no-feedback", what: "is learnt, and there is no feedback", path: ["reward"], hint });
  }
  const { use, parameters } = namedFeedback(declared);
  const plan = parts.feedback.get(use, ["feedback", "use"]).make(parameters, ["feedback"]);
  try {
    plan({ spec, random: Random.of(0, "trial"), directory: parts.directory });
  } catch (error) {
    throw retold(error, (problem) => ({ ...problem, path: ["feedback", ...(problem.path ?? [])] }));
  }
  return plan;
}

/** The description's feedback with the defaults of its source; without it where nothing is learnt, so that cells are shared. */
export function completedFeedback(
  { feedback, ...description }: Description,
  { lessons }: Pick<Taught, "lessons">,
  parts: Catalogue,
): Description {
  if (lessons.length === 0) return description;
  const { use, parameters } = namedFeedback(feedback);
  const complete = parts.feedback.get(use).complete(parameters, ["feedback"]);
  return { ...description, feedback: { use, ...(typeof complete === "object" ? complete : {}) } };
}

function namedFeedback(declared: unknown): { use: string; parameters: object } {
  const named = checked(feedbackSchema, declared, ["feedback"]);
  if (typeof named === "string") return { use: named, parameters: {} };
  const { use, ...parameters } = named;
  return { use, parameters };
}
