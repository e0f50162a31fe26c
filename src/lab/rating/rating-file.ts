// A file of games or votes as a leaderboard, with audits of the votes.

import { UserError } from "../../core/errors.ts";
import { countOf, reordered } from "../../core/games.ts";
import { pairCounts } from "../../evaluation/ratings/pair-counts.ts";
import {
  type JudgeVotes,
  judgeAudit,
  type OneNumber,
  oneNumberFits,
  repeatedVotes,
  rings,
  type SideBias,
  sideBias,
} from "../../evaluation/ratings/vote-audits.ts";
import { type ComparisonSource, type Comparisons, readComparisons } from "../../logs/comparisons.ts";
import { type Leaderboard, leaderboard, type RatingOptions } from "./rating.ts";

export interface RatingFileOptions extends RatingOptions {
  readonly directory?: string;
  /** Parts of the games in their order, each rated by itself; default 1. */
  readonly parts?: number;
}

/** Three players who beat each other in a ring, by name. */
export interface NamedRing {
  readonly players: readonly string[];
  readonly rates: readonly number[];
  readonly p: number;
}

/** A part of the games: from when to when, where the file says so, and its leaderboard. */
export interface RatedPart extends Pick<Leaderboard, "games" | "connected" | "players"> {
  readonly from: number | null;
  readonly to: number | null;
}

/** What a file of games says. */
export interface RatingFigures extends Leaderboard {
  readonly file: string;
  readonly rows: number;
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Of games of two. */
  readonly sides?: SideBias;
  readonly rings: readonly NamedRing[];
  readonly oneNumber?: OneNumber;
  /** Of votes with judges: those with 8 decided votes at least. */
  readonly judges?: readonly JudgeVotes[];
  /** Of votes with judges; null where no vote tells its prompt, so that repeated ones cannot be told apart. */
  readonly repeated?: ReturnType<typeof repeatedVotes>;
  readonly parts?: readonly RatedPart[];
}

/** Decided votes of a judge who is looked at, at least. */
const FEWEST = 8;

/** Reads a file and rates its players. A UserError tells what is wrong with the file, or with what was asked of it. */
export async function ratingFigures(source: ComparisonSource, options: RatingFileOptions = {}): Promise<RatingFigures> {
  const read = byTime(await readComparisons(source, options));
  const { games, judges, judge, time, prompt, hasSides, rows, skipped, reasons } = read;
  if (games.players.length < 2) {
    throw new UserError({ code: "one-player", what: "names fewer than two players", where: source.file });
  }
  const isPairs = games.player.length === 2 * countOf(games);
  const counts = pairCounts(games);
  const board = await leaderboard(games, options, counts);
  const bias = hasSides ? sideBias(games, counts) : null;
  const oneNumber = isPairs ? oneNumberFits(counts) : null;
  const name = (player: number) => games.players[player];
  const parts = options.parts ?? 1;
  const caveats = [...read.notes, ...board.caveats];
  if (bias !== null && bias.p < 0.01) caveats.push("one side wins more often than strengths explain: swap sides");
  if (oneNumber !== null && oneNumber.p < 0.01)
    caveats.push("one number for a player does not explain who beats whom: see the rings, or --model alpha-rank");
  const undated = time.reduce((sum, at) => sum + (Number.isNaN(at) ? 1 : 0), 0);
  if (undated > 0 && undated < time.length)
    caveats.push(`${undated} of ${time.length} games have no date: all stand in the order of the file`);
  return {
    ...board,
    caveats,
    file: source.file,
    rows,
    skipped,
    reasons,
    ...(bias && { sides: bias }),
    rings: isPairs ? rings(counts).map(({ players, ...ring }) => ({ players: players.map(name), ...ring })) : [],
    ...(oneNumber && { oneNumber }),
    ...(judges.length > 0 && isPairs
      ? { judges: judgeAudit(games, judge, judges, FEWEST, counts), repeated: repeatedVotes(games, judge, prompt) }
      : {}),
    ...(parts > 1 ? { parts: await inParts(read, parts, options) } : {}),
  };
}

/** Games with times in the order of these; others as the file has them. */
function byTime(read: Comparisons): Comparisons {
  const { games, time, judge, prompt } = read;
  if (time.some(Number.isNaN)) return read;
  const order = orderOf(time);
  if (order.every((game, k) => game === k)) return read;
  return {
    ...read,
    games: reordered(games, order),
    time: time.map((_, k) => time[order[k]]),
    judge: judge.map((_, k) => judge[order[k]]),
    prompt: prompt.map((_, k) => prompt[order[k]]),
  };
}

/**
 * The order of values, the smallest first, equal ones as they stand. Numbers alone are sorted a dozen times as fast as by a comparison
 * that is given; each value is then found among them.
 */
function orderOf(values: Float64Array): Uint32Array {
  const sorted = values.slice().sort();
  const order = new Uint32Array(values.length);
  // Of the first of equal values: how many of them were placed.
  const placed = new Uint32Array(values.length);
  for (let k = 0; k < values.length; k++) {
    let [low, high] = [0, values.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle] < values[k]) low = middle + 1;
      else high = middle;
    }
    order[low + placed[low]] = k;
    placed[low] += 1;
  }
  return order;
}

async function inParts({ games, time }: Comparisons, parts: number, options: RatingOptions): Promise<RatedPart[]> {
  const all = countOf(games);
  const timeOf = (game: number) => (Number.isNaN(time[game]) ? null : time[game]);
  const periods: RatedPart[] = [];
  for (let k = 0; k < parts; k++) {
    const [from, to] = [Math.floor((k * all) / parts), Math.floor(((k + 1) * all) / parts)];
    if (to === from) continue;
    const own = reordered(
      games,
      Uint32Array.from({ length: to - from }, (_, at) => from + at),
    );
    const { games: count, connected, players } = await leaderboard({ ...own, units: games.units }, options);
    periods.push({ from: timeOf(from), to: timeOf(to - 1), games: count, connected, players });
  }
  return periods;
}
