// Fields of an experiment that say how much is computed: seeds, number of episodes, and the margin. The record of a run shares them.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";

/** Maximum number of seeds of a run. */
export const MOST_SEEDS = 1_000_000;
/** Largest seed that a table's column can store. */
const MOST_SEED = 2_147_483_647;

export const seedField = z.int().min(0).max(MOST_SEED);
export const episodesField = z.int().min(1).max(1_000_000);
export const marginField = z.union([
  z.number().min(0),
  z.string().regex(/^\d+(\.\d+)?\s*%$/, {
    error: 'it must be a number in the objective\'s unit, or a share such as "5 %"',
  }),
]);

/** Number of seeds, or the seeds. */
const size = z.union([z.int().min(1).max(MOST_SEEDS), z.array(seedField).min(1)]);

const first = seedField.optional().describe("the first of the seeds, where sizes are counts; default 0");

export const seedsSchema = z.union([size, z.strictObject({ first, short: size, full: size })]);

/**
 * Returns the seeds: `given` of them, consecutive, or the listed ones; `full` selects the larger size. Throws a UserError for `full` where
 * there is only one size.
 */
export function seedsOf(given: z.output<typeof seedsSchema>, full = false): readonly number[] {
  if (typeof given === "object" && "short" in given) {
    const { first: from = 0, short, full: more } = given;
    return seedsOf(full ? more : short).map((seed, k) => (typeof (full ? more : short) === "number" ? from + k : seed));
  }
  if (full) {
    const hint = "write seeds: { short: 5, full: 40 }, or give --seeds";
    throw new UserError({ code: "no-full", what: "has one size", path: ["seeds"], hint });
  }
  return typeof given === "number" ? Array.from({ length: given }, (_, seed) => seed) : [...new Set(given)];
}
