// The best order of items on a page, exactly. Within a category a place that is read earlier has the item of more worth, since the factor of
// a place falls along the category; so a page is described by how many of each category the places read so far have.

/** Places of a page as a plan sees them. */
export interface PagePlaces {
  /** Attention of each place, [places]. */
  readonly attention: ArrayLike<number>;
  /** Places in the order in which they are read, [places]. */
  readonly order: ArrayLike<number>;
  /** Share of its worth that an item loses for each one of its category that is read before it, 0 to 1. */
  readonly loss: number;
}

/** Plans pages of up to `most` items of `categories`; a plan allocates nothing. */
export function pagePlanner({ attention, order, loss }: PagePlaces, most: number, categories: number) {
  const places = attention.length;
  // A product of counts with a fixed sum is largest where they are equal.
  const states = Math.ceil((most / categories + 1) ** categories);
  const value = new Float64Array(states);
  const from = new Int32Array(states);
  const sorted = new Int32Array(most);
  const first = new Int32Array(categories + 1);
  const step = new Int32Array(categories + 1);
  const taken = new Int32Array(categories);
  const page = new Int32Array(places);

  /** Sorts items by category, and by falling worth in each. */
  function sort(worth: ArrayLike<number>, category: ArrayLike<number>, items: number): void {
    first.fill(0);
    for (let c = 0, at = 0; c < categories; c++) {
      for (let item = 0; item < items; item++) {
        if (category[item] !== c) continue;
        let k = at++;
        for (; k > first[c] && worth[sorted[k - 1]] < worth[item]; k--) sorted[k] = sorted[k - 1];
        sorted[k] = item;
      }
      first[c + 1] = at;
    }
    step[0] = 1;
    for (let c = 0; c < categories; c++) step[c + 1] = step[c] * (first[c + 1] - first[c] + 1);
  }

  return {
    /** Item of each place, [places]; −1 where there are no more items. Overwritten by the next plan. */
    page: page as Readonly<Int32Array>,
    /** Σ attention·(1 − loss)^(earlier ones of the category)·worth of the best page of these items, 0 ≤ worth; writes the page. */
    plan(worth: ArrayLike<number>, category: ArrayLike<number>, items: number): number {
      sort(worth, category, items);
      const filled = Math.min(items, places);
      const end = step[categories];
      value.fill(-1, 0, end);
      value[0] = 0;
      taken.fill(0);
      let best = 0;
      for (let state = 0, count = 0; state < end; state++) {
        if (value[state] >= 0 && count < filled) {
          const look = attention[order[count]];
          for (let c = 0; c < categories; c++) {
            const at = first[c] + taken[c];
            if (at === first[c + 1]) continue;
            const sum = value[state] + look * (1 - loss) ** taken[c] * worth[sorted[at]];
            if (sum <= value[state + step[c]]) continue;
            value[state + step[c]] = sum;
            from[state + step[c]] = c;
          }
        } else if (count === filled && value[state] > (value[best] ?? 0)) best = state;
        for (let c = 0; c < categories; c++) {
          if (taken[c] < first[c + 1] - first[c]) {
            taken[c] += 1;
            count += 1;
            break;
          }
          count -= taken[c];
          taken[c] = 0;
        }
      }
      page.fill(-1);
      for (let state = best, turn = filled - 1; state > 0; turn--) {
        const c = from[state];
        state -= step[c];
        page[order[turn]] = sorted[first[c] + (Math.floor(state / step[c]) % (first[c + 1] - first[c] + 1))];
      }
      return value[best];
    },
  };
}
