// What stands in a world of text, read along with its steps: the text that each seat sees, and who wrote which character of it.

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
        const { characters, steps, writers } = text;
        const seen = observations.subarray(seat * observationSize, (seat + 1) * observationSize);
        const before = characters.length;
        const left = step < 0 ? [] : [seat, ...agents.keys()].filter((one, k) => k === 0 || one !== seat);
        for (let place = before; place < textLength(seen); place++) {
          const at = left.findIndex((one) => chosen[one] !== 0 && (n === 1 || chosen[one] === seen[place]));
          const writer = at < 0 ? WORLD : left.splice(at, 1)[0];
          // Behind what the world wrote all is the world's.
          if (at < 0) left.length = 0;
          characters.push(alphabet.characterOf(seen[place]));
          steps.push(writer === WORLD ? -1 : step);
          writers.push(writer);
        }
        if (step < 0) text.begun = characters.length;
      }
    },
  };
}
