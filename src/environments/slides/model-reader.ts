// A language model that recovers the brief from a deck. Where it gives no readable guess there is no score, and the episode fails: a judge
// that failed says nothing of the deck.

import { z } from "zod";
import { checkEndpoint, endpointParameters } from "../../clients/endpoint.ts";
import { type ChatModel, failedEpisode, languageModel, NoAnswer } from "../../clients/language-model.ts";
import { EpisodeFailed } from "../../core/agent.ts";
import type { Channel } from "../../core/channel.ts";
import type { Asker, AskingPlace } from "../../core/environment.ts";
import { under } from "../../core/errors.ts";
import { jsonIn } from "../../core/json.ts";
import { whole } from "../../core/parameters.ts";
import type { Deck } from "./deck.ts";
import { deckInLines } from "./deck-lines.ts";
import type { Guess } from "./recovery.ts";

export const modelReaderParameters = z.strictObject({
  ...endpointParameters,
  tries: whole(1, 20, 3).describe("answers that are asked for until one can be read"),
});
type Parameters = z.output<typeof modelReaderParameters>;

const guess = z.object({
  topic: z.string(),
  audience: z.string(),
  num_slides: z.coerce.number(),
  key_themes: z.array(z.string()),
});

const PROMPT = `You see the slides of a deck and nothing else. Recover the brief that it was made for.
Answer with one JSON object and nothing else:
{"topic": "...", "audience": "...", "num_slides": 0, "key_themes": ["..."]}

The slides:
`;

const count = (name: string, unit: string, meaning: string): Channel => ({
  ...{ name, unit, low: 0, high: Number.MAX_SAFE_INTEGER, over: "sum", state: false, meaning },
});
const COUNTS = [
  count("judgeCalls", "requests", "requests that the reader answered"),
  count("judgePromptTokens", "tokens", "tokens of what the reader was told, as its server counts them"),
  count("judgeCompletionTokens", "tokens", "tokens that the reader wrote, as its server counts them"),
  count("judgeCost", "money", "what the reader's answers cost by its prices, asked or on file"),
];

export interface ModelReader {
  readonly asker: Asker;
  /** The guess at the deck that was asked for last; undefined where none was, as in a replay. */
  latest(): Guess | undefined;
  forget(): void;
}

/** Creates the reader; `due` returns the deck that actions finish, or undefined. */
export function modelReader(given: Parameters, due: (actions: Float64Array) => Deck | undefined): ModelReader {
  under(["judge"], () => checkEndpoint(given));
  const counts: Record<string, number> = {};
  const requests: string[] = [];
  const models = new Map<string, ChatModel>();
  let place: AskingPlace | undefined;
  let latest: Guess | undefined;
  const forget = (): void => {
    for (const { name } of COUNTS) counts[name] = 0;
    requests.length = 0;
    latest = undefined;
  };
  forget();
  const modelIn = (directory: string): ChatModel => {
    const model = models.get(directory) ?? languageModel(given, directory);
    models.set(directory, model);
    return model;
  };
  const counted = ({ key, cost, promptTokens, completionTokens }: NoAnswer["reply"]): void => {
    counts.judgeCalls += 1;
    counts.judgePromptTokens += promptTokens ?? Number.NaN;
    counts.judgeCompletionTokens += completionTokens ?? Number.NaN;
    counts.judgeCost += cost;
    requests.push(key);
  };
  const read = async (deck: Deck, at: AskingPlace): Promise<void> => {
    for (let draw = 0; draw < given.tries; draw++) {
      const content = `${PROMPT}${deckInLines(deck)}`;
      const reply = await modelIn(at.directory)
        .ask([{ role: "user", content }], draw, at)
        .catch((error: unknown) => {
          if (error instanceof NoAnswer) counted(error.reply);
          throw failedEpisode("the reader", error);
        });
      counted(reply);
      const said = guess.safeParse(objectIn(reply.text));
      if (!said.success) continue;
      const { topic, audience, num_slides, key_themes } = said.data;
      latest = { topic, audience, slides: num_slides, themes: key_themes };
      return;
    }
    throw new EpisodeFailed("no guess at the brief could be read of what the reader answered");
  };
  return {
    latest: () => latest,
    forget,
    asker: {
      remote: {
        parallel: given.parallel,
        counts: COUNTS.filter(({ name }) => name !== "judgeCost" || given.price !== undefined),
        inputs: given.replay === "" ? [] : [given.replay],
        outputs: given.record === "" ? [] : [given.record],
        priced: given.price !== undefined || given.replay !== "",
        ready: (directory) => modelIn(directory).ready(),
      },
      counts,
      requests,
      connect(at) {
        place = at;
      },
      ask(actions) {
        const deck = due(actions);
        if (deck === undefined) return undefined;
        if (place === undefined) throw new Error("a world asks its reader before it is connected");
        return read(deck, place);
      },
    },
  };
}

/** The JSON object in an answer, from its first brace to its last; undefined where there is none. */
function objectIn(answer: string): unknown {
  return jsonIn(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
}
