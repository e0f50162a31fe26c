// A client of an environment that OpenEnv's protocol serves: what an action is, and one session, which resets and steps.

import { type RawData, WebSocket } from "ws";
import { display, isMap } from "../core/checked.ts";
import { messageOf, UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import type { WireErrorCode, WireObservation } from "./openenv-wire.ts";

/** What a server said in the place of an observation. */
export interface WireRefusal {
  readonly code: string;
  readonly message: string;
}

/** A session with an environment. One request is open at a time. */
export interface EnvironmentSession {
  /** Begins an episode. Throws a UserError where the server refuses. */
  reset(seed: number, signal?: AbortSignal): Promise<WireObservation>;
  /** Takes an action, or returns why the server refuses it. Throws a UserError where the session is over. */
  step(action: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<WireObservation | WireRefusal>;
  close(): void;
}

/** Errors of an action, behind which the session goes on. */
const OF_ACTIONS: readonly string[] = ["VALIDATION_ERROR", "EXECUTION_ERROR"] satisfies readonly WireErrorCode[];

/** Whether a step was refused. */
export const isRefusal = (reply: WireObservation | WireRefusal): reply is WireRefusal => "code" in reply;

/** The address of a route under an environment's own, whose query stays. */
function routeOf(address: string, route: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${route}`;
  return url;
}

/** An address for messages: a query is long, and may hold a token. */
export const shownAddress = (address: string): string => address.split(/[?#]/, 1)[0];

/** The JSON Schema of an environment's actions. Throws a UserError where there is no server, or none of OpenEnv. */
export async function actionSchemaOf(address: string, seconds: number): Promise<Readonly<Record<string, unknown>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(routeOf(address, "schema"), { signal: AbortSignal.timeout(seconds * 1000) });
    text = await response.text();
  } catch (error) {
    throw absent(address, error);
  }
  const schema = jsonIn(text);
  const action = isMap(schema) ? schema.action : undefined;
  if (response.ok && isMap(action)) return action;
  const said = response.ok ? "has no JSON with an action" : `answers ${response.status}`;
  throw notOpenEnv(address, `its route /schema ${said}`);
}

/** Opens a session; `seconds` limit each answer. Throws a UserError where there is no server, or none of OpenEnv. */
export async function openSession(address: string, seconds: number): Promise<EnvironmentSession> {
  const url = routeOf(address, "ws");
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url, { handshakeTimeout: seconds * 1000 });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", (error) => {
      const isOther = /Unexpected server response/.test(error.message);
      reject(isOther ? notOpenEnv(address, "its route /ws is no WebSocket") : absent(address, error));
    });
  });
  // A lost connection is known by its end.
  socket.on("error", () => {});
  const asked = (type: "reset" | "step", data: object, signal: AbortSignal | undefined) =>
    answerTo(socket, address, { type, data }, seconds, signal);
  return {
    async reset(seed, signal) {
      const reply = await asked("reset", { seed }, signal);
      if (!isRefusal(reply)) return reply;
      throw new UserError({
        code: "reset-refused",
        what: `${shownAddress(address)} refuses a reset: ${reply.message}`,
      });
    },
    async step(action, signal) {
      const reply = await asked("step", action, signal);
      if (!isRefusal(reply) || OF_ACTIONS.includes(reply.code)) return reply;
      throw new UserError({
        code: "session-over",
        what: `${shownAddress(address)} ended the session: ${reply.message}`,
      });
    },
    close: () => socket.close(),
  };
}

/** Sends a request and waits for its one answer. A session whose answer did not come is closed, since a late one would be taken for the next. */
function answerTo(
  socket: WebSocket,
  address: string,
  request: object,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<WireObservation | WireRefusal> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      socket.off("message", onMessage).off("close", onClose);
      signal?.removeEventListener("abort", onAbort);
      end();
    };
    const failed = (error: unknown) => {
      socket.terminate();
      reject(error);
    };
    const lost = (what: string) =>
      new UserError({ code: "environment-lost", what: `${shownAddress(address)} ${what}` });
    const onMessage = (data: RawData) =>
      settle(() => {
        try {
          resolve(replyIn(String(data), address));
        } catch (error) {
          failed(error);
        }
      });
    const onClose = () => settle(() => reject(lost("closed the connection")));
    const onAbort = () => settle(() => failed(signal?.reason));
    const timer = setTimeout(() => settle(() => failed(lost(`did not answer within ${seconds} s`))), seconds * 1000);
    if (signal?.aborted === true) return onAbort();
    if (socket.readyState !== WebSocket.OPEN) return onClose();
    socket.once("message", onMessage).once("close", onClose);
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.send(JSON.stringify(request));
  });
}

/** Reads a frame. Throws a UserError where it is none of OpenEnv. */
function replyIn(text: string, address: string): WireObservation | WireRefusal {
  const frame = jsonIn(text);
  const data = isMap(frame) ? frame.data : undefined;
  if (!isMap(frame) || !isMap(data)) throw notOpenEnv(address, `it sent ${display(text.slice(0, 80))}`);
  if (frame.type === "error") return { code: String(data.code), message: String(data.message) };
  const { observation, reward, done, metadata } = data;
  if (frame.type !== "observation" || !isMap(observation) || typeof done !== "boolean")
    throw notOpenEnv(address, `it sent ${display(text.slice(0, 80))} in the place of an observation`);
  return {
    ...{ observation, done, metadata: isMap(metadata) ? metadata : {} },
    reward: typeof reward === "number" && Number.isFinite(reward) ? reward : null,
  };
}

const absent = (address: string, error: unknown): UserError => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const what = `there is no server at ${shownAddress(address)}: ${messageOf(cause)}`;
  return new UserError({ code: "no-server", what, hint: "start the environment, and give its base address" });
};

const notOpenEnv = (address: string, why: string): UserError => {
  const what = `${shownAddress(address)} does not speak OpenEnv: ${why}`;
  return new UserError({ code: "not-openenv", what, hint: "of agon serve it is http://localhost:8000/env/WORLD" });
};
