// Lets a number of tasks run at the same time and holds back the rest, first come, first served.

/** Runs a task when its turn comes. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** At most `most` tasks at the same time. */
export function limiter(most: number): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The first waiting task takes the place over, so that no new one comes before it.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Limits by their names, shared by all that ask for one. */
const shared = new Map<string, Limiter>();
/** What holds the tasks of other processes back as well. */
let beyond: (name: string, most: number) => Limiter = () => (task) => task();

/** The limit of this name: at most `most` tasks of this process at the same time, and of those that it shares its limits with. */
export function sharedLimiter(name: string, most: number): Limiter {
  const known = shared.get(name);
  if (known !== undefined) return known;
  const [here, everywhere] = [limiter(most), beyond(name, most)];
  const both: Limiter = (task) => here(() => everywhere(task));
  shared.set(name, both);
  return both;
}

/** Shares the limits that are asked for from now on with other processes, until it is called with nothing. */
export function shareLimits(make?: (name: string, most: number) => Limiter): void {
  shared.clear();
  beyond = make ?? (() => (task) => task());
}
