// Addresses of served worlds: /env/NAME/ROUTE, where a name may hold slashes.

import { UserError, unknownName } from "../../core/errors.ts";
import type { ServedWorld } from "./world-session.ts";

/** What an address means. */
export interface WorldAddress {
  readonly world: ServedWorld;
  /** What stands behind the world's name: ws, health, NAME/splits. */
  readonly route: string;
  /** Options and a session's name. */
  readonly query: URLSearchParams;
}

const ROUTE =
  /\/(ws|vector|health|metadata|schema|reset|step|state|reward|mcp|openapi\.json|list_environments|[^/]+\/(splits|tasks|num_tasks|task|task_range))$/;

/** Whether sockets are at this address. */
export const isSocketRoute = ({ pathname, search }: URL): boolean =>
  pathname.startsWith("/env/") && (/\/(ws|vector)$/.test(pathname) || /\/ws$/.test(search));

/**
 * The world of an address. A client adds its route to the end of the base that it was given, which may be a query. A UserError names
 * the nearest world.
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

/** A path with its signs; as it is where they cannot be read. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
