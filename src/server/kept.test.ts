// A cached value is made once per stamp, one at a time for a run, and released when others are requested.

import { expect, test } from "vitest";
import { kept } from "./kept.ts";

function counted() {
  const made: string[] = [];
  const ended: string[] = [];
  const values = kept(
    2,
    async (run) => {
      if (run === "bad") throw new Error("cannot be made");
      made.push(run);
      return `${run} ${made.length}`;
    },
    (value) => ended.push(value),
  );
  return { made, ended, values };
}

test("a value is recomputed for another stamp, and the previous one is released", async () => {
  const { made, ended, values } = counted();
  expect(await Promise.all([values.of("a", "1"), values.of("a", "1")])).toEqual(["a 1", "a 1"]);
  expect(await values.of("a", "2")).toBe("a 2");
  expect([made, ended]).toEqual([["a", "a"], ["a 1"]]);
});

test("beyond the limit, the least recently requested run is dropped", async () => {
  const { made, ended, values } = counted();
  for (const run of ["a", "b", "a", "c"]) await values.of(run, "1");
  expect(ended).toEqual(["b 2"]);
  expect(await values.of("a", "1")).toBe("a 1");
  await values.of("b", "1");
  expect(made).toEqual(["a", "b", "c", "b"]);
  await values.close();
  expect(ended.sort()).toEqual(["a 1", "b 2", "b 4", "c 3"]);
});

test("a failed computation is repeated", async () => {
  const { values } = counted();
  for (const stamp of ["1", "1", "2"]) await expect(values.of("bad", stamp)).rejects.toThrow("cannot be made");
});
