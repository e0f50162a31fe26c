// What stands in a world of text, read along with its steps: the text that each seat sees, and the seat that wrote each character of it.

import { choiceOf, type NumericEnvironment, type NumericSpec } from "../../core/environment.ts";
import type { SceneStep } from "../../core/scene.ts";
import { textLength } from "../../core/text.ts";
import type { EpisodeText } from "./report-data.ts";

/** In the place of a writer's seat: the world wrote it. */
export const WORLD = -1;

/** The text that a seat sees. */
export interface SeatText extends EpisodeText {
  /** The seat that wrote each character, or `WORLD`. */
  readonly writers: readonly number[];
  /** Other seats that chose the same character in the same step, and of which it is not seen that they wrote one. */
  readonly rivals: readonly (readonly number[])[];
  /** Characters that stood there before the first step. */
  readonly begun: number;
}

/** Reads the texts of all seats; undefined in a world that is none of text. */
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
     * After a step: what its writers wrote comes first, and what follows is the world's. One writer alone wrote the first character. Of
     * several a character is the own of the seat that sees it, or another's, as long as it is the one that they chose in this step.
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
        for (let place = before; place < textLength(seen); place++) {
          const at: number = isWorld ? -1 : left.findIndex((one) => n === 1 || chosen[one] === seen[place]);
          // Behind what the world wrote all is the world's.
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
