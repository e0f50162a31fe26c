// The sessions of one thread, by number: frames in, frames out. It knows nothing of sockets.

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
import { type VectorOptions, type VectorSession, vectorSession } from "./vector-session.ts";
import { descriptionOf } from "./world-description.ts";
import { type ServedWorld, seatedWorld, type WorldSession, worldSession } from "./world-session.ts";

/** The answer to a frame: a frame, or the end of the session, or both. */
export interface HostReply {
  readonly frame?: string;
  /** Of a batch. */
  readonly bytes?: Uint8Array;
  readonly isOver?: boolean;
}

/** Sessions by number. */
export interface SessionHost {
  /** What a world is, as the frame of a WorldDescription; the frame of an error where it cannot be set up. */
  describe(world: ServedWorld, options: SessionOptions): Promise<HostReply>;
  /** Scores episodes, as the frame of a list of EpisodeScore; the frame of an error where the request cannot be read. */
  score(world: ServedWorld, options: SessionOptions, given: unknown): Promise<HostReply>;
  /** Begins a session, or a batch, whose description is the reply's frame; the frame of an error where its world cannot be set up. */
  open(session: number, world: ServedWorld, options: SessionOptions, vector?: VectorOptions): Promise<HostReply>;
  answer(session: number, frame: string): Promise<HostReply>;
  /** Answers a batch's request of numbers. */
  compute(session: number, request: Float64Array): HostReply;
  /** Ends a session, and what it waits for. */
  close(session: number): void;
}

type Hosted = { readonly session: WorldSession; readonly stop: AbortController } | { readonly batch: VectorSession };

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
        const found = await scores(world, options, given, NEVER);
        return { frame: JSON.stringify({ type: "scores", data: found }) };
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
          return { frame: JSON.stringify({ type: "vector", data: batch.description }) };
        }
      } catch (error) {
        return unmade(world, error);
      }
      const stop = new AbortController();
      hosted.set(number, { session: worldSession(world, options, stop.signal), stop });
      return {};
    },
    compute(number, request) {
      const found = hosted.get(number);
      try {
        if (found === undefined || "session" in found) throw new WireError("SESSION_ERROR", "this session is no batch");
        const answer = found.batch.answer(request);
        return "bytes" in answer ? answer : { frame: JSON.stringify({ type: "view", data: answer.view }) };
      } catch (error) {
        return mistake(error);
      }
    },
    async answer(number, frame) {
      const found = hosted.get(number);
      try {
        if (found === undefined) throw new WireError("SESSION_ERROR", "the session is over");
        if ("batch" in found) throw new WireError("SESSION_ERROR", "a batch is asked in numbers");
        return await replied(found.session, requestIn(frame));
      } catch (error) {
        return mistake(error);
      }
    },
    close(number) {
      const found = hosted.get(number);
      hosted.delete(number);
      if (found === undefined) return;
      if ("batch" in found) return found.batch.close();
      found.stop.abort();
      found.session.close().catch(console.error);
    },
  };
}

function mistake(error: unknown): HostReply {
  const told = error instanceof UserError ? wireError(error) : error;
  if (told instanceof WireError) return { frame: errorFrame(told), isOver: told.code === "SESSION_ERROR" };
  // The terminal has the place, the client a sentence.
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
