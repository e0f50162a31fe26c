// The ranges that most parameters have, from 0 or 1 up to a bound.

import { z } from "zod";

/** A number in [0, most]. */
export const numberUpTo = (most: number) => z.number().min(0).max(most);

/** A number in (0, most]. */
export const positiveUpTo = (most: number) => z.number().gt(0).max(most);

/** A whole number in 1 … most. */
export const countUpTo = (most: number) => z.int().min(1).max(most);
