// Solvers of a benchmark: one that remembers old problems, one that reasons, and mixtures; and what an evaluation by similarity says of them.

import { Random } from "../../core/random.ts";
import { type TercileFigures, tercileFigures } from "../../evaluation/similarity/terciles.ts";
import { kendall } from "../../evaluation/statistics/correlation.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { type ContestProblem, type NewProblem, shared } from "./problems.ts";

/** Solvers by their share of reasoning, from 0 to 1: the memoriser, six mixtures, the reasoner. */
export const SOLVERS = 8;
const shares = Array.from({ length: SOLVERS }, (_, k) => k / (SOLVERS - 1));
/** Attempts at each problem. */
const ATTEMPTS = 10;
/** What memory passes where the nearest old problem has the same concepts, and elsewhere. */
const REMEMBERED = 0.95;
const GUESSED = 0.05;
/** Reasoning passes σ(−0.8 − 1.5·difficulty), with difficulties of a standard normal: 0.36 in the mean, nearly what memory passes. */
const ABILITY = -0.8;
const STEEPNESS = 1.5;
/** Shufflings of similarities that a control is the mean of. */
const SHUFFLINGS = 100;

/** *Trading*: an attempt is by reasoning with the solver's share, else by memory. *Remembering*: all have the whole memory, and reason beside it. */
export type Population = "trading" | "remembering";

/** Pass rates of a population, [problems, solvers]. */
function passRates(
  population: Population,
  old: readonly ContestProblem[],
  problems: readonly NewProblem[],
  random: Random,
): number[] {
  return problems.flatMap(({ concepts, difficulty }) => {
    const nearest = old.reduce((a, b) => (shared(b.concepts, concepts) > shared(a.concepts, concepts) ? b : a));
    const memory = shared(nearest.concepts, concepts) === concepts.length ? REMEMBERED : GUESSED;
    const reasoning = 1 / (1 + Math.exp(STEEPNESS * difficulty - ABILITY));
    return shares.map((share) => {
      const chance =
        population === "trading"
          ? share * reasoning + (1 - share) * memory
          : 1 - (1 - memory) * (1 - share * reasoning);
      let passed = 0;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (random.uniform() < chance) passed += 1;
      return passed / ATTEMPTS;
    });
  });
}

/** What an evaluation by similarity says under one seed. */
export interface Evaluation {
  readonly figures: TercileFigures;
  /** Kendall's τ of the ranking on the least similar third with that by reasoning. */
  readonly byReasoning: number;
  /** The memoriser's gap between the terciles of shuffled similarities. */
  readonly shuffledGap: number;
}

/** Evaluates a population by the similarity of each new problem to the old ones, [problems]. */
export function evaluated(
  population: Population,
  seed: number,
  { old, benchmark }: { readonly old: readonly ContestProblem[]; readonly benchmark: readonly NewProblem[] },
  similarity: readonly number[],
): Evaluation {
  const random = Random.of(seed, "cpret", "solvers", population);
  const passed = passRates(population, old, benchmark, random.stream("attempts"));
  const difficulty = benchmark.map((one) => one.difficulty);
  const evaluate = (by: readonly number[]) => {
    const figures = tercileFigures({ similarity: by, models: SOLVERS, passed, difficulty }, random, 0);
    if (figures === undefined) throw new Error("similarities do not make three parts");
    return figures;
  };
  const figures = evaluate(similarity);
  const low = figures.terciles[0].models.map(({ mean }) => mean ?? Number.NaN);
  const dealt = similarity.slice();
  const draws = random.stream("shuffle");
  let shuffled = 0;
  for (let k = 0; k < SHUFFLINGS; k++) {
    shuffle(dealt, draws);
    shuffled += (evaluate(dealt).gaps[0].mean ?? Number.NaN) / SHUFFLINGS;
  }
  return { figures, byReasoning: kendall(low, shares) ?? Number.NaN, shuffledGap: shuffled };
}
