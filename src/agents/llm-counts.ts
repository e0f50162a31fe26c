// What is counted of a language model's answers in an episode: requests, tokens, time and money.

import { failedEpisode, type KeyedReply, NoAnswer } from "../clients/language-model.ts";
import type { Channel } from "../core/channel.ts";

function count(name: string, unit: string, meaning: string): Channel {
  return { name, unit, low: 0, high: Number.MAX_SAFE_INTEGER, over: "sum", state: false, meaning };
}

const COUNTS: readonly Channel[] = [
  count("modelCalls", "requests", "requests that were answered, those that were asked again among them"),
  count("unreadReplies", "replies", "replies that could not be read or carried out, after which it was asked again"),
  count("surplusCalls", "calls", "calls of tools that nothing came of, as of several in a reply the first counts"),
  count("promptTokens", "tokens", "tokens of what the model was told, as its server counts them"),
  count("completionTokens", "tokens", "tokens that the model wrote, thoughts among them, as its server counts them"),
  count("modelCost", "money", "what its answers cost by the prices given, asked or on file"),
];

/** Upper bound of the numbers of requests (`draw`). */
export const DRAWS = 2 ** 31;

const NONE = { modelCalls: 0, unreadReplies: 0, surplusCalls: 0, promptTokens: 0, completionTokens: 0, modelCost: 0 };

/** Counters for an endpoint. Costs need a price. Times are left out: a run has the same bytes each time. */
export const countsOf = (price: object | undefined): readonly Channel[] =>
  COUNTS.filter(({ name }) => name !== "modelCost" || price !== undefined);

/** Counts the answers of an episode, and keeps the keys of its requests. */
export class AnswerCounts {
  readonly counts = { ...NONE };
  readonly requests: string[] = [];

  add({ promptTokens, completionTokens, cost, key }: KeyedReply): void {
    this.requests.push(key);
    this.counts.modelCalls += 1;
    this.counts.promptTokens += promptTokens ?? Number.NaN;
    this.counts.completionTokens += completionTokens ?? Number.NaN;
    this.counts.modelCost += cost;
  }

  /** Counts a reply that could not be read. */
  unread(): void {
    this.counts.unreadReplies += 1;
  }

  /** Counts calls of a reply beyond the first. */
  surplus(calls: number): void {
    this.counts.surplusCalls += calls;
  }

  clear(): void {
    Object.assign(this.counts, NONE);
    this.requests.length = 0;
  }
}

/** Counts the answer to a request, also one that is unusable. Throws the error of a failed episode where there is none. */
export async function answered(count: AnswerCounts, ask: () => Promise<KeyedReply>): Promise<KeyedReply> {
  try {
    const reply = await ask();
    count.add(reply);
    return reply;
  } catch (error) {
    if (error instanceof NoAnswer) count.add(error.reply);
    throw failedEpisode("the model", error);
  }
}
