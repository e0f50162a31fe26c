// URLs of served worlds: /env/NAME/ROUTE, where a name may contain slashes.

import { UserError, unknownName } from "../../core/errors.ts";
import type { ServedWorld } from "./world-session.ts";

export interface WorldAddress {
  readonly world: ServedWorld;
  /** The path after the world's name: ws, health, NAME/splits. */
  readonly route: string;
  /** Options, and the id of a session. */
  readonly query: URLSearchParams;
}

const ROUTE =
  /\/(ws|vector|health|metadata|schema|reset|step|state|reward|mcp|openapi\.json|list_environments|[^/]+\/(splits|tasks|num_tasks|task|task_range))$/;

/** Returns whether a URL is one of a WebSocket. */
export const isSocketRoute = ({ pathname, search }: URL): boolean =>
  pathname.startsWith("/env/") && (/\/(ws|vector)$/.test(pathname) || /\/ws$/.test(search));

/**
 * Returns the world of a URL. A client appends its route to the base URL that it was given, which may end with a query. Throws a UserError
 * that names the nearest world.
 */
export function worldAt(url: URL, worlds: ReadonlyMap<string, ServedWorld>): WorldAddress {
  const added = ROUTE.exec(url.search);
  const search = added === null ? url.search : url.search.slice(0, added.index);
  const path = decoded(url.pathname).replace(/^\/env\//, "");
  const parts = `${path.replace(/\/$/, "")}${added?.[0] ?? ""}`.split("/");
  for (let length = parts.length; length > 0; length--) {
    const world = worlds.get(parts.slice(0, length).join("/"));
    if (world !== undefined) return { world, route: parts.slice(length).join("/"), query: new URLSearchParams(search) };
  }
  throw new UserError(unknownName("world of this server", parts.slice(0, 2).join("/"), worlds.keys()));
}

/** Decodes a path; returns it unchanged where the encoding is invalid. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
