// How many groups a worker takes, and how often it looks for more.

import type { Paces } from "./dbos.ts";
import type { Lanes } from "./lanes.ts";
import type { ClusterLoad } from "./liveness.ts";

/** Jobs that wait for others which a worker has at a time. */
export const ASKING = 16;
/** Milliseconds between two looks: of a worker with nothing to do, of one that has enough, and for jobs that wait for others. */
const LOOK = { idle: 50, busy: 500, asking: 1000 } as const;
/** All workers together look so often a second at most. */
const LOOKS = 200;

/** The paces of a worker's queues in a cluster that is so busy. */
export function paceOf({ count, isFull }: Pick<Lanes, "count" | "isFull">, { workers, idle }: ClusterLoad): Paces {
  const together = (1000 * workers) / LOOKS;
  // One group waits for the next free thread, unless others have nothing to do.
  const groups = count + (idle > 0 ? 0 : 1);
  return {
    threads: { groups, look: Math.max(isFull ? LOOK.busy : LOOK.idle, together) },
    asking: { groups: ASKING, look: Math.max(LOOK.asking, together) },
  };
}
