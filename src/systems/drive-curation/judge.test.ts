// The judge of programs takes right ones, however they are written, and none with a wrong character.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { MODULUS, postfixOf, runPostfix } from "../../environments/language/formula.ts";
import { byHeartControl, EXAMINED, passing } from "./equations.ts";

test("right programs are taken, near misses are not, and what is known by heart fits one test alone", () => {
  expect(passing(rewritten).all).toBe(EXAMINED);
  expect(passing(nearMiss).all).toBe(0);
  expect(unmet({ controls: [byHeartControl()] })).toEqual([]);
});

/** The program with its last operation the other way round, where that is the same. */
function rewritten(formula: string): string {
  const program = postfixOf(formula);
  const operator = program[program.length - 1];
  if (operator === "-") return program;
  const body = program.slice(0, -1);
  const cut = secondOperand(body);
  return body.slice(cut) + body.slice(0, cut) + operator;
}

/** Where the second of the two operands on the stack begins. */
function secondOperand(body: string): number {
  let [at, open] = [body.length, 1];
  while (open > 0) {
    at -= 1;
    open += "+-*".includes(body[at]) ? 1 : -1;
  }
  return at;
}

/** The program with one character exchanged such that it runs and computes something else for some x from 0 to 96. */
function nearMiss(formula: string): string {
  const program = postfixOf(formula);
  for (let at = program.length - 1; at >= 0; at--) {
    for (const other of "+-*".includes(program[at]) ? "+-*" : "x123456789") {
      const changed = program.slice(0, at) + other + program.slice(at + 1);
      if (!sameEverywhere(changed, program)) return changed;
    }
  }
  throw new Error(`no near miss of ${program}`);
}

function sameEverywhere(one: string, other: string): boolean {
  for (let x = 0; x < MODULUS; x++) if (runPostfix(one, x) !== runPostfix(other, x)) return false;
  return true;
}
