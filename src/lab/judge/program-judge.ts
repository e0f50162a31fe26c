// A judge in any language: a program that reads JSON Lines on standard input and writes them on standard output.
//
//   reads   {"type":"compare","prompt":"…","first":"…","second":"…"}     writes  {"winner":"first"}     or "second", "tie"
//   reads   {"type":"grade","prompt":"…","text":"…"}                     writes  {"right":true}
//
// Either answer may have "confidence", 0.5 to 1. It runs with the user's rights: name only programs that you trust.

import { Conversation } from "../../agents/conversation.ts";
import type { AuditedJudge } from "../../feedback/judging/audited-judge.ts";
import { readTextVerdict } from "../../feedback/judging/model-judge.ts";

/** The judge of a command that is run in `directory`. One that ends, or is late for `seconds`, ends the judging with a UserError. */
export function programJudge(command: readonly string[], seconds: number, directory: string): AuditedJudge {
  let conversation: Conversation | undefined;
  return {
    name: command.join(" "),
    isRepeatable: false,
    parallel: 1,
    async ask({ prompt, first, second }) {
      conversation ??= new Conversation(command, directory, seconds);
      const compares = second !== undefined;
      const question = compares ? { type: "compare", prompt, first, second } : { type: "grade", prompt, text: first };
      const said = await conversation.ask(question);
      return readTextVerdict(said, compares) ?? { none: "outside", said };
    },
    async close() {
      await conversation?.close();
      conversation = undefined;
    },
  };
}
