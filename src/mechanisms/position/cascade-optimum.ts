// Exact optimal placement in the cascade model by backward induction: the value of the readers that reach a position is a function of the
// set of ads or places used before.

import type { CascadePlaces, Reading, ReadPlacement } from "./cascade.ts";
import { greedyCascade } from "./cascade.ts";
import type { ListUsers } from "./list.ts";

/** Maximum number of columns; 2^20 sets are enumerated in about a second. */
const MOST_COLUMNS = 20;

/** Finds the optimal placement for the values of clicks, [ads]. */
export type CascadeOptimum = (values: ArrayLike<number>) => ReadPlacement;

/**
 * Creates the solver. In text order, rows are places and columns are ads. In free order, rows are ads in descending order of value (optimal
 * by an exchange argument) and columns are places. With the set `taken` of columns: V(k, taken) = max of V(k + 1, taken) and rate·value +
 * (1 − rate)·V(k + 1, taken ∪ {c}) over c. Time is O(rows·columns·sets of at most `limit` columns), memory rows·2^columns numbers. Throws
 * an Error above 20 columns.
 */
export function cascadeOptimum({ rates, limit }: CascadePlaces, reading: Reading): CascadeOptimum {
  const ads = rates.length;
  const places = rates[0]?.length ?? 0;
  const [rows, columns] = reading === "text" ? [places, ads] : [ads, places];
  if (columns > MOST_COLUMNS) throw new Error(`sets of ${columns} are too many to try`);
  const size = 2 ** columns;
  const { sets, upTo } = setsBySize(columns, Math.min(limit, rows, columns));
  const worth = new Float64Array((rows + 1) * size);
  const order = new Int32Array(ads);
  // Value of column c in a row, and the share of readers who continue, [rows × columns].
  const [gains, leaves] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
  /** Number of sets reachable before a row, and of those that may still grow. */
  const reached = (row: number) => upTo[Math.min(row, upTo.length - 1)];
  const open = upTo[upTo.length - 2] ?? 0;
  return (values) => {
    for (let ad = 0; ad < ads; ad++) order[ad] = ad;
    if (reading === "any") order.sort((a, b) => values[b] - values[a] || a - b);
    for (let row = rows - 1; row >= 0; row--) {
      const [here, next, cells] = [row * size, (row + 1) * size, row * columns];
      for (let c = 0; c < columns; c++) {
        const ad = reading === "text" ? c : order[row];
        const rate = rates[ad][reading === "text" ? row : c];
        gains[cells + c] = rate * values[ad];
        leaves[cells + c] = 1 - rate;
      }
      const most = reached(row);
      for (let k = 0; k < most; k++) {
        const taken = sets[k];
        let best = worth[next + taken];
        for (let c = 0; k < open && c < columns; c++) {
          const bit = 1 << c;
          if ((taken & bit) !== 0) continue;
          const other = gains[cells + c] + leaves[cells + c] * worth[next + taken + bit];
          if (other > best) best = other;
        }
        worth[here + taken] = best;
      }
    }
    const read: [number, number][] = [];
    for (let row = 0, taken = 0; row < rows; row++) {
      const [here, next] = [worth[row * size + taken], (row + 1) * size];
      if (here === worth[next + taken]) continue;
      for (let c = 0; c < columns; c++) {
        const [bit, cell] = [1 << c, row * columns + c];
        if ((taken & bit) !== 0 || gains[cell] + leaves[cell] * worth[next + taken + bit] !== here) continue;
        read.push(reading === "text" ? [c, row] : [order[row], c]);
        taken += bit;
        break;
      }
    }
    return { read, welfare: worth[0] };
  };
}

/** Sets of at most `most` of `columns` items as bit masks, the smaller first, and the number of sets with at most k items, [most + 1]. */
function setsBySize(columns: number, most: number): { readonly sets: Int32Array; readonly upTo: readonly number[] } {
  const sizeOf = new Uint8Array(2 ** columns);
  for (let set = 1; set < sizeOf.length; set++) sizeOf[set] = sizeOf[set >> 1] + (set % 2);
  const bySize = Array.from({ length: most + 1 }, (): number[] => []);
  for (const [set, members] of sizeOf.entries()) if (members <= most) bySize[members].push(set);
  let before = 0;
  const upTo = bySize.map((sets) => {
    before += sets.length;
    return before;
  });
  return { sets: Int32Array.from(bySize.flat()), upTo };
}

/** Users of a list who read from the top; the approximate placement is greedy. */
export function cascadeUsers(market: CascadePlaces): ListUsers {
  const { rates, limit } = market;
  const places = rates[0]?.length ?? 0;
  const optimum = cascadeOptimum(market, "text");
  const show = ({ read, welfare }: ReadPlacement, shown: Int32Array) => {
    shown.fill(-1);
    for (const [ad, place] of read) shown[place] = ad;
    return welfare;
  };
  return {
    ads: rates.length,
    places,
    limit: Math.min(limit, places),
    clicks(shown, out) {
      out.fill(0);
      let here = 1;
      for (let place = 0; place < places; place++) {
        const ad = shown[place];
        if (ad < 0) continue;
        out[ad] = here * rates[ad][place];
        here *= 1 - rates[ad][place];
      }
    },
    best: (values, shown) => show(optimum(values), shown),
    approximate: (values, shown) => show(greedyCascade(market, values, "text"), shown),
  };
}
