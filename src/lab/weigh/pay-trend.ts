// How the first step under a pay moves over a training, or over any column of numbers, and where pay and want part.

import type { Estimate } from "../../evaluation/statistics/interval.ts";

/** A pay over the values of a column, in order. */
export interface PayTrend {
  readonly id: string;
  /** First value from which on its first step lowers what is wanted: surely at two values or more, and surely raising it at none. */
  readonly parted: string | null;
  readonly finding: string;
}

/** Values that must agree before it is said that something stays so. */
const LASTING = 2;

/** The first step at one value. */
export interface StepAt {
  readonly value: string;
  readonly slope: Estimate;
}

/** Says how a pay goes over the values of `by`; of names, which have no order, it says nothing. */
export function payTrend(
  id: string,
  { want, by }: { readonly want: string; readonly by: string },
  steps: readonly StepAt[],
): PayTrend | undefined {
  if (steps.length < LASTING || steps.some(({ value }) => !Number.isFinite(Number(value)))) return undefined;
  const signs = steps.map(({ slope: { low, high } }) => ((low ?? -1) > 0 ? 1 : (high ?? 1) < 0 ? -1 : 0));
  const [pay, wanted] = [`“${id}”`, `“${want}”`];
  const lastFor = signs.lastIndexOf(1);
  const against = signs.flatMap((sign, k) => (sign < 0 && k > lastFor ? [k] : []));
  const at = (k: number): string => `${by} ${steps[k].value}`;
  if (against.length >= LASTING) {
    const parted = steps[against[0]].value;
    if (lastFor < 0)
      return { id, parted, finding: `From ${at(against[0])} on the first step of ${pay} lowers ${wanted}.` };
    const before = `, after it has raised it up to ${at(lastFor)}`;
    return {
      id,
      parted,
      finding: `${pay} and ${wanted} part at ${at(against[0])}: its first step lowers ${wanted}${before}.`,
    };
  }
  const none = { id, parted: null };
  if (lastFor < 0)
    return { ...none, finding: `At no ${by} can the log tell that the first step of ${pay} raises ${wanted}.` };
  if (signs.length - 1 - lastFor >= LASTING)
    return { ...none, finding: `After ${at(lastFor)} the log cannot tell that ${pay} still raises ${wanted}.` };
  const early = signs.indexOf(-1);
  if (early >= 0)
    return { ...none, finding: `${pay} lowers ${wanted} at ${at(early)}, and raises it at ${at(lastFor)}.` };
  return {
    ...none,
    finding: `${pay} and ${wanted} do not part: its first step raises ${wanted} up to ${at(lastFor)}.`,
  };
}
