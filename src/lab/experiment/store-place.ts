// The cache folder of a store.

import { dirname, join } from "node:path";

/** Returns the cache folder of a store, for data that was read and need not be read again. */
export const keptIn = (store: string): string => join(store, "logs");

/** Returns the store that a cache folder belongs to. */
export const storeOf = (kept: string): string => dirname(kept);
