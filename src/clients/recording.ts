// Answers on file, JSON Lines, one for each request:
//
//   {"key":"9f86d081…","request":{"model":…,"maxTokens":…,"draw":…,"messages":[…]},"reply":{"text":…,"promptTokens":…,"completionTokens":…}}
//
// An answer that calls tools has "calls" in its reply; one that is none, such as one that was cut, has "shortfall" there. A request that failed for good has "failure", in words, for "reply". Of two lines with one key the last counts. Lines are
// only ever added, each in one piece, so that a run that was stopped leaves all that it was told.

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

/** What is on file under a request's key. */
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
    })
    .optional(),
  failure: z.string().optional(),
});

/** Answers of one file. */
export class Recording {
  readonly #file: string;
  readonly #known = new Map<string, Recorded>();
  /** Bytes of the file when it was last read or written here. */
  #size = -1;
  /** Whether a crash has cut off the last line. */
  #cut = false;

  private constructor(file: string) {
    this.#file = file;
  }

  static readonly #open = new Map<string, Recording>();

  /** The recording of a file, which all in this process share; what others have added since is read. */
  static of(file: string): Recording {
    const recording = Recording.#open.get(file) ?? new Recording(file);
    Recording.#open.set(file, recording);
    recording.#refresh();
    return recording;
  }

  get(request: Request): Recorded | undefined {
    return this.#known.get(requestKey(request));
  }

  /** As `get`, for a request that must be on file. */
  recall(request: Request): Recorded {
    const recorded = this.get(request);
    if (recorded !== undefined) return recorded;
    const what = `${this.#file} holds no answer to ${inWords(request)} (request ${requestKey(request)})`;
    const hint = "the world, the agent or the seeds have changed since it was recorded: record it again";
    throw new UserError({ code: "not-recorded", what, hint });
  }

  /** Makes the file where there is none, so that no model is asked for what could not be kept. */
  begin(): void {
    attempt(this.#file, "written", () => appendFileSync(this.#file, ""));
  }

  /** Adds what came of a request. */
  add(request: Request, recorded: Recorded): void {
    this.#known.set(requestKey(request), recorded);
    this.#append(`${lineOf(request, recorded)}\n`);
  }

  /** Adds lines of other recordings, but for those of requests that are answered here, and those that say the same. */
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
    // Lines that others have added meanwhile make it larger than that, and are read when it is opened next.
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
    // A line that was cut off is asked anew; a file without any is another kind of file, and nothing is added to it.
    if (text.trim() !== "" && this.#known.size === 0) {
      const what = `${this.#file} holds no recorded answers`;
      throw new UserError({ code: "bad-recording", what, hint: "name another file" });
    }
    this.#cut = text !== "" && !text.endsWith("\n");
    this.#size = size;
  }
}

/** Throws a UserError where a file of recorded answers is not there, or is none. */
export function checkRecording(file: string): void {
  refuseWaiting(file);
  if (existsSync(file)) {
    attempt(file, "read", () => accessSync(file, constants.R_OK));
    if (!statSync(file).isDirectory()) return;
  }
  const hint = "`record: FILE` in the place of `replay: FILE` makes one; paths start from the experiment's folder";
  throw new UserError({ code: "no-recording", what: `there is no recording ${file}`, hint });
}

/** What came of a request, as a recording has it. */
export const lineOf = (request: Request, recorded: Recorded): string =>
  JSON.stringify({ key: requestKey(request), request, ...recorded });

/** What a line says; undefined for one that was cut off, or is none of a recording. */
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
  request: z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) }),
});

/** What is on file under these keys, in their order; keys that are not there are left out, as is a file that cannot be read. */
export function exchangesIn(file: string, keys: readonly string[]): Exchange[] {
  if (keys.length === 0 || !existsSync(file)) return [];
  const exchanges = new Map<string, Exchange>();
  for (const line of readNamedText(file).split("\n")) {
    // Most lines are of other episodes: only those that can be meant are read as JSON.
    if (!keys.some((key) => line.startsWith(`{"key":"${key}"`))) continue;
    const { data } = exchangeSchema.safeParse(jsonIn(line));
    if (data === undefined) continue;
    const { key, request, reply = null, failure = "" } = data;
    exchanges.set(key, { key, messages: request.messages, reply, failure });
  }
  return keys.flatMap((key) => exchanges.get(key) ?? []);
}
