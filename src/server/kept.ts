// A cache of values computed from runs, valid until the run changes. It has the most recently requested runs.

/** Cached values by run. */
export interface Kept<T> {
  /** Returns the value for `stamp`, or for a later stamp; computes it where it is missing. A failure is not cached. */
  of(run: string, stamp: string): Promise<T>;
  /** Releases all values. */
  close(): Promise<void>;
}

/** Caches the results of `make` for the `most` most recently requested runs. `end` is called with released values. */
export function kept<T>(most: number, make: (run: string) => Promise<T>, end: (value: T) => void = () => {}): Kept<T> {
  const values = new Map<string, { readonly stamp: string; readonly value: Promise<T> }>();
  const letGo = (value: Promise<T>): void => void value.then(end, () => {});
  return {
    of(run, stamp) {
      const before = values.get(run);
      values.delete(run);
      if (before?.stamp === stamp) {
        values.set(run, before);
        return before.value;
      }
      // One computation at a time per run: a second one starts when the first is done.
      const begun = before?.value.then(end, () => {}) ?? Promise.resolve();
      const value = begun.then(() => make(run));
      values.set(run, { stamp, value });
      const [[oldest, { value: last }]] = values;
      if (values.size > most) {
        values.delete(oldest);
        letGo(last);
      }
      value.catch(() => {
        if (values.get(run)?.value === value) values.delete(run);
      });
      return value;
    },
    async close() {
      for (const { value } of values.values()) letGo(value);
      await Promise.allSettled([...values.values()].map(({ value }) => value));
      values.clear();
    },
  };
}
