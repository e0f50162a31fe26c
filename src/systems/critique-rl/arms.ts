// Ways of training a critic: the same warm model is paid in two stages of equal length, and differs in what is paid in each.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { RewardDeclaration } from "../../rewards/index.ts";
import type { StudyJob } from "../../study/legacy.ts";
import {
  type Bed,
  GRPO,
  paidWriter,
  textContext,
  type Writer,
  warmWriter,
  writtenOutcomes,
} from "../../study/testbeds/text.ts";
import { GATED, REFINEMENT, VERDICT } from "./pay.ts";
import { type RefinementMeters, refinementMeters } from "./refinement.ts";
import { withShuffledTruths } from "./shuffled-truths.ts";

/**
 * Three digits, and a demonstrator whose errors leave a critic that judges six of ten answers rightly and names the right place
 * of a wrong one in three to five of ten: looked for on seeds 1 to 3.
 */
const WORLD = { id: "language/critique", digits: 3, noise: 0.32 };

/** Both tasks are shown before any pay; in training all questions want the digits in order. */
const WARM: Bed = { world: { ...WORLD, reversed: 0.3 }, width: 32, steps: 1400 };

/** Of each stage. */
const UPDATES = 60;

/**
 * RLOO (arXiv 2402.14740) with 4 answers to a question, divided by the batch's deviation; the rate is the best of 5·10⁻⁴, 10⁻³
 * and 2·10⁻³ by refined answers on seeds 1 to 3, for `refine` and for `twoStages`.
 */
const RLOO: typeof GRPO = { ...GRPO, questions: 16, answers: 4, baseline: "others", scale: "batch", divergence: 0.01 };

/** How often the refiner spoils a right answer that is said to be wrong: where pay for refinement is to mind, and where not. */
export const SPOILS = { usual: 0.5, never: 0 } as const;

interface Arm {
  readonly stages: readonly [first: RewardDeclaration, second: RewardDeclaration];
  readonly spoils: number;
  /** Weight of the divergence in the second stage. */
  readonly divergence: number;
}

const arm = (first: RewardDeclaration, second: RewardDeclaration, some: Partial<Arm> = {}): Arm => ({
  stages: [first, second],
  spoils: SPOILS.usual,
  divergence: RLOO.divergence,
  ...some,
});

const arms = {
  refine: arm(REFINEMENT.refine, REFINEMENT.refine),
  delta: arm(REFINEMENT.delta, REFINEMENT.delta),
  verdict: arm(VERDICT, VERDICT),
  twoStages: arm(VERDICT, GATED),
  mixed: arm(GATED, GATED),
  unleashed: arm(VERDICT, REFINEMENT.refine, { divergence: 0 }),
  refineUnspoiled: arm(REFINEMENT.refine, REFINEMENT.refine, { spoils: SPOILS.never }),
} as const satisfies Readonly<Record<string, Arm>>;

type ArmName = keyof typeof arms;

/** Every critic that is watched, in words. */
export const CRITICS = {
  warm: "warm",
  judge: "after stage I",
  shuffled: "after stage I on shuffled truths",
  refine: "refinement only",
  delta: "change only",
  verdict: "verdict only",
  twoStages: "two stages",
  mixed: "both from the start",
  unleashed: "stage II without gate, bonus and leash",
  refineUnspoiled: "refinement only, b = 0",
  refineMoved: "the same where b = 0.5",
  twoStagesMoved: "two stages where b = 0",
} as const;

export type CriticName = keyof typeof CRITICS;

/** What a critic does, and how often it names the right place of a wrong first answer. */
export type Conduct = RefinementMeters & { readonly placed: number };

/** In the task that it is paid in, and in the other. */
export interface Watched {
  readonly inside: Conduct;
  readonly outside: Conduct;
}

export type Critics = Readonly<Record<CriticName, Watched>>;

/** Warms a critic up, trains a copy of it in each arm, and watches all. */
export async function critics({ seed }: { readonly seed: number }, signal?: AbortSignal): Promise<Critics> {
  const warm = warmWriter(WARM, seed, signal);
  const learn = (
    from: Writer,
    stage: 0 | 1,
    { stages, spoils, divergence }: Arm,
    change = (c: TrainingContext) => c,
  ) => {
    const context = change(textContext(worldOf(spoils, 0), stages[stage], seed));
    const options = { ...RLOO, divergence: stage === 0 ? RLOO.divergence : divergence };
    return paidWriter(context, from, UPDATES, options, { signal, after: stage * UPDATES }).writer;
  };
  const judge = learn(warm, 0, arms.verdict);
  // What the refiner does has no part in the pay of verdicts: all arms that begin with them share their first stage.
  const trained = (name: ArmName) => {
    const own = arms[name];
    return learn(own.stages[0] === VERDICT ? judge : learn(warm, 0, own), 1, own);
  };
  const [twoStages, refineUnspoiled] = [trained("twoStages"), trained("refineUnspoiled")];
  return {
    warm: watched(warm),
    judge: watched(judge),
    shuffled: watched(learn(warm, 0, arms.verdict, withShuffledTruths)),
    refine: watched(trained("refine")),
    delta: watched(trained("delta")),
    verdict: watched(trained("verdict")),
    twoStages: watched(twoStages),
    mixed: watched(trained("mixed")),
    unleashed: watched(trained("unleashed")),
    refineUnspoiled: watched(refineUnspoiled, SPOILS.never),
    refineMoved: watched(refineUnspoiled),
    // Trained where b = 0 it would be the same critic: behind the gate nothing that is spoiled is paid for.
    twoStagesMoved: watched(twoStages, SPOILS.never),
  };
}

function worldOf(spoils: number, reversed: 0 | 1): Bed {
  return { ...WARM, world: { ...WORLD, spoils, reversed } };
}

function watched(critic: Writer, spoils: number = SPOILS.usual): Watched {
  return { inside: conductOf(critic, worldOf(spoils, 0)), outside: conductOf(critic, worldOf(spoils, 1)) };
}

/** Over 400 held-out first answers, four critiques of each. */
function conductOf(critic: Writer, world: Bed): Conduct {
  const sums = writtenOutcomes(world, critic, { batches: 4, questions: 100, answers: 4 });
  const { correct, firstRight, refinedRight, readable, placeRight } = sums;
  const critiques = Array.from(firstRight, (right, k) => {
    const first = right === 1;
    const verdict = readable[k] === 1 ? (correct[k] === 1) === first : undefined;
    return { first, refined: refinedRight[k] === 1, verdict };
  });
  const wrong = critiques.filter(({ first }) => !first).length;
  return { ...refinementMeters(critiques), placed: placeRight.reduce((a, b) => a + b, 0) / wrong };
}

export const criticsPart: StudyJob<{ readonly seed: number }, Critics> = {
  module: import.meta.url,
  name: "critics",
  compute: critics,
};
