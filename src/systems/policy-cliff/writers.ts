// What training does on a cliff: a small transformer answers sums in one of two formats, both right, and is paid for right
// answers with next to nothing for one of the formats.

import type { StudyJob } from "../../study/study.ts";
import { type Bed, GRPO, paidWriter, textContext, warmWriter, writtenMeans } from "../../study/testbeds/text.ts";

/** Sums up to 5 + 5, so that the model knows them all; half of the questions ask for brackets, which nobody pays for at first. */
const BED: Bed = { world: { id: "language/sums", largest: 5, asked: 0.5, noise: 0 }, width: 48, steps: 800 };
/** The same with one format wrong. */
const WRONG: Bed = { ...BED, world: { ...BED.world, rightBrackets: false } };

/** The cliff's step. */
export const BONUS = 0.01;
/** Weights of entropy and of divergence that are tried. */
export const WEIGHTS = [0.003, 0.01, 0.03] as const;

/** GRPO as it is usually run. */
const USUAL: typeof GRPO = { ...GRPO, rate: 3e-4, average: "texts" };
/** Without the group's deviation, so that pay and entropy keep their proportion. */
const PLAIN: typeof GRPO = { ...GRPO, rate: 5e-4, average: "longest", scale: "none" };

/** One way of paying a warm model. */
interface Arm {
  readonly pay: Readonly<Record<string, number>>;
  readonly options: typeof GRPO;
  readonly updates: number;
  readonly bed?: Bed;
}

const usual = (pay: Arm["pay"], bed = BED): Arm => ({ pay: { correct: 1, ...pay }, options: USUAL, updates: 80, bed });
const plain = (bonus: number, options: Partial<typeof GRPO> = {}): Arm => ({
  pay: { correct: 1, bracketed: bonus },
  options: { ...PLAIN, ...options },
  updates: 200,
});

/** Arms by name. */
const arms: Readonly<Record<string, Arm>> = {
  none: usual({}),
  up: usual({ bracketed: BONUS }),
  down: usual({ bracketed: -BONUS }),
  instructed: usual({ followed: 0.05 }),
  "wrong up": usual({ bracketed: BONUS }, WRONG),
  "wrong down": usual({ bracketed: -BONUS }, WRONG),
  "plain up": plain(BONUS),
  "plain down": plain(-BONUS),
  ...Object.fromEntries(
    WEIGHTS.flatMap((weight) => [
      [`entropy ${weight} up`, plain(BONUS, { entropy: weight })],
      [`entropy ${weight} down`, plain(-BONUS, { entropy: weight })],
      [`divergence ${weight} up`, plain(BONUS, { divergence: weight })],
      [`divergence ${weight} down`, plain(-BONUS, { divergence: weight })],
    ]),
  ),
};

/** Arms that every seed runs, those that fewer do, and those of the long form. */
export const USUAL_ARMS = ["none", "up", "down", "instructed", "wrong up", "wrong down"] as const;
export const ENTROPY_ARMS = ["plain up", "plain down", ...names("entropy")];
export const DIVERGENCE_ARMS = names("divergence");

function names(kind: string): string[] {
  return WEIGHTS.flatMap((weight) => [`${kind} ${weight} up`, `${kind} ${weight} down`]);
}

/** What a writer writes: shares of right answers, of brackets, and of brackets among those that were asked for. */
export interface Writing {
  readonly correct: number;
  readonly bracketed: number;
  readonly followed: number;
}

/** A seed and the arms that it runs. */
export interface Job {
  readonly seed: number;
  readonly names: readonly string[];
}

/** Warms a model up and pays a copy of it in each arm; what came of them, and of the model itself as `warm`. */
export async function write({ seed, names: chosen }: Job, signal?: AbortSignal): Promise<Record<string, Writing>> {
  const warm = warmWriter(BED, seed, signal);
  const writings: Record<string, Writing> = { warm: writing(writtenMeans(BED, warm)) };
  for (const name of chosen) {
    const { pay, options, updates, bed = BED } = arms[name];
    const { writer } = paidWriter(textContext(bed, { weights: pay }, seed), warm, updates, options, { signal });
    writings[name] = writing(writtenMeans(bed, writer));
  }
  return writings;
}

function writing({ correct, bracketed, followed, asked }: Readonly<Record<string, number>>): Writing {
  return { correct, bracketed, followed: followed / asked };
}

export const writingPart: StudyJob<Job, Record<string, Writing>> = {
  module: import.meta.url,
  name: "write",
  compute: write,
};
