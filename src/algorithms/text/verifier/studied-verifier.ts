// A verifier that goes along with a training: before any pay it studies labelled texts of the writer, and then reads every batch. Callbacks
// that pay by one have this in common.

import { UserError } from "../../../core/errors.ts";
import type { Random } from "../../../core/random.ts";
import { charactersOf } from "../../../core/text.ts";
import {
  restore,
  restoreParameters,
  type SavedTensor,
  type SavedTensors,
  saved,
  savedParameters,
} from "../../training-checkpoint.ts";
import { type Measures, measureMeans } from "../../training-measures.ts";
import type { CallbackPlan, CallbackStage } from "../callback.ts";
import type { Completions } from "../completions.ts";
import { riseAndFall } from "../sft.ts";
import { checkHeads } from "../trainer-parameters.ts";
import { type ChannelRule, channelRule } from "./channel-rule.ts";
import { annotatedTexts, readingRoom, submissionsOf } from "./labelled-texts.ts";
import { type Labelled, labelTrainer, type Submission, type Verifier, verifier } from "./verifier.ts";
import { checkAnswer, checkVerifierSpec, STUDY_STRIDE, type StudiedFields, studyUpdates } from "./verifier-fields.ts";

/** What the callback `id`, which pays by a verifier, demands of a training. Throws a UserError where sizes of the verifier don't fit. */
export function verifierDemands(
  id: string,
  own: StudiedFields,
): Required<Pick<CallbackPlan, "freshAnswers" | "preparing" | "check" | "checkSpec" | "checkWorld">> {
  checkHeads(own.model);
  return {
    freshAnswers: "what a verifier reads",
    preparing: studyUpdates(own),
    check({ method }) {
      if (method.plan.ownPay !== true) return;
      throw new UserError({
        code: "two-payers",
        what: `${method.id} says by itself what an answer is paid, and so does ${id}`,
        hint: "leave one of them out",
      });
    },
    checkSpec: (spec) => checkVerifierSpec(own, spec),
    checkWorld: (world) => checkAnswer(own, world),
  };
}

/** The parts of a stage that a verifier needs. */
export type VerifiedStage = Pick<CallbackStage, "context" | "model" | "parameters" | "worlds"> & {
  readonly options: Pick<CallbackStage["options"], "questions" | "answers" | "temperature">;
};

export interface StudiedVerifier {
  readonly judge: Verifier;
  /** Channel by which texts are labelled. */
  readonly label: ChannelRule;
  /** The verifier's own stream of the training. */
  readonly random: Random;
  /** Some more steps of its study; undefined where that is over. */
  prepare(): Measures | undefined;
  /** The texts of a batch, as the verifier reads them. */
  read(texts: Completions): Submission[];
  save(): SavedTensor[];
  restore(tensors: SavedTensors): void;
  close(): void;
}

/** Names of what is kept. */
const [PREFIX, STUDY] = ["verifier.", "verifierStudy"];

/**
 * A verifier of texts in `worlds`, one for each row; `marks` is how many characters may be written into a text that it reads. It has drawn
 * weights, or those of the training's start. Throws a UserError where that verifier is of another size.
 */
export function studiedVerifier(
  { context, model, parameters, worlds, options: { temperature } }: VerifiedStage,
  { reads, labels, study: studying, model: sizes, bound }: StudiedFields,
  marks = 0,
): StudiedVerifier {
  const { spec } = context;
  const random = context.random.stream("verifier");
  const longest = readingRoom(spec, reads) + spec.horizon + marks;
  const judge = verifier(charactersOf(spec), { ...sizes, bound, longest });
  judge.model.initialise(judge.parameters, random.stream("weights"));
  const startTensors = new Map(context.start?.tensors.map(({ name, data }) => [name, data]));
  if ([...startTensors.keys()].some((name) => name.startsWith(PREFIX))) beginWith(startTensors, judge);
  const label = channelRule(context, labels.channel);
  let study: VerifierStudy | undefined;
  /** Where a study that was broken off goes on from. */
  let left: SavedTensors | undefined;

  function atStudy(): VerifierStudy {
    const { texts, ...steps } = studying;
    const annotation = { annotator: labels, texts, temperature, reads, truth: label.confirmed };
    const own = verifierStudy(judge, annotatedTexts(context, { model, parameters }, annotation, random), steps, random);
    if (left?.has(STUDY)) restore(left, STUDY, own.state);
    return own;
  }

  const stepsOf = ({ state }: VerifierStudy) => state[state.length - 1];

  return {
    judge,
    label,
    random,
    prepare() {
      if (studying.steps === 0) return undefined;
      study ??= atStudy();
      const goal = Math.min(studying.steps, stepsOf(study) + STUDY_STRIDE);
      if (stepsOf(study) === goal) return undefined;
      const means = measureMeans();
      while (stepsOf(study) < goal) means.add(study.step());
      const { loss, agreement } = means.means();
      return { verifierStudyLoss: loss, verifierStudyAgreement: agreement };
    },
    read: (texts) => submissionsOf(texts, worlds, reads),
    save: () => [
      ...savedParameters(judge.parameters, PREFIX),
      ...(study !== undefined && stepsOf(study) < studying.steps ? [saved(STUDY, study.state)] : []),
    ],
    restore(tensors) {
      restoreParameters(tensors, judge.parameters, PREFIX);
      left = tensors;
    },
    close() {
      study?.close();
      judge.close();
    },
  };
}

/** Takes over the verifier of another training. */
function beginWith(tensors: SavedTensors, { parameters }: Verifier): void {
  try {
    restoreParameters(tensors, parameters, PREFIX);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const what = `the verifier that it begins with is another one: ${error.message}`;
    const hint = "give both verifiers the same model, and the same to read";
    throw new UserError({ code: "other-verifier", what, hint });
  }
}

interface StudyOptions {
  /** Gradient steps, and texts of each. */
  readonly steps: number;
  readonly batch: number;
  /** Largest rate; it rises over twenty steps, and falls to a tenth. */
  readonly rate: number;
}

/** A verifier at its books. */
export interface VerifierStudy {
  /** One gradient step on texts drawn among those that are labelled. */
  step(): Measures;
  /** The optimiser's moments and number of steps. */
  readonly state: Float32Array;
  close(): void;
}

/** Teaches `judge` the labels, in place; each step takes a part of `random` by its number. */
export function verifierStudy(
  judge: Verifier,
  texts: readonly Labelled[],
  { steps, batch, rate }: StudyOptions,
  random: Random,
): VerifierStudy {
  const trainer = labelTrainer(judge, batch, riseAndFall(rate, 20, steps));
  const { state } = trainer;
  return {
    state,
    step() {
      const draw = random.stream("step", state[state.length - 1]);
      return trainer.step(Array.from({ length: batch }, () => texts[draw.integer(texts.length)])) ?? {};
    },
    close: trainer.close,
  };
}
