// Population training with exact responses: which mixture a scheme would send into a fight after some iterations, and what it loses there.

import { league } from "../../algorithms/self-play/league.ts";
import { alike, byEquilibrium, newest, trainedAgainst } from "../../algorithms/self-play/population.ts";
import { Random } from "../../core/random.ts";
import { type FightPolicy, fightExploitability, solvedFight } from "../../environments/games/mini-fighter/solution.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { studyJob } from "../../study/study.ts";
import { GAME, TABLE } from "./fights.ts";

/** Iterations; thresholds are for 60 and 150. */
export const ITERATIONS = 150;
const SHOWN = [1, 5, 10, 20, 30, 40, 50, 60, 100, 150] as const;

/** Exploitability at those of the iterations `SHOWN` that there are, by their number. */
export const curveOf = (answers: readonly FightPolicy[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    SHOWN.filter((k) => k <= answers.length).map((k) => [k, fightExploitability(TABLE, answers[k - 1])]),
  );

let known: ReturnType<typeof computedSchemes> | undefined;

/** The equilibrium, and the schemes in which nothing is drawn; computed once in a thread. */
export function exactSchemes(): ReturnType<typeof computedSchemes> {
  known ??= computedSchemes();
  return known;
}

async function computedSchemes() {
  const programs = await linearPrograms();
  return {
    equilibrium: solvedFight(TABLE, programs),
    naive: trainedAgainst(GAME, newest, ITERATIONS),
    fsp: trainedAgainst(GAME, alike, ITERATIONS),
    psro: trainedAgainst(GAME, byEquilibrium(programs), ITERATIONS),
  };
}

/** A league's job. */
export interface LeagueJob {
  readonly seed: number;
  readonly phases: number;
}

/** The main player of a league at the iterations that are shown. */
export const leagueCurve = async ({ seed, phases }: LeagueJob): Promise<Readonly<Record<string, number>>> =>
  curveOf(league(GAME, phases, Random.of(seed, "league")).mains);

export const leaguePlaying = studyJob(import.meta.url, leagueCurve);
