// A server on one address: requests, sockets, and why an address cannot be listened on.

import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import { UserError } from "../core/errors.ts";
import { refusal } from "./guard.ts";

/** What a server answers with. */
export interface Answers {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Takes a connection over whose sockets are at this path; false where there are none. */
  upgrade(url: URL, request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
}

export interface ListenOptions {
  readonly host: string;
  /** By default `usual`, or any free one where that is taken. */
  readonly port: number | undefined;
  readonly usual: number;
  /** What requests must bring; undefined where this machine alone can ask. */
  readonly token: string | undefined;
  readonly mostConnections: number;
}

/** A server that answers. */
export interface Listening {
  /** Its address without a path, `http://127.0.0.1:7411`. */
  readonly origin: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Begins to answer; a UserError where the address cannot be listened on. */
export async function listening(answers: Answers, options: ListenOptions): Promise<Listening> {
  const { host, port, usual, token, mostConnections } = options;
  const server = createAdaptorServer({ fetch: answers.fetch });
  server.maxConnections = mostConnections;
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // A client may be gone before it is answered.
    stream.on("error", () => {});
    const asked = `http://agon${request.url}`;
    const url = URL.canParse(asked) ? new URL(asked) : undefined;
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const refused = url === undefined ? undefined : refusal({ method: "GET", header, query: url.searchParams }, token);
    if (url !== undefined && refused === undefined && answers.upgrade(url, request, stream, head)) return;
    stream.end(`HTTP/1.1 ${refused?.status ?? 404} Refused\r\nConnection: close\r\n\r\n`);
  });
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
    const address = await listen(port ?? usual).catch((error: unknown) => {
      if (port === undefined && codeOf(error) === "EADDRINUSE") return listen(0);
      throw error;
    });
    return {
      origin: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
      close: () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          if ("closeAllConnections" in server) server.closeAllConnections();
        }),
    };
  } catch (error) {
    throw unheard(host, port, error);
  }
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
