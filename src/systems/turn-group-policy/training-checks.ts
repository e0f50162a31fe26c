// What gradients and trainings show of the claims. Thresholds were fixed before the first run.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { CONSTANT, LADDER, OUTCOME, SHUFFLED, TOLD, WHOLE, WRONG } from "./arms.ts";
import { GOAL, type Outcome, type Trained } from "./training.ts";

const CONFIDENCE = 0.9;
const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** b − a, seed by seed, with an interval of 90 %. */
function difference(a: readonly number[], b: readonly number[]) {
  const { effectSize } = pairedEffect(a, b);
  const {
    mean: middle,
    low,
    high,
    n,
  } = estimate(
    b.map((value, k) => value - a[k]),
    CONFIDENCE,
  );
  const size = effectSize === null ? "—" : effectSize.toFixed(1);
  return {
    mean: middle ?? Number.NaN,
    low: low ?? Number.NEGATIVE_INFINITY,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${size}, ${n} seeds`,
  };
}

const quality = (seeds: readonly Trained[], arm: string) => seeds.map((seed) => seed.quality[arm]);
const outcomes = (seeds: readonly Trained[], arm: string, of: (outcome: Outcome) => number) =>
  seeds.map(({ arms }) => of(arms[arm]));

const passAt1 = ({ conduct }: Outcome) => conduct.passAt1;
const wrongCalls = ({ conduct }: Outcome) => conduct.wrongCalls;
const updates = (outcome: Outcome) => outcome.updates;

/** The first claim, of an arm's cosine less that of the outcome alone. */
const raised = (gain: ReturnType<typeof difference>) => gain.mean >= 0.05 && gain.low > 0;

/** Credit without the noise of training, then training. */
export function trainingChecks(seeds: readonly Trained[]): Check[] {
  const gain = difference(quality(seeds, OUTCOME), quality(seeds, WHOLE));
  const both = (of: (outcome: Outcome) => number) =>
    difference(outcomes(seeds, OUTCOME, of), outcomes(seeds, WHOLE, of));
  const [pass, wrong, steps] = [both(passAt1), both(wrongCalls), both(updates)];
  const sooner = -steps.mean / mean(outcomes(seeds, OUTCOME, updates));
  return [
    holds(
      "cosine of the first gradient with the outcome's by 4,096 answers, full less outcome alone",
      "≥ 0.05, 90% interval above 0",
      gain.words,
      raised(gain),
    ),
    holds(
      `share of wrong-table calls, or updates until pass@1 is ${GOAL}, full less outcome alone`,
      "lower by ≥ 0.05, or by ≥ 10%",
      `${wrong.words}; ${steps.words}, ${(100 * sooner).toFixed(0)}% sooner`,
      -wrong.mean >= 0.05 || sooner >= 0.1,
    ),
    holds("pass@1, full less outcome alone", "≥ −0.01", pass.words, pass.mean >= -0.01),
  ];
}

/** What each idea adds, one after the other: to the cosine, and to pass@1 where it was trained. */
export function increments(seeds: readonly Trained[]): string {
  const steps = LADDER.slice(1).map((arm, k) => {
    const before = LADDER[k];
    const cosine = `${arm} after ${before}: cosine ${difference(quality(seeds, before), quality(seeds, arm)).words}`;
    if (!seeds.every(({ arms }) => before in arms && arm in arms)) return cosine;
    return `${cosine}, pass@1 ${difference(outcomes(seeds, before, passAt1), outcomes(seeds, arm, passAt1)).words}`;
  });
  return steps.join("; ");
}

/** Gains of a wrong answer, gains at other turns, and one width for all. */
export function controls(seeds: readonly Trained[]): Control[] {
  const plain = quality(seeds, OUTCOME);
  const [wrong, shuffled] = [WRONG, SHUFFLED].map((arm) => difference(plain, quality(seeds, arm)));
  const own = difference(quality(seeds, SHUFFLED), quality(seeds, WHOLE));
  const spread = (arm: string) => mean(outcomes(seeds, arm, ({ measures }) => measures.clipWidthSpread ?? 0));
  return [
    {
      name: "gains of a wrong answer raise the cosine",
      failed: wrong.mean <= 0 || wrong.low <= 0,
      measured: wrong.words,
    },
    {
      name: "gains shuffled among the turns of an answer raise the cosine by 0.05, 90% interval above 0",
      failed: !raised(shuffled),
      measured: `over outcome alone ${shuffled.words}; full less shuffled ${own.words}`,
    },
    {
      name: "1.3 times wider bounds for all turns set turns apart as adaptive ones do",
      failed: spread(CONSTANT) === 0 && spread(WHOLE) > 0,
      measured: `deviation of c ${digits(spread(CONSTANT))}, adaptive ${digits(spread(WHOLE))}`,
    },
  ];
}

/** Whether the crediting or the gains fail: the cosine where the world tells in their place which calls are of use. */
function toldMerit(seeds: readonly Trained[]): string {
  const { words } = difference(quality(seeds, OUTCOME), quality(seeds, TOLD));
  return `with the use of calls, told by the world, in the place of gains: cosine over outcome alone ${words}`;
}

/** What gains say of calls, and where bounds hold, turn by turn. */
function byTurn(seeds: readonly Trained[]): string {
  const turns = Math.min(...seeds.map(({ merit }) => merit.length));
  const merit = Array.from({ length: turns }, (_, turn) => {
    const of = (figure: (one: Trained["merit"][number]) => number) =>
      mean(seeds.map((seed) => figure(seed.merit[turn])));
    return `${of(({ area }) => area).toFixed(2)} (${of(({ gains }) => gains[0]).toFixed(3)}, ${of(({ gains }) => gains[1]).toFixed(3)})`;
  });
  const clips = [WHOLE, CONSTANT].map((arm) => {
    const most = Math.min(...seeds.map((seed) => seed.clips[arm].length));
    const shares = Array.from({ length: most }, (_, turn) => 100 * mean(seeds.map((seed) => seed.clips[arm][turn])));
    return `${arm} ${shares.map((share) => share.toFixed(1)).join(", ")}%`;
  });
  return (
    `how well a warm model's gains tell useful calls, turn by turn (mean gain of useful ones, of others): ${merit.join(", ")}; ` +
    `turns beyond their bounds after a batch, turn by turn: ${clips.join("; ")}`
  );
}

/** Every arm in figures. */
export function summary(seeds: readonly Trained[]): string {
  const [first] = seeds;
  if (first === undefined) return "no seeds";
  const over = (values: readonly number[]) => {
    const { mean: middle, low, high } = estimate(values, CONFIDENCE);
    return `${digits(middle)} [${digits(low)}, ${digits(high)}]`;
  };
  const cosines = Object.keys(first.quality).map((arm) => `${arm} ${over(quality(seeds, arm))}`);
  const trained = Object.keys(first.arms).map((arm) => {
    const of = (figure: (outcome: Outcome) => number) => over(outcomes(seeds, arm, figure));
    const measured = (name: string) => mean(outcomes(seeds, arm, ({ measures }) => measures[name] ?? Number.NaN));
    const reached = seeds.filter(({ arms }) => arms[arm].reached).length;
    const turns = Number.isNaN(measured("clipWidth"))
      ? ""
      : `, c ${measured("clipWidth").toFixed(3)} ± ${measured("clipWidthSpread").toFixed(3)}, ${measured("turnMembers").toFixed(1)} answers to a turn's comparison`;
    return (
      `${arm} ${of(passAt1)}, wrong-table calls ${of(wrongCalls)}, ${GOAL} after ${of(updates)} updates (${reached} of ${seeds.length}), ` +
      `clipped ${(100 * measured("clipFraction")).toFixed(2)}%${turns}`
    );
  });
  const warm = mean(seeds.map((seed) => seed.warm.passAt1));
  return `cosines: ${cosines.join(", ")}. pass@1 from ${warm.toFixed(3)}: ${trained.join("; ")}. ${increments(seeds)}; ${toldMerit(seeds)}. ${byTurn(seeds)}`;
}
