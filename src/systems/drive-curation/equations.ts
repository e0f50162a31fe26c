// What holds without any training: what groups can teach, and whether measured rates choose the right problems.

import { Random } from "../../core/random.ts";
import { groupSignal, groupSizeFor, hardFocus, signalPerRollout } from "../../evaluation/curriculum.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { largestUnseenRate, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { atLeast, atMost, near, nearly, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, control, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

const RATES = [0.005, 0.02, 0.1, 0.5, 0.9];
const GROUPS = [2, 8, 64];

/** S(p, G), the chance that a group teaches: the published figures, all outcomes of a group, and groups that are drawn. */
export function signalEquations(): Claim[] {
  const published = [
    [0.02, 8, 0.149],
    [0.02, 64, 0.726],
    [0.005, 8, 0.039],
    [0.005, 64, 0.274],
  ];
  const furthest = (other: (rate: number, group: number) => number) =>
    exact(
      Math.max(
        ...RATES.flatMap((rate) => GROUPS.map((group) => Math.abs(groupSignal(rate, group) - other(rate, group)))),
      ),
    );
  return [
    equation(
      "S(p, G)",
      published.map(([rate, group, known]) =>
        is(exact(groupSignal(rate, group)), near(known, 0.0006), `p = ${rate}, G = ${group}`),
      ),
    ),
    equation("the same by the binomial's sum, 15 cells: largest difference", is(furthest(summed), atMost(1e-12))),
    equation("the same by 100,000 drawn groups, 15 cells: largest difference", is(furthest(simulated), atMost(0.01))),
    equation("signal of an answer at p = 0.02, and answers for a success with 90 %", [
      is(exact(signalPerRollout(0.02, 8)), near(0.0187, 1e-4), "groups of 8"),
      is(exact(signalPerRollout(0.02, 64)), near(0.0113, 1e-4), "of 64"),
      is(exact(groupSizeFor(0.02, 0.9)), within(114, 115), "answers"),
    ]),
  ];
}

/** Σ over 0 < k < G of the binomial's probabilities. */
function summed(rate: number, group: number): number {
  let term = (1 - rate) ** group;
  let sum = 0;
  for (let k = 1; k < group; k++) {
    term *= ((group - k + 1) / k) * (rate / (1 - rate));
    sum += term;
  }
  return sum;
}

function simulated(rate: number, group: number): number {
  const random = Random.of(1, "groups", group, rate);
  const GROUPS_DRAWN = 100_000;
  let live = 0;
  for (let g = 0; g < GROUPS_DRAWN; g++) {
    const first = random.uniform() < rate;
    let alike = true;
    // The first answer that differs settles it; the others need not be drawn.
    for (let k = 1; alike && k < group; k++) alike = random.uniform() < rate === first;
    if (!alike) live += 1;
  }
  return live / GROUPS_DRAWN;
}

/** Tries of each problem, by which it is chosen. */
const TRIES = 64;
const DRAWS = 400;
/** Eight rates, the first of problems that cannot be solved; six problems of each. */
const TRUE_RATES = [0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9, 1];
const EACH = 6;

/** Problems are chosen by rates that are only estimated. */
export function selectionEquations(): Claim[] {
  const count = 2 * EACH;
  const chosen: number[] = [];
  const estimates: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const random = Random.of(draw, "log of tries");
    const truth = Array.from({ length: TRUE_RATES.length * EACH }, (_, k) => TRUE_RATES[k % TRUE_RATES.length]);
    const rates = passRates(truth.map((rate) => Array.from({ length: TRIES }, () => random.uniform() < rate)));
    estimates.push(rates[3].rate);
    chosen.push(...hardFocus(rates, { count }).map(({ prompt }) => truth[prompt]));
  }
  const found = (wanted: (rate: number) => boolean) => chosen.filter(wanted).length;
  return [
    equation(`the ${count} hardest of ${TRUE_RATES.length * EACH} problems by ${TRIES} tries each, ${DRAWS} logs`, [
      is(
        exact(found((rate) => rate === 0.05 || rate === 0.15) / (DRAWS * count)),
        atLeast(0.95),
        "share with true rates 0.05 and 0.15",
      ),
      never(
        found((rate) => rate === 0),
        "of rate 0",
      ),
      never(
        found((rate) => rate === 1),
        "of rate 1",
      ),
      never(
        found((rate) => rate >= 0.5),
        "from 0.5 on",
      ),
    ]),
    equation(`a rate of 0.3 estimated by ${TRIES} tries`, [
      is(exact(deviation(estimates)), nearly(Math.sqrt((0.3 * 0.7) / TRIES), 0.1), "deviation beside √(p(1 − p)/n)"),
      is(exact(mean(estimates)), near(0.3, 0.01), "mean"),
    ]),
  ];
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
      beside(`a rate never seen in ${TRIES} tries may be`, exact(largestUnseenRate(TRIES))),
    ]),
  };
}
