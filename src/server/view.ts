// The server of `agon view` and `agon vote`: a store with all that it contains, or one subject to vote on.

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { ClusterLook } from "../cluster/standing.ts";
import { openGrid } from "../lab/view/episode-grid.ts";
import { accessOf, type Role } from "./access.ts";
import { begunRuns, withFailures } from "./begun-runs.ts";
import { type ClusterFeed, clusterFeed } from "./cluster-feed.ts";
import { drafts } from "./drafts.ts";
import { experimentFiles } from "./experiment-files.ts";
import { playedGames } from "./games/games.ts";
import { judgings, type OpenVote } from "./judgings.ts";
import { kept } from "./kept.ts";
import { listening } from "./listening.ts";
import { type Listener, type LiveFeed, liveFeed } from "./live-feed.ts";
import { isPage } from "./rights.ts";
import { runIndex } from "./run-index.ts";
import { runTexts } from "./run-texts.ts";
import { refusedAnswer, viewApp } from "./view-app.ts";
import { viewPage } from "./view-page.ts";

export interface ViewOptions {
  readonly store: string;
  /** Default 127.0.0.1, for this user's processes only; a given host requires a token. */
  readonly host?: string;
  /** Default `PORT`, or a free port where that is in use. */
  readonly port?: number;
  /** Forbids all changes, starts and stops. Default false. */
  readonly isReadOnly?: boolean;
  /** Subject of a vote, for a server that is for this vote alone. */
  readonly vote?: OpenVote;
  /** A cluster to show beside the runs. */
  readonly cluster?: ClusterLook;
}

export interface ServedView {
  /** Its URL, with the token where one is needed. */
  readonly url: string;
  /** URL of the read-only role, where tokens have roles. */
  readonly readUrl?: string;
  close(): Promise<void>;
}

const PORT = 7411;
/** Number of runs whose reports are cached as text, and of those whose episodes are cached as tables. */
const KEPT = { reports: 20, grids: 2 } as const;
const MOST_CONNECTIONS = 256;
/** Maximum bytes of a message from a page. */
const LARGEST_MESSAGE = 64 * 1024;

/** Starts the server. Throws a UserError where it cannot listen on the address. */
export async function openView({
  store,
  host,
  port,
  isReadOnly = false,
  vote,
  cluster: look,
}: ViewOptions): Promise<ServedView> {
  const access = accessOf({ host, roles: rolesOf(isReadOnly, vote), isPage });
  const [stored, texts, page] = [runIndex(store), runTexts(), viewPage()];
  const begun = begunRuns(store, stored);
  const index = withFailures(stored, begun);
  const reports = kept(KEPT.reports, (run) => texts.report({ store, run }));
  const grids = kept(
    KEPT.grids,
    (run) => openGrid(store, run),
    (grid) => grid.close(),
  );
  const feed = liveFeed(index);
  const cluster = look === undefined ? undefined : clusterFeed(look);
  const checks = drafts();
  const experiments = { files: experimentFiles(store), drafts: checks, begun };
  const judged = judgings(store, vote);
  const games = playedGames(store);
  const ballot = vote && ballotOf(vote);
  const app = viewApp({ store, index, reports, grids, texts, page, judged, games, experiments, cluster, ballot });
  const sockets = liveSockets(feed, cluster);
  const ended = async (): Promise<void> => {
    await Promise.all([reports.close(), grids.close(), texts.close(), checks.close(), games.close()]);
  };
  try {
    const options = { access, port, usual: PORT, mostConnections: MOST_CONNECTIONS };
    const answers = { fetch: app.fetch, refuse: refusedAnswer, upgrade: sockets.upgrade };
    const { origin, close } = await listening(answers, options);
    const [url = `${origin}/`, readUrl] = [...access.tokens.values()].map((token) => `${origin}/?token=${token}`);
    return {
      url,
      ...(readUrl === undefined ? {} : { readUrl }),
      async close() {
        feed.close();
        cluster?.close();
        sockets.close();
        await close();
        await ended();
      },
    };
  } catch (error) {
    feed.close();
    cluster?.close();
    sockets.close();
    await ended();
    throw error;
  }
}

const rolesOf = (isReadOnly: boolean, vote: OpenVote | undefined): readonly [Role, ...Role[]] =>
  vote !== undefined ? ["judge"] : isReadOnly ? ["read"] : ["write", "read"];

/** Returns the path below which a vote is held. */
const ballotOf = (vote: OpenVote): string =>
  "answers" in vote ? "/api/texts/judging" : `/api/runs/${encodeURIComponent(vote.asked.run)}/judging`;

/** WebSockets at `/live`, which send changes to pages. */
function liveSockets(feed: LiveFeed, cluster: ClusterFeed | undefined) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  return {
    upgrade({ pathname }: URL, request: IncomingMessage, stream: Duplex, head: Buffer, role: Role): boolean {
      if (pathname !== "/live" || role === "judge") return false;
      sockets.handleUpgrade(request, stream, head, (socket) => {
        const listener: Listener = {
          send: (text) => socket.send(text),
          waiting: () => socket.bufferedAmount,
          close: () => socket.close(1001, "the view ends, or the page reads too slowly"),
        };
        const leave = feed.listen(listener);
        if (leave === undefined) socket.close(1013, "too many pages are open");
        const leaveCluster = leave === undefined ? undefined : cluster?.listen(listener);
        for (const end of ["close", "error"]) {
          socket.on(end, () => {
            leave?.();
            leaveCluster?.();
          });
        }
      });
      return true;
    },
    close(): void {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}
