// Computes a page of the grid from rows in memory, with the same result as the SQL of `episode-grid.ts`. It is for pages that have the
// episodes but no server.

import { grouped } from "../../core/grouped.ts";
import { type GridPage, type GridQuery, type GridRow, PAGE_ROWS } from "./grid-data.ts";
import { partners, placeKey } from "./grid-partner.ts";

/** Every episode of a run in the order of its variants, seeds and episodes; `parted` and `partner` are not used. */
export interface GridRows extends Pick<GridPage, "measures" | "same" | "texts" | "variants"> {
  readonly rows: readonly GridRow[];
}

/** Returns the page that a query requests. Throws an Error that names an unknown measure. */
export function gridPage({ measures, same, texts, variants, rows }: GridRows, query: GridQuery): GridPage {
  const placeOf = (name: string): number => {
    const place = measures.findIndex((measure) => measure.name === name);
    if (place < 0) throw new Error(`there is no measure ${name}`);
    return place;
  };
  const bounds = query.bounds.map(({ measure, low, high }) => ({ place: placeOf(measure), low, high }));
  const among = rows.filter(({ variant }) => query.variants.length === 0 || query.variants.includes(variant));
  const matched = partedBy(among, query.differs === null ? null : placeOf(query.differs)).filter(
    ({ seed, failed, values }) =>
      (query.seed === null || seed === query.seed) &&
      (query.failed === null || failed === query.failed) &&
      bounds.every(({ place, low, high }) => isWithin(values[place], low, high)),
  );
  const { sort, descending, differs } = query;
  const by = sort === null ? undefined : placeOf(sort);
  // Sorting is stable: equal rows keep the order of variants, seeds and episodes, or of pairs.
  if (differs !== null) {
    matched.sort((a, b) => a.seed - b.seed || a.episode - b.episode);
    if (by === undefined) matched.sort((a, b) => (b.parted ?? 0) - (a.parted ?? 0));
  }
  if (by !== undefined) matched.sort((a, b) => inOrder(a.values[by], b.values[by], descending));
  const pages = Math.max(1, Math.ceil(matched.length / PAGE_ROWS));
  const page = Math.min(query.page, pages);
  const shown = matched.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const pairs = new Set(shown.map(({ seed, episode }) => `${seed} ${episode}`));
  const [measured, pay] = [placeOf(differs ?? "objective"), placeOf("pay")];
  const beside = partners(
    rows
      .filter(({ seed, episode }) => pairs.has(`${seed} ${episode}`))
      .map(({ variant, seed, episode, values }) => {
        return { variant, seed, episode, by: values[measured], pay: values[pay] };
      }),
  );
  return {
    ...{ measures, same, texts, variants },
    ...{ matched: matched.length, page, pages },
    rows: shown.map((row) => ({ ...row, partner: beside.get(placeKey(row)) ?? null })),
    total: rows.length,
    replays: rows.filter(({ replayed }) => replayed).length,
  };
}

/** Returns rows with the spread of a measure over variants; only rows where it is not 0, if a measure is queried. */
function partedBy(rows: readonly GridRow[], place: number | null): GridRow[] {
  if (place === null) return rows.map((row) => ({ ...row, parted: null }));
  return [...grouped(rows, ({ seed, episode }) => `${seed} ${episode}`).values()].flatMap((pair) => {
    const values = pair.map((row) => row.values[place]).filter((value) => value !== null);
    const parted = Math.max(...values) - Math.min(...values);
    return parted > 0 ? pair.map((row) => ({ ...row, parted })) : [];
  });
}

const isWithin = (value: number | null, low: number | null, high: number | null): boolean =>
  low === null && high === null
    ? true
    : value !== null && value >= (low ?? Number.NEGATIVE_INFINITY) && value <= (high ?? Number.POSITIVE_INFINITY);

/** Missing values are last in either direction. */
function inOrder(a: number | null, b: number | null, descending: boolean): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return descending ? b - a : a - b;
}
