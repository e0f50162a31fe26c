// How likely a model would be to answer rightly if it answered now, noted at the beginning of every turn: the probability of the
// right answer, teacher-forced, by its characters' geometric mean, while it may not begin another call. What a turn adds to it
// is its information gain (arXiv 2605.06200). The answer is read from the world and never shown to the writer.

import type { GenerationHook } from "../../algorithms/text/generation-hook.ts";
import type { Turns } from "../../algorithms/text/turn-credit.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { alphabetOf, choicesOf } from "../../core/text.ts";
import { textView } from "../../core/text-view.ts";
import { CALL } from "../../environments/language/alphabet.ts";

/** The answer whose probability is noted. */
export type GoldAnswer = (world: NumericEnvironment) => string;

/** A meter of what is written under its watch. */
interface GoldMeter {
  readonly watch: GenerationHook;
  /** [rows × most] at the beginning of each turn of the texts that were last watched; of other turns it is not to be read. */
  readonly likely: Float64Array;
}

/** The world's own view `answer`. Throws a UserError where it has none. */
export const answerView = (world: NumericEnvironment) => textView(world, "answer", "information gain");

const FORM = "0123456789abcdefghijklmnopqrstuvwxyz";

/** An answer of the right one's form that is wrong: the next digit or letter in the place of each. */
export const anotherAnswer: GoldAnswer = (world) =>
  Array.from(answerView(world)(), (character) => {
    const at = FORM.indexOf(character);
    return at < 0 ? character : FORM[(at + 1) % FORM.length];
  }).join("");

/**
 * Notes p = exp(mean ln π(y_k | what was written, y_<k)) of the answer y, whose first character is drawn from all but `<`, under
 * the policy that writes; 0 where the text has no room for it any more. Tables have `most` columns.
 */
export function answerLikelihood(
  rows: number,
  most: number,
  answer: GoldAnswer = (world) => answerView(world)(),
): GoldMeter {
  const likely = new Float64Array(rows * most);
  return {
    likely,
    watch(step) {
      if (!step.turnBegins) return;
      const { row, turn, place, world } = step;
      const characters = choicesOf(answer(world), alphabetOf(world.spec));
      const fits = place + characters.length <= world.spec.observationSize;
      likely[row * most + turn] = fits ? Math.exp(step.logProbabilityOf(characters, CALL) / characters.length) : 0;
    },
  };
}

/** p at the beginning of the next turn less p at that of this one, [rows × most]; the last turn of a row has no gain, and 0. */
export function informationGains(likely: Float64Array, { counts, most }: Turns): Float64Array {
  const gains = new Float64Array(likely.length);
  for (const [row, count] of counts.entries()) {
    for (let k = row * most; k < row * most + count - 1; k++) gains[k] = likely[k + 1] - likely[k];
  }
  return gains;
}
