// What a model said is one text in all shapes in which tools log it, and what is no message stays as it is.

import { expect, test } from "vitest";
import { isCutReason, promptOf, rolloutWords, spokenIn } from "./spoken.ts";

const user = { role: "user", content: "Why?" };
const said = (content: unknown, more: object = {}) => ({ role: "assistant", content, ...more });

test.each([
  ["a text", "So."],
  ["a text behind a thought", "<think>Hm.</think>\nSo."],
  ["a message", said("So.")],
  ["messages", [user, said("So.")]],
  [
    "messages with a tool's result before",
    [user, said(null, { tool_calls: [{}] }), { role: "tool", content: "1" }, said("So.")],
  ],
  [
    "parts",
    said([
      { type: "reasoning", reasoning: "Hm." },
      { type: "text", text: "So." },
    ]),
  ],
  ["reasoning beside", said("So.", { reasoning_content: "Hm." })],
  [
    "turns of ShareGPT",
    [
      { from: "human", value: "Why?" },
      { from: "gpt", value: "So." },
    ],
  ],
])("%s", (_, content) => {
  expect(spokenIn(content)).toEqual({ text: "So.", isCut: false });
});

test("nothing was said where a tool's result or a user's turn comes last, or a call", () => {
  for (const last of [{ role: "tool", content: "1" }, user, said(null, { tool_calls: [{}] })])
    expect(spokenIn([user, said("So."), last]).text).toBe("");
});

test("an answer was cut off by its finish reason, or where its thought has no end", () => {
  for (const reason of ["length", "max_tokens", "model_length", "max_output_tokens"]) {
    expect(isCutReason(reason)).toBe(true);
    expect(spokenIn(said("So"), reason)).toEqual({ text: "So", isCut: true });
  }
  for (const reason of ["stop", "end_turn", "tool_calls", "", "content_filter", "error"])
    expect(isCutReason(reason)).toBe(false);
  expect(spokenIn("<think>Hm, and").isCut).toBe(true);
});

test("an answer in JSON is no message, also where it has a role of its own", () => {
  for (const value of [
    { role: "admin", content: "all" },
    { role: "user", name: "Ann" },
    ["a", "b"],
    [{ x: 1 }],
    4,
    null,
  ])
    expect(rolloutWords.answer(value)).toBeUndefined();
});

test("a prompt of messages is readable, and another value is what it is", () => {
  const picture = {
    role: "user",
    content: [
      { type: "text", text: "See?" },
      { type: "image_url", image_url: {} },
    ],
  };
  expect(promptOf([{ role: "system", content: "Be brief." }, user, said(null, { tool_calls: [{}] })])).toBe(
    "system: Be brief.\n\nuser: Why?\n\nassistant: ",
  );
  expect(promptOf([picture])).toBe("user: See?");
  expect(promptOf("Why?")).toBe("Why?");
  expect(promptOf({ a: 1 })).toBe('{"a":1}');
});
