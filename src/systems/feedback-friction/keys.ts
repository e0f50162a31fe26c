// Keys with answers that a solver remembers, of which some have changed since; and feedback on an answer in words.

import { Random } from "../../core/random.ts";
import { type Against, intents, judge, type Knowledge } from "../../feedback/loops/judges.ts";
import { masked } from "../../feedback/loops/masking.ts";
import { randomOrder } from "../../math/weighted-draw.ts";

/** Keys, each a word of its own. */
export const KEYS = 400;
/** Answers: a group and an index of 0 … 9 each. */
export const ANSWERS = 100;
/** Share of tested keys whose answer has changed since it was learned. */
const CHANGED = 0.3;
/** Keys that are never shown with feedback. */
export const TESTED = KEYS / 2;

/** A key as it is asked. */
export interface KeyItem {
  readonly key: number;
  readonly truth: number;
}

export interface KeyWorld {
  /** [KEYS] what a solver learns by heart. */
  readonly old: Int32Array;
  /** [KEYS] how often a key is shown while answers are learned, 1 … 4. */
  readonly weights: Int32Array;
  readonly tested: readonly KeyItem[];
  /** Keys that may be shown with feedback. */
  readonly shown: readonly number[];
}

export function keyWorld(seed: number): KeyWorld {
  const random = Random.of(seed, "keys");
  const old = Int32Array.from({ length: KEYS }, () => random.integer(ANSWERS));
  const weights = Int32Array.from({ length: KEYS }, () => 1 + random.integer(4));
  const order = randomOrder(KEYS, random);
  const tested = order.slice(0, TESTED).map((key, k): KeyItem => {
    const changed = k < CHANGED * TESTED;
    return { key, truth: changed ? (old[key] + 1 + random.integer(ANSWERS - 1)) % ANSWERS : old[key] };
  });
  return { old, weights, tested, shown: order.slice(TESTED) };
}

export const isRight = ({ truth }: KeyItem, answer: number): boolean => truth === answer;

/** An answer as it is written: two digits. */
export const written = (answer: number): string => String(answer).padStart(2, "0");

/** How far the right group and index are from those of an answer, −9 … 9. */
export interface Distances {
  readonly group: number;
  readonly index: number;
}

export const distances = (answer: number, truth: number): Distances => ({
  group: Math.floor(truth / 10) - Math.floor(answer / 10),
  index: (truth % 10) - (answer % 10),
});

/** What a giver of feedback says that knows the truth, before anything is masked. */
export function explained(truth: number, { group, index }: Distances): string {
  const signed = (x: number) => (x < 0 ? `${x}` : `+${x}`);
  return `it is ${written(truth)}: group ${signed(group)}, index ${signed(index)}`;
}

/** What feedback that is not masked or masked says: the answer that it leads to, or undefined where it says no distances. */
export function parsed(feedback: string, answer: number): number | undefined {
  const [group, index] = feedback.match(/[+-]\d/g) ?? [];
  if (group === undefined || index === undefined) return undefined;
  const next = [Math.floor(answer / 10) + Number(group), (answer % 10) + Number(index)];
  return next.every((digit) => digit >= 0 && digit < 10) ? 10 * next[0] + next[1] : undefined;
}

/** Feedback: wrong; what the solver itself writes when it sees the answer; what one writes that cannot err. */
export const LEVELS = ["F1", "F2", "F3"] as const;
export type FeedbackLevel = (typeof LEVELS)[number];
const KNOWS = { F1: "none", F2: "parametric", F3: "grounded" } as const satisfies Record<FeedbackLevel, Knowledge>;

/** How feedback is given. */
export interface Giving {
  readonly level: FeedbackLevel;
  /** The solver's own account of distances. */
  readonly reflected: (answer: number, truth: number) => Distances;
  /** Whether it may say the answer. Default no. */
  readonly open?: boolean;
  /** The item that it speaks of in the place of this one. */
  readonly about?: (number: number) => KeyItem & { readonly answer: number };
}

/** An honest judge that speaks of wrong answers at a level of feedback. */
export function giver({ level, reflected, open = false, about }: Giving, seed: number) {
  const said = (of: (answer: number, truth: number) => Distances, answer: number, truth: number) => {
    const text = explained(truth, of(answer, truth));
    return open ? text : masked(text, [written(truth)]);
  };
  const against: Against<KeyItem, number, string> = {
    template: () => "wrong",
    recalled: ({ item, answer }) => said(reflected, answer, item.truth),
    retrieved({ item, answer, number }) {
      const of = about === undefined ? { ...item, answer } : about(number);
      return said(distances, of.answer, of.truth);
    },
  };
  const options = { criticises: intents.honest, knowledge: KNOWS[level], isRight, random: Random.of(seed, "giver") };
  return judge(options, against);
}
