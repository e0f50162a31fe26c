// The open sessions of a server: their maximum number, their sockets, and the idle ones.

import { randomUUID } from "node:crypto";
import { errorFrame, WireError } from "./openenv.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionReply, SessionThreads, ThreadSession } from "./session-threads.ts";
import type { VectorOptions } from "./vector-session.ts";
import type { ServedWorld } from "./world-session.ts";

export interface OpenSession {
  readonly id: string;
  readonly world: ServedWorld;
  /** Description that a batch sends when it is opened. */
  readonly greeting: string | undefined;
  /** Answers a batch's request of 64-bit floats. */
  compute(request: Uint8Array): Promise<SessionReply>;
  answer(frame: string): Promise<SessionReply>;
  close(): void;
}

interface Kept extends OpenSession {
  readonly thread: ThreadSession;
  isAttached: boolean;
  /** True where it ends when its socket leaves. */
  isClosing: boolean;
  used: number;
}

/** Maximum number of sessions, and the seconds that one may be idle. */
export interface SessionLimits {
  readonly most: number;
  readonly idle: number;
}

export interface Sessions {
  readonly count: () => number;
  /** Starts a session. Throws a WireError where the server is full, or where the world cannot be set up. */
  begin(world: ServedWorld, options: SessionOptions, vector?: VectorOptions): Promise<OpenSession>;
  /**
   * Attaches a socket to a session that was started for tools. Throws a WireError where it does not exist, or another socket is attached.
   */
  attach(id: string): { readonly session: OpenSession; leave(): void };
  /** Returns the session of this id; undefined where there is none. */
  find(id: string): OpenSession | undefined;
  /** Ends a session now, or when its socket leaves it; undefined where there is none. */
  close(id: string): "closed" | "closing" | undefined;
  end(): void;
}

/** Minimum seconds between two checks for idle sessions. */
const LOOK = 5;
/** Maximum delay of a timer in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

export function sessions(threads: SessionThreads, { most, idle }: SessionLimits): Sessions {
  const open = new Map<string, Kept>();
  const look = setInterval(
    () => {
      const since = performance.now() - idle * 1000;
      for (const session of open.values()) if (!session.isAttached && session.used < since) session.close();
    },
    Math.min(Math.max(idle / 4, LOOK) * 1000, LONGEST_WAIT),
  );
  look.unref();

  /** Answers a request of an open session, which resets its idle time. */
  const used = async (session: Kept, answer: () => Promise<SessionReply>): Promise<SessionReply> => {
    if (!open.has(session.id))
      return { frame: errorFrame(new WireError("SESSION_ERROR", "the session is over")), isOver: true };
    session.used = performance.now();
    return answer();
  };

  return {
    count: () => open.size,
    async begin(world, options, vector) {
      if (open.size >= most) {
        const more = { active_sessions: open.size, max_sessions: most };
        throw new WireError("CAPACITY_REACHED", `all ${most} sessions of this server are taken`, more);
      }
      const id = randomUUID();
      const thread = threads.session(world, options, vector);
      const session: Kept = {
        id,
        world,
        thread,
        greeting: undefined,
        isAttached: false,
        isClosing: false,
        used: performance.now(),
        answer: (frame) => used(session, () => thread.answer(frame)),
        compute: (request) => used(session, () => thread.compute(request)),
        close() {
          open.delete(id);
          thread.close();
        },
      };
      // The place is reserved before the world is set up, so that the maximum is never exceeded.
      open.set(id, session);
      const reply = await thread.open();
      if (reply.isOver !== true) return Object.assign(session, { greeting: reply.frame });
      session.close();
      throw errorIn(reply.frame ?? "");
    },
    attach(id) {
      const session = open.get(id);
      if (session === undefined) throw new WireError("SESSION_ERROR", `there is no session ${JSON.stringify(id)}`);
      if (session.isAttached) throw new WireError("SESSION_ERROR", "another socket is attached to this session");
      session.isAttached = true;
      return {
        session,
        leave() {
          session.isAttached = false;
          session.used = performance.now();
          if (session.isClosing) session.close();
        },
      };
    },
    find: (id) => open.get(id),
    close(id) {
      const session = open.get(id);
      if (session === undefined) return undefined;
      session.isClosing = session.isAttached;
      if (session.isAttached) return "closing";
      session.close();
      return "closed";
    },
    end() {
      clearInterval(look);
      for (const session of open.values()) session.close();
    },
  };
}

function errorIn(frame: string): WireError {
  const { data } = JSON.parse(frame);
  const { code, message, ...more } = data;
  return new WireError(code, message, more);
}
