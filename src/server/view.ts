// `agon view` as a server: listens on this machine alone unless it is told otherwise, and then asks for a token.

import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { ClusterLook } from "../cluster/standing.ts";
import { openGrid } from "../lab/view/episode-grid.ts";
import { begunRuns, withFailures } from "./begun-runs.ts";
import { type ClusterFeed, clusterFeed } from "./cluster-feed.ts";
import { drafts } from "./drafts.ts";
import { experimentFiles } from "./experiment-files.ts";
import { isLoopback } from "./guard.ts";
import { type AskedOfRun, judgings, type OpenedAnswers } from "./judgings.ts";
import { kept } from "./kept.ts";
import { listening } from "./listening.ts";
import { type Listener, type LiveFeed, liveFeed } from "./live-feed.ts";
import { runIndex } from "./run-index.ts";
import { runTexts } from "./run-texts.ts";
import { viewApp } from "./view-app.ts";
import { viewPage } from "./view-page.ts";

export interface ViewOptions {
  readonly store: string;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default `PORT`, or any free one where that is taken. */
  readonly port?: number;
  /** Nothing can be changed, started or stopped. Default false. */
  readonly isReadOnly?: boolean;
  /** Answers that are judged beside the runs. */
  readonly answers?: OpenedAnswers;
  /** What judges of one of the runs are asked. */
  readonly asked?: AskedOfRun;
  /** A cluster that is shown beside the runs. */
  readonly cluster?: ClusterLook;
}

/** A view that answers. */
export interface ServedView {
  /** Its address, with the token where one is needed. */
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 7411;
/** Runs whose reports are kept, as texts, and whose episodes are, as tables. */
const KEPT = { reports: 20, grids: 2 } as const;
const MOST_CONNECTIONS = 256;
/** Bytes of the largest message that a page may send. */
const LARGEST_MESSAGE = 64 * 1024;

/** Begins to answer; a UserError where the address cannot be listened on. */
export async function openView({
  store,
  host = "127.0.0.1",
  port,
  isReadOnly = false,
  answers,
  asked,
  cluster: look,
}: ViewOptions): Promise<ServedView> {
  const token = isLoopback(host) ? undefined : randomBytes(18).toString("base64url");
  const [found, texts, page] = [runIndex(store), runTexts(), viewPage(isReadOnly, look !== undefined)];
  const begun = begunRuns(store, found);
  const index = withFailures(found, begun);
  const reports = kept(KEPT.reports, (run) => texts.report({ store, run }));
  const grids = kept(
    KEPT.grids,
    (run) => openGrid(store, run),
    (grid) => grid.close(),
  );
  const feed = liveFeed(index);
  const cluster = look === undefined ? undefined : clusterFeed(look);
  const checks = drafts();
  const experiments = { files: experimentFiles(store), drafts: checks, begun, isReadOnly };
  const judged = judgings(store, answers, asked);
  const { fetch } = viewApp({ store, index, reports, grids, texts, page, judged, experiments, cluster, token });
  const sockets = liveSockets(feed, cluster);
  const ended = async (): Promise<void> => {
    await Promise.all([reports.close(), grids.close(), texts.close(), checks.close()]);
  };
  try {
    const options = { host, port, usual: PORT, token, mostConnections: MOST_CONNECTIONS };
    const { origin, close } = await listening({ fetch, upgrade: sockets.upgrade }, options);
    return {
      url: `${origin}/${token === undefined ? "" : `?token=${token}`}`,
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

/** Sockets at `/live`, on which pages are told what changes. */
function liveSockets(feed: LiveFeed, cluster: ClusterFeed | undefined) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  return {
    upgrade({ pathname }: URL, request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
      if (pathname !== "/live") return false;
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
