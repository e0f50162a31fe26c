// What is compared in training: the same warm model learns from right answers alone, from right and wrong ones by likelihood, or
// by the clipped objectives of policy gradients. Each batch that it writes is learnt from in four steps, three of them off the
// policy that wrote it.

import type { TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { type Bed, standing, type WriterStanding } from "../../study/testbeds/text.ts";
import { type Conducts, type TextArm, textArms } from "../../study/testbeds/text-arms.ts";
import { type NegativeAwareOptions, negativeAwareMethod } from "./method.ts";

/** Each of a demonstrator's rules is the wrong one in half of its answers: three of sorting, four of chains. */
const mistaken = 0.5;

const BEDS = {
  sort: { world: { id: "language/sort", mistaken }, width: 32, steps: 800 },
  chain: { world: { id: "language/chain", mistaken }, width: 32, steps: 800 },
  // Right answers have four forms here: with and without brackets, with and without scratch paper.
  sums: {
    world: { id: "language/sums", largest: 5, brackets: 0.5, scratch: 0.5, noise: 0.4 },
    width: 32,
    steps: 500,
  },
} as const satisfies Readonly<Record<string, Bed>>;

export type BedName = keyof typeof BEDS;

/** Rounds of labels that say nothing. */
const COIN_ROUNDS = 40;
/** Batches of 8 questions × 16 answers that are written, and four gradient steps for each. */
const BATCH = { questions: 8, answers: 16, minibatches: 4, tries: 4 };

export const RFT = "RFT";
export const NEGATIVE_AWARE = "NFT";
export const ALIKE = "NFT with ω = 1";
export const CLIPPED = ["GRPO", "Dr. GRPO", "DAPO"] as const;
export const ARMS = [RFT, NEGATIVE_AWARE, ALIKE, ...CLIPPED] as const;

/** The same for all arms of a task. */
const RATES: Readonly<Record<BedName, number>> = { sort: 4e-4, chain: 4e-4, sums: 8e-4 };

const NFT: NegativeAwareOptions = { weighting: "wrong", floor: 1, negative: 1 };

const byLikelihood = (rate: number, own: Partial<NegativeAwareOptions> = {}): TextArm => ({
  options: { rate },
  method: ({ options: { average }, sizes }) => negativeAwareMethod({ ...NFT, ...own, average }, sizes),
});

/** The arm whose labels say nothing. */
export const byCoins = (arm: string) => `${arm}, labels by coins`;
/** NFT with the plain logarithm. */
const PLAIN = "plain";

function armsOf(bed: BedName): Readonly<Record<string, TextArm>> {
  const rate = RATES[bed];
  const honest: Readonly<Record<string, TextArm>> = {
    [RFT]: byLikelihood(rate, { negative: 0 }),
    [NEGATIVE_AWARE]: byLikelihood(rate),
    [ALIKE]: byLikelihood(rate, { weighting: "alike" }),
    GRPO: { options: { rate, clip: [0.2, 0.2], average: "texts" } },
    "Dr. GRPO": { options: { rate, clip: [0.2, 0.2], average: "longest", scale: "none" } },
    DAPO: { options: { rate, clip: [0.2, 0.28] } },
  };
  const context: TextArm["context"] = (own, seed) => withFlippedLabels(own, 0.5, seed);
  const coins = Object.entries(honest).map(
    ([name, arm]) => [byCoins(name), { ...arm, context, updates: COIN_ROUNDS }] as const,
  );
  return { ...honest, ...Object.fromEntries(coins), [PLAIN]: byLikelihood(rate, { floor: null }) };
}

/** What came of an arm. */
export interface Outcome extends WriterStanding {
  /** Of what was written, in nats a character, round by round. */
  readonly entropies: readonly number[];
  /** Share of wrong answers' characters that the floor held. */
  readonly held: number;
}

function trainerOn(name: BedName) {
  const bed = BEDS[name];
  return textArms({
    bed,
    options: BATCH,
    arms: armsOf(name),
    meter(writer, { reports }): Outcome {
      const sum = (measure: string) => reports.reduce((total, measures) => total + (measures[measure] ?? 0), 0);
      return {
        ...standing(bed, writer),
        entropies: reports.map(({ entropy }) => entropy),
        held: sum("clipFraction") / sum("wrongShare"),
      };
    },
  });
}

const trainers = { sort: trainerOn("sort"), chain: trainerOn("chain"), sums: trainerOn("sums") };

/** A warm model of a seed, and what came of it in each arm. */
export interface Trained {
  readonly arms: Conducts<string, Outcome>;
  /** NFT with the plain logarithm, or in words how it broke. */
  readonly plain?: Outcome | string;
}

interface NftJob {
  readonly bed: BedName;
  readonly seed: number;
  readonly rounds: number;
  /** Whether the plain logarithm is tried, and labels that say nothing. */
  readonly plain: boolean;
  readonly coins: boolean;
}

/** Warms a model up and trains a copy of it in each arm. */
export async function train({ bed, seed, rounds, plain, coins }: NftJob, signal?: AbortSignal): Promise<Trained> {
  const learn = (names: readonly string[]) => trainers[bed]({ seed, updates: rounds, arms: names }, signal);
  const arms = await learn([...ARMS, ...(coins ? ARMS.map(byCoins) : [])]);
  if (!plain) return { arms };
  try {
    return { arms, plain: (await learn([PLAIN]))[PLAIN] };
  } catch (error) {
    if (!(error instanceof UserError) || error.problems[0].code !== "diverged") throw error;
    return { arms, plain: error.problems[0].what };
  }
}

export const trainingPart = { module: import.meta.url, name: "train", compute: train };

/**
 * The same training, whose reward pays 0 or 1 for a whole answer; with probability `chance` the other of the two is paid. At
 * ½ labels say nothing.
 */
export function withFlippedLabels(context: TrainingContext, chance: number, seed: number): TrainingContext {
  let copies = 0;
  return {
    ...context,
    makeReward(memory) {
      const reward = context.makeReward(memory);
      const random = Random.of(seed, "flipped labels", copies++);
      let paid = 0;
      return {
        reset(outcomes) {
          reward.reset(outcomes);
          paid = 0;
        },
        pay(outcomes, status, pay) {
          reward.pay(outcomes, status, pay);
          paid += pay[0];
          // The step that ends the answer turns what was paid in all from x to 1 − x.
          if (status !== Status.running && random.uniform() < chance) pay[0] += 1 - 2 * paid;
        },
      };
    },
  };
}
