// A store that keeps the labels of rejected people to itself.

import { expect, test } from "vitest";
import { labelStore } from "./label-store.ts";

test("only accepted people's labels can be read, and only after a decision", () => {
  const store = labelStore(Uint8Array.of(1, 0, 0, 1), 2);
  expect(() => store.read(0)).toThrow("was not accepted");
  store.decide(1, [0, 1]);
  expect(store.read(1)).toBe(1);
  expect(() => store.read(0)).toThrow("person 0");
  store.decide(0, [1, 0]);
  expect(store.read(0)).toBe(1);
  expect(() => store.read(1)).toThrow("person 1");
  expect(store.reads).toBe(2);
  const open = labelStore(Uint8Array.of(1, 0), 2, true);
  open.decide(0, [0, 0]);
  expect(open.read(0)).toBe(1);
});
