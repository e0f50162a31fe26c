// Changes of a store, sent to open pages. The store is polled twice a second while a page is open. A page that reads too slowly gets fewer
// updates, or is disconnected.

import type { RunList, RunRow } from "../lab/view/view-data.ts";
import type { IndexedRun, RunIndex } from "./run-index.ts";

/** An open page. */
export interface Listener {
  send(text: string): void;
  /** Returns the number of unsent bytes. */
  waiting(): number;
  close(): void;
}

/** The last update of a page: the stamps of runs, in order. */
interface LastSent {
  isBegun: boolean;
  stamps: ReadonlyMap<string, string>;
}

/** Sends changes to open pages. */
export interface LiveFeed {
  /** Sends updates to a page; returns a function that ends it, or undefined where too many pages are open. */
  listen(listener: Listener): (() => void) | undefined;
  close(): void;
}

const EVERY = 500;
const MOST_LISTENERS = 64;
/** Unsent bytes above which a page gets no update for now, and above which it is disconnected. */
const [SLOW, STALLED] = [1_000_000, 16_000_000];

export const runRow = ({ summary, live, stamp, results }: IndexedRun): RunRow => ({
  ...summary,
  live,
  stamp,
  results,
});

export function liveFeed(index: RunIndex): LiveFeed {
  const listeners = new Map<Listener, LastSent>();
  let timer: NodeJS.Timeout | undefined;

  const tell = (listener: Listener, last: LastSent, runs: readonly IndexedRun[]): void => {
    const waiting = listener.waiting();
    if (waiting > STALLED) {
      listeners.delete(listener);
      listener.close();
      return;
    }
    if (waiting > SLOW) return;
    const order = runs.map(({ summary }) => summary.run);
    const changed = runs.filter(({ summary, stamp }) => last.stamps.get(summary.run) !== stamp);
    if (last.isBegun && changed.length === 0 && order.join() === [...last.stamps.keys()].join()) return;
    last.isBegun = true;
    last.stamps = new Map(runs.map(({ summary, stamp }) => [summary.run, stamp]));
    const message: RunList = { runs: changed.map(runRow), order };
    listener.send(JSON.stringify(message));
  };

  const look = (): void => {
    const runs = index.look();
    for (const [listener, last] of listeners) tell(listener, last, runs);
    if (listeners.size > 0) timer = setTimeout(look, EVERY).unref();
    else timer = undefined;
  };

  return {
    listen(listener) {
      if (listeners.size >= MOST_LISTENERS) return undefined;
      const last: LastSent = { isBegun: false, stamps: new Map() };
      listeners.set(listener, last);
      tell(listener, last, index.look());
      timer ??= setTimeout(look, EVERY).unref();
      return () => listeners.delete(listener);
    },
    close() {
      clearTimeout(timer);
      for (const listener of listeners.keys()) listener.close();
      listeners.clear();
    },
  };
}
