// What an experiment's file and the record of a run say alike: which seeds, how many episodes, and which differences count as none.

import { z } from "zod";

/** Seeds of a run, at most. */
export const MOST_SEEDS = 1_000_000;
/** The largest that a table's column of seeds holds. */
const MOST_SEED = 2_147_483_647;

export const seedField = z.int().min(0).max(MOST_SEED);
export const episodesField = z.int().min(1).max(1_000_000);
export const marginField = z.union([
  z.number().min(0),
  z.string().regex(/^\d+(\.\d+)?\s*%$/, {
    error: 'it must be a number in the objective\'s unit, or a share such as "5 %"',
  }),
]);
