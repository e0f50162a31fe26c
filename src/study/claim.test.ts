// Claims, their words and verdicts; arms that are compared over seeds.

import { describe, expect, test } from "vitest";
import { above, atLeast, atMost } from "./bound.ts";
import { beside, claim, control, equation, expectation, inAll, is, measurement, never, verdict } from "./claim.ts";
import { comparison } from "./comparison.ts";
import { exact, sampled } from "./figure.ts";
import { cellText, table } from "./table.ts";

describe("claims", () => {
  test("hold where all tests hold; a figure beside them decides nothing", () => {
    const both = claim("a", [
      is(exact(1), atLeast(1), "one"),
      beside("two", exact(2)),
      is(exact(3), atMost(4), "three"),
    ]);
    expect(verdict(both)).toBe("holds");
    expect(expectation(both)).toBe("one ≥ 1; three ≤ 4");
    expect(measurement(both)).toBe("one 1; two 2; three 3");
  });

  test("may need one of their tests only", () => {
    const either = control("a", [is(exact(1), above(2), "x"), is(exact(3), above(2), "y")], {
      needs: "any",
      note: "!",
    });
    expect([verdict(either), expectation(either), measurement(either)]).toEqual([
      "holds",
      "> 2 for one",
      "x 1; y 3; !",
    ]);
  });

  test("take bare numbers for exact ones; a number that the data could not give fails", () => {
    expect(claim("a", [is(1, atLeast(1)), beside("b", 2)])).toEqual(
      claim("a", [is(exact(1), atLeast(1)), beside("b", exact(2))]),
    );
    expect(verdict(claim("a", is(null, atLeast(1))))).toBe("fails");
  });

  test("count cases", () => {
    expect(verdict(equation("a", inAll(4, 5)))).toBe("fails");
    expect(verdict(equation("a", inAll(5, 5)))).toBe("holds");
    expect(verdict(equation("a", never(1)))).toBe("fails");
  });

  test("are what controls take the idea from: without an effect a control that fails shows nothing", () => {
    const [shown, open] = [2.1, -2].map((gain) => claim("a", is(sampled([2, gain, 1.9]), above(0.5))));
    expect([shown, open].map(verdict)).toEqual(["holds", "undecided"]);
    const [failing, holding] = [0, 1].map((value) => is(exact(value), above(0.5)));
    expect(verdict(control("b", failing, { of: shown }))).toBe("fails");
    expect(measurement(control("b", failing, { of: shown }))).toBe("0");
    expect(verdict(control("b", failing, { of: open }))).toBe("undecided");
    expect(measurement(control("b", failing, { of: open }))).toMatch(/^0; the claim's effect/);
    expect(verdict(control("b", holding, { of: open }))).toBe("holds");
  });

  test("cannot be made without a bound", () => {
    expect(() => claim("a", beside("x", exact(1)))).toThrow("no bound");
  });
});

describe("arms on the same seeds", () => {
  const arms = comparison<"a" | "b", { readonly score: number; readonly name: string }>([
    { a: { score: 1, name: "" }, b: { score: 2, name: "" } },
    { a: { score: 3, name: "" }, b: { score: 5, name: "" } },
  ]);

  test("are compared seed by seed", () => {
    expect(arms.values("a", "score")).toEqual([1, 3]);
    expect(arms.mean("a", ({ score }) => 2 * score).value).toBe(4);
    expect(arms.less("b", "a", "score").value).toBe(1.5);
    expect(arms.ratio("b", "a", "score").value).toBe(7 / 4);
    expect(arms.best(["a", "b"], "score")).toBe("b");
  });

  test("make a table, with a dash where a row has no such figure", () => {
    const { rows, columns } = arms.table("t", ["a", "b"], { score: "score" });
    expect(columns).toEqual(["score"]);
    expect(rows.map(({ cells }) => cells[0]?.value)).toEqual([2, 3.5]);
    expect(table("u", { a: { x: sampled([1, 2]) }, b: { y: exact(1) } }).rows[1].cells.map(cellText)).toEqual([
      "–",
      "1",
    ]);
    const pairs = [["a", { x: 1 }] as const, ["b", { y: exact(2) }] as const];
    expect(table("v", pairs)).toEqual(table("v", { a: { x: exact(1) }, b: { y: 2 } }));
  });
});
