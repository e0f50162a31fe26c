// Requests that come one after the other, each with a few ways to serve it: what each way earns, and what it uses of resources that
// nothing refills. Many requests lie side by side, so that serving one costs no allocation.

import type { Random } from "../../core/random.ts";

/** Requests in their order. Beside its options a request may always be turned away, which earns and uses nothing. */
export interface Requests {
  readonly count: number;
  readonly options: number;
  readonly resources: number;
  /** [count × options] f ≥ 0 */
  readonly rewards: Float64Array;
  /** [count × options × resources] b ≥ 0 */
  readonly uses: Float64Array;
}

/** Room for so many requests. */
export function emptyRequests(count: number, options: number, resources: number): Requests {
  return {
    count,
    options,
    resources,
    rewards: new Float64Array(count * options),
    uses: new Float64Array(count * options * resources),
  };
}

/** Where requests come from: writes the next ones over what stands in `requests`. */
export type RequestSource = (requests: Requests, random: Random) => void;
