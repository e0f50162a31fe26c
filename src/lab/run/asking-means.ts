// Account and shared answers for the cells of this process that send requests. They are looked up by the name of the run's news channel,
// since a cell is given only that name.

import type { AskingPlace } from "../../core/environment.ts";

/** The account that a cell's requests are charged to, and the store of shared answers. */
export type AskingMeans = Pick<AskingPlace, "spending" | "answers">;

const open = new Map<string, AskingMeans>();

/** Registers means for a channel name. Returns a function that removes them. */
export function openMeans(news: string, means: AskingMeans): () => void {
  open.set(news, means);
  return () => {
    // Another computation of the same cell may have registered its own.
    if (open.get(news) === means) open.delete(news);
  };
}

/** Returns the means of a cell; none in worker threads, whose cells send no requests. */
export const meansOf = (news: string): AskingMeans => open.get(news) ?? {};
