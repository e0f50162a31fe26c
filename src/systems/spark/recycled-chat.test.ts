import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { CHAT_TEMPLATES, chatLine } from "./recycled-forms.ts";
import type { RecycledItem } from "./recycling.ts";

const pair: RecycledItem = { kind: "pairwise", question: "2 + {first}?", shown: ["four", "five"], gold: "second" };

test("a line is a chat and the answer apart from it", () => {
  const line = chatLine(pair, Random.of(1, "chat"), {
    ...CHAT_TEMPLATES,
    pairwise: ["{question} A {first} B {second}"],
  });
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toEqual({
    kind: "pairwise",
    messages: [{ role: "user", content: "2 + {first}? A four B five" }],
    answer: "B",
  });
});

test("every way of putting it is used, and gold stands beside it alone", () => {
  const random = Random.of(2, "chat");
  const reflection: RecycledItem = { kind: "reflection", question: "q", shown: ["wrong"], gold: "truth" };
  const lines = Array.from({ length: 40 }, () => JSON.parse(chatLine(reflection, random)));
  expect(new Set(lines.map(({ messages: [{ content }] }) => content)).size).toBe(CHAT_TEMPLATES.reflection.length);
  for (const { messages, answer } of lines) {
    expect(answer).toBe("truth");
    expect(messages[0].content).not.toContain("truth");
  }
  const point: RecycledItem = { kind: "pointwise", question: "q", shown: ["a"], gold: "no" };
  expect(JSON.parse(chatLine(point, random)).answer).toBe("no");
});
