// The only source of random numbers. A stream is identified by name, never by order of calls. Its key is a hash of the seed and the names
// on its path, so an added stream does not change the numbers of others.

import { hash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

type Generator = ReturnType<typeof xoroshiro128plusFromState>;
type Name = string | number;

/** A named stream of pseudo-random numbers (xoroshiro128+, keyed by SHA-256). */
export class Random {
  readonly #key: string;
  /** Created at the first draw: many streams only lead to other streams, and a hash takes longer than a hundred draws. */
  #generator: Generator | undefined;
  #spare: number | undefined;

  private constructor(key: string, generator?: Generator, spare?: number) {
    this.#key = key;
    this.#generator = generator;
    this.#spare = spare;
  }

  /** Returns the stream of `seed` at `names`: `Random.of(7, "environment", 0)`. */
  static of(seed: number, ...names: Name[]): Random {
    return new Random(JSON.stringify([seed, ...names]));
  }

  /** Returns the stream below this one at `names`. It does not depend on how many numbers were drawn from this one. */
  stream(...names: Name[]): Random {
    return new Random(`${this.#key}/${JSON.stringify(names)}`);
  }

  /** Returns an independent copy that continues with the same numbers. */
  clone(): Random {
    return new Random(this.#key, this.#generator?.clone(), this.#spare);
  }

  /** Draws a number, uniform in [0, 1), with 53 random bits. */
  #next(): number {
    this.#generator ??= generatorOf(this.#key);
    return uniformFloat64(this.#generator);
  }

  /** Draws a number, uniform in [low, high), with 53 random bits. */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.#next();
  }

  /** Draws an integer, uniform in 0 … bound − 1. */
  integer(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** Draws a standard normal number, by the polar method of Marsaglia and Bray (1964). */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    for (;;) {
      const x = 2 * this.#next() - 1;
      const y = 2 * this.#next() - 1;
      const r2 = x * x + y * y;
      if (r2 > 0 && r2 < 1) {
        const factor = Math.sqrt((-2 * Math.log(r2)) / r2);
        this.#spare = y * factor;
        return x * factor;
      }
    }
  }
}

function generatorOf(key: string): Generator {
  // One character per byte: making a Buffer would take longer than the hash.
  const bytes = hash("sha256", key, "binary");
  const word = (at: number) =>
    bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24);
  return xoroshiro128plusFromState([word(0), word(4), word(8), word(12)]);
}
