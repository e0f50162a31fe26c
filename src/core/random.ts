// The only source of randomness. A stream is found by name, never by order of calls: the key of a stream is a hash of
// the seed and the names on the way to it, so adding a stream somewhere does not move the numbers of another.

import { hash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

type Generator = ReturnType<typeof xoroshiro128plusFromState>;
type Name = string | number;

/** A named stream of pseudo-random numbers (xoroshiro128+, keyed by SHA-256). */
export class Random {
  readonly #key: string;
  /** Made at the first number: many streams only lead to others, and a hash takes longer than a hundred numbers. */
  #generator: Generator | undefined;
  #spare: number | undefined;

  private constructor(key: string, generator?: Generator, spare?: number) {
    this.#key = key;
    this.#generator = generator;
    this.#spare = spare;
  }

  /** The stream of `seed` at `names`: `Random.of(7, "environment", 0)`. */
  static of(seed: number, ...names: Name[]): Random {
    return new Random(JSON.stringify([seed, ...names]));
  }

  /** The stream below this one at `names`. It does not depend on how many numbers were drawn from this one. */
  stream(...names: Name[]): Random {
    return new Random(`${this.#key}/${JSON.stringify(names)}`);
  }

  /** A copy that goes on with the same numbers and is independent from here on. */
  clone(): Random {
    return new Random(this.#key, this.#generator?.clone(), this.#spare);
  }

  /** Uniform in [0, 1), 53 bits. */
  #next(): number {
    this.#generator ??= generatorOf(this.#key);
    return uniformFloat64(this.#generator);
  }

  /** Uniform in [low, high), 53 bits. */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.#next();
  }

  /** Uniform integer in 0 … bound-1. */
  integer(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** Standard normal, by the polar method of Marsaglia and Bray (1964). */
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
  // A character for each byte: making a Buffer would take longer than the hash.
  const bytes = hash("sha256", key, "binary");
  const word = (at: number) =>
    bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24);
  return xoroshiro128plusFromState([word(0), word(4), word(8), word(12)]);
}
