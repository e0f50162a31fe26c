// Which requests are answered: those of this server's own pages on this machine, and, where it listens on another address, those
// with the token. A page of another origin must neither read nor start anything, also where its name was made to point here.

import { timingSafeEqual } from "node:crypto";

/** What is known of a request, or of the beginning of a socket. */
export interface Asked {
  readonly method: string;
  /** A header by its name in small letters. */
  header(name: string): string | undefined;
  /** The part of the address after `?`. */
  readonly query: URLSearchParams;
}

/** Why a request is refused, in words, and the status of the answer. */
export interface Refusal {
  readonly what: string;
  readonly status: 401 | 403;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Keeps the token of an address, so that it need not stay there. */
export const TOKEN_COOKIE = "agon-token";

/** Whether an address that the server listens on is this machine's alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host) || host === "::1";

/** Why a request may not be answered; undefined where it may. With a token the server may be called by any name. */
export function refusal(asked: Asked, token: string | undefined): Refusal | undefined {
  const host = asked.header("host") ?? "";
  if (token === undefined && !LOOPBACK.has(host.replace(/:\d+$/, ""))) {
    const what = `this server is not called ${JSON.stringify(host)}: use 127.0.0.1 or localhost`;
    return { what, status: 403 };
  }
  if (isForeign(asked, host)) return { what: "a page of another origin may not ask this server", status: 403 };
  if (token === undefined || hasToken(asked, token)) return undefined;
  const how = "add ?token=… to the address, as `agon view` printed it, or send it as Authorization: Bearer …";
  return { what: `the token is missing or wrong: ${how}`, status: 401 };
}

/** A browser says where a request comes from. A link from elsewhere may open the page itself. */
function isForeign({ method, header }: Asked, host: string): boolean {
  const origin = header("origin");
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return true;
  const site = header("sec-fetch-site");
  const opensPage = method === "GET" && header("sec-fetch-mode") === "navigate";
  return site !== undefined && site !== "same-origin" && site !== "none" && !opensPage;
}

/** In the address, as a cookie, or as a header. */
function hasToken({ header, query }: Asked, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(header("authorization") ?? "")?.[1];
  const cookie = (header("cookie") ?? "")
    .split(/;\s*/)
    .find((part) => part.startsWith(`${TOKEN_COOKIE}=`))
    ?.slice(TOKEN_COOKIE.length + 1);
  return [bearer, cookie, query.get("token")].some((one) => typeof one === "string" && same(one, token));
}

function same(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
