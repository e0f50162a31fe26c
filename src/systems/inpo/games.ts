// The games of the study, each with a uniform reference.

import { Random } from "../../core/random.ts";
import {
  type PreferenceGame,
  type RegularisedGame,
  randomGame,
  rewardGame,
  ringAboveGame,
  uniformPolicy,
} from "../../feedback/preferences/preference-game.ts";

export const ANSWERS = 8;
/** The only policy that no answer beats in the ring: each answer has what the other two win from each other beyond a half. */
export const RING_EQUILIBRIUM: readonly number[] = [1 / 6, 1 / 6, 2 / 3, 0, 0, 0, 0, 0];

export const RING = "ring above inferior answers";
export const REWARD = "explained by a reward";
export const KINDS = [RING, "random", REWARD] as const;
export type GameKind = (typeof KINDS)[number];

export function gameOf(kind: GameKind, seed: number, temperature: number): RegularisedGame {
  return { ...drawn(kind, Random.of(seed, "game", kind)), temperature, reference: uniformPolicy(ANSWERS) };
}

function drawn(kind: GameKind, random: Random): PreferenceGame {
  switch (kind) {
    case RING:
      return ringAboveGame([0.9, 0.6, 0.6], 5, 0.8, random);
    case "random":
      return randomGame(ANSWERS, random);
    case REWARD:
      return rewardGame(Float64Array.from({ length: ANSWERS }, () => random.normal()));
  }
}
