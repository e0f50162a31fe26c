// Where the levels of meta-training come from: always new ones, a fixed set, or a buffer that replays by score.

import { Random } from "../../core/random.ts";
import { levelBuffer } from "./level-buffer.ts";
import type { LevelProcess, LevelScore } from "./level-scores.ts";

/** Gives each generation its levels and hears how lives on them went. */
export interface Curriculum {
  /** Present where lives must be scored. */
  readonly score?: LevelScore;
  next(count: number): readonly LevelProcess[];
  /** Scores of the lives on the levels of the last `next`, in their order. */
  scored(scores: ArrayLike<number>): void;
}

/** Draws a level. */
export type LevelSource = (random: Random) => LevelProcess;

/** Domain randomisation: every level is new. */
export function randomLevels(source: LevelSource, seed: number): Curriculum {
  const random = Random.of(seed, "levels");
  return { next: (count) => Array.from({ length: count }, () => source(random)), scored() {} };
}

/** Uniform draws from a set that never changes. */
export function fixedLevels(levels: readonly LevelProcess[], seed: number): Curriculum {
  const random = Random.of(seed, "levels");
  return { next: (count) => Array.from({ length: count }, () => levels[random.integer(levels.length)]), scored() {} };
}

/** Settings of prioritised level replay. */
export interface ReplayOptions {
  /** Slots of the buffer. */
  readonly size: number;
  /** Probability of a replay. */
  readonly replay: number;
}

/** Levels are kept as numbers and made when they are played: a buffer of thousands holds few that ever are. */
const NUMBERS = 2 ** 48;

/** Prioritised level replay by `score`. */
export function replayedLevels(
  source: LevelSource,
  score: LevelScore,
  { size, replay }: ReplayOptions,
  seed: number,
): Curriculum {
  const random = Random.of(seed, "levels");
  const choices = Random.of(seed, "replay");
  const buffer = levelBuffer({ size, replay, draw: (from) => from.integer(NUMBERS) }, random);
  let playing: readonly number[] = [];
  return {
    score,
    next(count) {
      const taken = buffer.take(count, choices);
      playing = taken.map(({ slot }) => slot);
      return taken.map(({ level }) => source(Random.of(level, "level")));
    },
    scored(scores) {
      buffer.renew(playing.length, random);
      buffer.give(playing, scores);
    },
  };
}
