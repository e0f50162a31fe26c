// The sessions of one thread, by number. It converts request frames to response frames, and does not know sockets.

import { messageOf, UserError } from "../../core/errors.ts";
import { rpcRequest, toolAnswer } from "./mcp.ts";
import {
  errorFrame,
  mcpFrame,
  observationFrame,
  requestIn,
  stateFrame,
  WireError,
  type WireRequest,
  wireError,
} from "./openenv.ts";
import { scores } from "./scores.ts";
import type { SessionOptions } from "./session-options.ts";
import { type VectorMemory, type VectorOptions, type VectorSession, vectorSession } from "./vector-session.ts";
import { descriptionOf } from "./world-description.ts";
import { type ServedWorld, seatedWorld, type WorldSession, worldSession } from "./world-session.ts";

/** Response to a frame: a frame, or the end of the session, or both. */
export interface HostReply {
  readonly frame?: string;
  readonly isOver?: boolean;
  /** For a new batch: the memory that it shares with its caller. */
  readonly memory?: VectorMemory;
  /** The batch has written its answer to its memory. */
  readonly isComputed?: true;
}

export interface SessionHost {
  /** Returns the frame of a WorldDescription; the frame of an error where the world cannot be set up. */
  describe(world: ServedWorld, options: SessionOptions): Promise<HostReply>;
  /** Scores episodes. Returns the frame of a list of EpisodeScore; the frame of an error where the request is invalid. */
  score(world: ServedWorld, options: SessionOptions, given: unknown): Promise<HostReply>;
  /** Starts a session, or a batch, whose description is in the response. Returns the frame of an error where its world cannot be set up. */
  open(session: number, world: ServedWorld, options: SessionOptions, vector?: VectorOptions): Promise<HostReply>;
  answer(session: number, frame: string): Promise<HostReply>;
  /** Answers a batch's request: the first `count` numbers in its memory, or `request` where it does not fit there. */
  compute(session: number, count: number, request?: Float64Array): HostReply;
  /** Ends a session and its pending requests. */
  close(session: number): void;
}

type Hosted = { readonly session: WorldSession; readonly stop: AbortController } | { readonly batch: VectorSession };

const COMPUTED: HostReply = { isComputed: true };
const NEVER = new AbortController().signal;

export function sessionHost(): SessionHost {
  const hosted = new Map<number, Hosted>();
  return {
    async describe(world, options) {
      try {
        return {
          frame: JSON.stringify({ type: "description", data: descriptionOf(world, await seatedWorld(world, options)) }),
        };
      } catch (error) {
        return unmade(world, error);
      }
    },
    async score(world, options, given) {
      try {
        const figures = await scores(world, options, given, NEVER);
        return { frame: JSON.stringify({ type: "scores", data: figures }) };
      } catch (error) {
        return mistake(error);
      }
    },
    async open(number, world, options, vector) {
      try {
        const set = await seatedWorld(world, options);
        if (vector !== undefined) {
          const batch = vectorSession(world, set, vector);
          hosted.set(number, { batch });
          return { frame: JSON.stringify({ type: "vector", data: batch.description }), memory: batch.memory };
        }
      } catch (error) {
        return unmade(world, error);
      }
      const stop = new AbortController();
      hosted.set(number, { session: worldSession(world, options, stop.signal), stop });
      return {};
    },
    compute(number, count, request) {
      const entry = hosted.get(number);
      try {
        if (entry === undefined || "session" in entry) throw new WireError("SESSION_ERROR", "this session is no batch");
        const { batch } = entry;
        const view = batch.answer(request ?? batch.memory.request.subarray(0, count));
        return view === undefined ? COMPUTED : { frame: JSON.stringify({ type: "view", data: view }) };
      } catch (error) {
        return mistake(error);
      }
    },
    async answer(number, frame) {
      const entry = hosted.get(number);
      try {
        if (entry === undefined) throw new WireError("SESSION_ERROR", "the session is over");
        if ("batch" in entry) throw new WireError("SESSION_ERROR", "a batch is asked in numbers");
        return await replied(entry.session, requestIn(frame));
      } catch (error) {
        return mistake(error);
      }
    },
    close(number) {
      const entry = hosted.get(number);
      hosted.delete(number);
      if (entry === undefined) return;
      if ("batch" in entry) return entry.batch.close();
      entry.stop.abort();
      entry.session.close().catch(console.error);
    },
  };
}

function mistake(error: unknown): HostReply {
  const fault = error instanceof UserError ? wireError(error) : error;
  if (fault instanceof WireError) return { frame: errorFrame(fault), isOver: fault.code === "SESSION_ERROR" };
  // The terminal gets the stack trace, the client a sentence.
  console.error(error);
  return { frame: errorFrame(new WireError("EXECUTION_ERROR", `the world failed: ${messageOf(error)}`)) };
}

function unmade(world: ServedWorld, error: unknown): HostReply {
  if (!(error instanceof UserError)) console.error(error);
  return {
    frame: errorFrame(new WireError("FACTORY_ERROR", messageOf(error), { factory_name: world.name })),
    isOver: true,
  };
}

async function replied(session: WorldSession, request: WireRequest): Promise<HostReply> {
  switch (request.type) {
    case "reset":
      return { frame: observationFrame(await session.reset(request.data)) };
    case "step":
      return { frame: observationFrame(await session.step(request.data)) };
    case "state":
      return { frame: stateFrame(session.state()) };
    case "mcp": {
      const rpc = rpcRequest(request.data);
      return { frame: mcpFrame("error" in rpc ? rpc : await toolAnswer(session, rpc)) };
    }
    case "close":
      return { isOver: true };
  }
}
