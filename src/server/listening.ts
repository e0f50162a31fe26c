// An HTTP server on one address: access control, requests, sockets, and messages where it cannot listen.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import { serialize } from "hono/utils/cookie";
import { UserError } from "../core/errors.ts";
import type { Access, Refusal, Role } from "./access.ts";
import type { PlainRequest } from "./guard.ts";

/** Hosts that mean all addresses of the machine, with the address family that is preferred for printing. */
const EVERY: Readonly<Record<string, "IPv4" | "IPv6">> = { "0.0.0.0": "IPv4", "::": "IPv6" };

/** Returns the host for a page's URL: the given one, or an address of the machine where the given one means all. */
export function openedHost(
  host: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string {
  const first = EVERY[host];
  if (first === undefined) return host;
  const all = Object.values(interfaces).flatMap((one): readonly NetworkInterfaceInfo[] => one ?? []);
  // A link-local address needs a zone, which browsers reject.
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  const shown = outside.find(({ family }) => family === first) ?? outside.find(({ family }) => family === "IPv4");
  return shown?.address ?? (first === "IPv4" ? "127.0.0.1" : "::1");
}

/** Data that an application gets in addition to a request. */
export interface Admitted {
  readonly role: Role;
}

/** The handlers of a server. */
export interface Answers {
  readonly fetch: (request: Request, admitted: Admitted) => Response | Promise<Response>;
  /** Returns the response to a refused request, in the server's format for problems. */
  refuse(refusal: Refusal): Response;
  /** Accepts a WebSocket at this path; returns false where there is none. */
  upgrade?(url: URL, request: IncomingMessage, stream: Duplex, head: Buffer, role: Role): boolean;
}

export interface ListenOptions {
  readonly access: Access;
  /** By default `usual`, or a free port where that is in use. */
  readonly port: number | undefined;
  readonly usual: number;
  readonly mostConnections: number;
}

/** A running server. */
export interface Listening {
  /** Its origin, `http://127.0.0.1:7411`. */
  readonly origin: string;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Headers of every response; a page replaces the last one with its own policy. */
const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** HTTP status by Node's error code where a request cannot be parsed; 400 for other codes. */
const UNREADABLE: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Returns a raw HTTP response with a status and no body. */
const bare = (status: number): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    "Content-Length: 0",
    "Connection: close",
    "\r\n",
  ].join("\r\n");

/** Starts a server. Throws a UserError where it cannot listen on the address. */
export async function listening(answers: Answers, options: ListenOptions): Promise<Listening> {
  const { access, port, usual, mostConnections } = options;
  const { host } = access;
  const server = createAdaptorServer({
    // Requests without a Host header are refused below, like those with a foreign one.
    serverOptions: { requireHostHeader: false },
    async fetch(request, { incoming }) {
      const { method, url } = request;
      const role = await access.admit(plainRequest(method, new URL(url), incoming.headers), incoming.socket);
      return typeof role === "string" ? answers.fetch(request, { role }) : answers.refuse(role);
    },
  });
  server.maxConnections = mostConnections;
  // Requests that cannot be parsed; Node's default response would lack the headers.
  server.on("clientError", (error: unknown, stream: Duplex) => {
    if (stream.writable && codeOf(error) !== "ECONNRESET") stream.end(bare(UNREADABLE[String(codeOf(error))] ?? 400));
    else stream.destroy();
  });
  // Runs before every handler, so that no response lacks the headers.
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const url = urlOf(request);
    const cookie = url && access.cookieOf(plainRequest("GET", url, request.headers), request.socket);
    if (cookie !== undefined)
      response.setHeader(
        "Set-Cookie",
        serialize(cookie.name, cookie.token, { path: "/", httpOnly: true, sameSite: "Strict" }),
      );
  });
  server.on("checkExpectation", (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, HEADERS).end();
  });
  const { upgrade } = answers;
  // Without WebSockets, other protocol upgrades, such as the HTTP/2 offer that some clients send, are ignored.
  if (upgrade !== undefined)
    server.on("upgrade", async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      // The client may disconnect before it is answered.
      stream.on("error", () => {});
      const url = urlOf(request);
      const role = url && (await access.admit(plainRequest("GET", url, request.headers), request.socket));
      if (url !== undefined && typeof role === "string" && upgrade(url, request, stream, head, role)) return;
      stream.end(bare(typeof role === "object" ? role.status : 404));
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
    const opened = openedHost(host);
    return {
      origin: `http://${opened.includes(":") ? `[${opened}]` : opened}:${address.port}`,
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

/** Returns the URL of a request; undefined where it is invalid. */
function urlOf({ url }: IncomingMessage): URL | undefined {
  const address = `http://agon${url}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function plainRequest(method: string, url: URL, headers: IncomingMessage["headers"]): PlainRequest {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return { method, header, path: url.pathname, query: url.searchParams };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Converts the reason why the server cannot listen into a UserError. */
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
