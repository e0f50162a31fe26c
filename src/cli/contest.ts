// `agon contest`: programs fight by the schedule of a file, and are rated.

import { availableParallelism } from "node:os";
import type { EditCounts } from "../core/editor.ts";
import { type ContestResult, type PlayedTournament, playContest } from "../lab/contest/contest.ts";
import { readContest } from "../lab/contest/contest-file.ts";
import { unifiedDiff } from "../lab/contest/program-diff.ts";
import { namedFile } from "../lab/examples/examples.ts";
import { type ClusterFlags, onCluster } from "./cluster.ts";
import { type JsonFlag, place, type SetFlag, type StoreFlag } from "./flags.ts";
import { note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";
import { populationCells, populationHead } from "./rate.ts";

type PlayedRound = PlayedTournament["rounds"][number];

interface ContestFlags extends JsonFlag, SetFlag, StoreFlag, ClusterFlags {
  readonly workers?: number;
  readonly resamples: number;
  readonly diffs?: boolean;
}

/** Plays a contest, going on from what the store has, and prints how it ended. */
export const contest = (file: string, flags: ContestFlags): Promise<number> =>
  interruptible(
    (signal) => played(file, flags, signal),
    "stopped; what was played is kept, and the same command goes on from there",
  );

async function played(file: string, flags: ContestFlags, signal: AbortSignal): Promise<number> {
  const read = await readContest(namedFile(file, { ...place(flags.store), kind: "contest" }), flags.set);
  for (const notice of read.notices) note(`agon: ${notice}`);
  const progress = progressLine();
  const result = await onCluster(flags, read.title, (pool) =>
    playContest(read, {
      store: flags.store,
      threads: flags.workers ?? availableParallelism(),
      ...{ signal, resamples: flags.resamples, onProgress: progress.tell, ...(pool && { pool }) },
    }),
  ).finally(progress.end);
  // The leaderboard is one of what was played.
  const code = result.broken === undefined ? 0 : 2;
  if (flags.json === true) {
    printJson(result);
    return code;
  }
  printResult(result);
  if (flags.diffs === true) for (const one of result.tournaments ?? []) printDiffs(one);
  return code;
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
  for (const { round, first, second, reason } of result.broken ?? [])
    note(`agon: round ${round}: ${first} against ${second} broke off: ${reason}`);
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
  if (tournaments !== undefined) printTournaments(tournaments);
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

/** Shares round by round, and what language models took. */
function printTournaments(tournaments: readonly PlayedTournament[]): void {
  const least = Math.max(...tournaments.map(({ rounds }) => rounds.length));
  print(
    "",
    "Share of the points that the first of two won, from round 0, before any edit",
    "* where chance alone gives that to the better of equals in less than 5 %; ↑ ↓ where it does so with the change since the round before",
    table(
      ["", ...Array.from({ length: least }, (_, round) => String(round))],
      tournaments.map(({ first, second, rounds }) => [
        `${first} against ${second}`,
        ...rounds.map((own, k) => `${own.share.toFixed(2)}${own.p < 0.05 ? "*" : ""}${trend(own, rounds[k - 1])}`),
      ]),
      1,
    ),
  );
  const asked = askedBy(tournaments);
  if (asked.length === 0) return;
  print(
    "",
    "Edits by language models",
    table(
      ["player", "phases", "steps", "answers", "tokens told", "tokens written", "cost"],
      asked.map(([player, { phases, steps, modelCalls, promptTokens, completionTokens, modelCost }]) => [
        style("bold", player),
        ...[phases, steps, modelCalls, promptTokens, completionTokens, modelCost].map(number),
      ]),
      1,
    ),
  );
}

/** Which way a share went, where that is more than luck. */
function trend({ share, change }: PlayedRound, before?: PlayedRound): string {
  if (before === undefined || change === null || change >= 0.05) return "";
  return share > before.share ? "↑" : "↓";
}

/** What the phases of each player took that asks a language model. */
function askedBy(tournaments: readonly PlayedTournament[]) {
  const sums = new Map<string, EditCounts & { readonly phases: number }>();
  const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  for (const { first, second, rounds } of tournaments) {
    for (const [player, own] of rounds.flatMap(({ counts: [a, b] }) => [[first, a] as const, [second, b] as const])) {
      if (own === null) continue;
      const sum = sums.get(player);
      sums.set(player, {
        phases: (sum?.phases ?? 0) + 1,
        steps: (sum?.steps ?? 0) + own.steps,
        modelCalls: (sum?.modelCalls ?? 0) + own.modelCalls,
        promptTokens: add(sum?.promptTokens ?? 0, own.promptTokens),
        completionTokens: add(sum?.completionTokens ?? 0, own.completionTokens),
        modelCost: add(sum?.modelCost ?? 0, own.modelCost),
      });
    }
  }
  return [...sums];
}

/** What was changed in both programs of a tournament, as unified diffs. */
function printDiffs({ first, second, rounds }: PlayedTournament): void {
  for (const [side, player] of [first, second].entries()) {
    let before = rounds[0].codes[side] ?? "";
    for (const [round, { codes }] of rounds.entries()) {
      const code = codes[side];
      if (round === 0 || code === null) continue;
      const names = [`${player}/round-${round - 1}`, `${player}/round-${round}`] as const;
      print("", style("bold", `${first} against ${second}, round ${round}: ${player}`));
      for (const line of unifiedDiff(before, code, names).trimEnd().split("\n")) print(coloured(line));
      before = code;
    }
  }
}

const coloured = (line: string): string =>
  line.startsWith("+") ? style("green", line) : line.startsWith("-") ? style("red", line) : line;
