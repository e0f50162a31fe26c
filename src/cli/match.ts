// `agon match`: games between programs in an arena, and the wins of each.

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
import { estimate, wilson } from "../evaluation/statistics/interval.ts";
import { namedEntrant, opened, processNotices } from "../lab/contest/fighters.ts";
import { parametersOf } from "../lab/experiment/assignment.ts";
import type { JsonFlag, SetFlag } from "./flags.ts";
import { interval, note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

interface MatchFlags extends JsonFlag, SetFlag {
  readonly games: number;
  readonly seed: number;
}

/** What `--set` says: limits of programs that run as processes, and parameters of the arena. */
const settings = z.looseObject({ limits: programLimits.prefault({}) });

/** Plays games between the programs of these files, and prints how many each has won. */
export const match = (id: string, files: readonly string[], flags: MatchFlags): Promise<number> =>
  interruptible((signal) => played(id, files, flags, signal), "stopped");

async function played(id: string, files: readonly string[], flags: MatchFlags, signal: AbortSignal): Promise<number> {
  const { games, seed } = flags;
  const { limits, ...parameters } = checked(settings, parametersOf(flags.set ?? []));
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
  for (const notice of [...processNotices(entrants), ...(bouts.notices ?? [])]) note(`agon: ${notice}`);
  const scores = files.map(() => 0);
  const wins = files.map(() => 0);
  let ties = 0;
  /** Of a program that plays alone, the steps of each game. */
  const turns: number[] = [];
  const progress = progressLine();
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
      progress.tell(`${game + 1} of ${games} games`);
      // Ctrl-C is heard between games.
      await setImmediate();
      signal.throwIfAborted();
    }
  } finally {
    bouts.close?.();
    await close();
    progress.end();
  }
  const faults = (bouts.faults?.() ?? []).flatMap(({ asked, failed, first }, k) =>
    2 * failed > asked ? [{ program: files[k], asked, failed, first }] : [],
  );
  if (files.length === 1) {
    return printAlone({ arena: id, program: files[0], games, seed, turns, points: scores[0], faults }, flags);
  }
  if (flags.json === true) {
    printJson({ arena: id, games, wins, ties, scores, ...(faults.length > 0 && { faults }) });
    return 0;
  }
  const rows = files.map((file, k) => [
    style("bold", basename(file)),
    String(wins[k]),
    interval(wilson(wins[k], games)),
    number(scores[k]),
  ]);
  print(table(["program", "wins", "share of games", "points"], rows, 1));
  print(`${games} games, ${ties} drawn, seed ${seed}; a draw shares its point`);
  printFaults(faults);
  return 0;
}

/** A program of whose moves more than half failed. */
interface ProgramFaults extends MoveFaults {
  readonly program: string;
}

function printFaults(faults: readonly ProgramFaults[]): void {
  for (const { program, asked, failed, first } of faults)
    print(
      `${basename(program)} made no move in ${failed} of the ${asked} that it was asked for; the first time it ${first}`,
    );
}

/** The games of a program that plays alone: none wins, and what counts is how long it goes on. */
interface LoneGames {
  readonly arena: string;
  readonly program: string;
  readonly games: number;
  readonly seed: number;
  /** Of each game. */
  readonly turns: readonly number[];
  /** Games in which it was there to the last turn. */
  readonly points: number;
  readonly faults: readonly ProgramFaults[];
}

function printAlone({ arena, program, games, seed, turns, points, faults }: LoneGames, { json }: JsonFlag): number {
  const survived = estimate(turns);
  if (json === true) {
    printJson({ arena, games, turns: survived, toTheEnd: points, ...(faults.length > 0 && { faults }) });
    return 0;
  }
  const rows = [[style("bold", basename(program)), interval(survived), String(points)]];
  print(table(["program", "turns survived", "games to the last turn"], rows, 1));
  print(`${count(games, "game")}, seed ${seed}; a program that plays alone has no winner`);
  printFaults(faults);
  return 0;
}
