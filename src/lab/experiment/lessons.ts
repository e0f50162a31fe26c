// Learnt rewards as an experiment declares them: what is learnt from which players' episodes, and the feedback that compares them.

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type Path, retold, UserError } from "../../core/errors.ts";
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

/** The world of a reward: with what a text of it is worth where the reward reads one, by what was learnt, else as it is. */
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

/** The reward of a description in a world, and what it learns from. A UserError tells each problem with its path. */
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
  const rates = lessons.some(({ learnt: { judged } }) => judged === "single");
  const feedback = lessons.length === 0 ? undefined : feedbackOf(description.feedback, spec, parts, rates);
  return { reward, rewardWith, lessons, feedback };
}

/** The source that is declared. A UserError where there is none, or where it does not fit the world, or rates nothing where it has to. */
function feedbackOf(
  declared: Description["feedback"],
  spec: NumericSpec,
  parts: Catalogue,
  rates: boolean,
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
  if (!rates || feedback.rate !== undefined) return plan;
  const what = `${use} compares two episodes, and says nothing of a single one`;
  const hint = "users react to single episodes, a critic and a model give them a score";
  throw new UserError({ code: "no-ratings", what, path: ["feedback", "use"], hint });
}

/** The description's feedback with the defaults of its source; without it where nothing is learnt, so that cells are shared. */
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
