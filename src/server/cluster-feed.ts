// How a cluster stands, told to the pages that are open. Its database is asked about once a second while a page is open, and nothing is
// asked while none is.

import type { ClusterLook } from "../cluster/standing.ts";
import type { ClusterPageData, ClusterStanding } from "../cluster/standing-data.ts";
import { messageOf, UserError } from "../core/errors.ts";
import type { Listener } from "./live-feed.ts";

/** A cluster that pages are told of. */
export interface ClusterFeed {
  /** Begins to tell a page, after the next look. The function ends it. */
  listen(listener: Listener): () => void;
  /** How it stands now. A UserError where its database does not answer. */
  standing(): Promise<ClusterStanding>;
  close(): void;
}

/** Milliseconds between two looks. */
const EVERY = 1000;
/** Bytes that may wait to be sent to a page that is told more. */
const SLOW = 1_000_000;

export function clusterFeed(look: ClusterLook): ClusterFeed {
  /** What each page was told last. */
  const listeners = new Map<Listener, string>();
  let timer: NodeJS.Timeout | undefined;
  let latest: ClusterPageData["cluster"] = { standing: null, away: null };
  /** Several pages and requests share a look. */
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
    // That time has passed is no change.
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
