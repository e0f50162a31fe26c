// Tests of programs as data have them, and programs that know them by heart.

import { expect, test } from "vitest";
import { entryName, memoryProgram, testsIn } from "./tests-of-task.ts";

test("calls and results are read from lists and lines, in both languages", () => {
  const python = testsIn({ test_list: ["assert double(2) == 4", "assert double(3) == 6"] });
  expect(python.map(({ given, result }) => [given, result])).toEqual([
    ["2", "4"],
    ["3", "6"],
  ]);
  const row = { prompt: "Double it.", fields: {} };
  expect(entryName(row, python)).toBe("double");
  expect(memoryProgram(python, "double", "python")).toContain("if args == (2,):\n        return 4");
  const js = testsIn({ tests: "solve([1, 2]) === 3;\nassert(solve([]) === 0)\nconst x = 1;" });
  expect(js.map(({ given, result }) => [given, result])).toEqual([
    ["[1, 2]", "3"],
    ["[]", "0"],
  ]);
  const solve = new Function(`${memoryProgram(js, "solve", "js")}; return solve;`)();
  expect([solve([1, 2]), solve([]), solve([9])]).toEqual([3, 0, undefined]);
});
