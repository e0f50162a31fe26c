// Whether the judge of programs takes the right ones and no others, and what one test case would take.

import { Random } from "../../core/random.ts";
import { MODULUS, postfixOf, runPostfix } from "../../environments/language/formula.ts";
import { writer } from "../../environments/language/language-world.ts";
import { programWorld } from "../../environments/language/program.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { beside, type Claim, type Control, control, equation, inAll } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

/** Formulas on which the judge is examined, of 1 … 5 operators. */
const EXAMINED = 20;

/** Right programs and near misses; and programs that know the first test's answer by heart, which fit one test case alone. */
export function judging(): { equation: Claim; control: Control } {
  const world = programWorld.make({ operators: [1, 1, 1, 1, 1] });
  const at = (name: string) => world.spec.channels.findIndex((channel) => channel.name === name);
  const runner = episodeRunner(world);
  const passing = (program: (formula: string) => string) => {
    const outcomes = Array.from({ length: EXAMINED }, (_, k) => {
      const policy = seated(world.spec, [writer((question) => `${program(question.slice(0, -1))}$`)]);
      return [...runner.play(policy, streamsBelow(Random.of(k, "examined"))).outcomes];
    });
    const count = (name: string) => outcomes.filter((one) => one[at(name)] === 1).length;
    return { all: count("correct"), first: count("firstPassed") };
  };
  const byHeart = passing((formula) => numeral(runPostfix(postfixOf(formula), 3) ?? 0));
  return {
    equation: equation("the judge", [
      inAll(passing(rewritten).all, EXAMINED, "right programs taken"),
      inAll(EXAMINED - passing(nearMiss).all, EXAMINED, "programs with one wrong character refused"),
    ]),
    control: control("programs that know one test's answer by heart, and pass it, pass the hidden tests", [
      inAll(byHeart.all, byHeart.first, "pass all five"),
      beside("pass the one", exact(byHeart.first)),
    ]),
  };
}

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

/** A program of digits alone for a number from 0 to 96: 9·a + b. */
function numeral(value: number): string {
  const [a, b] = [Math.floor(value / 9), value % 9];
  return a < 10 ? `9${a}*${b}+` : `99*9+${value - 90}+`;
}
