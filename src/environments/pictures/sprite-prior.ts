// Outcomes of a careful painter of sprites in closed form. Sprites of a picture are drawn alike and apart from each other, and channels are
// means over them, so that moments over all pictures follow from those of one sprite and from how many sprites there are.

import type { OutcomePrior, Shares } from "../../core/outcome-prior.ts";
import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { PLACES, SHAPES } from "./sprite-bank.ts";

/** Largest row or column of a sprite. */
const LAST = PLACES - 1;

/** Channels that vary, then those that are the same in every right picture. */
const VARYING = [...SHAPES, "row", "column"] as const;
const FIXED: Readonly<Record<string, number>> = {
  ...{ present: 1, shape: 1, quadrant: 1, right: 1 },
  ...{ sharpness: 0, closeness: 0 },
};
const CHANNELS = [...VARYING, ...Object.keys(FIXED)];

/** The prior of pictures of up to `colours` sprites, each there with chance `present`, with chances of the shapes. */
export function spritePrior(colours: number, present: number, own: readonly number[]): OutcomePrior {
  const size = CHANNELS.length;
  const chances = (shares: Shares | undefined): readonly number[] =>
    shares === undefined ? own : SHAPES.map((name) => shares[name] ?? 0);
  const counts = countChances(colours, present);
  return {
    channels: CHANNELS,
    kinds: SHAPES,
    moments(shares) {
      const shapes = chances(shares);
      const mean = Float64Array.from([...shapes, 0.5, 0.5, ...Object.values(FIXED)]);
      const covariance = new Float64Array(size * size);
      const fewer = counts.reduce((sum, chance, k) => sum + chance / (k + 1), 0);
      for (const [a, one] of shapes.entries()) {
        for (const [b, other] of shapes.entries())
          covariance[a * size + b] = fewer * ((a === b ? one : 0) - one * other);
      }
      // The variance of a whole number from 0 to L, all alike, is L(L + 2)/12.
      for (const k of [SHAPES.length, SHAPES.length + 1]) covariance[k * size + k] = (fewer * (LAST + 2)) / (12 * LAST);
      return { mean, covariance };
    },
    draw(random: Random, into, at, shares) {
      const shapes = chances(shares);
      const sprites = 1 + drawAt(counts, 0, colours, random);
      into.fill(0, at, at + VARYING.length);
      for (let k = 0; k < sprites; k++) {
        into[at + drawAt(shapes, 0, SHAPES.length, random)] += 1 / sprites;
        into[at + SHAPES.length] += random.integer(PLACES) / LAST / sprites;
        into[at + SHAPES.length + 1] += random.integer(PLACES) / LAST / sprites;
      }
      into.set(Object.values(FIXED), at + VARYING.length);
    },
  };
}

/** Chances of 1, 2 … `colours` sprites, given that there is one. */
function countChances(colours: number, present: number): number[] {
  const chances: number[] = [];
  let ways = 1;
  for (let k = 1; k <= colours; k++) {
    ways = (ways * (colours - k + 1)) / k;
    chances.push(ways * present ** k * (1 - present) ** (colours - k));
  }
  const some = chances.reduce((a, b) => a + b, 0);
  return chances.map((chance) => chance / some);
}
