// Figures of many numbers in memory, in a thread of their own.

import { parentPort } from "node:worker_threads";
import { Random } from "../src/core/random.ts";
import { calibrated } from "../src/evaluation/overoptimisation/judged-answers.ts";
import { bestOfNCurve, goldPeak, tiltCurveAt } from "../src/evaluation/overoptimisation/pressure-curve.ts";
import { fitDenseLogistic } from "../src/math/dense-logistic.ts";
import type { FigureAnswer, FigureOrder } from "./file-tasks.ts";

/** Seconds of what `compute` does, and the number that it gives back. */
function timed(compute: () => number): FigureAnswer {
  const begun = performance.now();
  const sum = compute();
  return { seconds: (performance.now() - begun) / 1000, sum };
}

function linearFit(rows: number): FigureAnswer {
  const columns = 100;
  const random = Random.of(1, "differences");
  const truth = Float64Array.from({ length: columns }, () => random.uniform() - 0.5);
  const features = new Float64Array(rows * columns);
  const labels = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    let margin = 0;
    for (let k = 0; k < columns; k++) {
      const value = random.normal();
      features[row * columns + k] = value;
      margin += value * truth[k];
    }
    labels[row] = random.uniform() < 1 / (1 + Math.exp(-margin)) ? 1 : 0;
  }
  return timed(() => fitDenseLogistic({ features, labels }, columns, { ridge: 1, tolerance: 1e-7 }).weights[0]);
}

/** Best of n, tilts at distances from the reference, and the peak of gold on both. */
function overOptimisation(prompts: number): FigureAnswer {
  const random = Random.of(1, "answers");
  const judged = Array.from({ length: prompts }, () => {
    const gold = Float64Array.from({ length: 1000 }, () => random.normal());
    return { gold, proxy: gold.map((value) => value + random.normal()) };
  });
  return timed(() => {
    const answers = calibrated(judged);
    const steps = Array.from({ length: 13 }, (_, k) => k);
    const drawn = bestOfNCurve(
      answers,
      steps.map((k) => 2 ** k),
    );
    const tilted = tiltCurveAt(
      answers,
      steps.map((k) => (k / 4) ** 2),
    );
    return goldPeak(drawn).gold + goldPeak(tilted).gold;
  });
}

function answer({ task, share }: FigureOrder): FigureAnswer {
  switch (task) {
    case "Linear Bradley-Terry: a million comparisons with 100 features":
      return linearFit(Math.round(1_000_000 * share));
    case "Over-optimisation of a table: 100 prompts of 1,000 answers":
      return overOptimisation(Math.max(1, Math.round(100 * share)));
    default:
      return task satisfies never;
  }
}

parentPort?.on("message", (order: FigureOrder) => parentPort?.postMessage(answer(order)));
