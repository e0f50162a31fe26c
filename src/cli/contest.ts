// `agon contest`: programs fight by the schedule of a file, and are rated.

import { availableParallelism } from "node:os";
import { type ContestResult, playContest } from "../lab/contest/contest.ts";
import { readContest } from "../lab/contest/contest-file.ts";
import type { JsonFlag, SetFlag, StoreFlag } from "./flags.ts";
import { note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";
import { populationCells, populationHead } from "./rate.ts";

interface ContestFlags extends JsonFlag, SetFlag, StoreFlag {
  readonly workers?: number;
  readonly resamples: number;
}

/** Plays a contest, going on from what the store has, and prints how it ended. */
export const contest = (file: string, flags: ContestFlags): Promise<number> =>
  interruptible(
    (signal) => played(file, flags, signal),
    "stopped; matches that were played are kept, and the same command goes on from there",
  );

async function played(file: string, flags: ContestFlags, signal: AbortSignal): Promise<number> {
  const read = await readContest(file, flags.set);
  for (const notice of read.notices) note(`agon: ${notice}`);
  const progress = progressLine();
  const result = await playContest(read, {
    store: flags.store,
    threads: flags.workers ?? availableParallelism(),
    ...{ signal, resamples: flags.resamples, onProgress: progress.tell },
  }).finally(progress.end);
  if (flags.json === true) return printJson(result);
  printResult(result);
  return 0;
}

function printResult(result: ContestResult): void {
  const { title, arena, schedule, rounds, games, players, model, unit, caveats, byes } = result;
  print(
    `${style("bold", title)}: ${arena}, ${schedule}, ${rounds} rounds, ${games.toLocaleString("en-US")} games, rated by ${model} (${unit})`,
    "",
    table(
      ["player", "rating", "95 %", "rank", "chance to be first", "matches won", "Buchholz", ...populationHead(players)],
      players.map((one) => [
        style("bold", one.name),
        number(one.rating),
        one.low === null || one.high === null ? "–" : `${number(one.low)} to ${number(one.high)}`,
        ...[String(one.rank), one.ranks === undefined ? "–" : number(one.ranks["1"] ?? 0)],
        ...[number(one.score), number(one.buchholz)],
        ...populationCells(one),
      ]),
      1,
    ),
  );
  printEnd(result);
  for (const { round, player } of byes) note(`agon: ${player} had a bye in round ${round}`);
  for (const caveat of caveats) note(`agon: ${caveat}`);
}

/** What a ladder, an elimination or versions say beside ratings. */
function printEnd(result: ContestResult): void {
  const { ladder, places, versions, tournaments } = result;
  if (ladder !== undefined) {
    print(
      "",
      `${style("bold", ladder.challenger)} passed ${ladder.passed} of ${result.players.length - 1} rungs.`,
      table(
        ["rung", "player", "won", "lost", "tied", "passed"],
        ladder.rungs.map(({ player, won, lost, tied, isPassed }, k) => [
          ...[String(k + 1), player, String(won), String(lost), String(tied)],
          isPassed ? "yes" : "no",
        ]),
        2,
      ),
    );
  }
  if (places !== undefined) {
    const order = Object.entries(places).sort(([, a], [, b]) => a - b);
    print("", `Places: ${order.map(([name, place]) => `${place}. ${name}`).join(", ")}`);
  }
  if (tournaments !== undefined) {
    const least = Math.max(...tournaments.map(({ rounds: own }) => own.length));
    print(
      "",
      "Share of the points that the first of two won, from round 0, before any edit; * where chance alone gives that in less than 5 %",
      table(
        ["", ...Array.from({ length: least }, (_, round) => String(round))],
        tournaments.map(({ first, second, rounds: own }) => [
          `${first} against ${second}`,
          ...own.map(({ share, p }) => `${share.toFixed(2)}${p < 0.05 ? "*" : ""}`),
        ]),
        1,
      ),
    );
  }
  for (const { player, shares } of versions ?? []) {
    print(
      "",
      `Share of games that a version of ${style("bold", player)} (row) won of another (column)`,
      table(
        ["version", ...shares.map((_, k) => String(k + 1))],
        shares.map((row, k) => [String(k + 1), ...row.map((share) => (share === null ? "–" : number(share)))]),
        1,
      ),
    );
  }
}
