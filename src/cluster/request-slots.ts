// One limit of requests for the whole cluster: each request that is open holds an advisory lock on one of as many slots as are allowed.
// A worker that dies gives its slots back with its connection.

import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import type { Limiter } from "../clients/limiter.ts";
import { lasting, settings } from "./postgres.ts";

/** Milliseconds between two looks for a free slot. */
const LOOK = 50;

/** Slots that all processes share which are opened with the same database. */
export async function requestSlots(
  url: string,
): Promise<{ limiter: (name: string, most: number) => Limiter; close(): Promise<void> }> {
  // One connection, since a lock is that of its connection; what held locks on a connection that was lost goes on without.
  const pool = new Pool({ ...settings(url, 1), idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  const limiter = (name: string, most: number): Limiter => {
    const limit = createHash("sha256").update(name).digest().readInt32BE(0);
    /** Slots of this process: its connection would be given the same lock twice. */
    const own = new Set<number>();
    const free = async (): Promise<number | undefined> => {
      // The planner may ask for the lock before it compares: CASE keeps the order.
      const query = `SELECT slot FROM generate_series(0, $2 - 1) AS slot
        WHERE CASE WHEN slot = ANY($3) THEN false ELSE pg_try_advisory_lock($1, slot) END LIMIT 1`;
      const { rows } = await lasting(() => pool.query<{ slot: number }>(query, [limit, most, [...own]]));
      const slot = rows[0]?.slot;
      if (slot !== undefined) own.add(slot);
      return slot;
    };
    // One at a time looks: two would see the same slots of this process.
    let looking: Promise<unknown> = Promise.resolve();
    const taken = async (): Promise<number> => {
      for (;;) {
        const look = looking.then(free);
        looking = look.catch(() => {});
        const slot = await look;
        if (slot !== undefined) return slot;
        await wait(LOOK);
      }
    };
    return async (task) => {
      const slot = await taken();
      try {
        return await task();
      } finally {
        own.delete(slot);
        await pool.query("SELECT pg_advisory_unlock($1, $2)", [limit, slot]).catch(() => {});
      }
    };
  };
  return { limiter, close: () => pool.end() };
}
