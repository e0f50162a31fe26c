// A small network that chooses among tokens, and the gradient of chosen tokens by what each is worth.

import type { Random } from "../../core/random.ts";
import { largest } from "../../math/largest.ts";
import { sampleCategorical } from "../../nn/distributions/categorical.ts";
import { nn, np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";

export interface TokenPolicyOptions {
  readonly inputs: number;
  readonly hidden: number;
  readonly tokens: number;
  /** Rows that are read together, and rows of a gradient step. */
  readonly rows: number;
  readonly taught: number;
  readonly rate: number;
}

export type TokenPolicy = ReturnType<typeof tokenPolicy>;

export function tokenPolicy({ inputs, hidden, tokens, rows, taught, rate }: TokenPolicyOptions, random: Random) {
  const network = mlp({ name: "tokens", inputs, hidden: [hidden], outputs: tokens });
  const parameters = new Parameters(network.shapes);
  network.initialise(parameters, 0, random);
  const reader = networkProgram([parameters], ([weights], [x]) => [network.apply(weights, x)], [[rows, inputs]]);
  const loss = lossGradient(
    parameters,
    (weights, [x, chosen, worth]) => {
      const logs = nn.logSoftmax(network.apply(weights, x), -1);
      return { loss: np.sum(np.sum(logs.mul(chosen), 1).mul(worth)).neg(), measures: {} };
    },
    [[taught, inputs], [taught, tokens], [taught]],
  );
  const optimiser = adam(parameters.flat.length, { rate, clip: 1 });
  let logits: Float32Array = new Float32Array(0);
  return {
    size: parameters.flat.length,
    /** To be filled before `read`, [rows × inputs]. */
    input: reader.data[0],
    read(): void {
      [logits] = reader.run();
    },
    /** A drawn token of a row that was read, or its likeliest one; tokens with 1 in `barred` are none. */
    choose(row: number, random: Random | undefined, barred?: Uint8Array): number {
      const own = logits.slice(row * tokens, (row + 1) * tokens);
      if (barred !== undefined) for (let k = 0; k < tokens; k++) if (barred[k] === 1) own[k] = Number.NEGATIVE_INFINITY;
      return random === undefined ? own.indexOf(largest(own, 0, tokens)) : sampleCategorical(own, 0, tokens, random);
    },
    /** Moves along Σ worth·∇ ln π of the given rows: inputs [· × inputs], tokens, and worths. */
    learn(seen: Float32Array, chosen: readonly number[], worth: readonly number[]): void {
      for (const data of loss.data) data.fill(0);
      loss.data[0].set(seen);
      for (const [k, token] of chosen.entries()) {
        loss.data[1][k * tokens + token] = 1;
        loss.data[2][k] = worth[k];
      }
      loss.run();
      optimiser.step(parameters.flat, loss.gradient);
    },
    close(): void {
      reader.close();
      loss.close();
    },
  };
}
