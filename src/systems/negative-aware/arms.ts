// What is compared in training: the same warm model learns from right answers alone, from right and wrong ones by likelihood, or
// by the clipped objectives of policy gradients. Each batch that it writes is learnt from in four steps, three of them off the
// policy that wrote it.

import { UserError } from "../../core/errors.ts";
import type { StudyJob } from "../../study/study.ts";
import {
  type Bed,
  GRPO,
  paidWriter,
  type Standing,
  sizesOf,
  standing,
  textContext,
  type Writer,
  warmWriter,
} from "../../study/testbeds/text.ts";
import { withFlippedLabels } from "./flipped-labels.ts";
import { type NegativeAwareOptions, negativeAwareMethod } from "./method.ts";

export const BEDS = {
  sort: { world: { id: "language/sort" }, width: 32, steps: 300 },
  chain: { world: { id: "language/chain" }, width: 32, steps: 300 },
  // Right answers have four forms here: with and without brackets, with and without scratch paper.
  sums: {
    world: { id: "language/sums", largest: 5, brackets: 0.5, scratch: 0.5, noise: 0.4 },
    width: 32,
    steps: 500,
  },
} as const satisfies Readonly<Record<string, Bed>>;

export type BedName = keyof typeof BEDS;

/** Batches of 8 questions × 16 answers that are written, and four gradient steps for each. */
const ROUNDS = 40;
const BATCH: typeof GRPO = { ...GRPO, questions: 8, answers: 16, minibatches: 4, tries: 4 };

/** One way of learning; without `negativeAware` by the clipped objective. */
interface Arm {
  /** For each task the best of 2, 4, 6 and 8·10⁻⁴ by pass@1 on seeds 1 to 6. */
  readonly rates: Readonly<Record<BedName, number>>;
  readonly negativeAware?: NegativeAwareOptions;
  readonly clipped?: Partial<typeof GRPO>;
}

const NFT: NegativeAwareOptions = { weighting: "wrong", floor: 1, negative: 1 };

const rates = (sort: number, chain: number, sums: number) => ({ sort, chain, sums });

export const RFT = "RFT";
export const NEGATIVE_AWARE = "NFT";
export const ALIKE = "NFT with ω = 1";
export const CLIPPED = ["GRPO", "Dr. GRPO", "DAPO"] as const;

const arms: Readonly<Record<string, Arm>> = {
  [RFT]: { rates: rates(4e-4, 6e-4, 8e-4), negativeAware: { ...NFT, negative: 0 } },
  [NEGATIVE_AWARE]: { rates: rates(4e-4, 8e-4, 8e-4), negativeAware: NFT },
  [ALIKE]: { rates: rates(4e-4, 8e-4, 8e-4), negativeAware: { ...NFT, weighting: "alike" } },
  GRPO: { rates: rates(4e-4, 6e-4, 8e-4), clipped: { clip: [0.2, 0.2], average: "texts" } },
  "Dr. GRPO": { rates: rates(6e-4, 8e-4, 8e-4), clipped: { clip: [0.2, 0.2], average: "longest", scale: "none" } },
  DAPO: { rates: rates(6e-4, 8e-4, 8e-4), clipped: { clip: [0.2, 0.28] } },
};

export const ARMS: readonly string[] = Object.keys(arms);

/** What came of an arm. */
export interface Outcome {
  readonly standing: Standing;
  /** Of what was written, in nats a character, round by round. */
  readonly entropies: readonly number[];
  /** Share of wrong answers' characters that the floor held. */
  readonly held: number;
}

/** A warm model of a seed, and what came of it. */
export interface Trained {
  readonly warm: Standing;
  readonly arms: Readonly<Record<string, Outcome>>;
  /** NFT with the plain logarithm, or in words how it broke. */
  readonly plain?: Outcome | string;
  /** All arms under labels that say nothing. */
  readonly coins?: Readonly<Record<string, Outcome>>;
}

export interface Job {
  readonly bed: BedName;
  readonly seed: number;
  /** Whether those two are trained. */
  readonly plain: boolean;
  readonly coins: boolean;
}

/** Warms a model up and trains a copy of it in each arm. */
export async function train({ bed, seed, plain, coins }: Job, signal?: AbortSignal): Promise<Trained> {
  const warm = warmWriter(BEDS[bed], seed, signal);
  const learn = (arm: Arm, flipped: number) => learned(warm, { bed, seed, arm, flipped }, signal);
  const every = (flipped: number) =>
    Object.fromEntries(Object.entries(arms).map(([name, arm]) => [name, learn(arm, flipped)]));
  const floorless = { ...arms[NEGATIVE_AWARE], negativeAware: { ...NFT, floor: null } };
  return {
    warm: standing(BEDS[bed], warm),
    arms: every(0),
    ...(plain ? { plain: unlessItBreaks(() => learn(floorless, 0)) } : {}),
    ...(coins ? { coins: every(0.5) } : {}),
  };
}

interface Learning {
  readonly bed: BedName;
  readonly seed: number;
  readonly arm: Arm;
  /** Chance that an answer's label is turned round. */
  readonly flipped: number;
}

function learned(warm: Writer, { bed, seed, arm, flipped }: Learning, signal?: AbortSignal): Outcome {
  const honest = textContext(BEDS[bed], { channel: "correct" }, seed);
  const context = flipped > 0 ? withFlippedLabels(honest, flipped, seed) : honest;
  const options = { ...BATCH, ...arm.clipped, rate: arm.rates[bed] };
  const sizes = sizesOf(warm, context, options);
  const { negativeAware } = arm;
  const method = negativeAware && negativeAwareMethod({ ...negativeAware, average: options.average }, sizes);
  const { writer, reports } = paidWriter(context, warm, ROUNDS, options, { signal, method });
  const sum = (name: string) => reports.reduce((total, measures) => total + (measures[name] ?? 0), 0);
  return {
    standing: standing(BEDS[bed], writer),
    entropies: reports.map(({ entropy }) => entropy),
    held: sum("clipFraction") / sum("wrongShare"),
  };
}

/** What a training gives, or what it says where its numbers are none any more. */
function unlessItBreaks(learn: () => Outcome): Outcome | string {
  try {
    return learn();
  } catch (error) {
    if (!(error instanceof UserError) || error.problems[0].code !== "diverged") throw error;
    return error.problems[0].what;
  }
}

export const trainingPart: StudyJob<Job, Trained> = { module: import.meta.url, name: "train", compute: train };
