// Tables over what a seat sees. Each table has an entry for every combination of the values of some fields of the observation. A sum of one
// entry of each table is a function that is linear in binary features, always as many of them active as there are tables.

import { z } from "zod";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";

const field = z.union([
  z.string(),
  z.strictObject({
    field: z.string().describe("a field whose range is cut"),
    bins: z.int().min(1).max(10_000).describe("parts of equal width, the outer ones with what lies beyond"),
  }),
]);

/** The parameter of learners in tables. */
export const tables = z
  .array(z.array(field).max(64))
  .min(1)
  .max(64)
  .optional()
  .describe(
    "lists of fields of the observation, whose values are whole numbers: a table has an entry for each combination, and what is learnt is a sum over tables; default one table of all fields",
  );

type TableFields = NonNullable<z.output<typeof tables>>;

/** Where an observation falls in tables that lie one after another. */
export interface ObservedTables {
  /** Entries of all tables together. */
  readonly size: number;
  /** Tables. */
  readonly count: number;
  /** Writes the entry of each table, [count], for the observation that begins at `from`. Throws a UserError where a value has none. */
  write(observations: Float32Array, from: number, into: Int32Array): void;
}

/** Numbers that all tables of a function may have together. */
const MOST = 2 ** 24;

/** One number of an observation, as a digit of an entry. */
interface Digit {
  readonly name: string;
  readonly at: number;
  readonly low: number;
  readonly high: number;
  /** Values that the digit may have. */
  readonly values: number;
  /** Parts of a unit, where a range is cut; undefined where values are whole. */
  readonly parts: number | undefined;
}

/**
 * Tables over a world's observation, of `width` numbers an entry. An empty list is a table of one entry, a bias. Throws a UserError where
 * a field is missing or has no bounds, where the bounds of whole numbers are none, and where the tables are too large.
 */
export function observedTables(spec: NumericSpec, given: TableFields | undefined, width: number): ObservedTables {
  const chosen = given ?? [spec.observation.map(({ name }) => name)];
  let size = 0;
  const all = chosen.map((fields, t) => {
    const digits = fields.flatMap((one, k) => digitsOf(spec, one, ["tables", t, k]));
    const start = size;
    size += digits.reduce((product, { values }) => product * values, 1);
    return { start, digits };
  });
  if (!(size * width <= MOST)) {
    const what = `the tables have ${size} entries of ${width} numbers, more than ${MOST} in all`;
    const hint =
      "name fewer fields in a table, several small tables in the place of a large one, or a learner with a network (dqn, ppo)";
    throw new UserError({ code: "large-tables", what, path: ["tables"], hint });
  }
  return {
    size,
    count: all.length,
    write(observations, from, into) {
      for (let t = 0; t < all.length; t++) {
        const { start, digits } = all[t];
        let entry = 0;
        for (let k = 0; k < digits.length; k++) {
          const digit = digits[k];
          const { at, low, values, parts } = digit;
          const value = observations[from + at] - low;
          let place = value;
          if (parts !== undefined) place = Math.min(values - 1, Math.max(0, Math.floor(value * parts)));
          else if (!Number.isInteger(value) || value < 0 || value >= values)
            throw noEntry(digit, value + low, ["tables", t]);
          entry = entry * values + place;
        }
        into[t] = start + entry;
      }
    },
  };
}

function digitsOf(spec: NumericSpec, given: TableFields[number][number], path: (string | number)[]): Digit[] {
  const { field: name, bins } = typeof given === "string" ? { field: given, bins: undefined } : given;
  const offset = fieldOffset(spec, name);
  const known = spec.observation.find((one) => one.name === name);
  if (offset === undefined || known === undefined) {
    const names = spec.observation.map((one) => one.name);
    throw new UserError({ ...unknownName("field of the observation", name, names), path });
  }
  const [low, high] = bins === undefined ? [known.low, known.high] : (known.usual ?? [known.low, known.high]);
  if (!Number.isFinite(high - low)) {
    const what = `${name} has no bounds, between which a table would have its entries`;
    throw new UserError({
      code: "no-bounds",
      what,
      path,
      hint: "leave it out, or use a learner with a network (dqn, ppo)",
    });
  }
  if (bins === undefined && !(Number.isInteger(low) && Number.isInteger(high))) {
    const what = `${name} goes from ${low} to ${high}, which are no whole numbers`;
    throw new UserError({ code: "no-whole-numbers", what, path, hint: cut(name) });
  }
  const values = bins ?? high - low + 1;
  const parts = bins === undefined ? undefined : bins / (high - low);
  return Array.from({ length: known.size }, (_, k) => ({ name, at: offset + k, low, high, values, parts }));
}

const cut = (name: string) => `write { field: ${name}, bins: 10 } to cut its range into parts`;

function noEntry({ name, low, high }: Digit, value: number, path: (string | number)[]): UserError {
  if (!Number.isInteger(value)) {
    const what = `${name} was ${Number(value.toPrecision(6))} in an episode, and a table has entries for whole numbers alone`;
    return new UserError({ code: "no-whole-number", what, path, hint: cut(name) });
  }
  const what = `${name} was ${value} in an episode, and its world declares ${low} to ${high}`;
  return new UserError({ code: "out-of-bounds", what, path, hint: "mend the bounds that the world declares" });
}

/** Sums of rows of weights [entries × width], one row for each of `entries`, written to `into` from `at` on. */
export function sumRows(weights: Float32Array, entries: Int32Array, width: number, into: Float64Array, at = 0): void {
  into.fill(0, at, at + width);
  for (let t = 0; t < entries.length; t++) {
    const row = entries[t] * width;
    for (let a = 0; a < width; a++) into[at + a] += weights[row + a];
  }
}
