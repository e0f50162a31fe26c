// `agon view` as a server: listens on this machine alone unless it is told otherwise, and then asks for a token.

import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import { WebSocketServer } from "ws";
import { UserError } from "../core/errors.ts";
import { openGrid } from "../lab/episode-grid.ts";
import { begunRuns, withFailures } from "./begun-runs.ts";
import { drafts } from "./drafts.ts";
import { experimentFiles } from "./experiment-files.ts";
import { isLoopback, refusal } from "./guard.ts";
import { kept } from "./kept.ts";
import { type LiveFeed, liveFeed } from "./live-feed.ts";
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
}: ViewOptions): Promise<ServedView> {
  const token = isLoopback(host) ? undefined : randomBytes(18).toString("base64url");
  const [found, texts, page] = [runIndex(store), runTexts(), viewPage(isReadOnly)];
  const begun = begunRuns(store, found);
  const index = withFailures(found, begun);
  const reports = kept(KEPT.reports, (run) => texts.report({ store, run }));
  const grids = kept(
    KEPT.grids,
    (run) => openGrid(store, run),
    (grid) => grid.close(),
  );
  const feed = liveFeed(index);
  const checks = drafts();
  const experiments = { files: experimentFiles(store), drafts: checks, begun, isReadOnly };
  const { fetch } = viewApp({ store, index, reports, grids, texts, page, experiments, token });
  const server = createAdaptorServer({ fetch });
  server.maxConnections = MOST_CONNECTIONS;
  const sockets = liveSockets(feed, token);
  server.on("upgrade", sockets.upgrade);
  const close = async (): Promise<void> => {
    feed.close();
    sockets.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ("closeAllConnections" in server) server.closeAllConnections();
    });
    await Promise.all([reports.close(), grids.close(), texts.close(), checks.close()]);
  };
  const listen = (wanted: number): Promise<AddressInfo> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, host, () => {
        server.off("error", reject);
        const address = server.address();
        if (typeof address === "object" && address !== null) resolve(address);
        else reject(new Error("the server has no address"));
      });
    });
  try {
    const address = await listen(port ?? PORT).catch((error: unknown) => {
      if (port === undefined && codeOf(error) === "EADDRINUSE") return listen(0);
      throw error;
    });
    const name = host.includes(":") ? `[${host}]` : host;
    return { url: `http://${name}:${address.port}/${token === undefined ? "" : `?token=${token}`}`, close };
  } catch (error) {
    await close();
    throw unheard(host, port, error);
  }
}

/** Sockets at `/live`, on which pages are told what changes. */
function liveSockets(feed: LiveFeed, token: string | undefined) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://agon");
      const header = (name: string) => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      const refused = refusal({ method: "GET", header, query }, token);
      if (refused !== undefined || pathname !== "/live") {
        stream.end(`HTTP/1.1 ${refused?.status ?? 404} Refused\r\nConnection: close\r\n\r\n`);
        return;
      }
      sockets.handleUpgrade(request, stream, head, (socket) => {
        const leave = feed.listen({
          send: (text) => socket.send(text),
          waiting: () => socket.bufferedAmount,
          close: () => socket.close(1001, "the view ends, or the page reads too slowly"),
        });
        if (leave === undefined) socket.close(1013, "too many pages are open");
        socket.on("close", () => leave?.());
        socket.on("error", () => leave?.());
      });
    },
    close(): void {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Why an address cannot be listened on, as the user's problem. */
function unheard(host: string, port: number | undefined, error: unknown): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "another program listens there",
    EACCES: "permission denied",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "there is no such host",
  };
  const reason = reasons[String(codeOf(error))];
  if (reason === undefined) return error;
  const where = `${host}${port === undefined ? "" : `:${port}`}`;
  const hint = "give another --port or --host; without them a free port of this machine is taken";
  return new UserError({ code: "cannot-listen", what: `cannot listen on ${where}: ${reason}`, hint });
}
