// Where the levels of meta-training come from: always new ones, a fixed set, or a buffer that replays by score. The buffer is the
// memory of prioritised level replay (arXiv 2010.03934) as arXiv 2310.02782 uses it, where the levels of highest score come back
// and those of lowest score make room.

import { Random } from "../../core/random.ts";
import type { anyLevel, LevelProcess, LevelScore } from "./level-scores.ts";

/** Gives each generation its levels and hears how lives on them went. */
export interface Curriculum {
  /** Present where lives must be scored. */
  readonly score?: LevelScore;
  next(count: number): readonly LevelProcess[];
  /** Scores of the lives on the levels of the last `next`, in their order. */
  scored(scores: ArrayLike<number>): void;
}

/** Domain randomisation: every level is new. */
export function randomLevels(source: typeof anyLevel, seed: number): Curriculum {
  const random = Random.of(seed, "levels");
  return { next: (count) => Array.from({ length: count }, () => source(random)), scored() {} };
}

/** Uniform draws from a set that never changes. */
export function fixedLevels(levels: readonly LevelProcess[], seed: number): Curriculum {
  const random = Random.of(seed, "levels");
  return { next: (count) => Array.from({ length: count }, () => levels[random.integer(levels.length)]), scored() {} };
}

/** Levels are kept as numbers and made when they are played: a buffer of thousands holds few that ever are. */
const NUMBERS = 2 ** 48;

/** Prioritised level replay by `score`. */
export function replayedLevels(
  source: typeof anyLevel,
  score: LevelScore,
  sizes: { readonly size: number; readonly replay: number },
  seed: number,
): Curriculum {
  const random = Random.of(seed, "levels");
  const choices = Random.of(seed, "replay");
  const buffer = levelBuffer({ ...sizes, draw: (from) => from.integer(NUMBERS) }, random);
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

/**
 * A buffer of `size` new levels, which are numbers. A level is new until it has a score, and active while agents live in it. `replay` is
 * the probability that a place of a batch goes to a replayed level rather than to one that was never played.
 */
export function levelBuffer(
  { size, replay, draw }: { size: number; replay: number; draw(random: Random): number },
  random: Random,
) {
  const levels = Array.from({ length: size }, () => draw(random));
  const score = new Float64Array(size);
  const fresh = new Uint8Array(size).fill(1);
  const active = new Uint8Array(size);
  const slots = Array.from({ length: size }, (_, slot) => slot);
  const at = (slot: number) => ({ slot, level: levels[slot] });
  const byScore = () =>
    slots.filter((slot) => fresh[slot] === 0 && active[slot] === 0).sort((a, b) => score[b] - score[a] || a - b);

  return {
    /** Inactive levels with a score, highest first; equal scores by slot. */
    ranked: () => byScore().map(at),
    /** Levels for a batch: first replayed ones, highest score first, then new ones at random. All become active. */
    take(count: number, from: Random) {
      let replayed = 0;
      for (let k = 0; k < count; k++) if (from.uniform() < replay) replayed += 1;
      const known = byScore();
      // Too few known levels are not replayed at all, or the first ones would come back over and over.
      const chosen = known.length < count ? [] : known.slice(0, replayed);
      const unknown = slots.filter((slot) => fresh[slot] === 1 && active[slot] === 0);
      while (chosen.length < count) {
        if (unknown.length === 0) throw new Error(`a buffer of ${size} levels has no ${count} for a batch`);
        chosen.push(unknown.splice(from.integer(unknown.length), 1)[0]);
      }
      for (const slot of chosen) active[slot] = 1;
      return chosen.map(at);
    },
    /** Gives levels back with their scores: they are inactive and no longer new. */
    give(done: readonly number[], scores: ArrayLike<number>) {
      for (const [k, slot] of done.entries()) {
        score[slot] = scores[k];
        active[slot] = 0;
        fresh[slot] = 0;
      }
    },
    /** Draws `count` fresh levels: in the place of new ones, then of those with the lowest scores; never of active ones. */
    renew(count: number, from: Random) {
      const newest = (a: number, b: number) => fresh[b] - fresh[a];
      const order = slots
        .filter((slot) => active[slot] === 0)
        .sort((a, b) => newest(a, b) || (fresh[a] === 1 ? 0 : score[a] - score[b]) || a - b);
      for (const slot of order.slice(0, count)) {
        levels[slot] = draw(from);
        score[slot] = 0;
        fresh[slot] = 1;
      }
    },
  };
}
