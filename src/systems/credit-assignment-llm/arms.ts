// What is compared in part two: who learns, by what pay, and how many episodes that takes in each room.

import { Random } from "../../core/random.ts";
import type { Judge } from "../../feedback/judge.ts";
import { coinJudge, noisyJudge } from "../../feedback/noisy-judge.ts";
import { type JudgedPay, judgedPay, taskPay } from "./judged-pay.ts";
import { EXAMPLES, type Labels, rules, trainedJudge } from "./judges.ts";
import { episodesToLearn, type LearnerSettings } from "./learning.ts";
import { drawRoom, type Mode, REWORDED, type Room, SUBGOALS } from "./rooms.ts";

/**
 * Who learns. The first is the best of 54 settings (α 0.1, 0.5, 1; ε 0.02, 0.05, 0.1; first values from 0 to 1) for the
 * task's own pay, on rooms 1001 to 1020. The second differs in what matters most there: it starts from 0, and finds the
 * stairs by a random walk. The third is the first without knowledge of what it was paid for already.
 */
export const LEARNERS = {
  tuned: { step: 1, epsilon: 0.02, initial: 0.1, memory: true },
  wandering: { step: 0.5, epsilon: 0.05, initial: 0, memory: true },
  forgetful: { step: 1, epsilon: 0.02, initial: 0.1, memory: false },
} as const satisfies Record<string, LearnerSettings>;

export type LearnerName = keyof typeof LEARNERS;

/** Rows and columns of the rooms. */
const SIZE = 7;
/** Training seeds of the small judges, taken in turn. */
const TRAININGS = 3;
const WITHOUT_MESSAGES: Mode = { view: "crop", line: "inventory" };
const WITH_MESSAGES: Mode = { view: "crop", line: "message" };
/** What rules and coins are shown: every state of a room has a text of its own, so that mistakes are drawn anew for each. */
const WHOLE: Mode = { view: "map", line: "inventory" };

/** Makes the pay of an arm in a seed's room. */
export type Arm = (room: Room, seed: number) => JudgedPay;

/** The arms by what they are paid by. `rate` is the coin's. */
export function armsOf(rate: number) {
  const judged =
    (mode: Mode, judge: (seed: number) => Judge): Arm =>
    (room, seed) =>
      judgedPay(room, judge(seed), mode);
  return {
    task: (room) => taskPay(room),
    rules: judged(WHOLE, () => rules),
    messages: judged(WITH_MESSAGES, trainings(WITH_MESSAGES)),
    reworded: judged({ ...WITH_MESSAGES, wording: REWORDED }, trainings(WITH_MESSAGES)),
    "no messages": judged(WITHOUT_MESSAGES, trainings(WITHOUT_MESSAGES)),
    shuffled: judged(WITHOUT_MESSAGES, trainings(WITHOUT_MESSAGES, "shuffled")),
    coin: judged(WHOLE, (seed) => coinJudge(SUBGOALS, rate, seed)),
  } as const satisfies Record<string, Arm>;
}

/** Rules with mistakes of one kind. */
export function mistaken(kind: "falsePositive" | "falseNegative", rate: number): Arm {
  return (room, seed) => judgedPay(room, noisyJudge(rules, { [kind]: rate }, seed), WHOLE);
}

/** Small judges by training seed, each trained when it is first needed. */
function trainings(mode: Mode, labels: Labels = "true"): (seed: number) => Judge {
  const kept = new Map<number, Judge>();
  return (seed) => {
    const training = 1 + (seed % TRAININGS);
    const judge = kept.get(training) ?? trainedJudge(mode, training, EXAMPLES, labels);
    kept.set(training, judge);
    return judge;
  };
}

/** Episodes to 80% success by seed. */
export async function measure(
  arm: Arm,
  learner: LearnerName,
  seeds: readonly number[],
  pause: (label: string) => Promise<void>,
): Promise<number[]> {
  const episodes: number[] = [];
  for (const seed of seeds) {
    await pause(`${learner} learner`);
    const room = drawRoom(SIZE, Random.of(seed, "room"));
    episodes.push(episodesToLearn(room, arm(room, seed), seed, LEARNERS[learner]));
  }
  return episodes;
}
