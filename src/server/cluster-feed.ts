// Status of a cluster, sent to open pages. Its database is polled once a second while a page is open, and not at all otherwise.

import type { ClusterLook } from "../cluster/standing.ts";
import type { ClusterPageData, ClusterStanding } from "../cluster/standing-data.ts";
import { messageOf, UserError } from "../core/errors.ts";
import type { Listener } from "./live-feed.ts";

/** A cluster whose status is sent to pages. */
export interface ClusterFeed {
  /** Sends updates to a page from the next poll on. Returns a function that ends it. */
  listen(listener: Listener): () => void;
  /** Returns the current status. Throws a UserError where the database does not answer. */
  standing(): Promise<ClusterStanding>;
  close(): void;
}

/** Milliseconds between two polls. */
const EVERY = 1000;
/** Number of unsent bytes above which a page gets no update. */
const SLOW = 1_000_000;

export function clusterFeed(look: ClusterLook): ClusterFeed {
  /** The last update of each page. */
  const listeners = new Map<Listener, string>();
  let timer: NodeJS.Timeout | undefined;
  let latest: ClusterPageData["cluster"] = { standing: null, away: null };
  /** Pages and requests share a pending poll. */
  let looking: Promise<void> | undefined;
  let isFollowing = false;

  const lookOnce = (): Promise<void> => {
    looking ??= look
      .standing()
      .then(
        (standing) => {
          latest = { standing, away: null };
        },
        (error: unknown) => {
          const since = latest.away?.since ?? new Date().toISOString();
          latest = { ...latest, away: { since, why: messageOf(error) } };
        },
      )
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const tell = (): void => {
    // The time of the status is left out, since it alone is no change.
    const mark = JSON.stringify([{ ...latest.standing, at: "" }, latest.away]);
    const message = JSON.stringify({ cluster: latest } satisfies ClusterPageData);
    for (const [listener, last] of listeners) {
      if (last === mark || listener.waiting() > SLOW) continue;
      listener.send(message);
      listeners.set(listener, mark);
    }
  };
  const follow = async (): Promise<void> => {
    isFollowing = listeners.size > 0;
    if (!isFollowing) return;
    await lookOnce();
    tell();
    timer = setTimeout(() => void follow(), EVERY).unref();
  };

  return {
    listen(listener) {
      listeners.set(listener, "");
      if (!isFollowing) void follow();
      return () => listeners.delete(listener);
    },
    async standing() {
      await lookOnce();
      if (latest.away === null && latest.standing !== null) return latest.standing;
      const what = `the cluster's database has not answered since ${latest.away?.since}: ${latest.away?.why}`;
      throw new UserError({ code: "no-database", what, hint: "it is asked again with the next request" });
    },
    close() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
