// `agon rate`: ratings from a file of games or votes, their uncertainty, and problems of the votes.

import { UserError } from "../core/errors.ts";
import { count, decimalsFor } from "../evaluation/number-format.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import type { RatedPlayer } from "../lab/rating/rating.ts";
import { type RatingFigures, ratingFigures } from "../lab/rating/rating-file.ts";
import { skippedRows } from "../logs/bad-rows.ts";
import type { Flags } from "./commands.ts";
import { bounds, firstRows, interval, number, print, pValue, remark, style, table, whole } from "./output.ts";
import { rowsOf } from "./place.ts";
import { computed } from "./progress.ts";

/** Prints the leaderboard of a file. */
export const rate = (file: string, { model, anchor, set, ...flags }: Flags<"rate">): Promise<number> => {
  const { resamples, parts, seed } = flags;
  const options = {
    ...(model === undefined ? {} : { model }),
    ...(anchor === undefined ? {} : { anchor: anchorOf(anchor) }),
    ...{ parameters: parametersOf(set), resamples, parts, seed },
  };
  return computed(flags, (watched) => ratingFigures(rowsOf(file, flags), { ...options, ...watched }), printFigures);
};

function anchorOf(text: string): { player: string; at: number } {
  const [, player, at] = /^(.+)=(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (player === undefined) {
    const what = `is ${JSON.stringify(text)}`;
    throw new UserError({ code: "no-anchor", what, where: "--anchor", hint: "write NAME=1000" });
  }
  return { player, at: Number(at) };
}

/** Maximum number of players that are printed; `--json` has all. */
const MOST = 50;

function printFigures(figures: RatingFigures): void {
  const { file, games, players, model, unit, resamples, rows } = figures;
  print(
    `${style("bold", file)}: ${count(rows, "row")}, ${count(games, "game")} of ${count(players.length, "player")}, rated by ${model} (${unit})`,
    "",
    ...firstRows(
      MOST,
      ["player", "rating", "95 %", "rank", "chance to be first", "games", ...populationHead(players)],
      players,
      (one) => [...ratedCells(one, players), whole(one.games), ...populationCells(one)],
    ),
    resamples === 0 ? "" : `Intervals and chances are made of ${whole(resamples)} resamples of what is independent.`,
  );
  printAudits(figures);
  if (figures.skipped > 0) remark(skippedRows(file, figures.skipped, figures.reasons));
  remark(...figures.caveats);
}

/**
 * Returns the columns of a rating that treats the table of results as a game: a player's share of the mixture, and the best response to the
 * player.
 */
export const populationHead = (players: readonly RatedPlayer[]): string[] =>
  players[0]?.exploited === undefined ? [] : ["in the mixture", "most gained against it"];

export const populationCells = ({ weight, exploited }: RatedPlayer): string[] =>
  weight === undefined || exploited === undefined
    ? []
    : [number(weight), exploited.gain > 0 ? `${number(exploited.gain)} by ${exploited.by}` : "nothing"];

/** Returns the table cells of a rated player: its name, rating, bounds, rank and probability to be first. */
export function ratedCells(one: RatedPlayer, all: readonly RatedPlayer[]): string[] {
  const rounded = withDecimalsOf(all);
  const { name, rating, low, high, rank, ranks } = one;
  return [
    ...[style("bold", name), number(rounded(rating)), bounds({ low: rounded(low), high: rounded(high) }), String(rank)],
    ranks === undefined ? "–" : number(ranks["1"] ?? 0),
  ];
}

/** Rounds ratings to the decimals of the largest. */
function withDecimalsOf(players: readonly RatedPlayer[]): (value: number | null) => number | null {
  const sizes = players.flatMap(({ rating, low, high }) => [rating, low ?? 0, high ?? 0]).map(Math.abs);
  const decimals = decimalsFor([{ mean: Math.max(...sizes), low: null, high: null }]);
  return (value) => (value === null ? null : Number(value.toFixed(decimals)));
}

function printAudits({ sides, rings, oneNumber, judges, repeated, parts, players }: RatingFigures): void {
  if (sides !== undefined)
    print(
      `The first side won ${interval(sides.won)} of the decided games, ${interval(sides.excess)} more than strengths explain (p ${pValue(sides.p)}).`,
    );
  if (oneNumber !== undefined)
    print(
      `One number for each player: deviance ${number(oneNumber.deviance)} with ${oneNumber.freedom} degrees of freedom (p ${pValue(oneNumber.p)}).`,
    );
  for (const { players: ring, rates } of rings.slice(0, 3))
    print(
      `A ring: ${ring.map((name, k) => `${name} beats ${ring[(k + 1) % 3]} in ${number(100 * rates[k])} %`).join(", ")}.`,
    );
  if (repeated === null)
    print("Votes name no prompt, so that repeated ones cannot be told from votes on other prompts.");
  else if (repeated !== undefined && repeated.repeated > 0)
    print(
      `${repeated.repeated} votes are by a judge on players and a prompt on which it voted before; ${repeated.contrary} of them say the contrary.`,
    );
  const odd = judges?.filter(({ sideP, agreementP }) => Math.min(sideP, agreementP) < 0.05) ?? [];
  if (odd.length > 0) {
    print(
      "",
      table(
        ["judge", "votes", "for the first side", "for the better rated"],
        odd
          .slice(0, 10)
          .map(({ judge, votes, first, agreeing }) => [judge, String(votes), interval(first), interval(agreeing)]),
      ),
      `${odd.length} of ${judges?.length ?? 0} judges differ from the others by more than chance (5 %, corrected for their number).`,
    );
  }
  if (parts === undefined) return;
  const rows = players
    .slice(0, 10)
    .map(({ name }) => [
      name,
      ...parts.map((part) => number(part.players.find((one) => one.name === name)?.rating ?? null)),
    ]);
  print("", table(["player", ...parts.map(({ games }, k) => `part ${k + 1} (${games})`)], rows, 1));
}
