// `agon match`: plays games between programs in an arena, and counts the wins of each.

import { basename } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { programLimits } from "../agents/program-limits.ts";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { GameMoment, MoveFaults } from "../environments/arenas/arena.ts";
import { arenas } from "../environments/arenas/index.ts";
import { count } from "../evaluation/number-format.ts";
import { type Estimate, estimate, wilson } from "../evaluation/statistics/interval.ts";
import { namedEntrant, opened, processNotices } from "../lab/contest/fighters.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import type { Flags } from "./commands.ts";
import { interval, number, print, remark, style, table } from "./output.ts";
import { computed, type WorkWatch } from "./progress.ts";

/** Schema of `--set`: limits of programs that run as processes, and parameters of the arena. */
const settings = z.looseObject({ limits: programLimits.prefault({}) });

/** Plays games between the programs of these files, and prints how many each has won. */
export const match = (id: string, files: readonly string[], flags: Flags<"match">): Promise<number> =>
  computed(
    flags,
    (watch) => played(id, files, flags, watch),
    (outcome) => printGames(files, outcome, flags.seed),
  );

async function played(
  id: string,
  files: readonly string[],
  flags: Flags<"match">,
  { signal, onProgress }: WorkWatch,
): Promise<Games> {
  const { games, seed } = flags;
  const { limits, ...parameters } = checked(settings, parametersOf(flags.set));
  const arena = (await arenas.get(id)).make(parameters);
  const [fewest, most] = arena.entrants;
  if (files.length < fewest || files.length > most) {
    const wanted = fewest === most ? count(most, "program") : `${fewest} to ${most} programs`;
    throw new UserError({
      code: "entrants",
      what: `${id} is ${most === 1 ? "played" : "fought"} by ${wanted}, and ${files.length} ${files.length === 1 ? "is" : "are"} given`,
    });
  }
  const entrants = files.map((file) => namedEntrant(file, process.cwd(), limits));
  const { all, close } = opened(id, entrants);
  const bouts = arena.begin(all, Random.of(seed, "match", id));
  remark(...processNotices(entrants), ...(bouts.notices ?? []));
  const scores = files.map(() => 0);
  const wins = files.map(() => 0);
  let ties = 0;
  /** For a program that plays alone: the steps of each game. */
  const turns: number[] = [];
  try {
    for (let game = 0; game < games; game++) {
      let steps = 0;
      const counted = {
        watch({ actions }: GameMoment) {
          if (actions !== undefined) steps += 1;
        },
      };
      const points = await bouts.play(files.length === 1 ? counted : {});
      turns.push(steps);
      for (const [k, point] of points.entries()) scores[k] += point;
      const winner = points.indexOf(1);
      if (winner < 0) ties += 1;
      else wins[winner] += 1;
      onProgress(`${game + 1} of ${games} games`);
      // Yields, so that Ctrl-C is handled between games.
      await setImmediate();
      signal.throwIfAborted();
    }
  } finally {
    bouts.close?.();
    await close();
  }
  const faults = (bouts.faults?.() ?? []).flatMap(({ asked, failed, first }, k) =>
    2 * failed > asked ? [{ program: files[k], asked, failed, first }] : [],
  );
  const failed = faults.length > 0 ? { faults } : {};
  if (files.length > 1) return { arena: id, games, wins, ties, scores, ...failed };
  return { arena: id, games, turns: estimate(turns), toTheEnd: scores[0], ...failed };
}

/** A program more than half of whose moves failed. */
interface ProgramFaults extends MoveFaults {
  readonly program: string;
}

/**
 * Results of games. A program that plays alone has no winner: its results are the steps of each game, and the number of games that it
 * played to the end.
 */
type Games = {
  readonly arena: string;
  readonly games: number;
  readonly faults?: readonly ProgramFaults[];
} & (
  | { readonly wins: readonly number[]; readonly ties: number; readonly scores: readonly number[] }
  | { readonly turns: Estimate; readonly toTheEnd: number }
);

function printGames(files: readonly string[], outcome: Games, seed: number): void {
  const { games, faults = [] } = outcome;
  const names = files.map((file) => style("bold", basename(file)));
  if ("turns" in outcome) {
    const row = [...names, interval(outcome.turns), String(outcome.toTheEnd)];
    print(table(["program", "turns survived", "games to the last turn"], [row], 1));
    print(`${count(games, "game")}, seed ${seed}; a program that plays alone has no winner`);
  } else {
    const { wins, ties, scores } = outcome;
    const rows = wins.map((won, k) => [names[k], String(won), interval(wilson(won, games)), number(scores[k])]);
    print(table(["program", "wins", "share of games", "points"], rows, 1));
    print(`${games} games, ${ties} drawn, seed ${seed}; a draw shares its point`);
  }
  for (const { program, asked, failed, first } of faults)
    print(
      `${basename(program)} made no move in ${failed} of the ${asked} that it was asked for; the first time it ${first}`,
    );
}
