// Learnt rewards of an experiment: the players whose episodes they are learnt from, and the feedback that compares them.

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type Path, retold, UserError, unknownName } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { FeedbackPlan } from "../../feedback/sources/source.ts";
import { textWorthWorld } from "../../feedback/text-worth-world.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import { type LearntReward, type LearntWeights, WORTH, WORTH_BOUND } from "../../rewards/learnt-reward.ts";

import type { Catalogue } from "./catalogue.ts";
import { rewardForms } from "./declared-parts.ts";
import type { Description } from "./description.ts";
import { below, playersEverywhere, type TrialWorld } from "./seated-policies.ts";

/** A learnt reward in a declaration. */
export interface Lesson {
  /** Path of the learnt reward in the description. */
  readonly path: Path;
  readonly learnt: LearntReward;
  /** Policies that play the compared episodes; each of them plays all seats. */
  readonly kinds: readonly AgentPlan[];
}

/** A reward, with the parts that must be learnt before it can be paid. */
export interface Taught {
  /** Throws instead of paying where it has to be learnt first. */
  readonly reward: RewardPlan;
  /** Returns the same reward with learnt weights. */
  readonly rewardWith: (learnt: LearntWeights) => RewardPlan;
  readonly lessons: readonly Lesson[];
  /** The source that compares episodes; undefined where nothing is learnt. */
  readonly feedback: FeedbackPlan | undefined;
}

/**
 * Returns the world of a reward. Where the reward reads a text, the world gets a channel with the text's worth by `worthOf`; otherwise it
 * is unchanged.
 */
export function worldOf(reward: unknown, world: NumericEnvironment, worthOf?: (text: string) => number) {
  for (const { form, path } of rewardForms(reward, ["reward"])) {
    if (typeof form === "string" || typeof form.reads !== "string") continue;
    const text = form.reads;
    return below([...path, "reads"], () =>
      textWorthWorld(world, { channel: WORTH, text, bound: WORTH_BOUND, worthOf }),
    );
  }
  return world;
}

/** Returns the reward of a description in a world, and its lessons. Throws a UserError with the path of each problem. */
export function taughtReward(
  description: Description,
  spec: NumericSpec,
  parts: Catalogue,
  world: Omit<TrialWorld, "makeReward">,
): Taught {
  const learntParts: Omit<Lesson, "kinds">[] = [];
  const rewardWith = (learnt: LearntWeights): RewardPlan =>
    rewardPlan(description.reward, parts.rewards, ["reward"], learnt);
  const reward = below(["reward"], () => {
    const plan = rewardWith((learnt, path) => {
      learntParts.push({ learnt, path });
      return undefined;
    });
    plan(spec);
    return plan;
  });
  const reading = learntParts.filter(({ learnt: { reads } }) => reads !== undefined);
  if (reading.length > 1) {
    const what = "a reward of several learnt parts that read texts";
    const hint = "let one of them read, and learn the others of features";
    throw new UserError({ code: "several-readers", what, path: [...reading[1].path, "learnt", "reads"], hint });
  }
  const trial = { ...world, makeReward: () => reward(spec) };
  const lessons = learntParts.map(({ path, learnt }): Lesson => {
    const kinds = learnt.from.map((policy, k) =>
      playersEverywhere(policy, [...path, "learnt", "from", k], spec, parts, trial),
    );
    return { path, learnt, kinds };
  });
  const feedback = lessons.length === 0 ? undefined : feedbackOf(description.feedback, spec, parts, lessons);
  return { reward, rewardWith, lessons, feedback };
}

/**
 * Returns the declared source of feedback. Throws a UserError where there is none, where it does not fit the world, or where it must rate
 * single episodes or answer about an aspect and cannot.
 */
function feedbackOf(
  declared: Description["feedback"],
  spec: NumericSpec,
  parts: Catalogue,
  lessons: readonly Lesson[],
): FeedbackPlan {
  if (declared === undefined) {
    const hint = "say who compares episodes: feedback: { use: person, weights: { payoff: 1 } }";
    throw new UserError({ code: "no-feedback", what: "is learnt, and there is no feedback", path: ["reward"], hint });
  }
  const { use, parameters } = namedFeedback(declared);
  const plan = parts.feedback.get(use, ["feedback", "use"]).make(parameters, ["feedback"]);
  const feedback = (() => {
    try {
      return plan({ spec, random: Random.of(0, "trial"), directory: parts.directory });
    } catch (error) {
      throw retold(error, (problem) => ({ ...problem, path: ["feedback", ...(problem.path ?? [])] }));
    }
  })();
  for (const { path, learnt } of lessons) {
    const { aspect, judged } = learnt;
    if (aspect === undefined || feedback.aspects?.has(aspect)) continue;
    const known = [...(feedback.aspects?.keys() ?? [])];
    if (known.length > 0 && judged === "pairs")
      throw new UserError({
        ...unknownName(`aspect that ${use} answers about`, aspect, known),
        path: [...path, "learnt", "aspect"],
      });
    const what = judged === "pairs" ? `${use} answers about no single aspect` : "single episodes have no aspects";
    const hint = "let pairs be judged, by feedback: { use: aspects, aspects: … }";
    throw new UserError({ code: "no-aspects", what, path: [...path, "learnt", "aspect"], hint });
  }
  const rates = lessons.some(({ learnt: { judged } }) => judged === "single");
  if (!rates || feedback.rate !== undefined) return plan;
  const what = `${use} compares two episodes, and says nothing of a single one`;
  const hint = "users react to single episodes, a critic and a model give them a score";
  throw new UserError({ code: "no-ratings", what, path: ["feedback", "use"], hint });
}

/**
 * Returns the description with the defaults of its source of feedback. Where nothing is learnt the feedback is removed, so that cells are
 * shared.
 */
export function completedFeedback(
  { feedback, ...description }: Description,
  { lessons }: Pick<Taught, "lessons">,
  parts: Catalogue,
): Description {
  if (lessons.length === 0 || feedback === undefined) return description;
  const { use, parameters } = namedFeedback(feedback);
  const complete = parts.feedback.get(use).complete(parameters, ["feedback"]);
  return { ...description, feedback: { use, ...(typeof complete === "object" ? complete : {}) } };
}

function namedFeedback(named: NonNullable<Description["feedback"]>): { use: string; parameters: object } {
  if (typeof named === "string") return { use: named, parameters: {} };
  const { use, ...parameters } = named;
  return { use, parameters };
}
