// Which variants are compared with each other: those of one world, and those that differ only in their reward.

import { describe, expect, test } from "vitest";
import { around, findingOf } from "../../../../test/fixtures/made-finding.ts";
import type { Made } from "../../../../test/fixtures/made-report.ts";

describe("variants of several worlds", () => {
  const of = (objective: readonly number[], settings: Readonly<Record<string, string>>) => ({ objective, settings });
  const phases = { "environment.input": "phases" };
  const worlds = {
    priced: of(around(200), {}),
    cut: of(around(230), { "agents.cut": "yes" }),
    "first come": of(around(100), { agents: "first" }),
    "phases, priced": of(around(20), phases),
    "phases, first come": of([10, 12, 12, 10], { ...phases, agents: "first" }),
  };

  test("are compared within each world, the baseline's first, each with the counterpart of the baseline", () => {
    const { text } = findingOf(worlds, { baseline: "first come" });
    expect(text).toMatch(
      /^“cut” gave 129 % more joint value than “first come” \(231 against 101; “priced” 201\)\. “phases, priced” gave 91 % more joint value than “phases, first come” \(21 against 11\)\./,
    );
  });

  test("have separate margins where the margin is a share of the spread", () => {
    // The margin is 13 as a share of the spread of all values, and 0.6 for the second world alone.
    const options = { baseline: "first come", margin: 13, marginShare: "5 %" };
    expect(findingOf(worlds, options).text).toContain("“phases, priced” gave 91 % more");
    expect(findingOf(worlds, { baseline: "first come", margin: 13 }).text).toContain(
      "“phases, priced” and “phases, first come” gave the same joint value within a margin of 13",
    );
  });

  test("do not count as worlds where no variant is in both, most variants are in the other, or the rule of sale differs", () => {
    const apart = (other: Readonly<Record<string, Made>>) =>
      findingOf({
        a: of(around(100), {}),
        b: of(around(120), { agents: "b" }),
        c: of(around(90), { agents: "c" }),
        ...other,
      }).text;
    const set = { "environment.budget": "4" };
    expect(apart({ d: of(around(50), { ...set, agents: "d" }), e: of(around(60), { ...set, agents: "e" }) })).toContain(
      "“e” 61",
    );
    const many = Object.fromEntries(
      ["", "b", "c", "d"].map((agents, k) => [`w${k}`, of(around(50 - k), { ...set, agents })]),
    );
    expect(apart(many)).toContain("others at most");
    const sold = { "environment.rule": "vcg" };
    expect(apart({ d: of(around(50), sold), e: of(around(60), { ...sold, agents: "b" }) })).toContain("“e” 61");
    expect(apart({ d: of(around(50), set), e: of(around(60), { ...set, agents: "b" }) })).toContain(
      "“e” gave 20 % more joint value than “d”",
    );
  });
});

describe("other agents", () => {
  const paid = (value: number, reward: string, agents = "learner") => ({
    objective: around(value),
    settings: { reward, agents },
    coin: reward,
  });
  const fleet = { own: paid(10, "own"), shared: paid(20, "shared"), levy: paid(60, "levy") };

  test("are references beside variants that differ only in their reward, and no answer", () => {
    const { text, best } = findingOf({ ...fleet, cautious: paid(80, "own", "cautious") });
    expect(text).toMatch(
      /^“levy” bought 5\.5 times the joint value of “own” \(61 against 11; “shared” 21\)\. Another agent, “cautious”, reached 81\./,
    );
    expect(best).toBe("cautious");
    const two = { cautious: paid(80, "own", "cautious"), careful: paid(80, "own", "careful") };
    expect(findingOf({ ...fleet, ...two }).text).toContain("Other agents, “cautious” and “careful”, each reached 81.");
  });

  test("are compared like all others where as many variants differ in their agents, or in the world", () => {
    const others = { cautious: paid(80, "own", "cautious"), bold: paid(5, "own", "bold"), mad: paid(4, "own", "mad") };
    expect(findingOf({ ...fleet, ...others }).text).not.toContain("Other agents");
    const elsewhere = { ...paid(80, "own"), settings: { reward: "own", agents: "learner", "environment.x": "1" } };
    expect(findingOf({ ...fleet, elsewhere }).text).toMatch(/^“elsewhere” gave /);
  });
});
