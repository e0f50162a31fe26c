// Calls of tools as names with typed arguments, read from any form: an agent's JSON, or a sum in angle brackets.

import { z } from "zod";
import { jsonIn } from "../core/json.ts";

/** A call. Values are compared by type too: 1 is not "1". */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const OPERATION = /^(\d+)([-+*/])(\d+)$/;

/** `17+25` as the call of + with the numbers a = 17 and b = 25; undefined for other texts. */
export function operatorCall(text: string): ToolCall | undefined {
  const match = OPERATION.exec(text);
  if (match === null) return undefined;
  const [, a, name, b] = match;
  return { name, arguments: { a: Number(a), b: Number(b) } };
}

const jsonForm = z.object({ name: z.string(), arguments: z.unknown().optional() });
const argumentsForm = z.record(z.string(), z.unknown());

/**
 * `{"name": "search", "arguments": {"query": "…"}}`, where the arguments may also be a text that is JSON, as some interfaces
 * send them, or missing; undefined for other texts.
 */
export function jsonCall(text: string): ToolCall | undefined {
  const whole = jsonForm.safeParse(jsonIn(text));
  if (!whole.success) return undefined;
  const { name, arguments: given = {} } = whole.data;
  const values = argumentsForm.safeParse(typeof given === "string" ? jsonIn(given) : given);
  return values.success ? { name, arguments: values.data } : undefined;
}

/**
 * The calls of a text in their order, each between `<` and `>` in one of the two forms above; undefined for each `>` that ends
 * none.
 */
export function writtenCalls(text: string): (ToolCall | undefined)[] {
  return [...text.matchAll(/(?:<([^<>]*))?>/g)].map(([, call = ""]) => operatorCall(call) ?? jsonCall(call));
}
