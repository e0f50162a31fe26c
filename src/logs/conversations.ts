// Texts of preferences that hold conversations: lists of messages in the layouts of chat models and of ShareGPT, turns in one text, and the
// lists of turns of LMSYS on Kaggle.

import { z } from "zod";
import { jsonIn } from "../core/json.ts";

/** A message's text: as it is, or its parts of texts one after the other. */
const content = z.union([
  z.string(),
  z
    .array(z.looseObject({ type: z.string(), text: z.string().nullish() }))
    .transform((parts) => parts.map(({ text }) => text ?? "").join("")),
]);
const message = z.union([
  z.looseObject({ role: z.string(), content }),
  z.looseObject({ from: z.string(), value: content }).transform(({ from, value }) => ({ role: from, content: value })),
]);
const messages = z.union([
  z.array(message).min(1),
  message.transform((one) => [one]),
  // A request, as in the files of trainers at a server.
  z.looseObject({ messages: z.array(message).min(1) }).transform((request) => request.messages),
]);
const turns = z
  .array(
    z
      .string()
      .nullable()
      .transform((turn) => turn ?? ""),
  )
  .min(1);

/** The messages in a text; undefined where it has none. */
const messagesIn = (value: string) => (/^[[{]/.test(value) ? messages.safeParse(jsonIn(value)).data : undefined);

/** Returns whether a text is a list of messages as Python prints it, which pandas writes into CSV. */
export const isPrinted = (value: string): boolean =>
  /^\[\{['"](?:role|content|from|value)['"]: *['"]/.test(value) && messagesIn(value) === undefined;

const written = (all: z.output<typeof messages>): string =>
  all.map(({ role, content: text }) => `${role}: ${text}`).join("\n\n");

/** The last turn of a conversation that is written as one text. */
const LAST_TURN = /^([\s\S]*)\n\nAssistant:\s?([\s\S]*)$/;

/** Roles of messages that are not the model's. */
const OTHER_ROLES = /^(?:system|developer|user|human|prompter|tool|function|environment|ipython|observation)$/i;

/** Returns whether a role is not the model's. Roles that are no usual ones may be. */
export const isOtherRole = (role: string): boolean => OTHER_ROLES.test(role);

/** A text, and the conversation before it. */
export interface PartedText {
  readonly before: string;
  readonly text: string;
  /** Why its messages give no answer of the model. */
  readonly fault?: string | undefined;
}

/** Splits a text from the conversation before it in the same column: a list of messages, or turns in one text. */
export function parted(value: string): PartedText {
  const all = messagesIn(value);
  const last = all?.at(-1);
  if (all !== undefined && last !== undefined) {
    const text = last.content.trim();
    const silent = text === "" ? "holds a last message without a text" : undefined;
    const fault = isOtherRole(last.role) ? `ends with a message of the role ${JSON.stringify(last.role)}` : silent;
    return { before: written(all.slice(0, -1)), text, fault };
  }
  const [, before, text] = value.trimStart().startsWith("Human:") ? (LAST_TURN.exec(value) ?? []) : [];
  return before === undefined ? { before: "", text: value } : { before, text: text.trim() };
}

/** Calls of tools have no text. */
const prompts = z
  .array(
    z.union([
      message,
      z.looseObject({ role: z.string(), content: z.null() }).transform((one) => ({ ...one, content: "" })),
    ]),
  )
  .min(1);

/** Formats a list of messages as one text, each behind its role; undefined for another value. */
export function promptText(value: unknown): string | undefined {
  const { data } = prompts.safeParse(value);
  return data === undefined ? undefined : written(data);
}

/** Formats a prompt; messages are written one after the other. */
export function promptOf(value: string): string {
  const all = messagesIn(value);
  return all === undefined ? value : written(all);
}

/**
 * Returns texts as their turns where each of them is a JSON list of as many texts, as prompt and answers are in LMSYS on Kaggle. A single
 * answer may be such a list by itself, and stays.
 */
export function turnsOf(values: readonly string[]): readonly string[] {
  if (!values.every((value) => value.startsWith("["))) return values;
  const lists = values.flatMap((value) => turns.safeParse(jsonIn(value)).data?.length ?? []);
  if (lists.length !== values.length || new Set(lists).size !== 1) return values;
  return values.map((value) => (turns.safeParse(jsonIn(value)).data ?? []).join("\n\n"));
}
