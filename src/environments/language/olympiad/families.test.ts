// Solutions of the olympiad families: correctness, the wrong greedy shortcut, and the step limits that separate them.

import { describe, expect, it } from "vitest";
import { type Case, judged } from "../../sandbox/sandbox.ts";
import { PROGRAMS } from "../alphabet.ts";
import { drawnCall, FAMILIES, type Level, programOf, streamOf } from "./families.ts";

const MEGABYTES = 64 * 2 ** 20;

describe.each([...FAMILIES])("%s", (_name, family) => {
  const drawn = (n: number, special: boolean, key: number): Case => {
    const random = streamOf(family, 3).stream(n, String(special), key);
    const call = drawnCall(family, { from: n, to: n, special }, random, { steps: 50_000_000, memory: MEGABYTES });
    if (typeof call === "string") throw new Error(call);
    return call;
  };
  const verdicts = (level: Level, calls: readonly Case[], steps: number) =>
    judged(programOf(family, level) ?? "", "solve", calls, { steps, memory: MEGABYTES });

  it("uses only the character set of programs", () => {
    for (const text of [family.parameters, family.asks, family.given]) expect(PROGRAMS.isWritable(text)).toBe(true);
    for (const level of ["greedy", "brute", "quadratic", "optimal"] as const) {
      const program = programOf(family, level) ?? "";
      expect(PROGRAMS.isWritable(program) && !program.includes(PROGRAMS.end), program).toBe(true);
      expect(program.length).toBeLessThan(2000);
    }
  });

  it("is solved by all correct programs with equal results, and not by the greedy shortcut", () => {
    const calls = Array.from({ length: 60 }, (_, key) => drawn(5 + (key % 3), false, key));
    for (const level of ["brute", "quadratic"] as const)
      expect(new Set(verdicts(level, calls, 15_000_000)), level).toEqual(new Set(["passed"]));
    expect(verdicts("greedy", calls, 15_000_000)).toContain("wrong");
  });

  it("is solved by the shortcut on inputs with special structure", () => {
    const calls = [5, 6, 7, 300, 5000].map((n) => drawn(n, true, 0));
    expect(verdicts("greedy", calls, 15_000_000)).toEqual(Array(5).fill("passed"));
  });

  // A program has 15 million steps: intended solutions need far fewer, and the others far more.
  it("has programs that are separated by the step limit", () => {
    const [small, middle, large, largest] = [300, 400, 4000, 5000].map((n) => drawn(n, false, 0));
    expect(verdicts("optimal", [largest, drawn(5000, true, 0)], 10_000_000)).toEqual(["passed", "passed"]);
    expect(verdicts("quadratic", [middle], 10_000_000)).toEqual(["passed"]);
    expect([...verdicts("quadratic", [large], 25_000_000), ...verdicts("brute", [small], 25_000_000)]).toEqual(
      expect.not.arrayContaining(["passed"]),
    );
  });
});
