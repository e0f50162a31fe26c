// Small alphabets and Unicode, and documents as language models write them: bare, fenced, within prose, and truncated.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charactersOf, choicesOf, closedAlphabet, documentIn, textIn, UNICODE } from "./text.ts";

describe("an alphabet", () => {
  const few = closedAlphabet(["", "$", "a", "b"]);

  it("of few characters writes them, and names them where another is asked for", () => {
    expect(few).toMatchObject({ size: 4 });
    expect(choicesOf("ab$", few)).toEqual([2, 3, 1]);
    expect(choicesOf("", few)).toEqual([0]);
    expect(textIn([2, 3, 1, 0, 2], few)).toBe("ab$");
    expect(charactersOf({ alphabet: few })).toEqual(["", "$", "a", "b"]);
    expect(charactersOf({})).toEqual([]);
    expect(() => choicesOf("a\u00e9", few)).toThrow(
      'character 2 of "a\u00e9" is "\u00e9", which this world cannot write; its characters are $ab',
    );
  });

  it("of any characters writes every text as its code points, which single precision holds, and then none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.includes("\0"));
        const choices = choicesOf(text, UNICODE);
        expect(choices).toHaveLength([...text].length + 1);
        expect(choices.at(-1)).toBe(0);
        expect(choices.every((choice) => choice < UNICODE.size)).toBe(true);
        expect(textIn(Float32Array.from(choices), UNICODE)).toBe(text);
      }),
    );
    for (const bad of ["\0", "\ud83d", "\udca9"]) {
      expect(() => choicesOf(`a${bad}`, UNICODE)).toThrow(/character 2 .* cannot write; .* Unicode/);
    }
    expect(() => charactersOf({ alphabet: UNICODE })).toThrow("any character of Unicode");
  });
});

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
