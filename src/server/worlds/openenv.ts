// OpenEnv on the wire: frames of text that hold one JSON object each. Every request has one reply, in order; nothing is sent unasked.

import { display, isMap } from "../../core/checked.ts";
import { type Problem, sentence, UserError } from "../../core/errors.ts";
import { isDeeper, jsonIn } from "../../core/json.ts";

/** A request as it was sent. */
export type WireRequest =
  | { readonly type: "reset"; readonly data: unknown }
  | { readonly type: "step"; readonly data: unknown }
  | { readonly type: "mcp"; readonly data: unknown }
  | { readonly type: "state" }
  | { readonly type: "close" };

/** What can be wrong, by OpenEnv's names. After the last three the session is over. */
export type WireErrorCode =
  | "INVALID_JSON"
  | "UNKNOWN_TYPE"
  | "VALIDATION_ERROR"
  | "EXECUTION_ERROR"
  | "CAPACITY_REACHED"
  | "FACTORY_ERROR"
  | "SESSION_ERROR";

/** A mistake of the wire. */
export class WireError extends Error {
  readonly code: WireErrorCode;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(code: WireErrorCode, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

const TYPES = ["reset", "step", "state", "close", "mcp"];

/** Levels of lists and maps within each other in a message. Worlds and threads copy what is sent level by level. */
const DEEPEST = 100;

/** The JSON of a message; undefined where it is none. A UserError where it is nested too deeply. */
export function sentJson(text: string): unknown {
  const value = jsonIn(text);
  if (!isDeeper(value, DEEPEST)) return value;
  throw new UserError({ code: "too-deep", what: "this is nested too deeply", hint: `at most ${DEEPEST} levels` });
}

/** Reads a frame. Throws a WireError, or a UserError. */
export function requestIn(text: string): WireRequest {
  const message = sentJson(text);
  if (message === undefined) throw new WireError("INVALID_JSON", `${display(text)} is not JSON`);
  if (!isMap(message))
    throw new WireError("SESSION_ERROR", `a request is a JSON object, and ${display(message)} is none`);
  const type: unknown = Reflect.get(message, "type");
  const data: unknown = Reflect.get(message, "data");
  const others = Object.keys(message).filter((key) => key !== "type" && key !== "data");
  if (others.length > 0) {
    const what = `a request has type and data; ${display(others[0])} is unknown`;
    throw validation([{ code: "unknown-key", what, path: [others[0]] }]);
  }
  if (type === "state" || type === "close") return { type };
  if (type === "reset") return { type, data };
  if (type === "step" || type === "mcp") {
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return { type, data };
    const what = `${type} needs data, an object${data === undefined ? "" : `, and has ${display(data)}`}`;
    throw validation([{ code: "missing", what, path: ["data"] }]);
  }
  throw new WireError("UNKNOWN_TYPE", `there is no request ${display(type)}; types are ${TYPES.join(", ")}`);
}

/** Problems of what was asked, in the form of pydantic's. */
export function validation(problems: readonly Problem[]): WireError {
  return new WireError("VALIDATION_ERROR", problems.map(sentence).join("; "), { errors: detailsOf(problems) });
}

/** Problems as HTTP tells them. */
export const detailsOf = (problems: readonly Problem[]) =>
  problems.map((problem) => ({
    type: problem.code,
    loc: problem.path ?? [],
    msg: sentence({ ...problem, path: [] }),
    input: null,
  }));

/** Codes of problems that lie in what happened, not in what was sent. */
const HAPPENED = new Set(["ended", "no-episode", "episode-failed"]);

/** A user's mistake as the wire's. */
export const wireError = ({ problems }: UserError): WireError =>
  problems.some(({ code }) => HAPPENED.has(code))
    ? new WireError("EXECUTION_ERROR", problems.map(sentence).join("; "))
    : validation(problems);

/** What a reset or a step gives. */
export interface WireObservation {
  readonly observation: Readonly<Record<string, unknown>>;
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Metadata stands beside the observation, where clients of today look, and in it, where those of yesterday do. */
export const observed = ({ observation, metadata, ...rest }: WireObservation) => ({
  observation: { ...observation, metadata },
  ...rest,
  metadata,
});

export const observationFrame = (observation: WireObservation): string =>
  JSON.stringify({ type: "observation", data: observed(observation) });

export const stateFrame = (state: object): string => JSON.stringify({ type: "state", data: state });

export const mcpFrame = (reply: unknown): string => JSON.stringify({ type: "mcp", data: reply });

export const errorFrame = ({ code, message, more }: WireError): string =>
  JSON.stringify({ type: "error", data: { message, code, ...more } });
