// Solution of the mini-fighter: known values and mixtures.

import { expect, test } from "vitest";
import { linearPrograms } from "../../../math/linear-program.ts";
import { ACTIONS } from "./rules.ts";
import { fightTable, solvedFight } from "./solution.ts";

const table = fightTable(3, 10);
const solved = solvedFight(table, await linearPrograms());
const A = ACTIONS.length;

test("270 states; the value of the fight is 0", () => {
  expect(table.states).toBe(270);
  expect(solved.values[table.start]).toBeCloseTo(0, 9);
});

test("the game is zero-sum in every state", () => {
  for (let s = 0; s < table.states; s++) expect(solved.values[s]).toBeCloseTo(-solved.values[table.mirror[s]], 8);
});

test.each([
  [[2, 1, 0, 5], 0.561556, { jab: 0.3423, throw: 0.4384, guard: 0.2192 }],
  [[2, 1, 2, 4], 0.651682, { back: 0.3483, fire: 0.6517 }],
  [[2, 1, 2, 5], 0.684621, { back: 0.3154, fire: 0.6846 }],
  [[1, 2, 1, 4], -0.615624, { fwd: 0.5559, guard: 0.3844, fire: 0.0597 }],
  [[3, 1, 2, 0], 0.844903, { back: 0.3886, fire: 0.6114 }],
  [[3, 3, 0, 3], 0, { jab: 0.4841, throw: 0.2579, guard: 0.2579 }],
  [[1, 1, 0, 9], 0, { jab: 1 / 3, throw: 1 / 3, guard: 1 / 3 }],
] as const)("own and other's health, distance, tick %o", ([own, other, distance, tick], value, mix) => {
  const state = table.stateOf(own, other, distance, tick);
  expect(solved.values[state]).toBeCloseTo(value, 6);
  const known: Readonly<Record<string, number>> = mix;
  for (const [k, name] of ACTIONS.entries())
    expect(solved.policy[state * A + k], name).toBeCloseTo(known[name] ?? 0, 4);
});
