// Filter and order of the list of runs, which are stored in the URL.

import { FINDING_KINDS } from "../lab/report/report-data.ts";
import type { RunRow, RunState } from "../lab/view/view-data.ts";

/** Choices for the list; empty for all. */
export interface ListChoices {
  /** Text to search for in title, name, finding, variants, note or tags. */
  readonly text: string;
  readonly state: string;
  readonly experiment: string;
  readonly order: ListOrder;
}

export const LIST_ORDERS = ["time", "duration", "name", "finding"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export const RUN_STATES: readonly RunState[] = ["running", "stopped", "failed", "done"];

/** Returns the seconds that processes have worked on a run, including those that still do; null where unknown. */
export function secondsOf({ seconds, live }: Pick<RunRow, "seconds" | "live">, now: number): number | null {
  if (live.length === 0) return seconds ?? null;
  return live.reduce((sum, { begun }) => sum + Math.max(0, now - Date.parse(begun)) / 1000, seconds ?? 0);
}

/** Returns the matching runs in the chosen order; runs of equal rank keep their order. */
export function listed(
  runs: readonly RunRow[],
  { text, state, experiment, order }: ListChoices,
  now: number,
): RunRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (run: RunRow): boolean => {
    const all = [run.title, run.run, run.finding?.text, run.failure, run.note, ...run.variants, ...(run.tags ?? [])];
    const said = all.filter(Boolean).join("\n").toLowerCase();
    return (
      words.every((word) => said.includes(word)) &&
      (state === "" || run.state === state) &&
      (experiment === "" || run.experiment === experiment)
    );
  };
  return runs.filter(fits).sort(ORDERS[order](now));
}

const ORDERS: Readonly<Record<ListOrder, (now: number) => (a: RunRow, b: RunRow) => number>> = {
  time: () => (a, b) => b.begun.localeCompare(a.begun),
  duration: (now) => (a, b) => (secondsOf(b, now) ?? -1) - (secondsOf(a, now) ?? -1),
  name: () => (a, b) => a.title.localeCompare(b.title) || a.run.localeCompare(b.run),
  finding: () => (a, b) => kindOf(a) - kindOf(b),
};

/** Returns the rank of the kind of a finding; runs without a finding are last. */
const kindOf = ({ finding }: RunRow): number =>
  finding === null ? FINDING_KINDS.length : FINDING_KINDS.indexOf(finding.kind);
