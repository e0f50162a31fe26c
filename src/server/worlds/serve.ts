// `agon serve` as a server: worlds under /env/NAME, for clients of OpenEnv.

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
  /** Default `PORT`, or any free one where that is taken. */
  readonly port?: number | undefined;
  /** Sessions at a time. Default 1,024. */
  readonly sessions?: number | undefined;
  /** Seconds after which a session that no socket is attached to ends. Default an hour. */
  readonly idle?: number | undefined;
  /** Seconds that a step may take. Default 30: clients wait for 60. */
  readonly step?: number | undefined;
  /** Threads that worlds are computed on. Default all cores; 0 is the server's own. */
  readonly threads?: number | undefined;
}

/** A server of worlds that answers. */
export interface ServedWorlds {
  /** Its address: worlds are below it, under /env/NAME. */
  readonly url: string;
  /** What requests must bring; undefined where its user's own processes alone may ask. */
  readonly token: string | undefined;
  /** Sessions that are open. */
  readonly sessions: () => number;
  close(): Promise<void>;
}

/** What clients of OpenEnv try first. */
const PORT = 8000;
/** Beside the sessions' sockets there is room for requests. */
const FURTHER_CONNECTIONS = 64;
/** Seconds that setting up a world may take: it may read a file first. */
const OPEN = 50;

/** Begins to answer; a UserError where the address cannot be listened on. */
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
