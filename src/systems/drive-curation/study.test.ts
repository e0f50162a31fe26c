// What holds without training, and with `LONG=1` one seed of the arms with a quarter of the answers.

import { describe, expect, test } from "vitest";
import { long, unmet } from "../../../test/fixtures/study.ts";
import { world } from "../../../test/fixtures/written-text.ts";
import { Random } from "../../core/random.ts";
import { startsFrom } from "../../environments/starts.ts";
import { SMALL, train } from "./arms.ts";
import { retention, selectionEquation, signalEquations } from "./equations.ts";
import { drawProblems, LEVELS, type PracticeProblem } from "./problems.ts";

test("the exact part holds, and its controls fail", () => {
  const cap = retention();
  const claims = [...signalEquations(), selectionEquation(), cap.equation];
  expect(unmet({ claims, controls: [cap.control] })).toEqual([]);
});

describe("problems", () => {
  const programs = world("language/program", { operators: [1, 1, 1, 1, 1] });
  const { training, heldOut } = drawProblems(programs, 901, 24);
  const formulaOf = ({ start }: PracticeProblem) => {
    const asking = startsFrom(programs, [start]);
    asking.reset(Random.of(1, "any"), new Float64Array(programs.spec.channels.length));
    return asking.texts?.text() ?? "";
  };

  test("are as many of each number of operators, and have it", () => {
    for (const list of [training, heldOut]) {
      const each = list === training ? 24 : 30;
      expect(list.map(({ operators }) => operators)).toEqual(LEVELS.flatMap((level) => Array(each).fill(level)));
      for (const problem of list) expect(formulaOf(problem).match(/[-+*]/g)).toHaveLength(problem.operators);
    }
  });

  test("of a longer list have the shortest formulas again and again", () => {
    const longer = drawProblems(programs, 901, 60).training;
    const counts = LEVELS.map((level) => longer.filter(({ operators }) => operators === level));
    expect(counts.map((level) => level.length)).toEqual(LEVELS.map(() => 60));
    expect(counts.map((level) => new Set(level.map(formulaOf)).size)).toEqual([24, 60, 60, 60, 60]);
  });

  test("share no formula", () => {
    expect(new Set([...training, ...heldOut].map(formulaOf)).size).toBe(training.length + heldOut.length);
  });
});

long("trained: practice makes answers right, and problems without a pass teach less", async () => {
  const found = await train({ ...SMALL, seed: 901, names: ["two stages"], rollouts: 3200 });
  expect(found["first stage"]?.passAt1[0]).toBeGreaterThan(found.warm?.passAt1[0] ?? 1);
  expect(found["two stages"]?.live).toBeGreaterThan(0.3);
  expect(found.unseen?.live).toBeLessThan(found["two stages"]?.live ?? 0);
});
