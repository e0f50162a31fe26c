// Times and rates in the format of the cluster's page.

import { duration, MISSING, number } from "../../evaluation/number-format.ts";

/** A time of the present day as hour, minute and second; any other with its date. */
export function Moment({ at }: { readonly at: string }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  const text = isToday
    ? time.toLocaleTimeString(undefined, { timeStyle: "medium" })
    : time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return <time dateTime={at}>{text}</time>;
}

/** Remaining time from `at` on, and when it ends. */
export function TimeLeft({ seconds, at }: { readonly seconds: number | null; readonly at: string }) {
  if (seconds === null) return <>{MISSING}</>;
  return (
    <>
      {duration(Math.ceil(seconds))}, until <Moment at={new Date(Date.parse(at) + 1000 * seconds).toISOString()} />
    </>
  );
}

/** Formats jobs per second; low rates have more digits. */
export const perSecond = (rate: number): string => number(rate, rate === 0 || rate >= 100 ? 0 : rate >= 1 ? 1 : 3);
