// What a model said, from the shapes in which tools log it: a text, a message, or a list of messages. The text is that of `clients/`: without
// reasoning, of the model's last turn alone, empty where a tool's result comes last.

import { completionBody, completionOf } from "../../../clients/completion.ts";
import { isMap } from "../../../core/checked.ts";
import { isModel, modelText } from "../../../core/reading/last-turn.ts";
import { isOtherRole, promptText } from "../../../logs/conversations.ts";
import type { RolloutWords } from "../../../logs/message-texts.ts";

/** The model's answer. */
export interface LoggedAnswer {
  readonly text: string;
  /** Whether it was cut off by a limit of tokens, or has no end. */
  readonly isCut: boolean;
}

/** Whether a finish reason, as a server or a tool writes it, says that the answer was cut off. */
export const isCutReason = (reason: string): boolean => spokenIn("…", reason).isCut;

/**
 * Reads an answer: a text, a message, or messages of which the last one is the answer. `reason` is the finish reason where it is known, and
 * `limit` the tokens that were allowed.
 */
export function spokenIn(content: unknown, reason?: unknown, limit?: number): LoggedAnswer {
  const last: unknown = isMessages(content)
    ? content.at(-1)
    : Array.isArray(content) && content.length === 0
      ? ""
      : content;
  if (isMessage(last) && !isModel(roleOf(last))) return { text: "", isCut: false };
  const message = isMessage(last) ? { ...last, role: "assistant", content: contentOf(last) } : { content: last };
  const finish_reason = typeof reason === "string" ? reason : null;
  const read = completionBody({ choices: [{ message, finish_reason }] });
  // A server that broke off says so by its finish reason; what it had written stays.
  if ("complaint" in read) return finish_reason === null ? { text: plain(last), isCut: false } : spokenIn(content);
  const { text, shortfall } = completionOf(read.body, limit);
  const isOpen = typeof message.content === "string" && modelText(message.content).open;
  return { text: text.trim(), isCut: shortfall?.outcome === "cut" || isOpen };
}

/** A prompt as readable text: messages one after the other, each behind its role. */
export const promptOf = (prompt: unknown): string =>
  typeof prompt === "string" ? prompt : (promptText(prompt) ?? plain(prompt));

/** How columns of a table are understood that hold messages or finish reasons. */
export const rolloutWords: RolloutWords = {
  prompt: promptOf,
  answer: (value) => (isMessage(value) || isMessages(value) ? spokenIn(value).text : undefined),
  isCut: isCutReason,
};

type Fields = Readonly<Record<string, unknown>>;

/** A message of a chat model or of ShareGPT. An answer may be JSON with a role of its own, such as an administrator's. */
const isMessage = (value: unknown): value is Fields => {
  if (!isMap(value) || !["content", "value", "tool_calls", "refusal"].some((name) => name in value)) return false;
  const role = roleOf(value);
  return isModel(role) || isOtherRole(role);
};

const isMessages = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage);

const roleOf = ({ role, from }: Fields): string => {
  const named = role ?? from;
  // ShareGPT calls the model gpt.
  return typeof named === "string" ? named.replace(/^gpt$/i, "assistant") : "";
};

const contentOf = ({ content, value }: Fields): unknown => content ?? value ?? "";

const plain = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
