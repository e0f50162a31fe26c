// A process reward of several terms that a user weighs when drawing (Flow-NRG, arXiv 2501.13918): each term of a sum is learnt by itself, in its
// own standard deviations, so that other weights need no learning.

import { UserError } from "../../core/errors.ts";
import { Parameters } from "../../nn/parameters.ts";
import type { FlowNetwork } from "./flow-network.ts";
import { type LearntOptions, type LearntProcess, learntProcess, processShapes } from "./learnt-process.ts";

/** Σ_k weights[k] × what the k-th term pays, over its standard deviation, as learnt from noisy states. */
export function weightedProcess(
  network: FlowNetwork,
  rows: number,
  options: LearntOptions,
  weights: readonly number[],
): LearntProcess {
  const shapes = processShapes(network);
  const named = weights.flatMap((_, k) => shapes.map(({ name, shape }) => ({ name: `term${k}.${name}`, shape })));
  const parameters = new Parameters(named);
  const terms = weights.map((weight, k) => ({
    weight,
    process: learntProcess(network, rows, options, parameters.part(k * shapes.length, (k + 1) * shapes.length)),
  }));
  const own = new Float64Array(rows);
  const slope = new Float32Array(rows * network.actionSize);
  return {
    parameters,
    reward(states, values, gradient) {
      values.fill(0);
      gradient?.fill(0);
      for (const { weight, process } of terms) {
        const deviation = process.deviation();
        if (weight === 0 || deviation === 0) continue;
        process.reward(states, own, gradient && slope);
        for (let row = 0; row < rows; row++) values[row] += (weight * own[row]) / deviation;
        for (let k = 0; gradient !== undefined && k < gradient.length; k++)
          gradient[k] += (weight * slope[k]) / deviation;
      }
      return rows;
    },
    /** Fits every term to the same draws; reports what the least known term knows. */
    prepare(draw, random) {
      const known = terms.map(({ process }, k) =>
        process.prepare((own) => {
          const drawn = draw(own);
          if (drawn.terms.length !== weights.length) throw unequal(weights.length, drawn.terms.length);
          return { ...drawn, pay: drawn.terms[k] };
        }, random),
      );
      const names = Object.keys(known[0]).filter((name) => known.every((one) => name in one));
      return Object.fromEntries(names.map((name) => [name, Math.min(...known.map((one) => one[name]))]));
    },
    close() {
      for (const { process } of terms) process.close();
    },
  };
}

function unequal(weights: number, terms: number): UserError {
  const what = `${weights} weights of a process reward, and a reward of ${terms === 0 ? "no" : terms} terms`;
  const hint = "pay a sum, and give each of its parts a weight";
  return new UserError({ code: "unequal-terms", what, path: ["guidance", "weights"], hint });
}
