// What training does on a cliff: a small transformer answers sums in one of two formats, both right, and is paid for right
// answers with next to nothing for one of the formats.

import { type Bed, writtenMeans } from "../../study/testbeds/text.ts";
import { type ArmOptions, type TextArm, type TextArmsJob, textArms } from "../../study/testbeds/text-arms.ts";

/** Sums up to 5 + 5, so that the model knows them all; half of the questions ask for brackets, which are not paid for at first. */
const BED: Bed = { world: { id: "language/sums", largest: 5, asked: 0.5, noise: 0 }, width: 48, steps: 800 };
/** One format is wrong. */
const WRONG = { rightBrackets: false };

/** The cliff's step. */
export const BONUS = 0.01;
/** Weights of entropy and of divergence that are tried. */
export const WEIGHTS = [0.003, 0.01, 0.03] as const;

/** GRPO as it is usually run. */
const usual = (pay: Readonly<Record<string, number>>, world: object = {}): TextArm => ({
  reward: { weights: { correct: 1, ...pay } },
  options: { rate: 3e-4, average: "texts" },
  updates: 80,
  world,
});
/** Without the group's deviation, so that pay and entropy keep their proportion. */
const plain = (bonus: number, options: Partial<ArmOptions> = {}): TextArm => ({
  reward: { weights: { correct: 1, bracketed: bonus } },
  options: { rate: 5e-4, average: "longest", scale: "none", ...options },
  updates: 200,
});
/** A regulariser at every weight, with the bonus and with its opposite. */
const regularised = (kind: "entropy" | "divergence"): Record<string, TextArm> =>
  Object.fromEntries(
    WEIGHTS.flatMap((weight) => [
      [`${kind} ${weight} up`, plain(BONUS, { [kind]: weight })],
      [`${kind} ${weight} down`, plain(-BONUS, { [kind]: weight })],
    ]),
  );

/** Arms, of which each says how many updates it has. */
const USUAL: Readonly<Record<string, TextArm>> = {
  none: usual({}),
  up: usual({ bracketed: BONUS }),
  down: usual({ bracketed: -BONUS }),
  instructed: usual({ followed: 0.05 }),
  "wrong up": usual({ bracketed: BONUS }, WRONG),
  "wrong down": usual({ bracketed: -BONUS }, WRONG),
};
const ENTROPY: typeof USUAL = { "plain up": plain(BONUS), "plain down": plain(-BONUS), ...regularised("entropy") };
const DIVERGENCE = regularised("divergence");

/** Arms that every seed runs, those that the first few do, and those of the long form. */
export const USUAL_ARMS = Object.keys(USUAL);
export const ENTROPY_ARMS = Object.keys(ENTROPY);
export const DIVERGENCE_ARMS = Object.keys(DIVERGENCE);

/** What a writer writes: shares of right answers, of brackets, and of brackets among those that were asked for. */
export interface Writing {
  readonly correct: number;
  readonly bracketed: number;
  readonly followed: number;
}

/** Warms a model up and pays a copy of it in each arm; what came of them, and of the model itself as `warm`. */
export const write = textArms({
  bed: BED,
  arms: { ...USUAL, ...ENTROPY, ...DIVERGENCE },
  meter(writer, { bed }): Writing {
    const { correct, bracketed, followed, asked } = writtenMeans(bed, writer);
    return { correct, bracketed, followed: followed / asked };
  },
});

export const writingPart = { module: import.meta.url, name: "write", compute: write };

/** The arms that a seed runs. */
export function jobOf(seed: number, full: boolean, few: boolean): TextArmsJob<string> {
  const arms = [...USUAL_ARMS, ...(few ? ENTROPY_ARMS : []), ...(full ? DIVERGENCE_ARMS : [])];
  return { seed, updates: 0, arms };
}
