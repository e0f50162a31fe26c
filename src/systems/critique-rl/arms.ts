// Ways of training a critic: the same warm model is paid in two stages of equal length, and differs in what is paid in each.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { RewardDeclaration } from "../../rewards/index.ts";
import { type Bed, type Writer, writtenOutcomes } from "../../study/testbeds/text.ts";
import { type TextArm, textArms } from "../../study/testbeds/text-arms.ts";
import { GATED, REFINEMENT, VERDICT } from "./pay.ts";
import { type RefinementMeters, refinementMeters } from "./refinement.ts";

/**
 * Three digits, and a demonstrator whose errors leave a critic that judges six of ten answers rightly and names the right place
 * of a wrong one in three to five of ten: looked for on seeds 1 to 3.
 */
const WORLD = { id: "language/critique", digits: 3, noise: 0.32 };
/** Both tasks are shown before any pay; in training all questions want the digits in order. */
const WARM: Bed = { world: { ...WORLD, reversed: 0.3 }, width: 32, steps: 1400 };

/** How often the refiner spoils a right answer that is said to be wrong, b: where pay for refinement is to mind, and where not. */
export const SPOILS = 0.5;
const BED: Bed = { ...WARM, world: { ...WORLD, spoils: SPOILS, reversed: 0 } };
const UNSPOILED = { spoils: 0 };
/** A refiner that is of half as much help. */
const WEAKER = { repairs: 0.45, repairsUnplaced: 0.15 };

/** Both stages alike. */
const twice = (reward: RewardDeclaration, world: object = {}): TextArm => ({ from: { reward, world }, reward, world });
/** What the refiner does has no part in the pay of verdicts: all arms that begin with them share their first stage. */
const judge: TextArm = { reward: VERDICT };
const refineUnspoiled = twice(REFINEMENT.refine, UNSPOILED);
const verdictOnly: TextArm = { from: judge, reward: VERDICT };

export const arms = {
  "after stage I": judge,
  "after stage I on shuffled truths": { reward: VERDICT, context: withShuffledTruths },
  "refinement only": twice(REFINEMENT.refine),
  "change only": twice(REFINEMENT.delta),
  "verdict only": verdictOnly,
  // Trained where b = 0 it would be the same critic: behind the gate nothing that is spoiled is paid for.
  "two stages": { from: judge, reward: GATED },
  "both from the start": twice(GATED),
  "stage II without gate, bonus and leash": { from: judge, reward: REFINEMENT.refine, options: { divergence: 0 } },
  "refinement only, trained where b = 0": { from: refineUnspoiled, updates: 0 },
  "the same where b = 0": refineUnspoiled,
  // In the long form.
  "weaker refiner, refinement only": twice(REFINEMENT.refine, WEAKER),
  "weaker refiner, verdict only": { from: verdictOnly, updates: 0, world: WEAKER },
  "weaker refiner, two stages": { from: judge, reward: GATED, world: WEAKER },
} as const satisfies Readonly<Record<string, TextArm>>;

export type Critic = keyof typeof arms | "warm";

/** What a critic does in the task that it is paid in, and how well it judges and helps in the other. */
export interface Conduct extends RefinementMeters {
  readonly reversedDiscrimination: number;
  readonly reversedRefined: number;
}

/**
 * RLOO (arXiv 2402.14740) with 4 answers to a question, divided by the batch's deviation; the rate is the best of 5·10⁻⁴, 10⁻³
 * and 2·10⁻³ by refined answers on seeds 1 to 3, for refinement only and for two stages.
 */
export const train = textArms({
  bed: BED,
  warm: WARM,
  options: { questions: 16, answers: 4, baseline: "others", scale: "batch", divergence: 0.01 },
  arms,
  meter(critic, { bed }): Conduct {
    const inside = metersOf(critic, bed);
    const { discrimination, refined } = metersOf(critic, { ...bed, world: { ...bed.world, reversed: 1 } });
    return { ...inside, reversedDiscrimination: discrimination, reversedRefined: refined };
  },
});

export const trainingPart = { module: import.meta.url, name: "train", compute: train };

/** Over 400 held-out first answers, four critiques of each. */
function metersOf(critic: Writer, world: Bed): RefinementMeters {
  const sums = writtenOutcomes(world, critic, { batches: 4, questions: 100, answers: 4 });
  const { correct, firstRight, refinedRight, readable } = sums;
  const critiques = Array.from(firstRight, (right, k) => {
    const first = right === 1;
    const verdict = readable[k] === 1 ? (correct[k] === 1) === first : undefined;
    return { first, refined: refinedRight[k] === 1, verdict };
  });
  return refinementMeters(critiques);
}

/**
 * The same training with verdicts paid by the truth of another question: whether it is turned round is drawn with the question,
 * the same for all answers to it. As many first answers are right as wrong, so that the truths are the same, in another order. A
 * critique without a verdict stays without one.
 */
export function withShuffledTruths(context: TrainingContext): TrainingContext {
  const at = (name: string) => context.spec.channels.findIndex((channel) => channel.name === name);
  const [correct, misjudged, readable] = [at("correct"), at("misjudged"), at("readable")];
  return {
    ...context,
    makeEnvironment(): NumericEnvironment {
      const environment = context.makeEnvironment();
      let turned = false;
      return {
        ...environment,
        reset(random, outcomes) {
          environment.reset(random, outcomes);
          turned = random.uniform() < 0.5;
        },
        step(actions, outcomes, random) {
          const status = environment.step(actions, outcomes, random);
          if (turned && outcomes[readable] === 1) {
            const right = outcomes[correct];
            outcomes[correct] = outcomes[misjudged];
            outcomes[misjudged] = right;
          }
          return status;
        },
      };
    },
  };
}
