// Templates: known names are replaced, unknown ones are rejected with the nearest, and all other text is unchanged.

import fc from "fast-check";
import { expect, it, test } from "vitest";
import { UserError } from "./errors.ts";
import { dataAsText, literal, templateOf } from "./template.ts";

const filled = (text: string, values: Readonly<Record<string, string>>) =>
  templateOf(text, Object.keys(values), "column").filled((name) => values[name]);

it.each([
  ["What is the capital of {country}?", "What is the capital of Perú?"],
  ["{ country }\n{country}", "Perú\nPerú"],
  ["{Best Answer} {1st}", "{country} $1"],
  ["{{country}} is {country}, {{x}}", "{country} is Perú, {x}"],
  ["{{{country}}}", "{{country}}"],
  ['{"country": {"a": 1}} {} { } {\n} a{1, 2}', '{"country": {"a": 1}} {} { } {\n} a{1, 2}'],
  ["", ""],
])("%j", (text, expected) => {
  expect(filled(text, { country: "Perú", "Best Answer": "{country}", "1st": "$1" })).toBe(expected);
});

test("an unknown name is rejected with the nearest one, and with the notation for literal braces", () => {
  const wrong = () => templateOf("{contry}", ["country", "answer"], "column", ["prompt"]);
  expect(wrong).toThrow(
    'prompt: no column is called "contry"; did you mean "country"? ({{contry}} writes the braces themselves)',
  );
  expect(wrong).toThrow(UserError);
});

test("each name is listed once", () => {
  expect(templateOf("{b} {a} {b} {{c}}", ["a", "b", "c"], "column").names).toEqual(["b", "a"]);
});

test("any text has a template that yields it, for any known names", () => {
  const piece = fc.oneof(
    fc.constantFrom("{", "}", "{{", "}}", "a", "{a}", "{{a}}", "{b c}", '{"a": 1}', "\n", " "),
    fc.string({ unit: "grapheme", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      expect(filled(literal(text), { a: "?", "b c": "?" })).toBe(text);
    }),
  );
});

test("values are inserted unchanged, including braces and dollar signs", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      expect(filled("<{a}|{a}>", { a: value })).toBe(`<${value}|${value}>`);
    }),
  );
});

test("data as text", () => {
  expect([1.5, true, null, ["a", 2], { a: [1] }, "x"].map(dataAsText)).toEqual([
    "1.5",
    "true",
    "",
    "a, 2",
    '{"a":[1]}',
    "x",
  ]);
});
