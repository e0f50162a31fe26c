// How many groups a worker takes, and how often it polls for more.

import type { Paces } from "./dbos.ts";
import type { Lanes } from "./lanes.ts";
import type { ClusterLoad } from "./liveness.ts";

/** Maximum number of concurrent jobs of a worker that wait for others. */
export const ASKING = 16;
/** Milliseconds between two polls: of a worker with free lanes, of one without, and for jobs that wait for others. */
const LOOK = { idle: 50, busy: 500, asking: 1000 } as const;
/** Maximum number of polls a second of all workers together. */
const LOOKS = 200;

/** Returns the paces of a worker's queues for a given load of the cluster. */
export function paceOf({ count, isFull }: Pick<Lanes, "count" | "isFull">, { workers, idle }: ClusterLoad): Paces {
  const together = (1000 * workers) / LOOKS;
  // One group waits for the next free thread, unless other workers are idle.
  const groups = count + (idle > 0 ? 0 : 1);
  return {
    threads: { groups, look: Math.max(isFull ? LOOK.busy : LOOK.idle, together) },
    asking: { groups: ASKING, look: Math.max(LOOK.asking, together) },
  };
}
