// Recorded answers as JSON Lines, one line for each request:
//
//   {"key":"9f86d081…","request":{"model":…,"maxTokens":…,"draw":…,"messages":[…]},"reply":{"text":…,"promptTokens":…,"completionTokens":…,"seconds":…}}
//
// A reply with tool calls has "calls"; a reply without a usable answer, for example a truncated one, has "shortfall". A request that
// failed permanently has "failure", a text, instead of "reply". Of two lines with the same key the later one is used. Lines are only
// appended, each in one write, so that an interrupted run keeps all replies it received.

import { accessSync, appendFileSync, constants, existsSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { reasonOf } from "../core/files.ts";
import { jsonIn } from "../core/json.ts";
import { readNamedText, refuseWaiting } from "../core/named-files.ts";
import { OUTCOMES } from "./completion.ts";
import type { Exchange } from "./exchange.ts";
import { inWords, type Reply, type Request, requestKey } from "./request.ts";

export type Recorded = { readonly reply: Reply } | { readonly failure: string };

const tokens = z.number().nullable();
const calls = z.array(z.object({ name: z.string(), input: z.unknown() })).readonly();
const shortfall = z.object({ outcome: z.enum(OUTCOMES), reason: z.string() });
const lineSchema = z.object({
  key: z.string(),
  reply: z
    .object({
      text: z.string(),
      calls: calls.exactOptional(),
      shortfall: shortfall.exactOptional(),
      promptTokens: tokens,
      completionTokens: tokens,
      seconds: z.number().exactOptional(),
    })
    .optional(),
  failure: z.string().optional(),
});

export class Recording {
  readonly #file: string;
  readonly #known = new Map<string, Recorded>();
  /** Size of the file in bytes when it was last read or written here. */
  #size = -1;
  /** Whether the last line was truncated by a crash. */
  #cut = false;

  private constructor(file: string) {
    this.#file = file;
  }

  static readonly #open = new Map<string, Recording>();

  /** Returns the recording of a file, shared within this process; lines appended by others are read. */
  static of(file: string): Recording {
    const recording = Recording.#open.get(file) ?? new Recording(file);
    Recording.#open.set(file, recording);
    recording.#refresh();
    return recording;
  }

  get(request: Request): Recorded | undefined {
    return this.#known.get(requestKey(request));
  }

  /** As `get`, but throws where the request is not recorded. */
  recall(request: Request): Recorded {
    const recorded = this.get(request);
    if (recorded !== undefined) return recorded;
    const what = `${this.#file} holds no answer to ${inWords(request)} (request ${requestKey(request)})`;
    const hint = "the world, the agent or the seeds have changed since it was recorded: record it again";
    throw new UserError({ code: "not-recorded", what, hint });
  }

  /** Creates the file where it is missing, so that no request is sent that could not be recorded. */
  begin(): void {
    attempt(this.#file, "written", () => appendFileSync(this.#file, ""));
  }

  add(request: Request, recorded: Recorded): void {
    this.#known.set(requestKey(request), recorded);
    this.#append(`${lineOf(request, recorded)}\n`);
  }

  /** Appends lines of other recordings, except for requests that are answered here and duplicate lines. */
  take(lines: readonly string[]): void {
    const added = lines.filter((line) => {
      const entry = entryOf(line);
      if (entry === undefined) return false;
      const known = this.#known.get(entry.key);
      if (known !== undefined && ("reply" in known || isDeepStrictEqual(known, entry.recorded))) return false;
      this.#known.set(entry.key, entry.recorded);
      return true;
    });
    if (added.length > 0) this.#append(added.map((line) => `${line}\n`).join(""));
  }

  #append(lines: string): void {
    attempt(this.#file, "written", () => appendFileSync(this.#file, this.#cut ? `\n${lines}` : lines));
    // Lines appended by others make the file larger than this size, so they are read at the next opening.
    this.#size += Buffer.byteLength(lines) + (this.#cut ? 1 : 0);
    this.#cut = false;
  }

  #refresh(): void {
    refuseWaiting(this.#file);
    const size = existsSync(this.#file) ? statSync(this.#file).size : 0;
    if (size === this.#size) return;
    const text = size === 0 ? "" : attempt(this.#file, "read", () => readNamedText(this.#file));
    this.#known.clear();
    for (const line of text.split("\n")) {
      const entry = entryOf(line);
      if (entry !== undefined) this.#known.set(entry.key, entry.recorded);
    }
    // A truncated line is ignored and its request is sent again; a file without any valid line has another format and is not extended.
    if (text.trim() !== "" && this.#known.size === 0) {
      const what = `${this.#file} holds no recorded answers`;
      throw new UserError({ code: "bad-recording", what, hint: "name another file" });
    }
    this.#cut = text !== "" && !text.endsWith("\n");
    this.#size = size;
  }
}

/** Throws a UserError where a recording is missing or has another format. */
export function checkRecording(file: string): void {
  refuseWaiting(file);
  if (existsSync(file)) {
    attempt(file, "read", () => accessSync(file, constants.R_OK));
    if (!statSync(file).isDirectory()) return;
  }
  const hint = "`record: FILE` in the place of `replay: FILE` makes one; paths start from the experiment's folder";
  throw new UserError({ code: "no-recording", what: `there is no recording ${file}`, hint });
}

/** Formats the result of a request as a line of a recording. */
export const lineOf = (request: Request, recorded: Recorded): string =>
  JSON.stringify({ key: requestKey(request), request, ...recorded });

/** Parses a line; undefined where it is truncated or not from a recording. */
function entryOf(line: string): { readonly key: string; readonly recorded: Recorded } | undefined {
  const { data } = lineSchema.safeParse(jsonIn(line));
  if (data?.reply !== undefined) return { key: data.key, recorded: { reply: data.reply } };
  if (data?.failure !== undefined) return { key: data.key, recorded: { failure: data.failure } };
  return undefined;
}

function attempt<T>(file: string, done: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = reasonOf(error);
    throw new UserError({ code: "bad-recording", what: `${file} could not be ${done}: ${reason}` });
  }
}

const exchangeSchema = lineSchema.extend({
  request: z.object({
    messages: z.array(z.object({ role: z.string(), content: z.string(), calls: calls.exactOptional() })),
  }),
});

/** A text with the tool calls behind it, each on a line: `pay({"business":"b1"})`. */
function written(text: string, called: z.output<typeof calls> = []): string {
  const lines = called.map(({ name, input }) => `${name}(${JSON.stringify(input) ?? ""})`);
  return [...(text === "" && lines.length > 0 ? [] : [text]), ...lines].join("\n");
}

/** Recorded exchanges with these keys, in the given order; missing keys and an unreadable file are skipped. */
export function exchangesIn(file: string, keys: readonly string[]): Exchange[] {
  if (keys.length === 0 || !existsSync(file)) return [];
  const exchanges = new Map<string, Exchange>();
  for (const line of readNamedText(file).split("\n")) {
    // Most lines belong to other episodes, so only lines with a matching key are parsed.
    if (!keys.some((key) => line.startsWith(`{"key":"${key}"`))) continue;
    const { data } = exchangeSchema.safeParse(jsonIn(line));
    if (data === undefined) continue;
    const { key, request, reply, failure = "" } = data;
    const messages = request.messages.map(({ role, content, calls: own }) => ({
      role,
      content: written(content, own),
    }));
    const answer = reply === undefined ? null : { ...reply, text: written(reply.text, reply.calls) };
    exchanges.set(key, { key, messages, reply: answer, failure });
  }
  return keys.flatMap((key) => exchanges.get(key) ?? []);
}
