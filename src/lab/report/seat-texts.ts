// Follows a world of text through its steps: the text that each seat sees, and the seat that wrote each character.

import { choiceOf, type NumericEnvironment, type NumericSpec } from "../../core/environment.ts";
import type { SceneStep } from "../../core/scene.ts";
import { textLength } from "../../core/text.ts";
import type { EpisodeText } from "./text-data.ts";

/** Writer of a character that the world wrote. */
export const WORLD = -1;

/** The text as a seat sees it. */
export interface SeatText extends EpisodeText {
  /** The seat that wrote each character, or `WORLD`. */
  readonly writers: readonly number[];
  /**
   * For each character, other seats that chose the same character in the same step, where the observation does not show that they wrote
   * one.
   */
  readonly rivals: readonly (readonly number[])[];
  /** Number of characters before the first step. */
  readonly begun: number;
}

/** Returns a reader of the texts of all seats; undefined in a world that is not one of text. */
export function seatTexts({ alphabet, agents, observationSize, actionSize }: NumericSpec) {
  if (alphabet === undefined) return undefined;
  const n = agents.length;
  const observations = new Float32Array(n * observationSize);
  const read = agents.map(() => ({
    characters: [] as string[],
    steps: [] as number[],
    writers: [] as number[],
    rivals: [] as (readonly number[])[],
    begun: 0,
  }));
  return {
    read: read as readonly SeatText[],
    /**
     * Call it after each step. The characters of the step's writers come first, and the rest is the world's. A single writer wrote the
     * first character. With several writers, a character belongs to the seat that sees it, otherwise to another seat, as long as it is the
     * one chosen in this step.
     */
    look(step: number, environment: NumericEnvironment, last: SceneStep | undefined) {
      environment.observe(observations);
      const chosen = agents.map((_, seat) => choiceOf(last?.actions[seat * actionSize] ?? 0, alphabet.size));
      for (const [seat, text] of read.entries()) {
        const { characters, steps, writers, rivals } = text;
        const seen = observations.subarray(seat * observationSize, (seat + 1) * observationSize);
        const before = characters.length;
        const left =
          step < 0 ? [] : [seat, ...agents.keys()].filter((one, k) => chosen[one] !== 0 && (k === 0 || one !== seat));
        let isWorld = false;
        const end = textLength(seen);
        for (let place = before; place < end; place++) {
          const at: number = isWorld ? -1 : left.findIndex((one) => n === 1 || chosen[one] === seen[place]);
          // After a character of the world, all others are the world's too.
          isWorld = at < 0;
          const writer = isWorld ? WORLD : left.splice(at, 1)[0];
          characters.push(alphabet.characterOf(seen[place]));
          steps.push(writer === WORLD ? -1 : step);
          writers.push(writer);
        }
        for (const writer of writers.slice(before))
          rivals.push(left.filter((one) => writer !== WORLD && chosen[one] === chosen[writer]));
        if (step < 0) text.begun = characters.length;
      }
    },
  };
}
