// Escaping of characters that control a terminal.

import { expect, test } from "vitest";
import { commandIn, inOneLine, visible } from "./visible.ts";

test.each([
  ["plain, Ünïcode 🙂 and 日本", undefined],
  ["a\u0000b", "\\u0000"],
  ["a\u001b[31m", "\\u001b"],
  ["a\u007f", "\\u007f"],
  ["a\u009b31m", "\\u009b"],
  ["txt\u202egnp", "\\u202e"],
  ["two\nlines", "\\n"],
])("%j", (text, command) => {
  expect(commandIn(text)).toBe(command);
  expect(JSON.parse(`"${inOneLine(text)}"`)).toBe(text);
  expect(commandIn(inOneLine(text))).toBeUndefined();
  expect(visible(text)).toBe(command === "\\n" ? text : inOneLine(text));
});
