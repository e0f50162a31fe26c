// Pictures that agents drew, side by side: in a world of pictures the first episodes of a seed, whose captions are the same for all variants.

import type { Setting } from "../experiment/setting.ts";
import type { Database } from "../store/database.ts";
import type { VariantPlace } from "./replay.ts";
import type { DrawnPicture } from "./report-data.ts";
import { played, storedEpisodes } from "./stored-episodes.ts";

/** Pictures of a variant. */
const MOST = 12;

/** Returns the pictures of the first episodes of the first seed with stored steps. */
export async function picturesOf(
  database: Database,
  { store, key, episodes }: VariantPlace,
  setting: Setting,
  seeds: readonly number[],
): Promise<DrawnPicture[]> {
  const first = Array.from({ length: Math.min(MOST, episodes) }, (_, episode) => episode);
  for (const seed of seeds) {
    const stored = await storedEpisodes(database, { store, key, seed }, setting.spec, first);
    if (stored.length === 0) continue;
    return stored.flatMap((one) => {
      const { picture } = played(setting, { seed, episodes }, one);
      return picture === undefined ? [] : [{ seed, episode: one.episode, pay: one.pay[0], ...picture() }];
    });
  }
  return [];
}
