// A replay as heat maps: which maps an episode has, their rows, and the scale that all maps of a kind share.

import { words } from "../evaluation/number-format.ts";
import type { ReplayData, ReportData, VariantReport } from "../lab/report/report-data.ts";

/** One row of a heat map: an agent, or an ordered pair. */
export interface HeatRow {
  readonly label: string;
  readonly values: readonly number[];
}

export interface HeatMapData {
  /** `actions`, `pay`, or the name of a matrix. */
  readonly kind: string;
  readonly title: string;
  readonly rows: readonly HeatRow[];
}

/**
 * Returns the maps of one episode; none for an episode of text. Rows of a matrix are `who → whom`; its diagonal is meaningless and left
 * out.
 */
export function heatMaps(replay: ReplayData, variant: VariantReport): HeatMapData[] {
  if (replay.text !== undefined) return [];
  const labels = replay.actions.map((_, i) => variant.agents[i]?.label ?? `agent ${i}`);
  const byAgent = (values: readonly (readonly number[])[]): HeatRow[] =>
    values.map((row, i) => ({ label: labels[i], values: row }));
  return [
    { kind: "actions", title: "actions, share of the largest", rows: byAgent(replay.actions) },
    { kind: "pay", title: "pay of the step", rows: byAgent(replay.pay) },
    ...Object.entries(replay.matrices)
      .map(([kind, matrix]) =>
        labels.length > 1 && matrix.length === labels.length
          ? { kind, title: `${words(kind)}, mean received`, rows: byAgent(matrix) }
          : { kind, title: `${words(kind)}, who → whom`, rows: pairs(matrix, labels) },
      )
      .filter(({ rows }) => rows.length > 0),
  ];
}

function pairs(matrix: readonly (readonly number[])[], labels: readonly string[]): HeatRow[] {
  const n = labels.length;
  return matrix.flatMap((values, k) => {
    const from = Math.floor(k / n);
    const to = k % n;
    return from === to ? [] : [{ label: `${labels[from]} → ${labels[to]}`, values }];
  });
}

/**
 * Returns the ends of each kind's colour scale over the stored episodes of `variants`: 0 to 1 for shares, the range of values for other
 * numbers.
 */
export function heatRanges(variants: readonly VariantReport[]): Map<string, [number, number]> {
  const ranges = new Map<string, [number, number]>();
  for (const variant of variants) {
    for (const replay of [variant.typical, variant.worst]) {
      if (replay === null) continue;
      for (const { kind, rows } of heatMaps(replay, variant)) ranges.set(kind, widened(ranges.get(kind), rows));
    }
  }
  for (const [kind, [low, high]] of ranges) {
    if (kind !== "pay" && low >= 0 && high <= 1) ranges.set(kind, [0, 1]);
    else if (low === high) ranges.set(kind, [low - 0.5, high + 0.5]);
  }
  return ranges;
}

function widened(range: readonly [number, number] | undefined, rows: readonly HeatRow[]): [number, number] {
  let [low, high] = range ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of rows) {
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/** Returns the steps of the longest stored episode. All maps share this length, so that an early end is visible. */
export function longestReplay(data: ReportData): number {
  const lengths = data.variants.flatMap(({ typical, worst }) =>
    [typical, worst].map((replay) => Math.max(0, ...(replay?.actions ?? []).map((row) => row.length))),
  );
  return Math.max(0, ...lengths);
}
