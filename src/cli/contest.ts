// `agon contest`: programs fight by the schedule of a file, and are rated.

import { availableParallelism } from "node:os";
import { type ContestResult, playContest } from "../lab/contest/contest.ts";
import { readContest } from "../lab/contest/contest-file.ts";
import type { JsonFlag, SetFlag, StoreFlag } from "./flags.ts";
import { note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

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

function printResult({
  title,
  arena,
  schedule,
  rounds,
  games,
  players,
  model,
  unit,
  caveats,
  byes,
}: ContestResult): void {
  print(
    `${style("bold", title)}: ${arena}, ${schedule}, ${rounds} rounds, ${games.toLocaleString("en-US")} games, rated by ${model} (${unit})`,
    "",
    table(
      ["player", "rating", "95 %", "rank", "chance to be first", "matches won", "Buchholz"],
      players.map((one) => [
        style("bold", one.name),
        number(one.rating),
        one.low === null || one.high === null ? "–" : `${number(one.low)} to ${number(one.high)}`,
        ...[String(one.rank), one.ranks === undefined ? "–" : number(one.ranks["1"] ?? 0)],
        ...[number(one.score), number(one.buchholz)],
      ]),
      1,
    ),
  );
  for (const { round, player } of byes) note(`agon: ${player} had a bye in round ${round}`);
  for (const caveat of caveats) note(`agon: ${caveat}`);
}
