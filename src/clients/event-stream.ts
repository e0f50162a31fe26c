// Puts a chat completion together from the events of a stream, as servers answer that stream always.

import { isMap } from "../core/checked.ts";
import { jsonIn } from "../core/json.ts";

type Fields = Record<string, unknown>;

/**
 * Returns the completion of a body of server-sent events, with its first choice, or the event that holds an error. Undefined for other
 * bodies, and for a stream that breaks off: it has neither a finish reason nor an end, or nothing before it.
 */
export function streamedBody(text: string): unknown {
  if (!/^\s*(?:data|event|id|retry)?:/.test(text)) return undefined;
  const lines = text.split(/\r?\n|\r/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
  const message: Fields = {};
  const ends: Fields = {};
  let usage: unknown;
  for (const line of lines) {
    const event = jsonIn(line);
    if (!isMap(event)) continue;
    if (event.error !== undefined && event.error !== null) return event;
    usage = event.usage ?? usage;
    const choices: readonly unknown[] = Array.isArray(event.choices) ? event.choices : [];
    for (const choice of choices) {
      if (!isMap(choice) || (choice.index ?? 0) !== 0) continue;
      const { delta, message: whole, index: _, ...rest } = choice;
      if (isMap(delta)) addTo(message, delta);
      if (isMap(whole)) Object.assign(message, whole);
      for (const [name, value] of Object.entries(rest)) if (value !== null) ends[name] = value;
    }
  }
  const isBegun = Object.keys({ ...message, ...ends }).length > 0;
  const isWhole = lines.includes("[DONE]") || ends.finish_reason !== undefined;
  return isWhole && isBegun ? { choices: [{ ...ends, message }], usage } : undefined;
}

/** Adds the fields of a delta: texts and lists go on, calls of tools by their index, and a later value replaces any other. */
function addTo(message: Fields, delta: Readonly<Fields>): void {
  for (const [name, value] of Object.entries(delta)) {
    const before = message[name];
    if (value === null || value === undefined) continue;
    if (typeof before === "string" && typeof value === "string" && !WHOLE.has(name)) message[name] = before + value;
    else if (name === "tool_calls" && Array.isArray(value)) message[name] = withCalls(before, value);
    else if (Array.isArray(before) && Array.isArray(value)) message[name] = [...before, ...value];
    else if (isMap(before) && isMap(value)) addTo(before, value);
    else message[name] = value;
  }
}

/** Fields that each event repeats. */
const WHOLE = new Set(["role", "id", "type"]);

/** Calls of tools with further parts of them. */
function withCalls(before: unknown, parts: readonly unknown[]): unknown[] {
  const calls: unknown[] = Array.isArray(before) ? before : [];
  for (const part of parts) {
    if (!isMap(part)) continue;
    const { index, ...fields } = part;
    const place = typeof index === "number" ? index : calls.length;
    const call = calls[place];
    if (isMap(call)) addTo(call, fields);
    else calls[place] = structuredClone(fields);
  }
  return calls;
}
