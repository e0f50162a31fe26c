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
