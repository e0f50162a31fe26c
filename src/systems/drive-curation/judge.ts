// Which programs the judge takes, and what one test case would take.

import { channelIndex } from "../../core/channel.ts";
import { Random } from "../../core/random.ts";
import { postfixOf, runPostfix } from "../../environments/language/formula.ts";
import { writer } from "../../environments/language/language-world.ts";
import { programWorld } from "../../environments/language/program.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { beside, type Control, control, inAll } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

/** Formulas on which the judge is examined. */
export const EXAMINED = 20;

/** Formulas of 1 … 5 operators, and how many programs pass all tests and the first. */
export function passing(program: (formula: string) => string): { readonly all: number; readonly first: number } {
  const world = programWorld.make({ operators: [1, 1, 1, 1, 1] });
  const runner = episodeRunner(world);
  const policy = seated(world.spec, [writer((question) => `${program(question.slice(0, -1))}$`)]);
  const outcomes = Array.from({ length: EXAMINED }, (_, k) => [
    ...runner.play(policy, streamsBelow(Random.of(k, "examined"))).outcomes,
  ]);
  const count = (name: string) => {
    const at = channelIndex(name, world.spec.channels);
    return outcomes.filter((one) => one[at] === 1).length;
  };
  return { all: count("correct"), first: count("firstPassed") };
}

/** Programs that know the first test's answer by heart fit one test case alone. */
export function byHeartControl(): Control {
  const byHeart = passing((formula) => numeral(runPostfix(postfixOf(formula), 3) ?? 0));
  return control("programs that know one test's answer by heart, and pass it, pass the hidden tests", [
    inAll(byHeart.all, byHeart.first, "pass all five"),
    beside("pass the one", exact(byHeart.first)),
  ]);
}

/** A program of digits alone for a number from 0 to 96: 9·a + b. */
function numeral(value: number): string {
  const [a, b] = [Math.floor(value / 9), value % 9];
  return a < 10 ? `9${a}*${b}+` : `99*9+${value - 90}+`;
}
