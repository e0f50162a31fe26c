// A player of a language world that writes a stretch at a time: it reads the text, decides what to write up to an end or a
// call, and writes that character by character.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { COMMON, PAD, type Script } from "./alphabet.ts";

/** `write` is given the text so far and what to draw from. When there is nothing left to write, the player stops. */
export function writer(write: (text: string, random: Random) => string, { numberOf, textOf }: Script = COMMON): Agent {
  let pending = "";
  let hand: Random | undefined;
  return {
    reset(random) {
      pending = "";
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a writer writes before its first reset");
      if (pending === "") {
        const end = observation.indexOf(PAD);
        pending = write(textOf(observation, 0, end < 0 ? observation.length : end), hand);
      }
      action[0] = pending === "" ? PAD : numberOf(pending[0]);
      pending = pending.slice(1);
    },
  };
}
