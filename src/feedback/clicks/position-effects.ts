// The position-based click model: an item in a position is clicked with the probability θ(position)·γ(query, item), which its neighbours
// do not change. Items that were shown in several positions tell the effects of positions apart from those of items.

import { newtonAscent } from "../../math/newton-ascent.ts";

/** Views and clicks by item and position; the cells of an item follow each other. */
export interface ClickCells {
  /** [items + 1]: the cells of item i are `starts[i]` … `starts[i + 1]` − 1. */
  readonly starts: ArrayLike<number>;
  /** Number of a cell's position, 0 … positions − 1, [cells]. */
  readonly position: ArrayLike<number>;
  /** [cells] */
  readonly shown: ArrayLike<number>;
  /** [cells] */
  readonly clicks: ArrayLike<number>;
}

/**
 * Effects θ of positions relative to the first one that has clicks, [positions]: 0 without clicks, NaN where no chain of clicked items links
 * a position to that first one.
 *
 * They maximise Σ_i [Σ_k c_ik·log θ_k − C_i·log Σ_k n_ik·θ_k], the likelihood of which position each click of an item fell to, given the
 * item's clicks C_i. No relevance is in it, and its maximum is that of a Poisson model with one relevance an item (Hausman, Hall &
 * Griliches, 1984, Econometrica 52). The expected gradient is 0 at the truth for any clicks with the model's means.
 */
export function positionEffects(cells: ClickCells, positions: number, near?: Float64Array): Float64Array {
  const clicks = clicksByPosition(cells, positions);
  const links = linkedTo(cells, clicks);
  const effects = Float64Array.from(clicks, (count, k) => (links[k] ? (count > 0 ? 1 : 0) : Number.NaN));
  const first = clicks.findIndex((count) => count > 0);
  const free = Array.from(clicks.keys()).filter((k) => k !== first && links[k] && clicks[k] > 0);
  if (free.length === 0) return effects;
  const place = new Int32Array(positions).fill(-1);
  for (const [at, k] of free.entries()) place[k] = at;
  const start = Float64Array.from(free, (k) => {
    const value = near?.[k] ?? 1;
    return value > 0 ? Math.log(value) : 0;
  });
  const top = newtonAscent(likelihood(cells, { clicks, effects, free, place }), start);
  for (const [at, k] of free.entries()) effects[k] = top === undefined ? Number.NaN : Math.exp(top.at[at]);
  return effects;
}

function clicksByPosition({ position, clicks }: ClickCells, positions: number): Float64Array {
  const sums = new Float64Array(positions);
  for (let cell = 0; cell < position.length; cell++) sums[position[cell]] += clicks[cell];
  return sums;
}

/** Whether each position shares items, directly or through others, with the first one that has clicks; only clicked items link. */
function linkedTo({ starts, position, shown, clicks }: ClickCells, byPosition: Float64Array): boolean[] {
  const root = Array.from(byPosition.keys());
  const rootOf = (k: number): number => {
    while (root[k] !== k) k = root[k];
    return k;
  };
  for (let item = 0; item + 1 < starts.length; item++) {
    let isClicked = false;
    for (let cell = starts[item]; cell < starts[item + 1]; cell++) isClicked ||= clicks[cell] > 0;
    if (!isClicked) continue;
    let first = -1;
    for (let cell = starts[item]; cell < starts[item + 1]; cell++) {
      if (shown[cell] <= 0) continue;
      if (first < 0) first = rootOf(position[cell]);
      else root[rootOf(position[cell])] = first;
    }
  }
  const first = byPosition.findIndex((count) => count > 0);
  return root.map((_, k) => first >= 0 && rootOf(k) === rootOf(first));
}

interface Terms {
  readonly clicks: Float64Array;
  /** Effects of the positions that are not free; 1 or 0. */
  readonly effects: Float64Array;
  /** Positions whose effects are free. */
  readonly free: readonly number[];
  /** Place of a position among the free ones, −1 where it is none, [positions]. */
  readonly place: Int32Array;
}

/** The likelihood in the logarithms of free effects, [free]. */
function likelihood({ starts, position, shown, clicks }: ClickCells, terms: Terms) {
  const size = terms.free.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  const effect = new Float64Array(terms.effects.length);
  const shares = new Float64Array(terms.effects.length);
  const set = (at: Float64Array) => {
    for (let k = 0; k < effect.length; k++) {
      const own = terms.effects[k];
      effect[k] = terms.place[k] >= 0 ? Math.exp(at[terms.place[k]]) : Number.isNaN(own) ? 0 : own;
    }
  };
  /** Adds up an item's clicks, and views as seen in the first position. */
  const sums = { clicks: 0, seen: 0 };
  const look = (item: number) => {
    sums.clicks = 0;
    sums.seen = 0;
    for (let cell = starts[item]; cell < starts[item + 1]; cell++) {
      if (effect[position[cell]] === 0) continue;
      sums.clicks += clicks[cell];
      sums.seen += shown[cell] * effect[position[cell]];
    }
    return sums.clicks > 0;
  };
  return {
    gradient,
    curvature,
    value(at: Float64Array): number {
      set(at);
      let value = 0;
      for (let k = 0; k < size; k++) value += terms.clicks[terms.free[k]] * at[k];
      for (let item = 0; item + 1 < starts.length; item++) if (look(item)) value -= sums.clicks * Math.log(sums.seen);
      return value;
    },
    bend(at: Float64Array): void {
      set(at);
      curvature.fill(0);
      for (let k = 0; k < size; k++) gradient[k] = terms.clicks[terms.free[k]];
      for (let item = 0; item + 1 < starts.length; item++) {
        if (!look(item)) continue;
        const [from, to] = [starts[item], starts[item + 1]];
        for (let cell = from; cell < to; cell++)
          shares[cell - from] = (shown[cell] * effect[position[cell]]) / sums.seen;
        for (let one = from; one < to; one++) {
          const row = terms.place[position[one]];
          if (row < 0) continue;
          const expected = sums.clicks * shares[one - from];
          gradient[row] -= expected;
          curvature[row * size + row] += expected;
          for (let other = from; other < to; other++) {
            const column = terms.place[position[other]];
            if (column >= 0 && column <= row) curvature[row * size + column] -= expected * shares[other - from];
          }
        }
      }
    },
  };
}
