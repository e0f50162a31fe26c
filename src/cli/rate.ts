// `agon rate`: who is best by the games or votes of a file, how sure that is, and what is wrong with the votes.

import { UserError } from "../core/errors.ts";
import { count } from "../evaluation/number-format.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import type { RatedPlayer } from "../lab/rating/rating.ts";
import { type RatingFigures, ratingFigures } from "../lab/rating/rating-file.ts";
import { skippedRows } from "../logs/bad-rows.ts";
import { type JsonFlag, ownColumns, type SetFlag } from "./flags.ts";
import { interval, note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

interface RateFlags extends JsonFlag, SetFlag {
  readonly model?: string;
  readonly columns?: readonly string[];
  readonly where?: string;
  readonly anchor?: string;
  readonly resamples: number;
  readonly parts: number;
  readonly seed: number;
  readonly skipBadRows?: boolean;
}

/** Prints a file's leaderboard. */
export const rate = (file: string, flags: RateFlags): Promise<number> =>
  interruptible((signal) => told(file, flags, signal), "stopped");

async function told(file: string, flags: RateFlags, signal: AbortSignal): Promise<number> {
  const { model, columns, where, resamples, parts, seed, skipBadRows, json } = flags;
  const progress = progressLine();
  const source = {
    file,
    columns: ownColumns("--columns", columns),
    skipBadRows: skipBadRows === true,
    ...(where === undefined ? {} : { where }),
  };
  const found = await ratingFigures(source, {
    ...(model === undefined ? {} : { model }),
    ...(flags.anchor === undefined ? {} : { anchor: anchorOf(flags.anchor) }),
    parameters: parametersOf(flags.set ?? []),
    ...{ resamples, parts, seed, signal, onProgress: progress.tell },
  }).finally(progress.end);
  if (json === true) return printJson(found);
  printFigures(found);
  return 0;
}

function anchorOf(text: string): { player: string; at: number } {
  const [, player, at] = /^(.+)=(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (player === undefined) {
    throw new UserError({
      code: "no-anchor",
      what: `is ${JSON.stringify(text)}`,
      where: "--anchor",
      hint: "write NAME=1000",
    });
  }
  return { player, at: Number(at) };
}

/** Players that a terminal shows; `--json` has all. */
const MOST = 50;

function printFigures(found: RatingFigures): void {
  const { file, games, players, model, unit, resamples, rows } = found;
  const whole = (value: number) => value.toLocaleString("en-US");
  print(
    `${style("bold", file)}: ${count(rows, "row")}, ${count(games, "game")} of ${count(players.length, "player")}, rated by ${model} (${unit})`,
    "",
    table(
      ["player", "rating", "95 %", "rank", "chance to be first", "games", ...populationHead(players)],
      players
        .slice(0, MOST)
        .map((one) => [
          style("bold", one.name),
          ...[number(one.rating), bounds(one), String(one.rank), chanceOf(one), whole(one.games)],
          ...populationCells(one),
        ]),
      1,
    ),
    ...(players.length > MOST ? [`and ${players.length - MOST} more, which --json lists`] : []),
    resamples === 0 ? "" : `Intervals and chances are made of ${whole(resamples)} resamples of what is independent.`,
  );
  printAudits(found);
  if (found.skipped > 0) note(`agon: ${skippedRows(file, found.skipped, found.reasons)}`);
  for (const caveat of found.caveats) note(`agon: ${caveat}`);
}

/** The columns of a rating that takes the table of games for a game: a player's share of the mixture, and which player gains most against it. */
export const populationHead = (players: readonly RatedPlayer[]): string[] =>
  players[0]?.exploited === undefined ? [] : ["in the mixture", "most gained against it"];

export const populationCells = ({ weight, exploited }: RatedPlayer): string[] =>
  weight === undefined || exploited === undefined
    ? []
    : [number(weight), exploited.gain > 0 ? `${number(exploited.gain)} by ${exploited.by}` : "nothing"];

const bounds = ({ low, high }: RatedPlayer): string =>
  low === null || high === null ? "–" : `${number(low)} to ${number(high)}`;

const chanceOf = ({ ranks }: RatedPlayer): string => (ranks === undefined ? "–" : number(ranks["1"] ?? 0));

function printAudits({ sides, rings, oneNumber, judges, repeated, parts, players }: RatingFigures): void {
  const p = (value: number) => (value < 0.001 ? "p < 0.001" : `p ${value.toFixed(3)}`);
  if (sides !== undefined)
    print(
      `The first side won ${interval(sides.won)} of the decided games, ${interval(sides.excess)} more than strengths explain (${p(sides.p)}).`,
    );
  if (oneNumber !== undefined)
    print(
      `One number for each player: deviance ${number(oneNumber.deviance)} with ${oneNumber.freedom} degrees of freedom (${p(oneNumber.p)}).`,
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
