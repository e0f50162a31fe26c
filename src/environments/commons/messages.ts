// Messages of agents at a common resource to their neighbours on a graph: one of a few words in each step, or silence; where the
// world has letters, a text of their own as well. They cost nothing and bind no agent.

import { z } from "zod";
import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import { list, oneOf, whole } from "../../core/parameters.ts";
import { GRAPHS, linksOf } from "../../math/named-graph.ts";
import { choiceOf, field, flow } from "../declaration.ts";
import { copyText, LAST_LETTER, lengthOf, textFrom, writeText } from "../letters.ts";

/** Parameters of messages; spread them into a world's own. */
export const messageParameters = {
  messages: oneOf(["none", ...GRAPHS], "none").describe(
    "neighbours to whom an agent sends a message in each step: none; the next ones on a ring or a line; the first agent, a star; all",
  ),
  words: list(z.string().min(1).max(200), 1, 20, ["take less", "take more"])
    .refine((words) => new Set(words).size === words.length, "must not have a message twice")
    .describe("messages beside silence; scripts take the first for a call to take less"),
  letters: whole(0, 1000, 0).describe(
    "most characters of a text that language models, people and programs write to their neighbours in each step; 0 for none",
  ),
};
const schema = z.strictObject(messageParameters);

/** Messages of the last step. With `messages: none` there are no fields, channels, words and texts. */
export interface Messages {
  readonly isOn: boolean;
  /** Most characters of a text; 0 where no texts are written. */
  readonly letters: number;
  /** Upper bounds of the numbers of an action that are its text. */
  readonly bounds: readonly number[];
  /** Numbers of the fields. */
  readonly width: number;
  /** Messages beside silence. */
  readonly words: readonly string[];
  readonly fields: readonly ObservationField[];
  readonly channels: readonly Channel[];
  /** The message that a number of an action means: 0 for silence, then the words. */
  meant(action: number): number;
  /** Keeps the text of an action, whose letters begin at `at`. */
  keep(actions: Float64Array, at: number, spoken: Spoken, seat: number): void;
  /** Writes the channels of a seat from `at` on. */
  count(spoken: Spoken, seat: number, outcomes: Float64Array, at: number): void;
  /** Writes the fields of a seat. */
  observe(spoken: Spoken, seat: number, observations: Float32Array, at: number): void;
  /** What neighbours said, a line for a seat that heard something. */
  heard(spoken: Spoken, seat: number): string[];
  /** Message and text of a seat in words; silence is "". */
  wordsOf(spoken: Spoken, seat: number): string;
  /** What all said in the last step, a line each; undefined where no texts are written. */
  readonly view: ((spoken: Spoken) => string) | undefined;
  /** Arguments `say` and `text` of tools; no argument without messages. */
  readonly form: { readonly say?: z.ZodType<string | undefined>; readonly text?: z.ZodType<string> };
  /** What a refused tool is told of these arguments; "" without messages. */
  readonly wanted: string;
  /** The message that a tool's arguments name. */
  saidIn(given: object): number;
  /** Writes the text of a tool's arguments to an action, whose letters begin at `at`. */
  write(given: object, action: Float64Array, at: number): void;
}

/** What was said in the last step. */
export interface Spoken {
  /** Number of each agent's message, [agents]; 0 for silence. */
  readonly said: Float64Array;
  /** Each agent's text, [agents × letters] code points. */
  readonly text: Float64Array;
}

/** Parts of a state that hold what was said. */
export const spokenParts = ({ isOn, letters }: Messages, agents: number) => ({
  said: [isOn ? agents : 0],
  text: [agents * letters],
});

/** Prepares messages among `agents` agents, who are called by `nameOf`. */
export function messagesOf(
  { messages, words, letters: most }: z.output<typeof schema>,
  agents: number,
  nameOf: (seat: number) => string,
): Messages {
  const isOn = messages !== "none";
  const letters = isOn ? most : 0;
  const linked = isOn ? linksOf(messages, agents) : new Uint8Array(0);
  const neighbours = (seat: number): number[] =>
    Array.from({ length: isOn ? agents : 0 }, (_, k) => k).filter((k) => linked[seat * agents + k] === 1);
  const near = Array.from({ length: agents }, (_, seat) => neighbours(seat));
  const spoken = z.enum(words).optional().describe("message to your neighbours; none for silence");
  const written = z
    .string()
    .max(letters)
    .default("")
    .describe(`text of your own to your neighbours, at most ${letters} characters`);
  const lettersIn = ({ text }: Spoken, seat: number): number => lengthOf(text, seat * letters, letters);
  const textOf = ({ text }: Spoken, seat: number): string => textFrom(text, seat * letters, letters);
  const wordsOf = (one: Spoken, seat: number): string => {
    const text = textOf(one, seat).replaceAll(/\s+/g, " ");
    const word = one.said[seat] > 0 ? `“${words[one.said[seat] - 1]}”` : "";
    return [word, text === "" ? "" : JSON.stringify(text)].filter((part) => part !== "").join(" ");
  };
  return {
    ...{ isOn, letters, wordsOf, words: isOn ? words : [], bounds: new Array<number>(letters).fill(LAST_LETTER) },
    width: isOn ? words.length + (letters > 0 ? 1 : 0) : 0,
    fields: [
      ...(isOn
        ? [
            field(
              "heard",
              0,
              1,
              "share of its neighbours that sent each message in the last step, in the order of `words`",
              { size: words.length },
            ),
          ]
        : []),
      ...(letters > 0 ? [field("written", 0, 1, "share of its neighbours that wrote a text in the last step")] : []),
    ],
    channels: [
      ...(isOn
        ? [flow("said", "share of steps", 0, 1, "mean", "steps in which the agent sent a message to its neighbours")]
        : []),
      ...(letters > 0
        ? [flow("characters", "characters", 0, letters, "sum", "characters of the texts that the agent wrote")]
        : []),
    ],
    meant: (action) => (isOn ? choiceOf(action, words.length + 1) : 0),
    keep(actions, at, { text }, seat) {
      copyText(actions, at, text, seat * letters, letters);
    },
    count(one, seat, outcomes, at) {
      if (!isOn) return;
      const length = lettersIn(one, seat);
      outcomes[at] = one.said[seat] > 0 || length > 0 ? 1 : 0;
      if (letters > 0) outcomes[at + 1] = length;
    },
    observe(one, seat, observations, at) {
      const { said } = one;
      for (const other of near[seat]) {
        if (said[other] > 0) observations[at + said[other] - 1] += 1 / near[seat].length;
        if (letters > 0 && lettersIn(one, other) > 0) observations[at + words.length] += 1 / near[seat].length;
      }
    },
    heard(one, seat) {
      const lines = near[seat].flatMap((k) => (wordsOf(one, k) === "" ? [] : [`${nameOf(k)}: ${wordsOf(one, k)}`]));
      return lines.length === 0 ? [] : [`Your neighbours said: ${lines.join("; ")}.`];
    },
    view:
      letters === 0
        ? undefined
        : (one) =>
            near
              .flatMap((_, seat) => (wordsOf(one, seat) === "" ? [] : [`${nameOf(seat)}: ${wordsOf(one, seat)}`]))
              .join("\n"),
    form: { ...(isOn ? { say: spoken } : {}), ...(letters > 0 ? { text: written } : {}) },
    wanted: !isOn
      ? ""
      : `say: ${words.map((word) => JSON.stringify(word)).join(" or ")}${letters > 0 ? `, text: at most ${letters} characters` : ""}`,
    saidIn(given) {
      const said: unknown = isOn && Object.hasOwn(given, "say") ? Reflect.get(given, "say") : undefined;
      return typeof said === "string" ? words.indexOf(said) + 1 : 0;
    },
    write(given, action, at) {
      const text: unknown = Object.hasOwn(given, "text") ? Reflect.get(given, "text") : "";
      writeText(typeof text === "string" ? text : "", action, at, letters);
    },
  };
}
