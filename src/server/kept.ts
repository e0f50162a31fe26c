// What was computed of a run and is kept until the run changes: the runs that were asked for last.

/** Values by run. */
export interface Kept<T> {
  /** The value as of `stamp`, or of a later one; made where there is none. What cannot be made is not kept. */
  of(run: string, stamp: string): Promise<T>;
  /** Lets all of it go. */
  close(): Promise<void>;
}

/** Keeps what `make` makes for the `most` runs that were asked for last; `end` is told of what is let go. */
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
      // One at a time for a run: a second one begins when the first is done.
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
