// `agon contest`: programs play by the schedule of a file, and are rated.

import { availableParallelism } from "node:os";
import type { EditCounts } from "../core/editor.ts";
import { type ContestResult, type PlayedTournament, playContest } from "../lab/contest/contest.ts";
import { readContest } from "../lab/contest/contest-file.ts";
import { unifiedDiff } from "../lab/contest/program-diff.ts";
import { namedFile } from "../lab/examples/examples.ts";
import { onCluster } from "./cluster.ts";
import type { Flags } from "./commands.ts";
import { answer, number, print, remark, style, table, whole } from "./output.ts";
import { place } from "./place.ts";
import { interruptible, watched } from "./progress.ts";
import { populationCells, populationHead, ratedCells } from "./rate.ts";

type PlayedRound = PlayedTournament["rounds"][number];

/** Plays a contest, resuming what the store has, and prints the result. */
export const contest = (file: string, flags: Flags<"contest">): Promise<number> =>
  interruptible(
    (signal) => played(file, flags, signal),
    "stopped; what was played is kept, and the same command goes on from there",
  );

async function played(file: string, flags: Flags<"contest">, signal: AbortSignal): Promise<number> {
  const read = await readContest(namedFile(file, { ...place(flags.store), kind: "contest" }), flags.set);
  remark(...read.notices);
  const result = await onCluster(flags, read.title, (pool) =>
    watched(signal, (watch) =>
      playContest(read, {
        ...{ ...watch, store: flags.store, resamples: flags.resamples, ...(pool && { pool }) },
        threads: flags.workers ?? availableParallelism(),
      }),
    ),
  );
  // The leaderboard covers the games that were played so far.
  answer(flags, result, printResult);
  if (flags.diffs && !flags.json) for (const one of result.tournaments ?? []) printDiffs(one);
  return result.broken === undefined ? 0 : 2;
}

function printResult(result: ContestResult): void {
  const { title, arena, schedule, rounds, games, players, model, unit, caveats, byes } = result;
  print(
    `${style("bold", title)}: ${arena}, ${schedule}, ${rounds} rounds, ${whole(games)} games, rated by ${model} (${unit})`,
    "",
    table(
      ["player", "rating", "95 %", "rank", "chance to be first", "matches won", "Buchholz", ...populationHead(players)],
      players.map((one) => [
        ...ratedCells(one, players),
        number(one.score),
        number(one.buchholz),
        ...populationCells(one),
      ]),
      1,
    ),
  );
  printEnd(result);
  remark(...byes.map(({ round, player }) => `${player} had a bye in round ${round}`));
  for (const { round, first, second, reason } of result.broken ?? [])
    remark(`round ${round}: ${first} against ${second} broke off: ${reason}`);
  remark(...caveats);
}

/** Prints the results that a ladder, an elimination or versions have beside ratings. */
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

/** Prints shares by round, and the costs of language models. */
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
  const usage = requestsBy(tournaments);
  if (usage.length === 0) return;
  print(
    "",
    "Edits by language models",
    table(
      ["player", "phases", "steps", "answers", "tokens told", "tokens written", "cost"],
      usage.map(([player, { phases, steps, modelCalls, promptTokens, completionTokens, modelCost }]) => [
        style("bold", player),
        ...[phases, steps, modelCalls, promptTokens, completionTokens, modelCost].map(number),
      ]),
      1,
    ),
  );
}

/** Marks whether a share rose or fell, where the change is significant. */
function trend({ share, change }: PlayedRound, before?: PlayedRound): string {
  if (before === undefined || change === null || change >= 0.05) return "";
  return share > before.share ? "↑" : "↓";
}

/** Returns the costs of the editing phases of each player that uses a language model. */
function requestsBy(tournaments: readonly PlayedTournament[]) {
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

/** Prints the changes of both programs of a tournament, as unified diffs. */
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
