// A process is identified by its id and start time.

import { expect, test } from "vitest";
import { beginningOf, isProcess } from "./process-place.ts";

const NONE = 2 ** 22 + 7;

test("this process exists with its start time, and with no other start time", () => {
  const born = beginningOf(process.pid);
  expect(born === "").toBe(process.platform === "win32");
  expect(beginningOf(process.pid)).toBe(born);
  expect(isProcess(process.pid, born)).toBe(true);
  expect(isProcess(process.pid, `${born}0`)).toBe(false);
  expect(isProcess(process.ppid, born)).toBe(process.platform === "win32");
  expect(isProcess(NONE, "")).toBe(false);
});
