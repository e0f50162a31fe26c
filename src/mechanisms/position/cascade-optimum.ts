// The best placement for a reader who goes through the ads, exactly: from the last that is read backwards, the most that readers who
// come so far are worth is a function of what is taken already.

import type { CascadePlaces, Reading, ReadPlacement } from "./cascade.ts";
import { greedyCascade } from "./cascade.ts";
import type { ListUsers } from "./list.ts";

/** Bits of a set that may be taken: 2^20 sets are looked at in a second. */
const MOST_COLUMNS = 20;

/** Finds the best placement by the values of clicks, [ads]. */
export type CascadeOptimum = (values: ArrayLike<number>) => ReadPlacement;

/**
 * In the text's order, places are gone through and `taken` are ads; in any order, ads are gone through, the most valuable first (by
 * exchange of neighbours no other order is better), and `taken` are places: V(k, taken) = max of V(k + 1, taken) and
 * rate·value + (1 − rate)·V(k + 1, taken ∪ {c}) over c. O(rows·columns·sets of at most `limit` columns), and memory for rows·2^columns
 * numbers. Throws an Error above 20 columns.
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
  // What column c brings in a row, and whom it leaves to go on, [rows × columns].
  const [gains, leaves] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
  /** Sets that are reached before a row, and those of them to which something may be added. */
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

/** The best placement under a way of reading. */
export function bestCascade(market: CascadePlaces, values: ArrayLike<number>, reading: Reading): ReadPlacement {
  return cascadeOptimum(market, reading)(values);
}

/** Sets of at most `most` of `columns` things as bits, the smaller ones first, and how many have at most k of them, [most + 1]. */
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

/** Users of a list who go through it from the top; an approximate placement is a greedy one. */
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
