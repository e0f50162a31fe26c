// The wire protocol of OpenEnv: text frames with one JSON object each. Every request has one response, in order; the server sends nothing
// else.

import type { WireErrorCode, WireObservation } from "../../clients/openenv-wire.ts";
import { display, isMap } from "../../core/checked.ts";
import { type Problem, sentence, UserError } from "../../core/errors.ts";
import { isDeeper, jsonIn } from "../../core/json.ts";

export type WireRequest =
  | { readonly type: "reset"; readonly data: unknown }
  | { readonly type: "step"; readonly data: unknown }
  | { readonly type: "mcp"; readonly data: unknown }
  | { readonly type: "state" }
  | { readonly type: "close" };

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

/** Maximum nesting of lists and maps in a message, since worlds and threads copy messages recursively. */
const DEEPEST = 100;

/** Parses a message as JSON; undefined where it is invalid. Throws a UserError where it is nested too deeply. */
export function sentJson(text: string): unknown {
  const value = jsonIn(text);
  if (!isDeeper(value, DEEPEST)) return value;
  throw new UserError({ code: "too-deep", what: "this is nested too deeply", hint: `at most ${DEEPEST} levels` });
}

/** Parses a frame. Throws a WireError or a UserError. */
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

/** Returns an error for an invalid request, in pydantic's format. */
export function validation(problems: readonly Problem[]): WireError {
  return new WireError("VALIDATION_ERROR", problems.map(sentence).join("; "), { errors: detailsOf(problems) });
}

/** Returns problems in the format of HTTP responses. */
export const detailsOf = (problems: readonly Problem[]) =>
  problems.map((problem) => ({
    type: problem.code,
    loc: problem.path ?? [],
    msg: sentence({ ...problem, path: [] }),
    input: null,
  }));

/** Codes of problems that arise from the state of the episode, not from the request. */
const HAPPENED = new Set(["ended", "no-episode", "episode-failed"]);

/** Converts a UserError into a WireError. */
export const wireError = ({ problems }: UserError): WireError =>
  problems.some(({ code }) => HAPPENED.has(code))
    ? new WireError("EXECUTION_ERROR", problems.map(sentence).join("; "))
    : validation(problems);

/** Returns metadata both beside the observation, where current clients look for it, and within it, for older clients. */
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
