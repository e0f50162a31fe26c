// A Poisson number of any mean, in constant time: a bootstrap draws one for each count of a table.

import type { Random } from "../core/random.ts";

/** Means from which on rejection is quicker than multiplication. */
const LARGE = 10;

/**
 * A draw from Poisson(mean), mean ≥ 0: by products of uniform numbers (Knuth) below 10, else by transformed rejection (Hörmann, 1993, "The
 * transformed rejection method for generating Poisson random variables", algorithm PTRS).
 */
export function poissonDraw(mean: number, random: Random): number {
  return mean < LARGE ? multiplied(Math.exp(-mean), random) : rejected(mean, hatOf(mean), 0, random);
}

/** Draws of some means, each again and again: what a mean needs is computed once. The numbers are those of `poissonDraw`. */
export class PoissonDraws {
  readonly #means: Float64Array;
  /** e^−mean of a small mean, [means]. */
  readonly #least: Float64Array;
  /** Of the large ones, [means × `HAT`]. */
  readonly #hats: Float64Array;

  constructor(means: Float64Array) {
    this.#means = means;
    this.#least = means.map((mean) => Math.exp(-mean));
    this.#hats = new Float64Array(HAT * means.length);
    for (const [at, mean] of means.entries()) if (mean >= LARGE) this.#hats.set(hatOf(mean), HAT * at);
  }

  /** A draw of each mean, one after the other, [means]. */
  draw(random: Random, into: Float64Array): void {
    const [means, least, hats] = [this.#means, this.#least, this.#hats];
    for (let at = 0; at < means.length; at++) {
      const mean = means[at];
      into[at] = mean < LARGE ? multiplied(least[at], random) : rejected(mean, hats, HAT * at, random);
    }
  }
}

/** `least` is e^−mean. */
function multiplied(least: number, random: Random): number {
  let product = random.uniform();
  let count = 0;
  while (product > least) {
    product *= random.uniform();
    count += 1;
  }
  return count;
}

/** Numbers of a hat. */
const HAT = 5;

/** What the rejection of a mean needs: b, a, 1/α and v_r of the paper, and the mean's logarithm. */
function hatOf(mean: number): Float64Array {
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  return Float64Array.of(b, a, 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2), Math.log(mean));
}

function rejected(mean: number, hats: Float64Array, from: number, random: Random): number {
  const b = hats[from];
  const a = hats[from + 1];
  const quick = hats[from + 3];
  for (;;) {
    const u = random.uniform() - 0.5;
    const v = random.uniform();
    const room = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / room + b) * u + mean + 0.43);
    if (room >= 0.07 && v <= quick) return count;
    if (count < 0 || (room < 0.013 && v > room)) continue;
    const logarithm = Math.log((v * hats[from + 2]) / (a / (room * room) + b));
    if (logarithm <= count * hats[from + 4] - mean - logFactorial(count)) return count;
  }
}

/** ln n! from a table, and by Stirling's series beyond it. */
function logFactorial(n: number): number {
  if (n < TABLE.length) return TABLE[n];
  const inverse = 1 / n;
  return (n + 0.5) * Math.log(n) - n + HALF_LOG_2PI + inverse / 12 - inverse ** 3 / 360;
}

const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
const TABLE = new Float64Array(256);
for (let n = 2; n < TABLE.length; n++) TABLE[n] = TABLE[n - 1] + Math.log(n);
