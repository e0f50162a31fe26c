// A limit on concurrent requests for the whole cluster: each open request holds an advisory lock on one of a number of slots. When a worker
// dies, its connection ends and its slots are released.

import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import type { Limiter } from "../clients/limiter.ts";
import { lasting, settings } from "./postgres.ts";

/** Milliseconds between two polls for a free slot. */
const LOOK = 50;

/** Returns slots that all processes share that open them with the same database. */
export async function requestSlots(
  url: string,
): Promise<{ limiter: (name: string, most: number) => Limiter; close(): Promise<void> }> {
  // A single connection, since locks belong to a connection. Requests whose lock was lost with the connection continue without it.
  const pool = new Pool({ ...settings(url, 1), idleTimeoutMillis: 0 });
  pool.on("error", () => {});
  const limiter = (name: string, most: number): Limiter => {
    const limit = createHash("sha256").update(name).digest().readInt32BE(0);
    /** Slots of this process, since its connection would be granted the same lock twice. */
    const own = new Set<number>();
    const free = async (): Promise<number | undefined> => {
      // CASE enforces the order: the planner might otherwise take the lock before it compares.
      const query = `SELECT slot FROM generate_series(0, $2 - 1) AS slot
        WHERE CASE WHEN slot = ANY($3) THEN false ELSE pg_try_advisory_lock($1, slot) END LIMIT 1`;
      const { rows } = await lasting(() => pool.query<{ slot: number }>(query, [limit, most, [...own]]));
      const slot = rows[0]?.slot;
      if (slot !== undefined) own.add(slot);
      return slot;
    };
    // One poll at a time: two would find the same slots of this process.
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
