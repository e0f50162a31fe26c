// Matches that were played lie in the store under a hash of what they depend on, so that contests share them and a stopped one goes on.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { checkedJson, parseChecked } from "../../core/checksum.ts";
import { writing } from "../../core/files.ts";
import { keepWhole, keptFile, readKeptText } from "../../core/kept-files.ts";
import type { KeptResults } from "../run/engine.ts";
import { codeHash } from "../store/keys.ts";
import type { Match, MatchResult } from "./match-job.ts";

const kept = z.object({
  points: z.array(z.number()),
  moves: z.array(z.array(z.array(z.number()))).exactOptional(),
});

/**
 * A name for a match: of its arena's code, its programs' contents and limits, the versions of what runs outside, its games and its seed.
 * Where a program lies does not count.
 */
export function matchKey({ arena, parameters, entrants, pairs, seed, again }: Match): string {
  const texts = entrants.map(({ text, runs }) => {
    const limits = runs !== undefined && "limits" in runs ? [runs.limits] : [];
    const version = runs?.version === undefined ? [] : [runs.version];
    return limits.length + version.length === 0 ? text : [text, ...limits, ...version];
  });
  const content = JSON.stringify([
    codeHash("lab/contest/match-job", new Set([arena])),
    arena,
    parameters,
    texts,
    pairs,
    seed,
    again,
  ]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

/** The matches of a store. One whose file was damaged is played again. */
export const keptMatches = (store: string): KeptResults<Match, MatchResult> =>
  keptResults(store, "matches", matchKey, kept, (match, { points }) => points.length === 2 * match.pairs);

/** Results of jobs in a folder of the store, each in a file by its key. One that is damaged, or not `whole`, is computed again. */
export function keptResults<I, O extends object>(
  store: string,
  folderName: string,
  keyOf: (input: I) => string,
  schema: z.ZodType<O>,
  isWhole: (input: I, output: O) => boolean = () => true,
): KeptResults<I, O> {
  const fileOf = (input: I) => join(store, folderName, `${keyOf(input)}.json`);
  return {
    find(match) {
      const file = fileOf(match);
      if (keptFile(store, file) === undefined) return undefined;
      try {
        const output = schema.parse(parseChecked(readKeptText(store, file)));
        return isWhole(match, output) ? { output } : undefined;
      } catch {
        return undefined;
      }
    },
    keep(match, result) {
      const file = fileOf(match);
      const text = checkedJson(Object.fromEntries(Object.entries(result)));
      writing(file, () => keepWhole(store, file, text));
    },
  };
}
