// Which input a thread takes next.

/** How many places an input may overtake. */
const AHEAD = 64;

/** An input with its place among all. */
type Placed<I> = readonly [place: number, input: I];

/**
 * Gives a thread its next input; undefined when none is left. Without `shared` that is the first one that waits. With it, the first of the
 * near ones for which the thread has made what is shared; else one for which no thread has; else the first.
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
  /** Threads by the name of what they have made. */
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
