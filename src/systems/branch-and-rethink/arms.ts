// The judges of the study, with the learning rates that development seeds chose.

import type { JudgeLook } from "./judges.ts";
import type { PairOptions } from "./pairs.ts";
import type { JudgeJob } from "./training.ts";

/** Gaps: subtle and obvious. */
export const SUBTLE = 0.7;
export const OBVIOUS = 3;

const TWO_TURNS: JudgeLook = { turns: 2, branch: "learned" };
const ONE_TURN: JudgeLook = { turns: 1 };
const exactly = (criteria: number): JudgeLook => ({ ...TWO_TURNS, exactly: criteria });
/** Of 0.003, 0.006, 0.01 and 0.03 the best of each kind of judge. */
const RATES = { two: 0.006, one: 0.006, score: 0.003, random: 0.01, obvious: 0.003 } as const;

type Arm = Omit<JudgeJob, "seed">;
const subtle = (
  look: JudgeLook | "score",
  rate: number,
  more: Partial<Arm> = {},
  pairs: Partial<PairOptions> = {},
): Arm => ({
  ...{ look, rate, ...more },
  pairs: { gap: SUBTLE, ...pairs },
});
const obvious = (look: JudgeLook | "score"): Arm => ({ look, rate: RATES.obvious, pairs: { gap: OBVIOUS } });

/** Criteria that a judge is made to name. */
export const FORCED = [1, 2, 3, 8] as const;

export const ARMS = {
  "branch and rethink": subtle(TWO_TURNS, RATES.two),
  "one look": subtle(ONE_TURN, RATES.one),
  "scalar reward": subtle("score", RATES.score),
  "random branch": subtle({ turns: 2, branch: "random" }, RATES.random),
  "second turn blind": subtle({ ...TWO_TURNS, isBlind: true }, RATES.two),
  "1 criterion": subtle(exactly(1), RATES.two),
  "2 criteria": subtle(exactly(2), RATES.two),
  "3 criteria": subtle(exactly(3), RATES.two),
  "8 criteria": subtle(exactly(8), RATES.two),
  "fine of 1": subtle(TWO_TURNS, RATES.two, { fine: -1 }),
  "cue shuffled, branch and rethink": subtle(TWO_TURNS, RATES.two, {}, { isCueShuffled: true }),
  "cue shuffled, one look": subtle(ONE_TURN, RATES.one, {}, { isCueShuffled: true }),
  "labels random": subtle(TWO_TURNS, RATES.two, {}, { isLabelRandom: true }),
  "order fixed": subtle(TWO_TURNS, RATES.two, {}, { isFixedOrder: true }),
  "obvious, branch and rethink": obvious(TWO_TURNS),
  "obvious, one look": obvious(ONE_TURN),
  "obvious, scalar reward": obvious("score"),
  "obvious, random branch": obvious({ turns: 2, branch: "random" }),
} as const satisfies Readonly<Record<string, Arm>>;
export type ArmName = keyof typeof ARMS;
export const ARM_NAMES = Object.keys(ARMS) as ArmName[];
