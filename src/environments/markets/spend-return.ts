// Return on spend, as a channel may tell it.

/** Who pays next to nothing has no larger return than this. */
export const MOST_RETURN = 1e6;

/** Value over spend; 0 before anything was paid. */
export function returnOn(value: number, spend: number): number {
  return spend > 0 ? Math.min(MOST_RETURN, value / spend) : 0;
}
