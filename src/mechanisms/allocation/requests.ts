// Sequential requests with a few options each: an option has a reward and uses non-renewable resources. Many requests are stored in flat
// arrays, so that serving one allocates no memory.

import type { Random } from "../../core/random.ts";

/** Requests in their order. Each may also be declined, with no reward and no use. */
export interface Requests {
  readonly count: number;
  readonly options: number;
  readonly resources: number;
  /** Rewards f ≥ 0, [count × options]. */
  readonly rewards: Float64Array;
  /** Resource uses b ≥ 0, [count × options × resources]. */
  readonly uses: Float64Array;
}

/** Allocates arrays for `count` requests. */
export function emptyRequests(count: number, options: number, resources: number): Requests {
  return {
    count,
    options,
    resources,
    rewards: new Float64Array(count * options),
    uses: new Float64Array(count * options * resources),
  };
}

/** A generator of requests: overwrites `requests` with the next ones. */
export type RequestSource = (requests: Requests, random: Random) => void;
