// One game of the study, solved by every solver at every step size.

import { Random } from "../../core/random.ts";
import { cyclicGame, type PreferenceGame, randomGame } from "../../feedback/preferences/preference-game.ts";
import { studyJob } from "../../study/study.ts";
import { type Convergence, convergence, drawnGame, equilibriumOf, type Solver } from "./solvers.ts";

export const GAMES = ["ring of 3", "ring of 101", "random, 10 answers", "random, 100 answers"] as const;
export type GameName = (typeof GAMES)[number];

/** β of the study. */
export const TEMPERATURES = [0.5, 0.1, 0.03, 0.01] as const;
export type Temperature = (typeof TEMPERATURES)[number];

/** Step sizes of the baselines, in units of β. */
export const RATES = [2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01] as const;
/** That of mirror prox's guarantee, and one beyond it. */
const GUARANTEED = 2;
const BEYOND = 5;

export interface SolvingJob {
  readonly game: GameName;
  readonly temperature: Temperature;
  readonly seed: number;
}

/** What came of a game. */
export interface Solved {
  /** What the best answer to the equilibrium gains. */
  readonly gap: number;
  readonly prox: Convergence;
  readonly beyond: Convergence;
  readonly fromThere: Convergence;
  /** Of each baseline: at the step size of mirror prox, and the fewest queries over all step sizes; undefined where none came there. */
  readonly baselines: Readonly<
    Record<"mirror descent" | "Nash-MD", { readonly same: Convergence; readonly best: number | undefined }>
  >;
  readonly limit: number;
}

export const solving = studyJob(import.meta.url, solveGame);

/** Queries of a solver at most: those that the slowest step size would need, twenty e-foldings at a rate of a hundredth of β. */
const limitOf = (temperature: number): number => Math.max(4000, 400 / temperature);

export async function solveGame({ game: name, temperature, seed }: SolvingJob): Promise<Solved> {
  const game = drawnGame(gameOf(name, seed), temperature, seed);
  const { policy, gap } = equilibriumOf(game);
  const limit = limitOf(temperature);
  const run = (solver: Solver, rate: number, most = limit) =>
    convergence(game, policy, solver, rate * temperature, most);
  const baseline = (solver: "mirror descent" | "Nash-MD") => {
    const all = RATES.map((rate) => run(solver, rate));
    const there = all.flatMap(({ queries }) => queries ?? []);
    return { same: all[RATES.indexOf(GUARANTEED)], best: there.length === 0 ? undefined : Math.min(...there) };
  };
  return {
    gap,
    limit,
    prox: run("mirror prox", GUARANTEED),
    beyond: run("mirror prox", BEYOND),
    fromThere: run("look ahead from there", GUARANTEED),
    baselines: { "mirror descent": baseline("mirror descent"), "Nash-MD": baseline("Nash-MD") },
  };
}

function gameOf(name: GameName, seed: number): PreferenceGame {
  switch (name) {
    case "ring of 3":
      return cyclicGame(3);
    case "ring of 101":
      return cyclicGame(101);
    case "random, 10 answers":
      return randomGame(10, Random.of(seed, "game", 10));
    case "random, 100 answers":
      return randomGame(100, Random.of(seed, "game", 100));
  }
}
