// Cycles of preferences: text A preferred to B, B to C, and C to A. No scalar reward explains them.

/** Comparisons between texts of one prompt. */
export interface ComparedTexts {
  /** Numbers of the two texts of each comparison, [pairs]. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** Preference for the first text: 1, 0 or 0.5 for a tie, [pairs]. */
  readonly results: readonly number[];
}

/**
 * Finds a cycle in which each text is preferred to the next one by most comparisons, and the last to the first; undefined where there is
 * none.
 */
export function preferenceRing({ first, second, results }: ComparedTexts): number[] | undefined {
  const votes = new Map<string, number>();
  for (const [k, one] of first.entries()) {
    const [a, b] = one < second[k] ? [one, second[k]] : [second[k], one];
    const key = `${a} ${b}`;
    const forFirst = 2 * results[k] - 1;
    votes.set(key, (votes.get(key) ?? 0) + (one === a ? forFirst : -forFirst));
  }
  const worse = new Map<number, number[]>();
  for (const [key, sum] of votes) {
    const [a, b] = key.split(" ").map(Number);
    if (sum === 0 || a === b) continue;
    const [better, other] = sum > 0 ? [a, b] : [b, a];
    worse.set(better, [...(worse.get(better) ?? []), other]);
  }
  return shortestRing(worse);
}

function shortestRing(worse: ReadonlyMap<number, readonly number[]>): number[] | undefined {
  const rings = [...worse.keys()].flatMap((start) => ringFrom(start, worse) ?? []);
  return rings.reduce<number[] | undefined>(
    (best, ring) => (best === undefined || ring.length < best.length ? ring : best),
    undefined,
  );
}

/** The shortest cycle through a text by breadth-first search, as a list with at most one entry. */
function ringFrom(start: number, worse: ReadonlyMap<number, readonly number[]>): [number[]] | undefined {
  const before = new Map<number, number>();
  const queue = [start];
  for (const one of queue) {
    for (const next of worse.get(one) ?? []) {
      if (next === start) return [wayTo(one, start, before)];
      if (before.has(next)) continue;
      before.set(next, one);
      queue.push(next);
    }
  }
  return undefined;
}

/** The path of texts from `start` to `end`. */
function wayTo(end: number, start: number, before: ReadonlyMap<number, number>): number[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = before.get(at) ?? start;
    way.push(at);
  }
  return way.reverse();
}
