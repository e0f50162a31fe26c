// What holds without any training: what groups can teach, whether measured rates choose the right problems, and whether the judge of
// programs takes the right ones and no others.

import { Random } from "../../core/random.ts";
import { postfixOf } from "../../environments/language/infix.ts";
import { MODULUS, runPostfix } from "../../environments/language/postfix.ts";
import { programWorld } from "../../environments/language/program.ts";
import { writer } from "../../environments/language/writer.ts";
import { groupSignal, groupSizeFor, signalPerRollout } from "../../evaluation/group-signal.ts";
import { hardFocus } from "../../evaluation/hard-focus.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { largestUnseenRate, passRates } from "../../evaluation/statistics/pass-rates.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";

const RATES = [0.005, 0.02, 0.1, 0.5, 0.9];
const GROUPS = [2, 8, 64];

/** The closed form, the published figures, all outcomes of a small group, and groups that are drawn. */
export function signalChecks(): Check[] {
  const published = [
    [groupSignal(0.02, 8), 0.149],
    [groupSignal(0.02, 64), 0.726],
    [groupSignal(0.005, 8), 0.039],
    [groupSignal(0.005, 64), 0.274],
  ];
  const off = Math.max(...published.map(([value, figure]) => Math.abs(value - figure)));
  const cells = RATES.flatMap((rate) => GROUPS.map((group) => ({ rate, group })));
  const enumerated = Math.max(
    ...cells.map(({ rate, group }) => Math.abs(groupSignal(rate, group) - summed(rate, group))),
  );
  const drawn = cells.map(({ rate, group }) => Math.abs(groupSignal(rate, group) - simulated(rate, group)));
  return [
    holds(
      "S(p, G) at p = 0.02 and 0.005, G = 8 and 64",
      "0.149, 0.726; 0.039, 0.274 (±0.0006)",
      published.map(([value]) => value.toFixed(4)).join(", "),
      off <= 0.0006,
    ),
    holds(
      "the same by the binomial's sum, 15 cells",
      "equal to 1e-12",
      enumerated.toExponential(1),
      enumerated <= 1e-12,
    ),
    holds(
      "the same by 100,000 drawn groups, 15 cells",
      "within 0.01",
      Math.max(...drawn).toFixed(4),
      Math.max(...drawn) <= 0.01,
    ),
    holds(
      "signal of an answer at p = 0.02, groups of 8 and of 64; answers for a success with 90%",
      "0.0187, 0.0113 (±0.0001); 114 or 115",
      `${signalPerRollout(0.02, 8).toFixed(4)}, ${signalPerRollout(0.02, 64).toFixed(4)}; ${groupSizeFor(0.02, 0.9)}`,
      Math.abs(signalPerRollout(0.02, 8) - 0.0187) <= 1e-4 &&
        Math.abs(signalPerRollout(0.02, 64) - 0.0113) <= 1e-4 &&
        [114, 115].includes(groupSizeFor(0.02, 0.9)),
    ),
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
export function selectionChecks(): Check[] {
  const count = 2 * EACH;
  let [wanted, unsolvable, solved, far] = [0, 0, 0, 0];
  const estimates: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const random = Random.of(draw, "log of tries");
    const truth = Array.from({ length: TRUE_RATES.length * EACH }, (_, k) => TRUE_RATES[k % TRUE_RATES.length]);
    const rates = passRates(truth.map((rate) => Array.from({ length: TRIES }, () => random.uniform() < rate)));
    estimates.push(rates[3].rate);
    for (const { prompt } of hardFocus(rates, { count })) {
      const rate = truth[prompt];
      if (rate === 0) unsolvable += 1;
      if (rate === 1) solved += 1;
      if (rate === 0.05 || rate === 0.15) wanted += 1;
      if (rate >= 0.5) far += 1;
    }
  }
  const share = wanted / (DRAWS * count);
  const error = deviation(estimates);
  const expected = Math.sqrt((0.3 * 0.7) / TRIES);
  return [
    holds(
      `the ${count} hardest of ${TRUE_RATES.length * EACH} problems by ${TRIES} tries each, ${DRAWS} logs: share with true rates 0.05 and 0.15`,
      "≥ 0.95; none of rate 0, 1, or from 0.5 on",
      `${share.toFixed(4)}; ${unsolvable}, ${solved}, ${far}`,
      share >= 0.95 && unsolvable + solved + far === 0,
    ),
    holds(
      `deviation of a rate of 0.3 estimated by ${TRIES} tries`,
      `√(p(1 − p)/n) = ${expected.toFixed(4)} within 10%; mean 0.3 ± 0.01`,
      `${error.toFixed(4)}; mean ${mean(estimates).toFixed(4)}`,
      Math.abs(error / expected - 1) <= 0.1 && Math.abs(mean(estimates) - 0.3) <= 0.01,
    ),
  ];
}

/** A wrong test makes a problem look hard for ever; what is kept only so often is let go. */
export function retentionControl(): Control {
  const rates = passRates([0.02, 0.1, 0.2, 0.4].map((rate) => Array.from({ length: 100 }, (_, k) => k < 100 * rate)));
  const practised = new Map([[0, 2]]);
  const kept = (retention?: number) =>
    hardFocus(rates, { count: 2, practised, ...(retention === undefined ? {} : { retention }) }).map((p) => p.prompt);
  return {
    name: "without a cap on retention, a problem of 2 passes in 100 goes after two phases",
    failed: kept().includes(0) && !kept(2).includes(0),
    measured: `kept: ${kept().join(", ")}; with a cap of two phases ${kept(2).join(", ")}; a rate never seen in ${TRIES} tries may be ${largestUnseenRate(TRIES).toFixed(3)}`,
  };
}

/** Formulas on which the judge is examined. */
const EXAMINED = 20;

interface Verdicts {
  /** Right programs, written another way, that are taken. */
  readonly right: number;
  /** Programs that differ in one character and compute something else, that are refused. */
  readonly wrong: number;
  /** Programs that know the first test's answer by heart: how many pass it, and how many all. */
  readonly passFirst: number;
  readonly passAll: number;
}

/** What the world says of programs for twenty formulas of 1 … 5 operators. */
function examine(): Verdicts {
  const world = programWorld.make({ operators: [1, 1, 1, 1, 1] });
  const at = (name: string) => world.spec.channels.findIndex((channel) => channel.name === name);
  const [correct, first] = [at("correct"), at("firstPassed")];
  const runner = episodeRunner(world);
  const judged = (name: number, program: (formula: string) => string) => {
    const policy = seated(world.spec, [writer((question) => `${program(question.slice(0, -1))}$`)]);
    const { outcomes } = runner.play(policy, streamsBelow(Random.of(name, "examined")));
    return { correct: outcomes[correct] === 1, first: outcomes[first] === 1 };
  };
  const every = Array.from({ length: EXAMINED }, (_, k) => k);
  const byHeart = every.map((k) => judged(k, (formula) => numeral(runPostfix(postfixOf(formula), 3) ?? 0)));
  return {
    right: every.filter((k) => judged(k, rewritten).correct).length,
    wrong: every.filter((k) => !judged(k, nearMiss).correct).length,
    passFirst: byHeart.filter((one) => one.first).length,
    passAll: byHeart.filter((one) => one.correct).length,
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

/** The judge on right programs and near misses. */
export function judgeCheck(): Check {
  const { right, wrong } = examine();
  return holds(
    "the judge: right programs taken, programs with one wrong character refused",
    `${EXAMINED} and ${EXAMINED}`,
    `${right} and ${wrong}`,
    right === EXAMINED && wrong === EXAMINED,
  );
}

/** One test case judges nothing. */
export function oneTestControl(): Control {
  const { passFirst, passAll } = examine();
  return {
    name: "programs that know one test's answer by heart, and pass it, pass the hidden tests",
    failed: passFirst > 0 && passAll < passFirst,
    measured: `${passFirst} of ${EXAMINED} fit and pass the one test, ${passAll} all five`,
  };
}
