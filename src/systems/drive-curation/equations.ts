// What holds without any training: what groups can teach, whether measured rates choose the right problems, and which programs the
// judge takes.

import { channelIndex } from "../../core/channel.ts";
import { Random } from "../../core/random.ts";
import { postfixOf, runPostfix } from "../../environments/language/formula.ts";
import { writer } from "../../environments/language/language-world.ts";
import { programWorld } from "../../environments/language/program.ts";
import { largestUnseenRate, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { atLeast, near, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, control, equation, inAll, is, never } from "../../study/claim.ts";
import { groupSignal, groupSizeFor, hardFocus, signalPerRollout } from "./hard-focus.ts";

/** S(p, G), the chance that a group teaches, by the published figures. */
export function signalEquations(): Claim[] {
  const published = [
    [0.02, 8, 0.149],
    [0.02, 64, 0.726],
    [0.005, 8, 0.039],
    [0.005, 64, 0.274],
  ];
  return [
    equation(
      "S(p, G)",
      published.map(([rate, group, known]) =>
        is(groupSignal(rate, group), near(known, 0.0006), `p = ${rate}, G = ${group}`),
      ),
    ),
    equation("signal of an answer at p = 0.02, and answers for a success with 90 %", [
      is(signalPerRollout(0.02, 8), near(0.0187, 1e-4), "groups of 8"),
      is(signalPerRollout(0.02, 64), near(0.0113, 1e-4), "of 64"),
      is(groupSizeFor(0.02, 0.9), within(114, 115), "answers"),
    ]),
  ];
}

/** Tries of each problem, by which it is chosen. */
const TRIES = 64;
const DRAWS = 400;
/** Eight rates, the first of problems that cannot be solved; six problems of each. */
const TRUE_RATES = [0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9, 1];
const EACH = 6;

/** Problems are chosen by rates that are only estimated. */
export function selectionEquation(): Claim {
  const count = 2 * EACH;
  const chosen = Array.from({ length: DRAWS }, (_, draw) => {
    const random = Random.of(draw, "log of tries");
    const truth = Array.from({ length: TRUE_RATES.length * EACH }, (_one, k) => TRUE_RATES[k % TRUE_RATES.length]);
    const rates = passRates(truth.map((rate) => Array.from({ length: TRIES }, () => random.uniform() < rate)));
    return hardFocus(rates, { count }).map(({ prompt }) => truth[prompt]);
  }).flat();
  const found = (wanted: (rate: number) => boolean) => chosen.filter(wanted).length;
  const low = found((rate) => rate === 0.05 || rate === 0.15) / (DRAWS * count);
  const [nothing, all, high] = [found((rate) => rate === 0), found((rate) => rate === 1), found((rate) => rate >= 0.5)];
  return equation(
    `the ${count} hardest of ${TRUE_RATES.length * EACH} problems by ${TRIES} tries each, ${DRAWS} logs`,
    [
      is(low, atLeast(0.95), "share with true rates 0.05 and 0.15"),
      never(nothing, "of rate 0"),
      never(all, "of rate 1"),
      never(high, "from 0.5 on"),
    ],
  );
}

/** A wrong test makes a problem look hard for ever; what is kept only so often is let go. */
export function retention(): { equation: Claim; control: Control } {
  const rates = passRates([0.02, 0.1, 0.2, 0.4].map((rate) => Array.from({ length: 100 }, (_, k) => k < 100 * rate)));
  const practised = new Map([[0, 2]]);
  const kept = (cap?: { retention: number }) =>
    never(hardFocus(rates, { count: 2, practised, ...cap }).filter(({ prompt }) => prompt === 0).length);
  return {
    equation: equation(
      "with a cap on retention, a problem of 2 passes in 100 goes after two phases",
      kept({ retention: 2 }),
    ),
    control: control("the same without a cap", [
      kept(),
      beside(`a rate never seen in ${TRIES} tries may be`, largestUnseenRate(TRIES)),
    ]),
  };
}

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
    beside("pass the one", byHeart.first),
  ]);
}

/** A program of digits alone for a number from 0 to 96: 9·a + b. */
function numeral(value: number): string {
  const [a, b] = [Math.floor(value / 9), value % 9];
  return a < 10 ? `9${a}*${b}+` : `99*9+${value - 90}+`;
}
