// Messages of agents at a common resource to their neighbours on a graph: one of a few words in each step, or silence. They cost nothing and
// bind no agent.

import { z } from "zod";
import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import { list, oneOf } from "../../core/parameters.ts";
import { GRAPHS, linksOf } from "../../math/named-graph.ts";
import { choiceOf, field, flow } from "../declaration.ts";

/** Parameters of messages; spread them into a world's own. */
export const messageParameters = {
  messages: oneOf(["none", ...GRAPHS], "none").describe(
    "neighbours to whom an agent sends a message in each step: none; the next ones on a ring or a line; the first agent, a star; all",
  ),
  words: list(z.string().min(1).max(200), 1, 20, ["take less", "take more"])
    .refine((words) => new Set(words).size === words.length, "must not have a message twice")
    .describe("messages beside silence; scripts take the first for a call to take less"),
};
const schema = z.strictObject(messageParameters);

/** Messages of the last step. With `messages: none` there are no fields, channels and words. */
export interface Messages {
  readonly isOn: boolean;
  /** Messages beside silence. */
  readonly words: readonly string[];
  readonly fields: readonly ObservationField[];
  readonly channels: readonly Channel[];
  /** The message that a number of an action means: 0 for silence, then the words. */
  meant(action: number): number;
  /** Writes the fields of a seat. `said` is [agents], the message of each in the last step. */
  observe(said: Float64Array, seat: number, observations: Float32Array, at: number): void;
  /** What neighbours said, a line for a seat that heard something. */
  heard(said: Float64Array, seat: number): string[];
  /** A message in words; silence is "". */
  wordOf(message: number): string;
  /** Argument `say` of tools; no argument without messages. */
  readonly form: { readonly say?: z.ZodType<string | undefined> };
  /** The message that a tool's arguments name. */
  saidIn(given: object): number;
}

/** Prepares messages among `agents` agents, who are called by `nameOf`. */
export function messagesOf(
  { messages, words }: z.output<typeof schema>,
  agents: number,
  nameOf: (seat: number) => string,
): Messages {
  const isOn = messages !== "none";
  const linked = isOn ? linksOf(messages, agents) : new Uint8Array(0);
  const neighbours = (seat: number): number[] =>
    Array.from({ length: isOn ? agents : 0 }, (_, k) => k).filter((k) => linked[seat * agents + k] === 1);
  const near = Array.from({ length: agents }, (_, seat) => neighbours(seat));
  const spoken = z.enum(words).optional().describe("message to your neighbours; none for silence");
  return {
    isOn,
    words: isOn ? words : [],
    fields: isOn
      ? [
          field(
            "heard",
            0,
            1,
            "share of its neighbours who sent each message in the last step, in the order of `words`",
            {
              size: words.length,
            },
          ),
        ]
      : [],
    channels: isOn
      ? [flow("said", "share of steps", 0, 1, "mean", "steps in which the agent sent a message to its neighbours")]
      : [],
    meant: (action) => (isOn ? choiceOf(action, words.length + 1) : 0),
    observe(said, seat, observations, at) {
      for (const other of near[seat]) if (said[other] > 0) observations[at + said[other] - 1] += 1 / near[seat].length;
    },
    heard(said, seat) {
      const lines = near[seat].flatMap((k) => (said[k] > 0 ? [`${nameOf(k)}: “${words[said[k] - 1]}”`] : []));
      return lines.length === 0 ? [] : [`Your neighbours said: ${lines.join("; ")}.`];
    },
    wordOf: (message) => (message > 0 ? words[message - 1] : ""),
    form: isOn ? { say: spoken } : {},
    saidIn(given) {
      const said: unknown = isOn && Object.hasOwn(given, "say") ? Reflect.get(given, "say") : undefined;
      return typeof said === "string" ? words.indexOf(said) + 1 : 0;
    },
  };
}
