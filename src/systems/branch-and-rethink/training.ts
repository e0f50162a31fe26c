// Group-relative training of a judge: eight traces of each pair, paid for the verdict, and fined where they do not keep to the format.

import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { studyJob } from "../../study/study.ts";
import { type JudgeLook, judgeOf, type Traces } from "./judges.ts";
import { CRITERIA, drawnPair, exchanged, type Pair, type PairOptions } from "./pairs.ts";
import { scoringJudge } from "./scoring.ts";

const PAIRS = 32;
const GROUP = 8;
const ROWS = PAIRS * GROUP;
/** Updates of every judge, and those at the beginning in which illegal traces are counted. */
export const UPDATES = 2500;
const EARLY = 100;
const TEST_PAIRS = 5120;
/** Fine of a trace that does not keep to the format. */
export const FINE = -100;

export interface JudgeJob {
  readonly seed: number;
  readonly look: JudgeLook | "score";
  readonly pairs: PairOptions;
  readonly rate: number;
  readonly fine?: number;
}

/** What became of a judge. */
export interface JudgeOutcome {
  /** Share of test pairs in which it is right, by its likeliest tokens. */
  readonly accuracy: number;
  /** Share of test pairs in which it names the same answer after they have changed places. */
  readonly consistent: number;
  /** Share of legal traces in the last updates, and of illegal ones in the first. */
  readonly legal: number;
  readonly illegalEarly: number;
  /** Shares of test pairs with so many criteria named, from 0. */
  readonly named: readonly number[];
  readonly size: number;
}

export const judging = studyJob(import.meta.url, trainJudge);

export async function trainJudge({ seed, look, pairs: options, rate, fine = FINE }: JudgeJob): Promise<JudgeOutcome> {
  const random = Random.of(seed, "branch and rethink");
  if (look === "score") return scored(options, rate, random);
  const judge = judgeOf({ look, rows: ROWS, rate }, random.stream("judge"));
  let [illegalEarly, legal] = [0, 0];
  for (let update = 0; update < UPDATES; update++) {
    const rng = random.stream("update", update);
    const drawn = Array.from({ length: PAIRS }, (_, k) => drawnPair(options, rng.stream("pair", k)));
    const pairs = Array.from({ length: ROWS }, (_, row) => drawn[Math.floor(row / GROUP)]);
    const traces = judge.judge(pairs, rng, true);
    const pay = Float64Array.from(pairs, ({ label }, row) =>
      traces.legal[row] === 0 ? fine : traces.verdicts[row] === label ? 0 : -1,
    );
    const share = traces.legal.reduce((sum, one) => sum + one, 0) / ROWS;
    if (update < EARLY) illegalEarly += (1 - share) / EARLY;
    if (update >= UPDATES - EARLY) legal += share / EARLY;
    judge.learn(groupAdvantages(pay, GROUP, { baseline: "group", scale: "group" }));
  }
  const tested = testedPairs(options, random, (pairs, rng) => judge.judge(pairs, rng, false));
  judge.close();
  return { ...tested, legal, illegalEarly, size: judge.size };
}

/** A judge that scores each answer by itself, taught by as many comparisons as the others have traces. */
function scored(options: PairOptions, rate: number, random: Random): JudgeOutcome {
  const judge = scoringJudge(ROWS, rate, random.stream("judge"));
  for (let update = 0; update < UPDATES; update++) {
    const rng = random.stream("update", update);
    judge.learn(
      Array.from({ length: ROWS }, (_, k) => drawnPair(options, rng.stream("pair", k))),
      rng,
    );
  }
  const tested = testedPairs(options, random, judge.judge);
  judge.close();
  return { ...tested, legal: 1, illegalEarly: 0, size: judge.size };
}

/** Judges test pairs, and the same pairs with their answers exchanged. */
function testedPairs(
  options: PairOptions,
  random: Random,
  judge: (pairs: readonly Pair[], random: Random) => Pick<Traces, "verdicts" | "named">,
): Pick<JudgeOutcome, "accuracy" | "consistent" | "named"> {
  const named = new Array<number>(CRITERIA + 1).fill(0);
  // Fixed orders are for training alone, and labels are true in tests.
  const honest = { ...options, isFixedOrder: false, isLabelRandom: false };
  let [right, same] = [0, 0];
  for (let from = 0; from < TEST_PAIRS; from += ROWS) {
    const rng = random.stream("test", from);
    const pairs = Array.from({ length: ROWS }, (_, k) => drawnPair(honest, rng.stream("pair", k)));
    const found = judge(pairs, rng.stream("judge"));
    const verdicts = found.verdicts.slice();
    for (const one of found.named) named[one] += 1 / TEST_PAIRS;
    // The same stream: what was read of an answer is read of it at its other place.
    const other = judge(pairs.map(exchanged), rng.stream("judge")).verdicts;
    for (const [k, { label }] of pairs.entries()) {
      if (verdicts[k] === label) right += 1;
      if (verdicts[k] + other[k] === 1) same += 1;
    }
  }
  return { accuracy: right / TEST_PAIRS, consistent: same / TEST_PAIRS, named };
}
