// New problems beside old ones: a third are old problems in other words, a third share 3 or 4 of 5 concepts with an old one, and a third are
// unlike all. Solvers have learnt from the old ones and from others.

import type { Random } from "../../core/random.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { CONCEPTS, type ContestTexts, drawnProblems, relatedProblem } from "./contest-texts.ts";
import { drawnTechniques, solverChances } from "./solvers.ts";

export interface BenchmarkOptions {
  /** Old problems. */
  readonly candidates: number;
  /** New problems of each third; at most half of the old ones. */
  readonly news: number;
  readonly solvers: number;
  /** Share of the old problems that solvers have learnt from. */
  readonly familiar: number;
  /** Other problems that each solver has learnt from beyond the one before it. */
  readonly further: number;
}

export interface Benchmark {
  /** Statements of the old problems. */
  readonly old: readonly number[][];
  /** Statements of the new ones, third by third. */
  readonly fresh: readonly number[][];
  /** Which old problem each of the first third is. */
  readonly originals: readonly number[];
  /** Chance that each solver solves each new problem, by solver. */
  readonly passes: readonly number[][];
}

export function drawnBenchmark(options: BenchmarkOptions, texts: ContestTexts, random: Random): Benchmark {
  const { candidates, news, solvers, familiar, further } = options;
  const problems = drawnProblems(candidates, random.stream("old"));
  const draws = random.stream("new");
  const some = randomOrder(candidates, draws);
  const drawn = [
    ...some.slice(0, news).map((k) => problems[k]),
    ...some.slice(news, 2 * news).map((k) => relatedProblem(problems[k], problems, draws)),
    ...drawnProblems(news, draws, problems, 2),
  ];
  const old = problems.map((concepts) => texts.statement(concepts, draws));
  const fresh = drawn.map((concepts) => texts.statement(concepts, draws));
  const originals = some.slice(0, news);
  if (solvers === 0) return { old, fresh, originals, passes: [] };
  const techniqueOf = drawnTechniques(CONCEPTS, random.stream("techniques"));
  const others = random.stream("others");
  const read = Math.round(familiar * candidates);
  const unlike = drawnProblems(candidates - read + further * (solvers - 1), others, problems);
  const known = {
    statements: [...old.slice(0, read), ...unlike.map((concepts) => texts.statement(concepts, others))],
    techniques: [...problems.slice(0, read), ...unlike].map(techniqueOf),
  };
  const asked = { statements: fresh, techniques: drawn.map(techniqueOf) };
  const passes = Array.from({ length: solvers }, (_, s) =>
    solverChances(candidates + s * further, texts.words, known, asked),
  );
  return { old, fresh, originals, passes };
}
