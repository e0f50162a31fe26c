// Votes on file: what people or models have said of the same pairs before, found by the hash of the pair; or votes on a run's own episodes.

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { text } from "../../core/parameters.ts";
import { placeOfRow, readTable } from "../../logs/table.ts";
import { defineFeedback, type FeedbackPlan } from "./source.ts";
import { budgetField } from "./taste.ts";
import { isVotesFile, votedEpisodes } from "./voted-episodes.ts";

const parameters = z.strictObject({
  votes: text("votes.csv").describe(
    "file of votes (CSV, JSON Lines, Parquet): `pair`, the hash that a run's comparisons have, and `preferred`, which is first, second, draw or the share that prefers the first. Or the votes.jsonl that `agon vote RUN` writes: the episodes voted on are learnt from, and none is played",
  ),
  judges: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("of votes on a run's episodes: judges whose votes count; default all"),
  budget: budgetField,
});

export const file = defineFeedback({
  id: "file",
  summary: "votes of a file: of people on the episodes of a run, or on pairs that are found by their hash",
  parameters,
  example: { parameters: { votes: "votes.csv" }, needs: "votes on the pairs of an earlier run" },
  make({ votes, judges, budget = Number.POSITIVE_INFINITY }): FeedbackPlan {
    const plan: FeedbackPlan = ({ directory, spec }) => {
      const path = resolve(directory, votes);
      if (!existsSync(path)) {
        const hint = "paths start from the experiment's folder";
        throw new UserError({ code: "no-file", what: `there is no file ${path}`, path: ["votes"], hint });
      }
      if (isVotesFile(path)) {
        const told = votedEpisodes({ path, shown: votes, judges }, spec).slice(0, budget);
        return { told, asked: told.length, compare: () => undefined };
      }
      if (judges !== undefined) {
        const what = "are named, and the file holds no votes on the episodes of a run";
        throw new UserError({ code: "no-judges", what, path: ["judges"], hint: "leave them out" });
      }
      let known: Promise<ReadonlyMap<string, number>> | undefined;
      let asked = 0;
      return {
        get asked() {
          return asked;
        },
        async compare({ id }) {
          if (asked >= budget) return undefined;
          known ??= votesIn(path, votes);
          const vote = (await known).get(id);
          if (vote === undefined) {
            const hint =
              'agon query "select distinct pair from comparisons" names the pairs of a run with another source';
            throw new UserError({ code: "no-vote", what: `holds no vote on the pair ${id}`, where: votes, hint });
          }
          asked += 1;
          return vote;
        },
      };
    };
    return Object.assign(plan, { files: [votes] });
  },
}).entry;

const WORDS: Readonly<Record<string, number>> = { first: 1, second: 0, draw: 0.5 };

/** Votes by pair; of several on one pair, their mean. A UserError tells the first that cannot be read. */
async function votesIn(path: string, shown: string): Promise<ReadonlyMap<string, number>> {
  const { rows, columns, lines } = await readTable({ path, shown });
  const missing = ["pair", "preferred"].find((name) => !columns.includes(name));
  if (missing !== undefined) {
    const hint = `its columns are ${columns.join(", ")}`;
    throw new UserError({ code: "no-column", what: `has no column ${missing}`, where: shown, hint });
  }
  const found = new Map<string, number[]>();
  for (const [k, { pair, preferred }] of rows.entries()) {
    const said = String(preferred).trim();
    const value = WORDS[said] ?? (said === "" ? Number.NaN : Number(said));
    if (!(value >= 0 && value <= 1)) {
      const what = `the vote is ${JSON.stringify(preferred)}`;
      const hint = "it must be first, second, draw, or a number from 0 to 1";
      throw new UserError({ code: "bad-vote", what, where: placeOfRow(shown, lines[k]), hint });
    }
    found.set(String(pair), [...(found.get(String(pair)) ?? []), value]);
  }
  return new Map([...found].map(([pair, all]) => [pair, all.reduce((sum, one) => sum + one, 0) / all.length]));
}
