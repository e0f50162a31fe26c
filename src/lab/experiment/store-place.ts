// Where a store keeps what was read and need not be read again.

import { dirname, join } from "node:path";

/** The folder of a store for what was read and need not be read again. */
export const keptIn = (store: string): string => join(store, "logs");

/** The store whose folder this is. */
export const storeOf = (kept: string): string => dirname(kept);
