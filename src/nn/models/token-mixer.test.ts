// The token mixer: its gradient against finite differences, and that exchanging tokens exchanges their outputs.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { np } from "../jax.ts";
import { lossGradient } from "../loss-gradient.ts";
import { Parameters } from "../parameters.ts";
import { networkProgram } from "./network-program.ts";
import { tokenMixer } from "./token-mixer.ts";

const mixer = tokenMixer({ tokens: 3, size: 2, context: 2, width: 6, blocks: 2 });
const ROWS = 2;
const TOKENS = 3 * ROWS;

function begun(): { parameters: Parameters; x: Float32Array; c: Float32Array } {
  const random = Random.of(4, "token mixer");
  const parameters = new Parameters(mixer.shapes);
  mixer.initialise(parameters, random);
  // Layers that begin near 0 are enlarged, so that all gradients count.
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += 0.3 * random.normal();
  const drawn = () => Float32Array.from({ length: 2 * TOKENS }, () => random.normal());
  return { parameters, x: drawn(), c: drawn() };
}

test("its gradient is that of finite differences", () => {
  const { parameters, x, c } = begun();
  const loss = lossGradient(
    parameters,
    (weights, [content, context]) => ({
      loss: np.sum(np.square(mixer.apply(weights, content, context))),
      measures: {},
    }),
    [
      [TOKENS, 2],
      [TOKENS, 2],
    ],
  );
  loss.run(x, c);
  const gradient = loss.gradient.slice();
  const random = Random.of(5, "places");
  for (let k = 0; k < 25; k++) {
    const place = random.integer(parameters.flat.length);
    const before = parameters.flat[place];
    parameters.flat[place] = before + 0.01;
    const above = loss.run(x, c).loss;
    parameters.flat[place] = before - 0.01;
    const below = loss.run(x, c).loss;
    parameters.flat[place] = before;
    const slope = (above - below) / 0.02;
    expect(Math.abs(gradient[place] - slope)).toBeLessThan(0.02 * Math.max(1, Math.abs(slope)));
  }
  loss.close();
});

test("tokens share their weights, and rows do not see each other", () => {
  const { parameters, x, c } = begun();
  const program = networkProgram(
    [parameters],
    ([weights], [content, context]) => [mixer.apply(weights, content, context)],
    [
      [TOKENS, 2],
      [TOKENS, 2],
    ],
  );
  const out = program.run(x, c)[0].slice();
  const exchanged = (of: Float32Array) => Float32Array.of(...of.slice(2, 4), ...of.slice(0, 2), ...of.slice(4));
  const other = program.run(exchanged(x), exchanged(c))[0];
  for (const [k, value] of exchanged(out).entries()) expect(other[k]).toBeCloseTo(value, 5);
  program.close();
});
