// Detects requests that a browser sent for a page of another site. They are refused for any method, and with any token.

/** The parts of an HTTP request, or of a socket's handshake, that are checked. */
export interface PlainRequest {
  readonly method: string;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  readonly path: string;
  readonly query: URLSearchParams;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a listening address can only be reached from this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host) || host === "::1";

/** Returns whether the Host header names this machine. Another site may let its own name resolve to this address (DNS rebinding). */
export const isCalledLoopback = ({ header }: PlainRequest): boolean =>
  LOOPBACK.has((header("host") ?? "").replace(/:\d{1,5}$/, ""));

/**
 * Returns whether a page of another site sent the request. A link from another site may open a page, which `isPage` recognises by path, as
 * a top-level navigation.
 */
export function isForeign({ method, header, path }: PlainRequest, isPage: (path: string) => boolean): boolean {
  const [origin, host] = [header("origin"), header("host") ?? ""];
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return true;
  const site = header("sec-fetch-site");
  if (site === undefined || site === "same-origin" || site === "none") return false;
  const isTab = header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return !(method === "GET" && isTab && isPage(path));
}
