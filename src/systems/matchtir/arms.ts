// What is compared in training: the same warm model, paid for its answer alone or for every call by a reference trace, in sums
// that take two to four calls, each of which needs the result of the one before.

import { Random } from "../../core/random.ts";
import { type Bed, byChannel, textContext, type Writer, writtenTexts } from "../../study/testbeds/text.ts";
import { type TextArm, textArms } from "../../study/testbeds/text-arms.ts";
import { type CallMatchingOptions, callMatchingMethod } from "./method.ts";

/**
 * Sums of three to five numbers, with two calls to spare. The demonstrator errs in a fifth of its calls; three in ten repeat the
 * one before, which is 0.43 for each that does not.
 */
const WORLD = {
  id: "language/calculator",
  fewestTerms: 3,
  mostTerms: 5,
  hard: 1,
  hardFrom: 5,
  hardTo: 9,
  direct: 0,
  spareCalls: 2,
  repeats: 0.43,
  noise: 0.2,
};
const BED: Bed = { world: WORLD, width: 32, steps: 1000, texts: 16 };

/** Calls that depend on each other: one for each +. */
export const HOPS = [2, 3, 4] as const;

/** A call that nothing expected costs a half, the default of the released function; its training passes 0, which is `free`. */
const USUAL: CallMatchingOptions = { by: "optimal", unmatched: -0.5, level: "dual", discount: 0.9 };

/** Calls are paid; `shuffled` answers are held against the reference of another question. */
function matched(own: Partial<CallMatchingOptions> = {}, shuffled = false): TextArm {
  return {
    method: ({ options, sizes, context: { spec } }) =>
      callMatchingMethod({ ...options, ...USUAL, ...own }, sizes, {
        spec,
        heldAgainst: (row) => (shuffled ? (row + sizes.group) % sizes.rows : row),
      }),
  };
}

export const arms = {
  outcome: {},
  dual: matched(),
  free: matched({ unmatched: 0 }),
  "one to many": matched({ by: "any" }),
  shuffled: matched({}, true),
  // In the long form.
  trajectory: matched({ level: "trajectory" }),
  turn: matched({ level: "turn" }),
  "trajectory, free": matched({ unmatched: 0, level: "trajectory" }),
  "turn, free": matched({ unmatched: 0, level: "turn" }),
  greedy: matched({ by: "greedy" }),
  transport: matched({ by: "transport" }),
  "unscaled transport": matched({ by: "unscaled transport" }),
} satisfies Readonly<Record<string, TextArm>>;

export type ArmName = keyof typeof arms;

/** What a writer's answers are like. */
export interface Conduct {
  readonly correct: number;
  /** 2·(results obtained that were needed)/(calls + results needed). */
  readonly solveF1: number;
  /** Share of calls that repeat an earlier one. */
  readonly redundant: number;
  /** Solve-F1 of answers to questions with so many hops. */
  readonly byHops: Readonly<Record<number, number>>;
}

/** Of 2 answers to each of 128 questions that are the same for all writers, and drawn apart from those of any training. */
function conductOf(writer: Writer): Conduct {
  const context = textContext(BED, { channel: "correct" }, 0);
  const texts = writtenTexts(context, writer, { questions: 128, answers: 2 }, Random.of(0, "held out"));
  const channels = byChannel(context.spec, texts);
  const sum = (name: string, chosen: (row: number) => boolean = () => true) =>
    channels[name].reduce((total, value, row) => (chosen(row) ? total + value : total), 0);
  const solveF1 = (chosen?: (row: number) => boolean) =>
    (2 * sum("usefulCalls", chosen)) / (sum("calls", chosen) + sum("neededCalls", chosen));
  return {
    correct: sum("correct") / texts.rows,
    solveF1: solveF1(),
    redundant: sum("calls") === 0 ? 0 : sum("repeatedCalls") / sum("calls"),
    byHops: Object.fromEntries(HOPS.map((hops) => [hops, solveF1((row) => channels.terms[row] === hops + 1)])),
  };
}

/** Warms a model up and trains a copy of it in each arm; what each writes in the end. */
export const train = textArms({ bed: BED, arms, meter: conductOf });

export const trainingPart = { module: import.meta.url, name: "train", compute: train };
