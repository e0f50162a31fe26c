// Votes on file: what people or models have said of the same pairs before, found by the hash of the pair; or votes on a run's own episodes.

import { resolve } from "node:path";
import { z } from "zod";
import { ownValue } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { shortened, UserError } from "../../core/errors.ts";
import { readNamedText } from "../../core/named-files.ts";
import { text } from "../../core/parameters.ts";
import { type ComparedSide, sideIn } from "../../core/side-words.ts";
import { placeIn, readTable } from "../../logs/table.ts";
import { checkFile } from "../../logs/user-file.ts";
import { type CastVote, verdictIn } from "../votes/vote-record.ts";
import { decided, standing, votesFile } from "../votes/votes-file.ts";
import {
  defineFeedback,
  type EpisodeStanding,
  type FeedbackPlan,
  type FinishedEpisode,
  type LabelledPair,
} from "./source.ts";
import { budgetField } from "./taste.ts";

const parameters = z.strictObject({
  votes: text("votes.csv").describe(
    "file of votes (CSV, JSON, Parquet): `pair`, the hash that a run's comparisons have, and `preferred`, which is first, second, draw or the share that prefers the first. Or the votes.jsonl that `agon vote RUN` writes: the episodes voted on are learnt from, and none is played",
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
      checkFile(path, { path: ["votes"], hint: "paths start from the experiment's folder" });
      if (isVotesFile(path)) {
        const pairs = votedEpisodes({ path, shown: votes, judges }, spec).slice(0, budget);
        return { told: pairs, asked: pairs.length, compare: () => undefined };
      }
      if (judges !== undefined) {
        const what = "are named, and the file holds no votes on the episodes of a run";
        throw new UserError({ code: "no-judges", what, path: ["judges"], hint: "leave them out" });
      }
      let known: Promise<ReadonlyMap<string, number>> | undefined;
      let answered = 0;
      return {
        get asked() {
          return answered;
        },
        async compare({ id }) {
          if (answered >= budget) return undefined;
          known ??= votesIn(path, votes);
          const vote = (await known).get(id);
          if (vote === undefined) {
            const hint =
              'agon query "select distinct pair from comparisons" names the pairs of a run with another source';
            throw new UserError({ code: "no-vote", what: `holds no vote on the pair ${id}`, where: votes, hint });
          }
          answered += 1;
          return vote;
        },
      };
    };
    return Object.assign(plan, { files: [votes] });
  },
}).entry;

const WORTH: Readonly<Record<ComparedSide, number>> = { first: 1, second: 0, tie: 0.5 };

/** Votes by pair; of several on one pair, their mean. A UserError tells the first that cannot be read. */
async function votesIn(path: string, shown: string): Promise<ReadonlyMap<string, number>> {
  const table = await readTable({ path, shown });
  const { rows, columns } = table;
  const missing = ["pair", "preferred"].find((name) => !columns.includes(name));
  if (missing !== undefined) {
    const hint = `its columns are ${columns.join(", ")}`;
    throw new UserError({ code: "no-column", what: `has no column ${missing}`, where: shown, hint });
  }
  const votesByPair = new Map<string, number[]>();
  for (const [k, { pair, preferred }] of rows.entries()) {
    const vote = String(preferred).trim();
    const side = sideIn(vote);
    const value = side === undefined ? (vote === "" ? Number.NaN : Number(vote)) : WORTH[side];
    if (!(value >= 0 && value <= 1)) {
      const what = `the vote is ${JSON.stringify(preferred)}`;
      const hint = "it must be first, second, draw, or a number from 0 to 1";
      throw new UserError({ code: "bad-vote", what, where: placeIn(shown, table, k), hint });
    }
    votesByPair.set(String(pair), [...(votesByPair.get(String(pair)) ?? []), value]);
  }
  return new Map([...votesByPair].map(([pair, all]) => [pair, all.reduce((sum, one) => sum + one, 0) / all.length]));
}

/** Whether a file has the layout of these votes, by its first line. */
function isVotesFile(path: string): boolean {
  if (!/\.(jsonl|ndjson)$/i.test(path)) return false;
  const [line] = readNamedText(path).split("\n", 1);
  return /"takes_back"\s*:/.test(line);
}

/** Contents of a file. */
interface VotedEpisodesSource {
  readonly path: string;
  /** How its user calls it. */
  readonly shown: string;
  /** Judges whose votes count; all without it. */
  readonly judges?: readonly string[] | undefined;
}

const SHARES = { left: 1, right: 0, same: 0.5 } as const;

/**
 * Votes that count, in their order: those that were not taken back and say something. A UserError where a line is damaged, a judge has not
 * voted, or a vote says nothing of what its episodes came to, or is on episodes of another number of agents.
 */
function votedEpisodes({ path, shown, judges }: VotedEpisodesSource, spec: NumericSpec): LabelledPair[] {
  const votes = votesFile(path, { shown }).read();
  const cast = decided(standing(votes));
  const stranger = judges?.find((name) => !cast.some(({ judge }) => judge === name));
  if (stranger !== undefined) {
    const names = [...new Set(cast.map(({ judge }) => judge))].sort();
    const what = `holds no vote of ${JSON.stringify(stranger)} that counts`;
    const hint = names.length === 0 ? "no vote in it counts" : `it has votes of ${shortened(names.join(", "))}`;
    throw new UserError({ code: "no-vote", what, where: shown, hint });
  }
  const own = judges === undefined ? cast : cast.filter(({ judge }) => judges.includes(judge));
  if (own.length === 0) {
    const what = "holds no vote that says which episode is better";
    throw new UserError({ code: "no-vote", what, where: shown, hint: "agon vote RUN opens a page to vote on" });
  }
  return own.map((vote) => pairOf(vote, spec, `${shown}:${votes.lines.get(vote.id) ?? 0}`));
}

function pairOf(vote: CastVote, spec: NumericSpec, place: string): LabelledPair {
  const { id, left, right, run, seed, episode, objective, outcomes } = vote;
  if (objective === undefined || outcomes === undefined) {
    const what = "the vote does not say what its episodes came to";
    const hint = "votes on episodes that `agon vote RUN` shows do, and votes on texts do not";
    throw new UserError({ code: "no-outcomes", what, where: place, hint });
  }
  const standing = (side: "left" | "right"): FinishedEpisode => {
    const end = standingOf(outcomes[side], objective[side], spec, place);
    return { end, half: end, texts: {} };
  };
  const verdict = verdictIn(vote);
  return {
    pair: { id, first: standing("left"), second: standing("right") },
    players: [left, right],
    preferred: verdict === "unclear" ? 0.5 : SHARES[verdict],
    shown: JSON.stringify([run, seed, episode, ...[left, right].sort()]),
    place,
  };
}

/** Channels that the vote does not tell are NaN. */
function standingOf(
  figures: Readonly<Record<string, readonly number[]>>,
  wanted: number,
  { agents, channels }: NumericSpec,
  place: string,
): EpisodeStanding {
  const outcomes = new Float64Array(agents.length * channels.length).fill(Number.NaN);
  for (const [c, { name }] of channels.entries()) {
    const values = ownValue(figures, name);
    if (values === undefined) continue;
    if (values.length !== agents.length) {
      const what = `the vote is on episodes of ${values.length} agents, and this world has ${agents.length}`;
      throw new UserError({ code: "other-agents", what, where: place });
    }
    for (const [i, value] of values.entries()) outcomes[i * channels.length + c] = value;
  }
  return { outcomes, wanted };
}
