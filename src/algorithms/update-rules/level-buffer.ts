// Where the levels of a training come from: always new ones, a few that never change, or a buffer that replays by score. The buffer is the
// memory of prioritised level replay (arXiv 2010.03934) as arXiv 2310.02782 uses it: the levels of highest score come back, and
// those of lowest score make room.

import type { Random } from "../../core/random.ts";
import { drawDistinct } from "../../math/weighted-draw.ts";

/** Levels are numbers, which single precision holds whole. */
const NUMBERS = 2 ** 24;

export interface LevelBufferOptions {
  readonly size: number;
  /** Probability that a place of a batch goes to a replayed level rather than to one that was never played. */
  readonly replay: number;
  /** β: a level of rank k is drawn in proportion to k^(−1/β); 0, the default: the highest scores are replayed first. */
  readonly temperature?: number;
  /** Draws a level; for tests. */
  readonly draw?: (random: Random) => number;
}

/** A buffer of new levels. A level is new until it has a score, and active while agents live in it. */
export function levelBuffer(
  { size, replay, temperature = 0, draw = (from) => from.integer(NUMBERS) }: LevelBufferOptions,
  random: Random,
) {
  const levels = Float32Array.from({ length: size }, () => draw(random));
  const score = new Float32Array(size);
  const fresh = new Float32Array(size).fill(1);
  const active = new Uint8Array(size);
  const slots = Array.from({ length: size }, (_, slot) => slot);
  const at = (slot: number) => ({ slot, level: levels[slot] });
  const byScore = () =>
    slots.filter((slot) => fresh[slot] === 0 && active[slot] === 0).sort((a, b) => score[b] - score[a] || a - b);

  return {
    /** All that it remembers while no level is active, for checkpoints. */
    state: { levels, score, fresh },
    /** Inactive levels with a score, highest first; equal scores by slot. */
    ranked: () => byScore().map(at),
    /** Levels for a batch: first replayed ones, by their scores, then new ones at random. All become active. */
    take(count: number, from: Random) {
      let replayed = 0;
      for (let k = 0; k < count; k++) if (from.uniform() < replay) replayed += 1;
      const known = byScore();
      // Too few known levels are not replayed at all, or the first ones would come back over and over.
      const chosen = known.length < count ? [] : byRank(known, replayed, temperature, from);
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

/** `count` of the slots that are given from the highest rank on (arXiv 2010.03934, eq. 3). */
function byRank(ranked: readonly number[], count: number, temperature: number, random: Random): number[] {
  if (temperature === 0) return ranked.slice(0, count);
  const weights = Float64Array.from(ranked, (_, k) => (k + 1) ** (-1 / temperature));
  return drawDistinct(weights, count, random).map((k) => ranked[k]);
}
