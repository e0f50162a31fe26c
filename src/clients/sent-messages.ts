// A conversation in the form that the AI SDK takes.

import type { ModelMessage } from "ai";
import type { Message } from "./request.ts";

/**
 * Converts the conversation to SDK messages. Calls are numbered within the conversation; ids have nine letters and digits, which all
 * servers accept.
 */
export function sentMessages(messages: readonly Message[]): ModelMessage[] {
  /** Number of calls so far, and calls without an answer yet. */
  let calls = 0;
  const open: { readonly toolCallId: string; readonly toolName: string }[] = [];
  return messages.map((message): ModelMessage => {
    const { role, content } = message;
    if (role === "tool") {
      const call = open.shift();
      if (call === undefined) throw new Error("a tool answers without having been called");
      return { role, content: [{ type: "tool-result", ...call, output: { type: "text", value: content } }] };
    }
    if (role !== "assistant" || message.calls === undefined) return { role, content };
    const called = message.calls.map(({ name, input }) => {
      calls += 1;
      const call = { toolCallId: `call${String(calls).padStart(5, "0")}`, toolName: name };
      open.push(call);
      return { type: "tool-call" as const, ...call, input };
    });
    return { role, content: [...(content === "" ? [] : [{ type: "text" as const, text: content }]), ...called] };
  });
}
