// Access to a server: on this machine, processes of the user that started it are admitted. Others send a token, which has a role.

import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Problem } from "../core/errors.ts";
import { isCalledLoopback, isForeign, isLoopback, type PlainRequest } from "./guard.ts";
import { type Connection, isOwnPeer, tellsPeers } from "./peers.ts";

/** Permissions of a request: vote on pairs; read everything; or also change, start and stop. */
export type Role = "judge" | "read" | "write";

/** Reason why a request is refused, with the HTTP status. */
export interface Refusal extends Problem {
  readonly status: 401 | 403;
}

export interface AccessOptions {
  /** Address to listen on; undefined where the user has given none. */
  readonly host: string | undefined;
  /** Roles that the server offers; the first is the role of its user. */
  readonly roles: readonly [Role, ...Role[]];
  /** True for a server without tokens: on an address that other machines reach, it answers every request. */
  readonly isOpen?: boolean;
  /** Returns whether a path is a page. */
  readonly isPage?: (path: string) => boolean;
}

/** Access control of one server. */
export interface Access {
  readonly host: string;
  /** Tokens by role; empty where only its user's processes are admitted. */
  readonly tokens: ReadonlyMap<Role, string>;
  /** Returns the role of a request, or why it is refused. */
  admit(request: PlainRequest, connection: Connection): Promise<Role | Refusal>;
  /** Returns the token in a request's URL, to be stored as a cookie of this name and removed from the URL. */
  cookieOf(
    request: PlainRequest,
    connection: Connection,
  ): { readonly name: string; readonly token: string } | undefined;
}

/** The name includes the port, since servers on different ports of one host share cookies. */
const cookieName = ({ localPort }: Connection): string => `agon-token-${localPort}`;

const HINT = "add ?token=… to the address, as it was printed, or send it as Authorization: Bearer …";
const FOREIGN = { code: "refused", what: "a page of another site may not ask this server", status: 403 } as const;
const NO_TOKEN = { code: "refused", what: "the token is missing or wrong", hint: HINT, status: 401 } as const;
const NOT_OWN = {
  code: "refused",
  what: "this server answers processes of the user that began it",
  status: 403,
} as const;
const TOKEN_HINT = "with --host 127.0.0.1 it prints a token for others";

export function accessOf({ host: given, roles, isOpen = false, isPage = () => false }: AccessOptions): Access {
  const host = given ?? "127.0.0.1";
  const isLocal = isLoopback(host);
  const [role] = roles;
  const needsToken = !isOpen && (given !== undefined || !tellsPeers);
  const tokens = new Map(needsToken ? roles.map((one) => [one, randomBytes(18).toString("base64url")]) : []);
  const own = new WeakMap<Connection, Promise<boolean>>();
  const isOwn = (connection: Connection): Promise<boolean> => {
    const known = own.get(connection) ?? isOwnPeer(connection);
    own.set(connection, known);
    return known;
  };
  return {
    host,
    tokens,
    async admit(request, connection) {
      if (isForeign(request, isPage)) return FOREIGN;
      if (isOpen && !isLocal) return role;
      const brought = tokensOf(request, connection);
      for (const [one, token] of tokens) if (brought.some((text) => isSame(text, token))) return one;
      if (!isLocal) return NO_TOKEN;
      if (!isCalledLoopback(request)) {
        const name = JSON.stringify(request.header("host") ?? "");
        return { code: "refused", what: `this server is not called ${name}: use 127.0.0.1 or localhost`, status: 403 };
      }
      if (isOpen && !tellsPeers) return role;
      if (await isOwn(connection)) return role;
      if (isOpen) return NOT_OWN;
      return tokens.size > 0 ? NO_TOKEN : { ...NOT_OWN, hint: TOKEN_HINT };
    },
    cookieOf({ query }, connection) {
      const token = query.get("token");
      const isKnown = token !== null && [...tokens.values()].some((one) => isSame(token, one));
      return isKnown ? { name: cookieName(connection), token } : undefined;
    },
  };
}

/** Returns the tokens in the URL, a header or a cookie. A token in the URL takes precedence over a stored one. */
function tokensOf({ header, query }: PlainRequest, connection: Connection): string[] {
  const bearer = /^Bearer (.+)$/.exec(header("authorization") ?? "")?.[1];
  const start = `${cookieName(connection)}=`;
  const cookies = (header("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  const kept = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  const brought = bearer ?? query.get("token") ?? kept;
  return brought === undefined ? [] : [brought];
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
