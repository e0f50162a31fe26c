// Contests that have ended lie in the store: how they ended, and what their matches were, so that a page shows them and plays games again.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { writing } from "../../core/files.ts";
import { keepWhole, keptNames, readKeptText } from "../../core/kept-files.ts";
import { type ContestRecord, contestRecord, type ListedContest } from "./contest-record.ts";

const FOLDER = "contests";

/** A name for a contest: words of its title, and a hash of what it depends on. The same contest keeps its name. */
export function contestName(title: string, content: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 8);
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...words.join("-").slice(0, 40).split("-"), hash].filter((word) => word !== "").join("-");
}

export function keepContest(store: string, contest: ContestRecord): void {
  const file = join(store, FOLDER, `${contest.told.contest}.json`);
  writing(file, () => keepWhole(store, file, checkedJson(contest)));
}

/** Contests of a store, the one that ended last first. A file that is damaged is left out. */
export function listedContests(store: string): ListedContest[] {
  return keptNames(store, join(store, FOLDER))
    .flatMap((file): ListedContest[] => {
      const summary = read(store, file)?.told;
      if (summary === undefined) return [];
      const { contest, title, arena, schedule, endedAt, games, players } = summary;
      return [{ contest, title, arena, schedule, endedAt, games, first: players[0].name, players: players.length }];
    })
    .sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1));
}

/** A contest of a store by its name. A UserError where there is none. */
export function keptContest(store: string, name: string): ContestRecord {
  const names = listedContests(store).map(({ contest }) => contest);
  const record = names.includes(name) ? read(store, `${name}.json`) : undefined;
  if (record === undefined) throw new UserError(unknownName("contest of this store", name, names));
  return record;
}

/** Undefined where a file is not as it was written, or is that of another contest. */
function read(store: string, name: string): ContestRecord | undefined {
  try {
    const { data } = contestRecord.safeParse(parseChecked(readKeptText(store, join(store, FOLDER, name))));
    return data !== undefined && `${data.told.contest}.json` === name ? data : undefined;
  } catch {
    return undefined;
  }
}
