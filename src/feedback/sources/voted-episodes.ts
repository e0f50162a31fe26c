// Votes on a run's own episodes, as `agon vote RUN` writes them, as pairs that were answered before: what each episode came to stands in the
// vote itself.

import { readFileSync } from "node:fs";
import type { NumericSpec } from "../../core/environment.ts";
import { shortened, UserError } from "../../core/errors.ts";
import { type CastVote, verdictIn } from "../votes/vote-record.ts";
import { decided, standing, votesFile } from "../votes/votes-file.ts";
import type { EpisodeStanding, FinishedEpisode, ToldPair } from "./source.ts";

/** Whether a file has the layout of these votes, by its first line. */
export function isVotesFile(path: string): boolean {
  if (!/\.(jsonl|ndjson)$/i.test(path)) return false;
  const [line] = readFileSync(path, "utf8").split("\n", 1);
  return /"takes_back"\s*:/.test(line);
}

/** What is read of a file. */
export interface VotedEpisodesSource {
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
export function votedEpisodes({ path, shown, judges }: VotedEpisodesSource, spec: NumericSpec): ToldPair[] {
  const votes = votesFile(path, shown).read();
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

function pairOf(vote: CastVote, spec: NumericSpec, place: string): ToldPair {
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
  told: Readonly<Record<string, readonly number[]>>,
  wanted: number,
  { agents, channels }: NumericSpec,
  place: string,
): EpisodeStanding {
  const outcomes = new Float64Array(agents.length * channels.length).fill(Number.NaN);
  for (const [c, { name }] of channels.entries()) {
    const values = told[name];
    if (values === undefined) continue;
    if (values.length !== agents.length) {
      const what = `the vote is on episodes of ${values.length} agents, and this world has ${agents.length}`;
      throw new UserError({ code: "other-agents", what, where: place });
    }
    for (const [i, value] of values.entries()) outcomes[i * channels.length + c] = value;
  }
  return { outcomes, wanted };
}
