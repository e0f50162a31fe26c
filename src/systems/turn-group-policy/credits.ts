// What is compared: the outcome alone, and information gains with one idea of the paper after the other. All arms of a seed
// begin with the same warm model, and meet the same questions.

import type { GroupLearnerOptions } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import type { BatchSizes, GroupMethodOptions, TextMethod } from "../../algorithms/text/text-method.ts";
import { type Turns, turnPay } from "../../algorithms/text/turn-credit.ts";
import { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { type Bed, GRPO } from "../../study/testbeds/text.ts";
import type { GoldAnswer } from "./answer-likelihood.ts";
import { type InformationGainOptions, type TurnGroupControls, turnGroupMethod } from "./method.ts";

/**
 * Five hops, two spare calls, and the path of all hops for an answer. At three of ten demonstrated hops the wrong table is asked,
 * and followed; at two of ten the search ends, and the rest of the path is guessed.
 */
export const BED: Bed = {
  world: {
    id: "language/lookup",
    answer: "path",
    fewestHops: 5,
    mostHops: 5,
    spareCalls: 2,
    noise: 0.5,
    derailed: 0.6,
    decoys: 0,
  },
  width: 32,
  steps: 800,
};

/** Four gradient steps for each batch, three of them off the policy that wrote it, where a bound can hold. */
export const BATCH: GroupLearnerOptions & GroupMethodOptions = { ...GRPO, minibatches: 4, rate: 5e-4 };

/** 1 for each call that is of use; it is never paid. */
export const MERIT = [rewardPlan({ channel: "usefulCalls" }, rewards, [])];

interface Arm {
  readonly gain?: InformationGainOptions;
  readonly changed?: Partial<GroupMethodOptions>;
  readonly controls?: (seed: number) => TurnGroupControls;
}

const SAME_TURN: InformationGainOptions = {
  compared: "same turn",
  weight: 0.3,
  discount: 1,
  rescaled: false,
  adaptive: 0,
  fewest: 3,
};
const FULL: InformationGainOptions = { ...SAME_TURN, rescaled: true, adaptive: 0.3 };
const TURNS = { ratio: "turns" } as const;

export const OUTCOME = "outcome";
export const WHOLE = "full";
export const CONSTANT = "constant width";
export const WRONG = "wrong gold";
export const SHUFFLED = "shuffled gains";
export const TOLD = "told merit";

/** From the outcome to the whole method, each with one idea more. */
export const LADDER = [OUTCOME, "joint", "same turn", "with the root", WHOLE] as const;

const arms: Readonly<Record<string, Arm>> = {
  [OUTCOME]: {},
  joint: { gain: { ...SAME_TURN, compared: "joint", weight: 1 } },
  "same turn": { gain: SAME_TURN },
  "with the root": { gain: { ...SAME_TURN, rescaled: true } },
  [WHOLE]: { gain: FULL, changed: TURNS },
  [CONSTANT]: { gain: { ...FULL, adaptive: 0 }, changed: { ...TURNS, clip: [0.2 * 1.3, 0.28 * 1.3] } },
  [WRONG]: { gain: FULL, changed: TURNS, controls: (seed) => ({ answer: wrongKeys(seed) }) },
  [SHUFFLED]: { gain: FULL, changed: TURNS, controls: (seed) => ({ arrange: shuffledTurns(seed) }) },
  // What the method would be worth if gains said which calls are of use: the first further reward says it.
  [TOLD]: {
    gain: FULL,
    changed: TURNS,
    controls: () => ({ gains: (texts, { most }) => turnPay({ ...texts, pay: texts.further[0] }, most) }),
  },
};

export const ARMS: readonly string[] = Object.keys(arms);

/** How far an arm's ratios may go where c is 1. */
export function clipOf(name: string): GroupMethodOptions["clip"] {
  return arms[name].changed?.clip ?? BATCH.clip;
}

/** The method of an arm; `seed` fixes what its control draws. */
export function armMethod(name: string, sizes: BatchSizes, seed: number): TextMethod {
  const { gain, changed, controls } = arms[name];
  const options = { ...BATCH, ...changed };
  return gain === undefined
    ? groupMethod(options, sizes)
    : turnGroupMethod({ ...options, ...gain }, sizes, controls?.(seed));
}

const KEYS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Another key in the place of each right one, the same for all answers to a question. */
function wrongKeys(seed: number): GoldAnswer {
  return ({ texts }) => {
    const [right, question] = [texts?.answer() ?? "", texts?.text().slice(0, 3) ?? ""];
    const random = Random.of(seed, "wrong keys", question + right);
    const another = (key: string) => KEYS[(KEYS.indexOf(key) + 1 + random.integer(KEYS.length - 1)) % KEYS.length];
    return Array.from(right, another).join("");
  };
}

/** Turns of an answer exchange their compared gains. */
function shuffledTurns(seed: number) {
  const random = Random.of(seed, "shuffled turns");
  return (compared: Float64Array, { counts, most }: Turns): void => {
    for (const [row, count] of counts.entries()) {
      shuffle(compared.subarray(row * most, row * most + count), random);
    }
  };
}
