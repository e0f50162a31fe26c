// Conversations in a file of preferences are read in the layouts of published files; other texts stay as they are.

import { expect, test } from "vitest";
import { parted, promptOf, turnsOf } from "./conversations.ts";

const AFTER_ONE = "It has\n- a list";

test.each([
  [
    "messages",
    JSON.stringify([
      { role: "user", content: "Why?" },
      { role: "assistant", content: AFTER_ONE },
    ]),
  ],
  [
    "messages of parts",
    JSON.stringify([
      { role: "user", content: [{ type: "text", text: "Why?" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "It has\n" },
          { type: "text", text: "- a list" },
        ],
      },
    ]),
  ],
  [
    "turns of ShareGPT",
    JSON.stringify([
      { from: "human", value: "Why?" },
      { from: "gpt", value: AFTER_ONE },
    ]),
  ],
  ["one message", JSON.stringify({ role: "assistant", content: AFTER_ONE })],
  ["one turn of ShareGPT", JSON.stringify({ from: "gpt", value: AFTER_ONE })],
  ["turns in one text", `\n\nHuman: Why?\n\nAssistant: ${AFTER_ONE}`],
  ["a text", AFTER_ONE],
])("%s", (_, value) => {
  const { before, text } = parted(value);
  expect(text).toBe(AFTER_ONE);
  expect(before === "" || before.includes("Why?")).toBe(true);
});

test.each([
  [
    [
      { role: "assistant", content: "A" },
      { role: "user", content: "B" },
    ],
    'ends with a message of the role "user"',
  ],
  [
    [
      { role: "assistant", content: "A" },
      { role: "tool", content: "B" },
    ],
    'ends with a message of the role "tool"',
  ],
  [[{ role: "assistant", content: "", reasoning_content: "A" }], "holds a last message without a text"],
])("messages without an answer of the model: %j", (messages, fault) => {
  expect(parted(JSON.stringify(messages)).fault).toBe(fault);
});

test("a prompt of parts is its text", () => {
  expect(promptOf(JSON.stringify([{ role: "user", content: [{ type: "text", text: "Why?" }] }]))).toBe("user: Why?");
});

test("lists of turns are read where prompt and answers have as many, and a list alone is an answer", () => {
  const [one, two] = [JSON.stringify(["a\nb"]), JSON.stringify(["c", "d"])];
  expect(turnsOf([one, one, one])).toEqual(["a\nb", "a\nb", "a\nb"]);
  expect(turnsOf([two, two, two])).toEqual(["c\n\nd", "c\n\nd", "c\n\nd"]);
  expect(turnsOf(["Write a list.", one, two])).toEqual(["Write a list.", one, two]);
  expect(turnsOf([one, one, two])).toEqual([one, one, two]);
});
