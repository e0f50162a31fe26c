// The sessions that are open: how many there may be, who is attached to which, and which were left behind.

import { randomUUID } from "node:crypto";
import { errorFrame, WireError } from "./openenv.ts";
import type { SessionOptions } from "./session-options.ts";
import type { SessionReply, SessionThreads, ThreadSession } from "./session-threads.ts";
import type { VectorOptions } from "./vector-session.ts";
import type { ServedWorld } from "./world-session.ts";

/** A session that is open. */
export interface OpenSession {
  readonly id: string;
  readonly world: ServedWorld;
  /** What a batch says of itself at its beginning. */
  readonly greeting: string | undefined;
  /** Answers the numbers of a batch, of eight bytes each. */
  compute(request: Uint8Array): Promise<SessionReply>;
  answer(frame: string): Promise<SessionReply>;
  close(): void;
}

interface Kept extends OpenSession {
  readonly thread: ThreadSession;
  isAttached: boolean;
  /** It ends when the socket that is attached does. */
  isClosing: boolean;
  used: number;
}

/** How many sessions there may be, and how long one may be left alone, in seconds. */
export interface SessionLimits {
  readonly most: number;
  readonly idle: number;
}

/** All sessions of a server. */
export interface Sessions {
  readonly count: () => number;
  /** Begins a session. Throws a WireError where there is no room, or where its world cannot be set up. */
  begin(world: ServedWorld, options: SessionOptions, vector?: VectorOptions): Promise<OpenSession>;
  /** Takes a session that was begun for tools. Throws a WireError where there is none, or another socket has it. */
  attach(id: string): { readonly session: OpenSession; leave(): void };
  /** The session of this name; undefined where there is none. */
  find(id: string): OpenSession | undefined;
  /** Ends a session now, or when its socket leaves it; undefined where there is none. */
  close(id: string): "closed" | "closing" | undefined;
  end(): void;
}

/** Seconds between two looks at what is idle, at least. */
const LOOK = 5;
/** Milliseconds that a timer can wait. */
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

  /** An answer of a session that is open, which it keeps open. */
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
      // Its place is taken before its world is there, so that no more begin than may.
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

/** The error that a frame tells. */
function errorIn(frame: string): WireError {
  const { data } = JSON.parse(frame);
  const { code, message, ...more } = data;
  return new WireError(code, message, more);
}
