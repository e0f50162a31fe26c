// Texts of the code as Markdown: what a reader of the page sees is what stands in the code.

import { expect, test } from "vitest";
import { sentence, table } from "./markdown.ts";

test("what looks like a tag is read as it stands", () => {
  expect(sentence("q3= asks for <q>, and `<b>` is code")).toBe("Q3= asks for \\<q>, and `<b>` is code.");
  expect(table(["a"], [["<s> | 3 < 4"]])).toContain("| \\<s> \\| 3 < 4 |");
});
