// Curves drawn with characters, and names with control characters, which must not reach the terminal.

import { expect, onTestFinished, test, vi } from "vitest";
import { intervals, print, printJson, style, table } from "./output.ts";
import { sparkline } from "./sparkline.ts";

/** Returns what `work` prints, on a terminal that supports colour or in a pipe. */
function printed(isTerminal: boolean, work: () => void): string {
  vi.stubEnv("NO_COLOR", undefined);
  vi.stubEnv("TERM", "xterm");
  const before = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
  Object.defineProperty(process.stdout, "isTTY", { value: isTerminal, configurable: true });
  const spy = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => {
    spy.mockRestore();
    if (before === undefined) Reflect.deleteProperty(process.stdout, "isTTY");
    else Object.defineProperty(process.stdout, "isTTY", before);
  });
  work();
  return spy.mock.calls.map(([text]) => String(text)).join("");
}

const evil = "a\u001b[31mb\u001b]0;title\u0007\u009b2J";
const seen = "a\\u001b[31mb\\u001b]0;title\\u0007\\u009b2J";

test.each([true, false])("escapes of a name are shown and not obeyed, on a terminal: %s", (terminal) => {
  expect(printed(terminal, () => print(evil, "two\nlines\tand a tab"))).toBe(`${seen}\ntwo\nlines\tand a tab\n`);
});

test("own styles are kept, and control characters within them are escaped", () => {
  const out = printed(true, () => print(`${style("green", "✓")} ${style("bold", `${evil}\nmore`)}, ${evil}`));
  expect(out).toBe(`\u001b[32m✓\u001b[39m \u001b[1m${seen}\nmore\u001b[22m, ${seen}\n`);
});

test("a table that is wider than the terminal goes on below, with its first column", () => {
  const before = Object.getOwnPropertyDescriptor(process.stdout, "columns");
  Object.defineProperty(process.stdout, "columns", { value: 22, configurable: true });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(process.stdout, "columns");
    else Object.defineProperty(process.stdout, "columns", before);
  });
  vi.stubEnv("NO_COLOR", "1");
  const head = ["what", "unit", "first", "second", "third"];
  const wide = () => print(table(head, [["pay", "money", "1", "2", "3"]], 2));
  expect(printed(true, wide).replaceAll(/\p{Cc}\[\d+m/gu, "")).toBe(
    ["what  unit   first", "pay   money      1", "", "what  second  third", "pay        2      3", ""].join("\n"),
  );
  expect(printed(false, wide)).toContain("what  unit   first  second  third\n");
});

test("estimates of one measure have the same decimals", () => {
  const all = [{ mean: 1, low: 0.9, high: 1.1 }, undefined, { mean: 1e-12, low: 0, high: 2e-12 }];
  expect(intervals(all)).toEqual(["1.00 [0.90, 1.10]", "–", "0.00 [0.00, 0.00]"]);
});

test("a row of a table is one line, even if a cell has several lines", () => {
  const out = printed(true, () => print(table([evil, style("dim", "n")], [[`${evil}\nx\ty`, style("dim", "1")]])));
  expect(out.match(/\n/g)).toHaveLength(2);
  expect(out).toContain(`${seen}\\nx\\ty`);
  expect(out).toContain("\u001b[2m1\u001b[22m");
});

test("JSON stays the same document", () => {
  expect(JSON.parse(printed(true, () => printJson({ [evil]: `${evil}\u202e` })))).toEqual({ [evil]: `${evil}\u202e` });
});

test.each<[string, number[], number, string]>([
  ["from the least to the largest", [0, 1, 2, 3, 4, 5, 6, 7], 8, "▁▂▃▄▅▆▇█"],
  ["negative values too", [-2, 5, -9], 8, "▅█▁"],
  ["nothing to tell apart", [3, 3, 3], 8, "▁▁▁"],
  ["more values than columns: means of stretches", [0, 2, 4, 6, 8, 10, 12, 14], 4, "▁▃▆█"],
  ["no values", [], 8, ""],
])("%s", (_, values, width, expected) => {
  expect(sparkline(values, width)).toBe(expected);
});
