// Channel references: parsing the name, and the value seen from a seat.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { type Channel, channelReference, scopedValue } from "./channel.ts";

const channel = (name: string): Channel => ({
  name,
  unit: "value",
  low: 0,
  high: 1,
  over: "sum",
  state: false,
  meaning: "",
});
const channels = [channel("payoff"), channel("trust"), channel("joint.cost")];

describe("a name", () => {
  test.each([
    ["payoff", "own", 0],
    ["own.payoff", "own", 0],
    ["joint.trust", "joint", 1],
    ["others.trust", "others", 1],
    ["joint.cost", "own", 2],
    ["mean.joint.cost", "mean", 2],
  ])("%s", (text, scope, index) => {
    expect(channelReference(text, channels)).toEqual({ scope, channel: channels[index], index });
  });

  test.each([
    ["payof", 'no channel of this world is called "payof"', 'did you mean "payoff"?'],
    ["joint.trst", 'no channel of this world is called "trst"', 'did you mean "trust"?'],
    ["jont.trust", 'no scope is called "jont"', 'did you mean "joint"?'],
    ["zzzzzzz.trust", 'no scope is called "zzzzzzz"', "valid: own, joint, mean, others, min, max"],
    ["joint.", 'no channel of this world is called ""', "valid: payoff, trust, joint.cost"],
    ["", 'no channel of this world is called ""', "valid: payoff, trust, joint.cost"],
    ["constructor.trust", 'no scope is called "constructor"', "valid: own, joint, mean, others, min, max"],
  ])("%j is told", (text, what, hint) => {
    expect(channelReference(text, channels)).toEqual({ code: "unknown-name", what, hint });
  });
});

const row = fc.double({ min: -1e3, max: 1e3, noNaN: true }).map((x) => x + 0);
law.prop([fc.array(fc.tuple(row, row), { minLength: 1, maxLength: 8 }), fc.nat()], { numRuns: 300 })(
  "every scope, from every seat, against its definition",
  (rows, at) => {
    const seat = at % rows.length;
    const values = rows.map(([, second]) => second);
    const rest = values.filter((_, i) => i !== seat);
    const outcomes = Float64Array.from(rows.flat());
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const expected = {
      own: values[seat],
      joint: sum(values),
      mean: sum(values) / values.length,
      others: rest.length === 0 ? 0 : sum(rest) / rest.length,
      min: Math.min(...values),
      max: Math.max(...values),
    };
    for (const scope of ["own", "joint", "mean", "others", "min", "max"] as const) {
      const value = scopedValue({ scope, channel: channels[1], index: 1 }, outcomes, seat, rows.length, 2);
      expect(value).toBeCloseTo(expected[scope], 8);
    }
  },
);
