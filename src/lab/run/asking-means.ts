// What cells of this process ask others with, by the name of the channel on which a run tells its news: a cell is told of it by that name alone.

import type { AskingPlace } from "../../core/environment.ts";

/** What a cell pays from, and where its recorded answers are shared. */
export type AskingMeans = Pick<AskingPlace, "spending" | "answers">;

const open = new Map<string, AskingMeans>();

/** Opens means, until what it gives is called. */
export function openMeans(news: string, means: AskingMeans): () => void {
  open.set(news, means);
  return () => {
    // Another computation of the same cell may have opened its own.
    if (open.get(news) === means) open.delete(news);
  };
}

/** The means of a cell: none in threads of their own, where nothing is asked. */
export const meansOf = (news: string): AskingMeans => open.get(news) ?? {};
