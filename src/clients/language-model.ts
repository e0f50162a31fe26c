// A language model behind an endpoint: queried live, recorded, or replayed from a recording without any request. Shared by agents and
// judges.

import { resolve } from "node:path";
import { EpisodeFailed, unanswered } from "../core/agent.ts";
import type { AskingPlace } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Spending } from "../core/spending.ts";
import type { OfferedTool } from "../core/tool-play.ts";
import { chatOf, ModelFailure } from "./chat.ts";
import type { Shortfall } from "./completion.ts";
import { checkEndpoint, type Endpoint, type EndpointAnswer, keyOf } from "./endpoint.ts";
import { sharedLimiter } from "./limiter.ts";
import { checkRecording, lineOf, type Recorded, Recording } from "./recording.ts";
import { type Message, type Reply, type Request, requestKey, requestOf } from "./request.ts";

/** A language model, live or recorded. */
export interface ChatModel {
  /** Throws a UserError where requests cannot work: a missing key, or a recording that cannot be read or written. */
  ready(): void;
  /**
   * Returns the model's answer to a conversation. `draw`, an integer below 2³¹, distinguishes several answers to one question. Throws a
   * ModelFailure without a reply, a NoAnswer for a reply without a usable answer, and a UserError for permanent errors.
   */
  ask(messages: readonly Message[], draw: number, place?: Asking): Promise<KeyedReply>;
  /** As `ask`, with tools that the model may call. */
  askWith(
    tools: readonly OfferedTool[],
    messages: readonly Message[],
    draw: number,
    place?: Asking,
  ): Promise<KeyedReply>;
  /** Returns the answer to a prompt, as judges use it. */
  complete(prompt: string, signal?: AbortSignal): Promise<string>;
}

/** A reply with its recording key and its cost by the endpoint's prices; NaN where unknown. */
export interface KeyedReply extends Reply {
  readonly key: string;
  readonly cost: number;
}

/**
 * Thrown for a reply without a usable answer: truncated, filtered, refused, or reasoning only. It is paid for and recorded; the same
 * request would give the same result.
 */
export class NoAnswer extends ModelFailure {
  readonly reply: KeyedReply;
  readonly shortfall: Shortfall;

  constructor(reply: KeyedReply, shortfall: Shortfall) {
    super(`the answer is ${shortfall.reason}`);
    this.reply = reply;
    this.shortfall = shortfall;
  }
}

/** Error that ends an episode in which `asker`, such as "the model", got no answer; errors of other kinds are returned unchanged. */
export function failedEpisode(asker: string, error: unknown): unknown {
  // The message avoids "gave no answer", which a run would retry: the same token limit would be reached again.
  if (error instanceof NoAnswer) return new EpisodeFailed(`${asker}'s answer is ${error.shortfall.reason}`);
  return error instanceof ModelFailure ? unanswered(asker, error.message) : error;
}

/** Number of tokens to which prices refer. */
const PRICED = 1_000_000;

type Asking = Pick<AskingPlace, "signal" | "spending" | "answers">;

/** Pending answers by recording and request, so that concurrent equal requests are sent once. */
const open = new Map<string, Promise<Recorded>>();

/** Creates the language model of an endpoint, or a model that draws; recordings are relative to `directory`. */
export function languageModel(endpoint: Endpoint, directory: string, kind: EndpointAnswer = "texts"): ChatModel {
  checkEndpoint(endpoint, kind);
  const { record, replay, price } = endpoint;
  const file = resolve(directory, replay === "" ? record : replay);
  const chat = chatOf(endpoint);
  const limited = sharedLimiter(`${endpoint.parallel} at ${endpoint.endpoint}`, endpoint.parallel);

  const costOf = ({ promptTokens, completionTokens }: Reply): number =>
    price === undefined || promptTokens === null || completionTokens === null
      ? Number.NaN
      : (promptTokens * price.input + completionTokens * price.output) / PRICED;

  const send = (request: Request, { signal, spending }: Asking): Promise<Reply> =>
    limited(async () => {
      signal?.throwIfAborted();
      await spending?.check();
      const reply = await chat(request, signal);
      if (spending !== undefined) await pay(spending, costOf(reply));
      return reply;
    });

  const pay = async (spending: Spending, cost: number): Promise<void> => {
    await spending.paid(cost);
    if (Number.isNaN(cost) && spending.limit < Number.POSITIVE_INFINITY) {
      const what = `${endpoint.model} at ${endpoint.endpoint} counts no tokens, or has no price, and the run has a budget`;
      throw new UserError({
        code: "no-cost",
        what,
        hint: "give a price: price: { input: 0.15, output: 0.6 }, or leave out the budget",
      });
    }
  };

  /** Sends a request and records its result. User errors and aborts are not recorded. */
  const recorded = async (request: Request, place: Asking): Promise<Recorded> => {
    const { spending, answers } = place;
    const key = requestKey(request);
    const known = Recording.of(file).get(request);
    if (known !== undefined && "reply" in known) {
      spending?.recalledOne();
      answers?.used(file, key);
      return known;
    }
    const elsewhere = await answers?.find(file, key);
    if (elsewhere !== undefined) {
      spending?.recalledOne();
      return taken(request, elsewhere);
    }
    const outcome = await send(request, place).then(
      (reply): Recorded => ({ reply }),
      (error: unknown): Recorded => {
        if (error instanceof ModelFailure) return { failure: error.message };
        throw error;
      },
    );
    if (answers === undefined) {
      Recording.of(file).add(request, outcome);
      return outcome;
    }
    const line = lineOf(request, outcome);
    return taken(request, await answers.keep(file, { key, line, failed: "failure" in outcome }));
  };

  /** Records a line received from another machine. */
  const taken = (request: Request, line: string): Recorded => {
    Recording.of(file).take([line]);
    return Recording.of(file).recall(request);
  };

  /** As `recorded`, but concurrent equal requests share one call. */
  const shared = async (request: Request, place: Asking): Promise<Recorded> => {
    const key = `${file} ${requestKey(request)}`;
    const before = open.get(key);
    if (before !== undefined) {
      const outcome = await before.catch((error: unknown) => {
        if (error instanceof UserError) throw error;
        return undefined;
      });
      // The caller that sent the request was aborted, but this one still needs the answer.
      if (outcome === undefined) return shared(request, place);
      place.answers?.used(file, requestKey(request));
      return outcome;
    }
    const pending = recorded(request, place);
    open.set(key, pending);
    try {
      return await pending;
    } finally {
      open.delete(key);
    }
  };

  const answered = async (request: Request, place: Asking): Promise<Reply> => {
    if (replay === "") return record === "" ? send(request, place) : replyOf(await shared(request, place));
    checkRecording(file);
    const recorded = Recording.of(file).recall(request);
    place.spending?.recalledOne();
    return replyOf(recorded);
  };

  const askWith: ChatModel["askWith"] = async (tools, messages, draw, place = {}) => {
    const request = requestOf(endpoint, messages, draw, tools);
    const reply = await answered(request, place);
    const keyed = { ...reply, key: requestKey(request), cost: costOf(reply) };
    if (reply.shortfall !== undefined) throw new NoAnswer(keyed, reply.shortfall);
    return keyed;
  };

  const ask: ChatModel["ask"] = (messages, draw, place) => askWith([], messages, draw, place);

  return {
    ready() {
      if (replay !== "") checkRecording(file);
      else keyOf(endpoint);
      if (record !== "") Recording.of(file).begin();
    },
    ask,
    askWith,
    complete: async (prompt, signal) =>
      (await ask([{ role: "user", content: prompt }], 0, signal === undefined ? {} : { signal })).text,
  };
}

function replyOf(recorded: Recorded): Reply {
  if ("reply" in recorded) return recorded.reply;
  throw new ModelFailure(recorded.failure);
}
