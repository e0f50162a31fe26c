// A person as an agent. A face shows the seat's turn and returns what the person does: the terminal is one, the page of the live view another.
// In a world of text a move is written character by character, until the episode ends or the world answers.

import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { type Alphabet, textIn, textLength } from "../../core/text.ts";

/** What a seat sees in its turn. */
export interface SeatSight {
  /** [observationSize]; reused, so that a face copies what it keeps. */
  readonly observation: Float32Array;
  /** In a world of text: what the world has written since the last turn. */
  readonly news?: string;
}

/** How a person sees turns and moves. */
export interface PersonFace {
  /** Called when an episode begins. */
  begin(): void;
  /** Shows a turn. Returns the action, [actionSize]; in a world of text, the characters that are to be written. */
  ask(sight: SeatSight): Promise<readonly number[]>;
}

/** Thrown by a face whose person leaves before the episode's end. */
export class Left extends Error {}

/** Returns the player of one seat, which sees the current state of `environment`. */
export function person(environment: NumericEnvironment, seat: number, face: PersonFace): Agent {
  const { alphabet } = environment.spec;
  return alphabet === undefined ? chooser(environment, seat, face) : writer(alphabet, face);
}

/** Player of a world of text. */
function writer(alphabet: Alphabet, face: PersonFace): Agent {
  /** Characters of the last move that are not written yet. */
  let waiting: number[] = [];
  /** Number of characters that the person has seen or written. */
  let known = 0;
  return {
    reset() {
      waiting = [];
      known = 0;
      face.begin();
    },
    async act(observation, action) {
      const length = textLength(observation);
      const isAnswered = length > known;
      // The world has answered: the remaining characters were written without knowing the answer, and are discarded.
      if (isAnswered) waiting = [];
      const news = isAnswered ? { news: textIn(observation.subarray(known), alphabet) } : {};
      if (waiting.length === 0) waiting = [...(await face.ask({ observation, ...news }))];
      action[0] = waiting.shift() ?? 0;
      known = action[0] === 0 ? length : length + 1;
    },
  };
}

/** Player of a world with numbers, choices or tools. */
function chooser({ toolPlay, bout }: NumericEnvironment, seat: number, face: PersonFace): Agent {
  return {
    reset: () => face.begin(),
    async act(observation, action) {
      // Where it is not the seat's turn, its action has no effect.
      if (bout?.asks(seat) === false || toolPlay?.idle?.(seat, action) === true) return;
      action.set(await face.ask({ observation }));
    },
  };
}
