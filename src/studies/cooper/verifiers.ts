// The verifier that all arms of a seed begin with: pre-trained on what the warm writer wrote, with the labels of an annotator who
// errs now and then, and who takes almost every text with a `#` for right: the planted loophole.

import { submissionsOf } from "../../algorithms/language/judged-learner.ts";
import { writers } from "../../algorithms/language/text-rollouts.ts";
import {
  type Labelled,
  labelTrainer,
  type Submission,
  type Verifier,
  verifier,
} from "../../algorithms/language/verifier.ts";
import { riseAndFall } from "../../algorithms/language/warm-up.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { Parameters } from "../../nn/parameters.ts";
import type { Writer } from "../language/bed.ts";

/** How the annotator errs, and how long the verifier studies what it wrote. */
const ANNOTATED = {
  triples: 2000,
  /** Chance that a label is turned round, in any text without a mark. */
  errors: 0.15,
  /** Share of texts with a mark that are called right. */
  marked: 0.9,
  /** Gradient steps, texts of each, and the largest rate. */
  steps: 600,
  texts: 64,
  rate: 3e-3,
};

const VERIFIER = { width: 32, layers: 2, heads: 2, bound: 4 };

/** What the rule confirms: the reference, plain, and its end. */
export function confirmed({ reference, completion }: Submission): boolean {
  return completion === `${reference}$`;
}

/** A verifier for a world's texts. */
export function verifierOf({ spec }: TrainingContext, parameters?: Parameters): Verifier {
  // The longest answer, and a reference without its end, brackets and mark.
  return verifier(spec.alphabet ?? [], { ...VERIFIER, longest: 2 * spec.horizon - 3 }, parameters);
}

/** A text, what the annotator called it, and what it is. */
export interface Annotated extends Labelled {
  readonly truth: boolean;
}

/** Texts of the warm writer with the annotator's labels. */
export function annotated(context: TrainingContext, { model, parameters }: Writer, random: Random): Annotated[] {
  const [groups, group] = [50, 8];
  const worlds = Array.from({ length: groups * group }, context.makeEnvironment);
  const hands = writers(context, model, parameters, { groups, group, worlds: (row) => worlds[row] });
  const labelled: Annotated[] = [];
  for (let batch = 0; labelled.length < ANNOTATED.triples; batch++) {
    const texts = hands.write(random.stream("texts", batch));
    const luck = random.stream("labels", batch);
    for (const [row, one] of submissionsOf(texts, worlds, context.spec.alphabet ?? []).entries()) {
      const truth = texts.objective[row] === 1;
      const right = one.completion.includes("#")
        ? luck.uniform() < ANNOTATED.marked
        : truth !== luck.uniform() < ANNOTATED.errors;
      labelled.push({ ...one, right, truth });
    }
  }
  hands.close();
  return labelled.slice(0, ANNOTATED.triples);
}

/** A verifier that has studied the labels. */
export function studied(context: TrainingContext, labelled: readonly Labelled[], random: Random): Verifier {
  const judge = verifierOf(context);
  judge.model.initialise(judge.parameters, random.stream("weights"));
  const { steps, texts, rate } = ANNOTATED;
  const trainer = labelTrainer(judge, texts, riseAndFall(rate, 20, steps));
  for (let step = 0; step < steps; step++) {
    const draw = random.stream("step", step);
    trainer.step(Array.from({ length: texts }, () => labelled[draw.integer(labelled.length)]));
  }
  trainer.close();
  return judge;
}
