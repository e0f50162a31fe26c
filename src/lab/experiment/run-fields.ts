// Fields that an experiment file and the record of a run share: seeds, number of episodes, and the margin.

import { z } from "zod";

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
