// A language model behind an endpoint: asked there, recorded while it is asked, or replayed from a recording and not asked
// at all. Agents and judges have the same one.

import { resolve } from "node:path";
import { EpisodeFailed, unanswered } from "../core/agent.ts";
import type { AskingPlace } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Spending } from "../core/spending.ts";
import { chatOf, ModelFailure } from "./chat.ts";
import type { Shortfall } from "./completion.ts";
import { checkEndpoint, type Endpoint, keyOf } from "./endpoint.ts";
import { sharedLimiter } from "./limiter.ts";
import { checkRecording, lineOf, type Recorded, Recording } from "./recording.ts";
import { type Message, type OfferedTool, type Reply, type Request, requestKey, requestOf } from "./request.ts";

/** A language model behind an endpoint or on file. */
export interface ChatModel {
  /** Throws a UserError where nothing could be asked: a key that is not set, a recording that cannot be read or written. */
  ready(): void;
  /**
   * The model's answer to a conversation. `draw`, a whole number below 2³¹, tells apart the answers to one question. Throws a
   * ModelFailure where there is none, a NoAnswer where one was given and is none, a UserError where there never will be.
   */
  ask(messages: readonly Message[], draw: number, place?: Asking): Promise<KeyedReply>;
  /** The same, with tools that the model may call in its answer. */
  askWith(
    tools: readonly OfferedTool[],
    messages: readonly Message[],
    draw: number,
    place?: Asking,
  ): Promise<KeyedReply>;
  /** The answer to a prompt: what a judge asks with. */
  complete(prompt: string, signal?: AbortSignal): Promise<string>;
}

/** An answer with the key under which recordings have it, and what it costs by the endpoint's prices; NaN where it is not known. */
export interface KeyedReply extends Reply {
  readonly key: string;
  readonly cost: number;
}

/**
 * Thrown in the place of an answer that is none: it was cut, held back, refused, or a thought alone. It is paid for, and on file where
 * answers are recorded; to ask the same again would bring the same.
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

/** What ends an episode in which `asker`, as in "the model", got no answer; an error of another kind as it is. */
export function failedEpisode(asker: string, error: unknown): unknown {
  // Not "gave no answer", which a run would ask for again: the same limit would be spent on it.
  if (error instanceof NoAnswer) return new EpisodeFailed(`${asker}'s answer is ${error.shortfall.reason}`);
  return error instanceof ModelFailure ? unanswered(asker, error.message) : error;
}

/** Tokens that prices are for. */
const PRICED = 1_000_000;

/** What a request is asked with. */
type Asking = Pick<AskingPlace, "signal" | "spending" | "answers">;

/** Answers on their way, by recording and request, so that one question is not put twice. */
const open = new Map<string, Promise<Recorded>>();

/** The language model of an endpoint; paths of recordings start from `directory`. */
export function languageModel(endpoint: Endpoint, directory: string): ChatModel {
  checkEndpoint(endpoint);
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

  /** What comes of a request, put on file. Mistakes of the user and interruptions are not. */
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

  /** What a line of another machine says, put on file here. */
  const taken = (request: Request, line: string): Recorded => {
    Recording.of(file).take([line]);
    return Recording.of(file).recall(request);
  };

  /** As `recorded`, of which there is only one at a time for a request. */
  const shared = async (request: Request, place: Asking): Promise<Recorded> => {
    const key = `${file} ${requestKey(request)}`;
    const before = open.get(key);
    if (before !== undefined) {
      const outcome = await before.catch((error: unknown) => {
        if (error instanceof UserError) throw error;
        return undefined;
      });
      // The caller that asked was told to stop; this one still wants an answer.
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
