// The comment at the head of an experiment's file.

import { expect, test } from "vitest";
import { headComment } from "./head-comment.ts";

test("is one paragraph, up to the first line that is no comment, without words of tools", () => {
  const text =
    "# yaml-language-server: $schema=agon.json\n# A pole is kept upright,\n#\n# paid 1 a step.\ntitle: T\n# no";
  expect(headComment(text)).toBe("A pole is kept upright, paid 1 a step.");
  expect(headComment("# A pole.\n# Found: it falls.\ntitle: T\n")).toBe("A pole.");
  expect(headComment("title: T\n# no\n")).toBeNull();
  expect(headComment("# All of it.")).toBe("All of it.");
});
