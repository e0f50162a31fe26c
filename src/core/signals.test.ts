// A signal is handled only while this process waits and a handler exists; otherwise the system ends the process.

import { expect, test, vi } from "vitest";
import { answerSignals, waitForOthers, waiting } from "./signals.ts";

test("handlers run while the process waits, and the last one counts", async () => {
  const others = process.listenerCount("SIGINT");
  const heard = () => process.listenerCount("SIGINT") - others;
  const send = () => process.listeners("SIGINT").at(-1)?.("SIGINT");
  const [first, last] = [vi.fn(), vi.fn()];
  const noFirst = answerSignals(first);
  expect(heard()).toBe(0);
  const over = waitForOthers();
  expect(heard()).toBe(1);
  const noLast = answerSignals(last);
  send();
  noLast();
  send();
  await waiting(async () => expect(heard()).toBe(1));
  expect([first.mock.calls.length, last.mock.calls.length, heard()]).toEqual([1, 1, 1]);
  over();
  over();
  expect(heard()).toBe(0);
  const again = waitForOthers();
  expect(heard()).toBe(1);
  noFirst();
  expect(heard()).toBe(0);
  again();
});
