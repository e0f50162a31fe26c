// Matches that were played lie in the store under a hash of what they depend on, so that contests share them and a stopped one goes on.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { makeFolder, writeWhole, writing } from "../../core/files.ts";
import { codeFingerprint } from "../fingerprint.ts";
import type { KeptResults } from "../jobs.ts";
import type { Match, MatchResult } from "./match-job.ts";

const kept = z.object({
  points: z.array(z.number()),
  moves: z.array(z.array(z.array(z.number()))).exactOptional(),
});

/** A name for a match: of its arena's code, its programs' contents, its games and its seed. Where a program lies does not count. */
export function matchKey({ arena, parameters, entrants, pairs, seed, again }: Match): string {
  const texts = entrants.map(({ text }) => text);
  const content = JSON.stringify([codeFingerprint([]), arena, parameters, texts, pairs, seed, again]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

/** The matches of a store. One whose file was damaged is played again. */
export function keptMatches(store: string): KeptResults<Match, MatchResult> {
  const folder = join(store, "matches");
  const fileOf = (match: Match) => join(folder, `${matchKey(match)}.json`);
  return {
    find(match) {
      const file = fileOf(match);
      if (!existsSync(file)) return undefined;
      try {
        const output = kept.parse(parseChecked(readFileSync(file, "utf8")));
        return output.points.length === 2 * match.pairs ? { output } : undefined;
      } catch {
        return undefined;
      }
    },
    keep(match, result) {
      const file = fileOf(match);
      writing(file, () => {
        makeFolder(folder);
        writeWhole(file, checkedJson({ ...result }));
      });
    },
  };
}
