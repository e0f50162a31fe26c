// The queue of inputs for threads.

/** Maximum number of places that an input may be moved ahead. */
const AHEAD = 64;

/** An input with its index among all. */
type Placed<I> = readonly [place: number, input: I];

/**
 * Returns a function that gives a thread its next input; undefined when none is left. Without `shared` that is the first in the queue. With
 * it, it is the first near one whose shared part the thread has prepared, otherwise one whose shared part no thread has, otherwise the
 * first.
 */
export function waitingInputs<I>(
  inputs: Iterable<I>,
  shared?: (input: I) => string,
): (thread: number) => Placed<I> | undefined {
  const rest = inputs[Symbol.iterator]();
  const waiting: Placed<I>[] = [];
  let read = 0;
  const readNext = (): boolean => {
    const { done = false, value } = rest.next();
    if (!done) waiting.push([read++, value]);
    return !done;
  };
  /** Threads by the name of what they have prepared. */
  const makers = new Map<string, Set<number>>();
  const chosen = (thread: number, nameOf: (input: I) => string): number => {
    const makersOf = waiting.map(([, input]) => makers.get(nameOf(input)));
    const own = makersOf.findIndex((threads) => threads?.has(thread) === true);
    return own >= 0 ? own : Math.max(0, makersOf.indexOf(undefined));
  };
  return (thread) => {
    const ahead = shared === undefined ? 1 : AHEAD;
    while (read < (waiting[0]?.[0] ?? read) + ahead && readNext());
    if (shared === undefined) return waiting.shift();
    const [taken] = waiting.splice(chosen(thread, shared), 1);
    if (taken === undefined) return undefined;
    const name = shared(taken[1]);
    makers.set(name, (makers.get(name) ?? new Set()).add(thread));
    return taken;
  };
}
