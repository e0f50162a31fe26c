import { expect, test } from "vitest";
import { turnsOf } from "./text-turns.ts";

test("a text is parted where the writer changes, and what the world writes comes with the character before", () => {
  expect(turnsOf({ steps: [-1, -1, 0, 1, -1, 2] })).toEqual([
    { isWorld: true, first: 0, steps: [-1, -1] },
    { isWorld: false, first: 2, steps: [0, 1] },
    { isWorld: true, first: 4, steps: [1] },
    { isWorld: false, first: 5, steps: [2] },
  ]);
  expect(turnsOf({ steps: [] })).toEqual([]);
});
