// Sessions on threads; the server's own thread only forwards frames. A step that takes too long ends the session's episode. A thread that
// stops responding is terminated, and its sessions start again on another thread.

import { Worker } from "node:worker_threads";
import { followChildren } from "../../core/child-processes.ts";
import { errorFrame, WireError } from "./openenv.ts";
import { type HostReply, type SessionHost, sessionHost } from "./session-host.ts";
import type { SessionOptions } from "./session-options.ts";
import type { VectorMemory, VectorOptions } from "./vector-session.ts";
import type { ServedWorld } from "./world-session.ts";

/** Requests to a thread: describe a world, score episodes, open a session, answer a frame, or answer a batch's numbers. */
export type HostQuestion =
  | { readonly kind: "describe"; readonly world: ServedWorld; readonly options: SessionOptions }
  | { readonly kind: "score"; readonly world: ServedWorld; readonly options: SessionOptions; readonly given: unknown }
  | {
      readonly kind: "open";
      readonly session: number;
      readonly world: ServedWorld;
      readonly options: SessionOptions;
      readonly vector?: VectorOptions;
    }
  | {
      readonly kind: "compute";
      readonly session: number;
      /** Number of values of the request, which are in the batch's memory. */
      readonly count: number;
      /** The request itself, where it does not fit into the memory. */
      readonly request?: Float64Array;
    }
  | { readonly kind: "answer"; readonly session: number; readonly frame: string };

/** A request with its number, or the end of a session. */
export type ThreadRequest = { readonly ask: number; readonly question: HostQuestion } | { readonly leave: number };

/** A thread's response, with the number of the request. */
export interface ThreadReply extends HostReply {
  readonly ask: number;
}

/** Lets a host answer a request; `tell` is called with the response, if there is one. */
export function handled(host: SessionHost, request: ThreadRequest, tell: (reply: ThreadReply) => void): void {
  if ("leave" in request) host.close(request.leave);
  else replyOf(host, request.question).then((reply) => tell({ ask: request.ask, ...reply }));
}

async function replyOf(host: SessionHost, question: HostQuestion): Promise<HostReply> {
  switch (question.kind) {
    case "describe":
      return host.describe(question.world, question.options);
    case "score":
      return host.score(question.world, question.options, question.given);
    case "open":
      return host.open(question.session, question.world, question.options, question.vector);
    case "compute":
      return host.compute(question.session, question.count, question.request);
    case "answer":
      return host.answer(question.session, question.frame);
  }
}

/** Data for a client: text, or the bytes of a batch's arrays, which are valid until the next request. */
export interface SessionReply {
  readonly frame?: string;
  readonly bytes?: Uint8Array;
  /** The session ends with this reply. */
  readonly isOver?: boolean;
}

export interface ThreadSession {
  /** Opens the session. A frame in the reply says why that failed. */
  open(): Promise<SessionReply>;
  answer(frame: string): Promise<SessionReply>;
  /** Answers a batch's request, given as 64-bit floats. A batch that loses its thread cannot be restored. */
  compute(request: Uint8Array): Promise<SessionReply>;
  close(): void;
}

export interface SessionThreads {
  /** Returns the frame of a WorldDescription, or of an error where the world cannot be set up. */
  describe(world: ServedWorld, options: SessionOptions): Promise<HostReply>;
  /** Scores episodes. Returns the frame of a list of EpisodeScore, or of an error. */
  score(world: ServedWorld, options: SessionOptions, given: unknown): Promise<HostReply>;
  session(world: ServedWorld, options: SessionOptions, vector?: VectorOptions): ThreadSession;
  close(): Promise<void>;
}

/** Time limits in seconds. */
export interface ThreadLimits {
  /** For a step or a reset. */
  readonly step: number;
  /** For opening a session, which may load a file. */
  readonly open: number;
}

/** A pending request: the function that gets its response, and its deadline. */
interface Waiting {
  readonly resolve: (reply: ThreadReply | "ended" | "late") => void;
  /** On the clock of `performance.now()`. */
  readonly until: number;
}

interface Host {
  sessions: number;
  isAlive: boolean;
  send(request: ThreadRequest): void;
  /** Pending requests by number. */
  readonly waiting: Map<number, Waiting>;
  end(): Promise<void>;
}

/** Seconds within which a thread must show that it still responds. */
const SIGN_OF_LIFE = 1;
/** Seconds between two checks for late requests. */
const LOOK = 0.1;

/** Starts at most `count` threads on demand; with 0 all sessions are in this thread. */
export function sessionThreads(count: number, limits: ThreadLimits): SessionThreads {
  followChildren();
  let hosts: readonly Host[] = [];
  let numbers = 0;
  let closed = false;

  /** Returns the thread with the fewest sessions. Starts another one if all have sessions and more are allowed. */
  const chosen = (): Host => {
    hosts = hosts.filter(({ isAlive }) => isAlive);
    const least = hosts.reduce<Host | undefined>(
      (a, b) => (a === undefined || b.sessions < a.sessions ? b : a),
      undefined,
    );
    if (least !== undefined && (least.sessions === 0 || hosts.length >= Math.max(1, count))) return least;
    const host = count === 0 ? hereHost() : threadHost();
    hosts = [...hosts, host];
    return host;
  };

  // One timer serves all requests: a timer for each would take longer than most steps.
  let clock: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    let isWaiting = false;
    for (const { waiting } of hosts) {
      for (const [ask, { resolve, until }] of waiting) {
        isWaiting ||= until > now;
        if (until > now) continue;
        waiting.delete(ask);
        resolve("late");
      }
    }
    if (isWaiting) return;
    clearInterval(clock);
    clock = undefined;
  };

  const pose = (host: Host, question: HostQuestion, seconds: number) =>
    new Promise<ThreadReply | "ended" | "late">((resolve) => {
      if (!host.isAlive) return resolve("ended");
      numbers += 1;
      clock ??= setInterval(look, LOOK * 1000);
      host.waiting.set(numbers, { resolve, until: performance.now() + seconds * 1000 });
      host.send({ ask: numbers, question });
      return undefined;
    });

  /** Terminates a thread that does not respond within a second. */
  const checked = async (host: Host): Promise<void> => {
    // No session has this number: an immediate error is a sign of life.
    const sign = await pose(host, { kind: "answer", session: 0, frame: "" }, SIGN_OF_LIFE);
    if (sign === "late" && !closed) await host.end();
  };

  /** Returns the response of a thread, or why there is none. */
  const answered = async (host: Host, question: HostQuestion, seconds: number): Promise<HostReply | string> => {
    const reply = await pose(host, question, seconds);
    if (typeof reply === "object") return reply;
    if (reply === "ended") return "the thread of this session was ended, as another one kept it from answering";
    await checked(host);
    return `this took longer than ${seconds} s`;
  };

  return {
    async describe(world, options) {
      const reply = await answered(chosen(), { kind: "describe", world, options }, limits.open);
      return typeof reply === "object" ? reply : failed(reply);
    },
    async score(world, options, given) {
      const reply = await answered(chosen(), { kind: "score", world, options, given }, limits.open);
      return typeof reply === "object" ? reply : failed(reply);
    },
    session(world, options, vector) {
      numbers += 1;
      let session = numbers;
      let host: Host | undefined;
      let memory: VectorMemory | undefined;
      const leave = (): void => {
        if (host === undefined) return;
        host.sessions -= 1;
        if (host.isAlive) host.send({ leave: session });
        host = undefined;
      };
      const within = async (seconds: number, question: HostQuestion): Promise<HostReply> => {
        if (host === undefined) throw new Error("a session that sits on no thread is asked");
        const reply = await answered(host, question, seconds);
        if (typeof reply === "object") return reply;
        leave();
        return failed(`${reply}; the episode is gone: reset begins another`);
      };
      const open = async (): Promise<HostReply> => {
        host = chosen();
        host.sessions += 1;
        const reply = await within(limits.open, { kind: "open", session, world, options, ...(vector && { vector }) });
        memory = reply.memory;
        if (reply.isOver === true) leave();
        return reply;
      };
      return {
        open,
        async answer(frame) {
          if (host?.isAlive !== true) {
            // The session lost its place on a thread with the last answer, or with the thread.
            leave();
            numbers += 1;
            session = numbers;
            const reply = await open();
            if (reply.isOver === true) return reply;
          }
          return within(limits.step, { kind: "answer", session, frame });
        },
        async compute(request) {
          if (host?.isAlive !== true || memory === undefined)
            return { ...failed("the thread of this batch was ended, and its episodes are gone"), isOver: true };
          const count = request.length / Float64Array.BYTES_PER_ELEMENT;
          const question = { kind: "compute", session, count } as const;
          const fits = count <= memory.request.length;
          if (fits) new Uint8Array(memory.request.buffer).set(request);
          // A request that does not fit is copied, since its bytes may be unaligned in the received buffer.
          const long = fits ? {} : { request: new Float64Array(new Uint8Array(request).buffer) };
          const reply = await within(limits.step, { ...question, ...long });
          return reply.isComputed === true ? { bytes: memory.answer } : reply;
        },
        close: leave,
      };
    },
    async close() {
      closed = true;
      clearInterval(clock);
      await Promise.all(hosts.map((host) => host.end()));
    },
  };
}

const failed = (why: string): HostReply => ({ frame: errorFrame(new WireError("EXECUTION_ERROR", why)) });

/** Returns a host in this thread, for sources that are not built or for 0 threads. */
function hereHost(): Host {
  const here = sessionHost();
  const host: Host = {
    sessions: 0,
    isAlive: true,
    waiting: new Map(),
    send(request) {
      handled(here, request, (reply) => settle(host, reply));
    },
    async end() {
      host.isAlive = false;
    },
  };
  return host;
}

function threadHost(): Host {
  const worker = new Worker(new URL("./session-thread.js", import.meta.url));
  const host: Host = {
    sessions: 0,
    isAlive: true,
    waiting: new Map(),
    send: (request) => worker.postMessage(request),
    async end() {
      host.isAlive = false;
      await worker.terminate();
    },
  };
  worker.on("message", (reply: ThreadReply) => settle(host, reply));
  worker.on("error", (error) => {
    host.isAlive = false;
    console.error(error);
  });
  worker.on("exit", () => {
    host.isAlive = false;
    for (const { resolve } of host.waiting.values()) resolve("ended");
    host.waiting.clear();
  });
  return host;
}

function settle({ waiting }: Host, reply: ThreadReply): void {
  const known = waiting.get(reply.ask);
  waiting.delete(reply.ask);
  known?.resolve(reply);
}
