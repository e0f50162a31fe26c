// Which requests a browser sent for a page of another site: they are refused, by any method, and with any token.

/** What is known of a request, or of the beginning of a socket. */
export interface PlainRequest {
  readonly method: string;
  /** A header by its name in small letters. */
  header(name: string): string | undefined;
  readonly path: string;
  /** The part of the address after `?`. */
  readonly query: URLSearchParams;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether an address that a server listens on is this machine's alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host) || host === "::1";

/** Whether a request calls its server by a name of this machine: a page may have made its own name point here. */
export const isCalledLoopback = ({ header }: PlainRequest): boolean =>
  LOOPBACK.has((header("host") ?? "").replace(/:\d{1,5}$/, ""));

/** Whether a page of another site sent it. A link from elsewhere may open a page, which `isPage` tells by its path, in a tab of its own. */
export function isForeign({ method, header, path }: PlainRequest, isPage: (path: string) => boolean): boolean {
  const [origin, host] = [header("origin"), header("host") ?? ""];
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return true;
  const site = header("sec-fetch-site");
  if (site === undefined || site === "same-origin" || site === "none") return false;
  const isTab = header("sec-fetch-mode") === "navigate" && header("sec-fetch-dest") === "document";
  return !(method === "GET" && isTab && isPage(path));
}
