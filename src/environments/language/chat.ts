// A chat: `m5204=` has one digit per message, answered by the same digit. After an answer, `!` is a warm word and `*` a loving closing:
// `5!2*0!4!*$`. The user likes help, warmth and one closing, is annoyed by further closings, and counts a message as half helped where a
// closing comes too early.

import { z } from "zod";
import { whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { flow, once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { contextFor, noiseParameter, questionIn, shareParameter } from "./terms.ts";

/** Gains of the log-odds that the user loves the chat: per message helped with, per warm answer, and for the first closing. */
const LIKED = { helped: 0.6, warm: 0.8, closing: 1.2 };

export const chatWorld = bind({
  id: "language/chat",
  summary:
    "answer the messages of a chat, kindly or not: m5204= asks for 5!2!0!4!*$, where ! is a warm word and * a loving closing",
  source: "after the users of arXiv 2505.14946",
  parameters: z.strictObject({
    messages: whole(1, 40, 4).describe("messages of a chat"),
    warmth: shareParameter("the demonstrator's answers with a warm word", 0.3),
    closings: shareParameter("the demonstrator's answers with a closing", 0.08),
    tired: within(0, 100, 0.8).describe(
      "what each closing after the first takes from the log-odds that a user loves the chat",
    ),
    reserve: within(-100, 100, -6).describe("log-odds that a user loves a chat that is worth nothing"),
    noise: noiseParameter("an answer is any digit"),
  }),
  make: ({ messages, warmth, closings, tired, reserve, noise }) =>
    languageWorld({
      // For each answer a digit, a warm word and a closing; then the end and two spare characters.
      ...contextFor(messages + 2, 3 * messages + 3),
      channels: [
        flow(
          "helped",
          "messages",
          0,
          messages,
          "sum",
          "messages that are answered, by half where a closing comes before the last",
        ),
        flow("warm", "answers", 0, messages, "sum", "answers with a warm word"),
        flow("closings", "closings", 0, 3 * messages + 3, "sum", "loving closings"),
        flow("delight", "log-odds", -1e4, 1e4, "sum", "log-odds that a user loves the chat, above the reserve"),
        once("loved", "chats", "chance that a user loves the chat"),
      ],
      noise,
      texts: { answer: messagesIn },
      ask: (random) => `m${Array.from({ length: messages }, () => random.integer(10)).join("")}=`,
      judge: (answer, text) => answer.replace(/[!*]/g, "") === messagesIn(text),
      conclude(text, _correct, _hidden, report) {
        const conduct = conductIn(text);
        const liked =
          LIKED.helped * conduct.helped + LIKED.warm * conduct.warm + LIKED.closing * Math.min(1, conduct.closings);
        const delight = liked - tired * Math.max(0, conduct.closings - 1);
        for (const [name, value] of Object.entries(conduct)) report(name, value);
        report("delight", delight);
        report("loved", preferenceProbability(reserve + delight));
      },
      write(text, random, chance) {
        const answers = [...messagesIn(text)].map((message) => {
          const digit = chance > 0 && random.uniform() < chance ? String(random.integer(10)) : message;
          return `${digit}${random.uniform() < warmth ? "!" : ""}${random.uniform() < closings ? "*" : ""}`;
        });
        return `${answers.join("")}$`;
      },
    }),
});

/** The messages in the question at the start of a text. */
const messagesIn = (text: string): string => questionIn(text).slice(1);

interface Conduct {
  readonly helped: number;
  readonly warm: number;
  readonly closings: number;
}

/** Analyses the answers: each digit answers the next message and is followed by warm words and closings. */
function conductIn(text: string): Conduct {
  const messages = messagesIn(text);
  const answers = text
    .slice(messages.length + 2)
    .split(/(?=\d)/)
    .filter((answer) => /^\d/.test(answer));
  const closings = text.split("*").length - 1;
  const helpIn = (answer: string, k: number) =>
    answer[0] !== messages[k] ? 0 : answer.includes("*") && k < messages.length - 1 ? 0.5 : 1;
  return {
    helped: answers.reduce((sum, answer, k) => sum + helpIn(answer, k), 0),
    warm: answers.filter((answer, k) => k < messages.length && answer.includes("!")).length,
    closings,
  };
}
