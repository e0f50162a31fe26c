// What a weighing says in a sentence: which pay buys most of what is wanted, and how hard it may be optimised before it turns.

import { brief, count, withInterval } from "../../evaluation/number-format.ts";
import { gainAt } from "../../evaluation/overoptimisation/gain-at.ts";
import type { ForecastPoint, PayFigures, WeighedPay } from "../../evaluation/overoptimisation/weighed-pay.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";

/** The pay that buys most against another one. */
export interface Comparison {
  readonly best: string;
  readonly other: string;
  /** KL of both. */
  readonly kl: number;
  /** How much more of the want the first one buys. */
  readonly more: Estimate;
}

/**
 * Compares the pay that buys most of the want with every other one, each pair at the largest KL that both reach. It is the one whose least lead
 * is the greatest.
 */
export function compared(
  ids: readonly string[],
  figures: readonly PayFigures[],
  weighed: readonly WeighedPay[],
): Comparison[] {
  const pair = (one: number, other: number): Comparison => {
    const kl = Math.min(weighed[one].reach, weighed[other].reach);
    const more = figures[one].less(figures[other], (sums) => gainAt(sums, kl, "want"));
    return { best: ids[one], other: ids[other], kl, more };
  };
  const others = ids.map((_, one) => ids.flatMap((__, other) => (other === one ? [] : [pair(one, other)])));
  const leads = others.map((pairs) => Math.min(...pairs.map(({ more }) => more.mean ?? Number.NEGATIVE_INFINITY)));
  return others[leads.indexOf(Math.max(...leads))];
}

/** Pays that lower the want and have a sentence each; others are counted. */
const MOST_HARMFUL = 3;

const quoted = (id: string): string => `“${id}”`;
const gain = ({ want, low, high }: ForecastPoint): string => {
  const text = withInterval({ mean: want, low, high });
  return want > 0 ? `+${text}` : text;
};
const kl = (value: number): string => brief(value, 2);

/** One pay in a sentence. */
export function payFinding(id: string, want: string, { course, forecast, safe }: WeighedPay): string {
  const last = forecast.at(-1);
  if (last === undefined) return `The log has too few answers to a prompt to forecast ${quoted(id)}.`;
  const end = `at a KL of ${kl(last.kl)}`;
  switch (course) {
    case "rises":
      return `${quoted(id)} buys ${gain(last)} of ${quoted(want)} ${end}, and does not turn as far as the log reaches.`;
    case "turns": {
      const top = forecast.find((point) => point.kl === safe.kl) ?? last;
      return `${quoted(id)} buys at most ${gain(top)} of ${quoted(want)}, at a KL of ${kl(top.kl)}, and turns: ${gain(last)} ${end}.`;
    }
    case "falls":
      return `${quoted(id)} costs ${quoted(want)} from the first: ${gain(last)} ${end}.`;
    case "flat":
      return `The log cannot tell whether ${quoted(id)} changes ${quoted(want)}: ${gain(last)} ${end}.`;
    default:
      return course satisfies never;
  }
}

/** The whole log in a sentence. */
export function findingOf(
  want: string,
  pays: readonly (WeighedPay & { readonly id: string; readonly finding: string })[],
  comparisons: readonly Comparison[],
): string {
  if (comparisons.length === 0) return pays.map(({ finding }) => finding).join(" ");
  const [{ best }] = comparisons;
  const top = pays.find(({ id }) => id === best) ?? pays[0];
  const nearest = comparisons.reduce((a, b) => ((b.more.mean ?? 0) < (a.more.mean ?? 0) ? b : a));
  const isSure = comparisons.every(({ more }) => (more.low ?? 0) > 0);
  const lag = new Map(comparisons.map(({ other, more: { mean } }) => [other, mean ?? 0]));
  const harmful = pays
    .filter(({ id, course }) => id !== best && (course === "falls" || course === "turns"))
    .sort((a, b) => (lag.get(b.id) ?? 0) - (lag.get(a.id) ?? 0));
  const others = harmful.length - MOST_HARMFUL;
  const harms = [
    ...harmful.slice(0, MOST_HARMFUL).map(({ finding }) => finding),
    ...(others > 0 ? [`${count(others, "more pay")} ${others === 1 ? "turns or falls" : "turn or fall"}.`] : []),
  ];
  const more = `${withInterval(nearest.more)} of ${quoted(want)} at a KL of ${kl(nearest.kl)}`;
  const first = isSure
    ? `Of ${pays.length} pays ${quoted(best)} buys most: more than ${quoted(nearest.other)} by ${more}.`
    : `The log cannot decide between ${quoted(best)} and ${quoted(nearest.other)}: they differ by ${more}.`;
  return [first, top.finding, ...harms].join(" ");
}
