import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { callRewards, callSimilarity, MATCHINGS, matchRewards, multisetJaccard } from "./call-matching.ts";
import { jsonCall, operatorCall, type ToolCall, writtenCalls } from "./tool-call.ts";

const call = (name: string, given: Record<string, unknown> = {}): ToolCall => ({ name, arguments: given });

describe("how alike two calls are", () => {
  it.each([
    ["the same", call("f", { a: 1, b: 2 }), call("f", { a: 1, b: 2 }), 1],
    ["the same without parameters", call("f"), call("f"), 1],
    ["another name", call("g", { a: 1 }), call("f", { a: 1 }), 0],
    ["a name in other letters", call("Search", { q: "x" }), call("search", { q: "x" }), 1],
    ["one wrong value of two", call("f", { a: 1, b: 3 }), call("f", { a: 1, b: 2 }), 3 / 4],
    ["both values wrong", call("f", { a: 0, b: 0 }), call("f", { a: 1, b: 2 }), 1 / 2],
    ["a parameter too few", call("f", { a: 1 }), call("f", { a: 1, b: 2 }), (1 + 1 / 2 + 1) / 4],
    ["a parameter too many", call("f", { a: 1, c: 0 }), call("f", { a: 1 }), (1 + 1 / 2 + 1) / 3],
    ["parameters where none belong", call("f", { a: 1 }), call("f"), 1 / 2],
    ["no parameters where some belong", call("f"), call("f", { a: 1 }), 1 / 3],
    ["a number as a text", call("f", { a: "1" }), call("f", { a: 1 }), 2 / 3],
    ["a list", call("f", { a: [1, { b: 2 }] }), call("f", { a: [1, { b: 2 }] }), 1],
  ])("%s", (_, one, reference, expected) => {
    expect(callSimilarity(one, reference)).toBeCloseTo(expected, 12);
  });

  it("counts names as often as they stand there", () => {
    expect(multisetJaccard(["a", "a", "b"], ["a", "b", "b"])).toBeCloseTo(2 / 4, 12);
    expect(multisetJaccard(["a", "a"], ["a"])).toBe(1 / 2);
    expect(multisetJaccard([], [])).toBe(1);
    expect(multisetJaccard(["a"], [])).toBe(0);
  });
});

describe("calls are read", () => {
  it("from sums in brackets, with numbers that are numbers", () => {
    expect(operatorCall("17+25")).toEqual(call("+", { a: 17, b: 25 }));
    expect(operatorCall("017+25")).toEqual(call("+", { a: 17, b: 25 }));
    for (const text of ["", "17", "1+2+3", "-1+2", "a+b"]) expect(operatorCall(text)).toBeUndefined();
    expect(writtenCalls("17+25+38=<17+25>[42]<42+38>[80]80$")).toEqual([
      call("+", { a: 17, b: 25 }),
      call("+", { a: 42, b: 38 }),
    ]);
    expect(writtenCalls("<1+2")).toEqual([]);
    expect(writtenCalls("1+2><+><3*4<5*6>")).toEqual([undefined, undefined, call("*", { a: 5, b: 6 })]);
  });

  it("from an agent's JSON", () => {
    const weather = call("weather", { city: "Paris", days: 3 });
    expect(jsonCall('{"name":"weather","arguments":{"city":"Paris","days":3}}')).toEqual(weather);
    expect(jsonCall('{"name":"weather","arguments":"{\\"city\\":\\"Paris\\",\\"days\\":3}"}')).toEqual(weather);
    expect(jsonCall('{"name":"now"}')).toEqual(call("now"));
    for (const text of [
      "",
      "weather",
      "[]",
      '{"name":3}',
      '{"name":"f","arguments":[1]}',
      '{"name":"f","arguments":"x"}',
    ]) {
      expect(jsonCall(text)).toBeUndefined();
    }
    expect(writtenCalls('<{"name":"weather","arguments":{"city":"Paris","days":3}}>')).toEqual([weather]);
  });
});

describe("matched calls", () => {
  const rewards = (by: (typeof MATCHINGS)[number], matrix: number[][], unmatched = 0) => [
    ...matchRewards(
      matrix.map((row) => Float64Array.from(row)),
      { by, unmatched },
    ),
  ];

  it("are paid by the best assignment, which the greedy one is not", () => {
    const scores = matrix("0.9 0.8 | 0.8 0.1");
    expect(rewards("optimal", scores)).toEqual([0.8, 0.8]);
    expect(rewards("greedy", scores)).toEqual([0.9, 0.1]);
    expect(rewards("any", scores)).toEqual([0.9, 0.8]);
  });

  it("are each paid once, the first of two that are equal, unless any may take any", () => {
    const text = "<17+25>[42]<17+25>[42]<42+38>[80]";
    const references = [call("+", { a: 17, b: 25 }), call("+", { a: 42, b: 38 })];
    const paid = (by: (typeof MATCHINGS)[number]) => [
      ...callRewards(writtenCalls(text), references, { by, unmatched: -0.5 }),
    ];
    expect(paid("optimal")).toEqual([1, -0.5, 1]);
    expect(paid("greedy")).toEqual([1, -0.5, 1]);
    expect(paid("any")).toEqual([1, 1, 1]);
    // Two equal calls and a call that is missing: the first is the one that was expected, the second half of what is missing.
    expect([...callRewards(writtenCalls("<17+25><17+25>"), references, { by: "optimal", unmatched: 0 })]).toEqual([
      1, 0.5,
    ]);
    const [first, again, last] = paid("transport");
    expect(first).toBeCloseTo(again, 9);
    expect(last).toBeGreaterThan(first);
    expect(first).toBeGreaterThan(0.7);
    const unscaled = paid("unscaled transport");
    for (const [k, reward] of [first, again, last].entries()) expect(unscaled[k]).toBeCloseTo(reward / 3, 12);
  });

  it("have no pair that is not alike at all, and none where nothing was expected", () => {
    expect(rewards("optimal", matrix("0 0 | 0 1"), -0.5)).toEqual([-0.5, 1]);
    expect(rewards("any", [[0, 0]], -0.5)).toEqual([-0.5]);
    for (const by of MATCHINGS) {
      expect([...callRewards([call("f"), undefined], [], { by, unmatched: -0.5 })]).toEqual([-0.5, -0.5]);
      expect([...callRewards([], [call("f")], { by, unmatched: -0.5 })]).toEqual([]);
    }
  });

  it("are paid 1 where all is as expected, in any order", () => {
    const references = [1, 2, 3].map((a) => call("f", { a, b: 10 * a, c: "x" }));
    const calls = [references[2], references[0], references[1]];
    for (const by of ["optimal", "greedy", "any"] as const) {
      expect([...callRewards(calls, references, { by, unmatched: 0 })]).toEqual([1, 1, 1]);
    }
    const soft = callRewards(calls, references, { by: "transport", unmatched: 0 });
    // Another's call is worth 3/5, and has e^{−4} of the share.
    const astray = 2 / (2 + Math.exp(4));
    for (const reward of soft) expect(reward).toBeCloseTo(1 - 0.4 * astray, 6);
  });
});
