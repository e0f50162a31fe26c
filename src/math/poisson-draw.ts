// Poisson numbers of a few means, each again and again, with one uniform number each: a bootstrap draws one for each count of a table.

import type { Random } from "../core/random.ts";

/** The largest mean of a table. A larger one is a sum of such means, as the sum of their numbers is a Poisson number of it. */
const LARGEST = 512;

/** Chances below this share of the likeliest number's are none: less than the last digit of a uniform number. */
const LEAST = 1e-18;

/**
 * Draws of some means ≥ 0, [means], by alias tables (Walker, 1977; Vose, 1991, "A linear algorithm for generating random numbers with a given
 * distribution"). These are made of sums and products alone, which every engine rounds alike.
 */
export class PoissonDraws {
  /** Of each mean above 0, where it stands, its table, and how many tables of `LARGEST` come beside this. */
  readonly #at: Uint32Array;
  readonly #table: Uint32Array;
  readonly #whole: Uint32Array;
  readonly #means: number;
  /** Of each table, the first of its cells, how many there are, and the number of the first. */
  readonly #from: number[] = [];
  readonly #cells: number[] = [];
  readonly #first: number[] = [];
  /** Of each cell, the chance of its own number, and the cell of the number that is drawn else. */
  readonly #own: Float64Array;
  readonly #other: Uint16Array;

  constructor(means: ArrayLike<number>) {
    const all = Array.from(means, (mean, at) => ({ mean, at })).filter(({ mean }) => mean > 0);
    const made: AliasTable[] = [];
    const byMean = new Map<number, number>();
    const tableOf = (mean: number): number => {
      const known = byMean.get(mean);
      if (known !== undefined) return known;
      this.#from.push(made.reduce((sum, { own }) => sum + own.length, 0));
      const table = aliasTable(mean);
      this.#cells.push(table.own.length);
      this.#first.push(table.first);
      byMean.set(mean, made.push(table) - 1);
      return made.length - 1;
    };
    tableOf(LARGEST);
    this.#means = means.length;
    this.#at = Uint32Array.from(all, ({ at }) => at);
    this.#whole = Uint32Array.from(all, ({ mean }) => Math.ceil(mean / LARGEST) - 1);
    this.#table = Uint32Array.from(all, ({ mean }, k) => tableOf(mean - LARGEST * this.#whole[k]));
    this.#own = Float64Array.from(made.flatMap(({ own }) => [...own]));
    this.#other = Uint16Array.from(made.flatMap(({ other }) => [...other]));
  }

  /** A draw of each mean, one after the other, [means]. A mean of 0 draws no number of `random`. */
  draw(random: Random, into: { [at: number]: number }): void {
    const [at, table, whole] = [this.#at, this.#table, this.#whole];
    if (at.length < this.#means) for (let k = 0; k < this.#means; k++) into[k] = 0;
    for (let k = 0; k < at.length; k++) {
      let count = this.#draw(table[k], random);
      for (let more = whole[k]; more > 0; more--) count += this.#draw(0, random);
      into[at[k]] = count;
    }
  }

  #draw(table: number, random: Random): number {
    const at = random.uniform() * this.#cells[table];
    const cell = Math.floor(at);
    const place = this.#from[table] + cell;
    return this.#first[table] + (at - cell < this.#own[place] ? cell : this.#other[place]);
  }
}

interface AliasTable {
  /** The number of the first cell. */
  readonly first: number;
  readonly own: Float64Array;
  readonly other: Uint16Array;
}

/** The table of a mean, 0 < mean ≤ `LARGEST`. */
function aliasTable(mean: number): AliasTable {
  const { first, weights } = weightsOf(mean);
  const scale = weights.length / weights.reduce((sum, weight) => sum + weight, 0);
  const own = Float64Array.from(weights, (weight) => weight * scale);
  const other = Uint16Array.from(weights.keys());
  const low: number[] = [];
  const high: number[] = [];
  for (const [cell, chance] of own.entries()) (chance < 1 ? low : high).push(cell);
  while (low.length > 0 && high.length > 0) {
    const [poor, rich] = [low.pop() ?? 0, high.pop() ?? 0];
    other[poor] = rich;
    own[rich] -= 1 - own[poor];
    (own[rich] < 1 ? low : high).push(rich);
  }
  // What is left is 1 but for rounding.
  for (const cell of [...low, ...high]) own[cell] = 1;
  return { first, own, other };
}

/** Numbers from `first` on with weights that are proportional to their chances, by p(n + 1) = p(n)·mean/(n + 1) from the likeliest on. */
function weightsOf(mean: number): { readonly first: number; readonly weights: readonly number[] } {
  const likeliest = Math.floor(mean);
  const below: number[] = [];
  for (let n = likeliest, weight = 1; n > 0; n--) {
    weight *= n / mean;
    if (weight < LEAST) break;
    below.push(weight);
  }
  const weights = [...below.reverse(), 1];
  for (let n = likeliest + 1, weight = 1; ; n++) {
    weight *= mean / n;
    if (weight < LEAST) break;
    weights.push(weight);
  }
  return { first: likeliest - below.length, weights };
}
