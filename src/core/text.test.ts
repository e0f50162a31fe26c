// Documents as language models write them: bare, in fences, with talk around, and cut off.

import { expect, it } from "vitest";
import { documentIn } from "./text.ts";

it.each([
  ["a => a", "a => a"],
  ["\n  a => a\n\n", "a => a"],
  ["```\na => a\n```", "a => a"],
  ["```js\na => {\n  return `x`\n}\n```\n", "a => {\n  return `x`\n}"],
  ["Sure!\n\n```javascript\na => a\n```\nIt returns a, as in\n```js\nf(1)\n```", "a => a"],
  ["Sure!\r\n```js\r\na =>\r\n\ta\r\n```", "a =>\n  a"],
  ["1. So:\n   ```js\n   a => a\n   ```", "a => a"],
  ["~~~\na => a\n~~~", "a => a"],
  ["````\n```\nb\n```\n````", "```\nb\n```"],
  ["```js\na => {", "a => {"],
  ["`a => a`", "`a => a`"],
  ["```js a => a```", "```js a => a```"],
  ["```js\n```", ""],
  ["", ""],
])("%j holds %j", (reply, document) => expect(documentIn(reply)).toBe(document));
