// Limits the number of concurrent tasks; waiting tasks run in order of arrival.

/** Runs a task when a slot is free. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates a limiter for at most `most` concurrent tasks. */
export function limiter(most: number): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The slot passes directly to the first waiting task, so that no newer task takes it.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Limiters by name, shared within this process. */
const shared = new Map<string, Limiter>();
/** Limiters that are shared with other processes. */
let beyond: (name: string, most: number) => Limiter = () => (task) => task();

/** The limiter of this name: at most `most` concurrent tasks in this process and in the processes that share its limits. */
export function sharedLimiter(name: string, most: number): Limiter {
  const known = shared.get(name);
  if (known !== undefined) return known;
  const [here, everywhere] = [limiter(most), beyond(name, most)];
  const both: Limiter = (task) => here(() => everywhere(task));
  shared.set(name, both);
  return both;
}

/** Shares limiters created from now on with other processes; without an argument it stops sharing. */
export function shareLimits(make?: (name: string, most: number) => Limiter): void {
  shared.clear();
  beyond = make ?? (() => (task) => task());
}
