// A scalar reward: every answer is scored by itself from its own readings, and the model of Bradley and Terry is fitted to which was better.

import type { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
import { BUDGET, CRITERIA, type Pair, VARIANCE } from "./pairs.ts";

const INPUTS = 2 * CRITERIA;
/** As many parameters as the other judges have. */
const HIDDEN = 126;
/** Readings of each criterion of an answer; one of either answer makes one of the gap. */
const READINGS = BUDGET / CRITERIA;

export function scoringJudge(rows: number, rate: number, random: Random) {
  const network = mlp({ name: "score", inputs: INPUTS, hidden: [HIDDEN], outputs: 1 });
  const parameters = new Parameters(network.shapes);
  network.initialise(parameters, 0, random);
  const reader = networkProgram([parameters], ([weights], [x]) => [network.apply(weights, x)], [[2 * rows, INPUTS]]);
  const loss = lossGradient(
    parameters,
    (weights, [x, sides]) => {
      // Winners stand before losers.
      const margins = np.sum(network.apply(weights, x).reshape([2, rows]).mul(sides), 0);
      return { loss: np.mean(np.logaddexp(margins.neg(), 0)), measures: {} };
    },
    [
      [2 * rows, INPUTS],
      [2, 1],
    ],
  );
  loss.data[1].set([1, -1]);
  const optimiser = adam(parameters.flat.length, { rate, clip: 1 });

  /** Writes readings of both answers of pairs: the first of each, or its winner, in the first half. What is read of an answer goes with it. */
  function write(pairs: readonly Pair[], into: Float32Array, random: Random, winnersFirst: boolean): void {
    into.fill(0);
    for (const [row, { cue, gaps, label, sign }] of pairs.entries()) {
      for (const answer of [0, 1]) {
        const isFirst = (answer === 0) === (winnersFirst ? label === 1 : sign === 1);
        const at = ((isFirst ? 0 : rows) + row) * INPUTS;
        into[at + cue] = 1;
        for (let j = 0; j < CRITERIA; j++) {
          const worth = (answer === 0 ? gaps[j] : -gaps[j]) / 2;
          into[at + CRITERIA + j] = worth + Math.sqrt(VARIANCE / 2 / READINGS) * random.normal();
        }
      }
    }
  }

  const verdicts = new Int8Array(rows);
  const named = new Uint8Array(rows);
  return {
    size: parameters.flat.length,
    learn(pairs: readonly Pair[], random: Random): void {
      write(pairs, loss.data[0], random.stream("readings"), true);
      loss.run();
      optimiser.step(parameters.flat, loss.gradient);
    },
    /** 1 where the first answer has the higher score. */
    judge(pairs: readonly Pair[], random: Random): { verdicts: Int8Array; named: Uint8Array } {
      write(pairs, reader.data[0], random.stream("readings"), false);
      const [scores] = reader.run();
      for (let row = 0; row < rows; row++) verdicts[row] = scores[row] > scores[rows + row] ? 1 : 0;
      return { verdicts, named };
    },
    close(): void {
      reader.close();
      loss.close();
    },
  };
}
