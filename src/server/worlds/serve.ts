// The server of `agon serve`: worlds under /env/NAME, for clients of OpenEnv.

import { availableParallelism } from "node:os";
import { sentence } from "../../core/errors.ts";
import { accessOf, type Refusal } from "../access.ts";
import { listening } from "../listening.ts";
import { sessionThreads } from "./session-threads.ts";
import { sessions } from "./sessions.ts";
import { worldApp } from "./world-app.ts";
import type { ServedWorld } from "./world-session.ts";
import { worldSockets } from "./world-sockets.ts";

export interface ServeOptions {
  readonly worlds: readonly ServedWorld[];
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /** Default `PORT`, or a free port where that is in use. */
  readonly port?: number | undefined;
  /** Maximum number of concurrent sessions. Default 1,024. */
  readonly sessions?: number | undefined;
  /** Seconds after which a session without a socket ends. Default one hour. */
  readonly idle?: number | undefined;
  /** Maximum seconds of a step. Default 30: clients wait for 60. */
  readonly step?: number | undefined;
  /** Number of threads for worlds. Default all cores; 0 computes in the server's thread. */
  readonly threads?: number | undefined;
}

export interface ServedWorlds {
  /** Its URL; worlds are below it, under /env/NAME. */
  readonly url: string;
  /** Token that requests need; undefined where only the user's own processes are admitted. */
  readonly token: string | undefined;
  /** Returns the number of open sessions. */
  readonly sessions: () => number;
  close(): Promise<void>;
}

/** The port that clients of OpenEnv try first. */
const PORT = 8000;
/** Number of connections for requests, in addition to the sockets of sessions. */
const FURTHER_CONNECTIONS = 64;
/** Maximum seconds for setting up a world, which may read a file first. */
const OPEN = 50;

/** Starts the server. Throws a UserError where it cannot listen on the address. */
export async function serveWorlds(options: ServeOptions): Promise<ServedWorlds> {
  const { host, port, sessions: most = 1024, idle = 3600, step = 30 } = options;
  const count = options.threads ?? (import.meta.url.endsWith(".ts") ? 0 : availableParallelism());
  const access = accessOf({ host, roles: ["write"] });
  const worlds = new Map(options.worlds.map((world) => [world.name, world]));
  const threads = sessionThreads(count, { step, open: OPEN });
  const open = sessions(threads, { most, idle });
  const { fetch } = worldApp({ worlds, sessions: open, threads });
  const sockets = worldSockets(worlds, open);
  const close = async (): Promise<void> => {
    sockets.close();
    open.end();
    await threads.close();
  };
  try {
    const answers = {
      ...{ fetch, upgrade: sockets.upgrade },
      refuse: ({ status, ...problem }: Refusal) => Response.json({ detail: sentence(problem) }, { status }),
    };
    const listen = { access, port, usual: PORT, mostConnections: most + FURTHER_CONNECTIONS };
    const server = await listening(answers, listen);
    return {
      url: server.origin,
      token: access.tokens.get("write"),
      sessions: open.count,
      async close() {
        sockets.close();
        await server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
