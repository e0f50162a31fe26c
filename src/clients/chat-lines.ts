// Recorded exchanges as chat JSON Lines, the form in which fine-tuning takes conversations: OpenAI's messages, with the tools offered.

import { existsSync } from "node:fs";
import { z } from "zod";
import { jsonIn } from "../core/json.ts";
import { readNamedText } from "../core/named-files.ts";

const calls = z.array(z.object({ name: z.string(), input: z.unknown() }));
const lineSchema = z.object({
  key: z.string(),
  request: z.object({
    messages: z.array(
      z.object({
        role: z.enum(["system", "user", "assistant", "tool"]),
        content: z.string(),
        calls: calls.exactOptional(),
      }),
    ),
    tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: z.unknown() })).exactOptional(),
  }),
  reply: z.object({ text: z.string(), calls: calls.exactOptional(), shortfall: z.unknown().optional() }),
});
type RecordedLine = z.output<typeof lineSchema>;

/** A conversation that ends with the model's answer. */
export interface ChatExample {
  readonly messages: readonly object[];
  readonly tools?: readonly object[];
}

/**
 * Conversations of a recording by the keys of their requests. A request without a usable answer has none. Of the model's turns the last
 * alone is to be learnt: earlier ones have the weight 0.
 */
export function chatExamples(file: string, keys: ReadonlySet<string>): Map<string, ChatExample> {
  const examples = new Map<string, ChatExample>();
  if (!existsSync(file)) return examples;
  for (const line of readNamedText(file).split("\n")) {
    // The key stands first, so that lines of other requests are not parsed.
    if (!keys.has(line.slice(KEY_FROM, line.indexOf('"', KEY_FROM)))) continue;
    const { data } = lineSchema.safeParse(jsonIn(line));
    if (data === undefined || data.reply.shortfall !== undefined) continue;
    examples.set(data.key, exampleOf(data));
  }
  return examples;
}

const KEY_FROM = '{"key":"'.length;

function exampleOf({ request, reply }: RecordedLine): ChatExample {
  let number = 0;
  const open: string[] = [];
  const turn = (text: string, called: z.output<typeof calls> = []) => {
    const toolCalls = called.map(({ name, input }) => {
      number += 1;
      const id = `call${String(number).padStart(5, "0")}`;
      open.push(id);
      return { id, type: "function", function: { name, arguments: JSON.stringify(input) ?? "{}" } };
    });
    return { role: "assistant", content: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) };
  };
  const earlier = request.messages.map(({ role, content, calls: called }) => {
    if (role === "assistant") return { ...turn(content, called), weight: 0 };
    return role === "tool" ? { role, tool_call_id: open.shift() ?? "", content } : { role, content };
  });
  // Of several calls the first was carried out.
  const messages = [...earlier, turn(reply.text, reply.calls?.slice(0, 1))];
  const tools = request.tools?.map((one) => ({ type: "function", function: one }));
  return { messages, ...(tools && { tools }) };
}
