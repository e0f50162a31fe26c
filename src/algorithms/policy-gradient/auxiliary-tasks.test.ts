// Auxiliary tasks beside PPO: their gradient, which layers they reach, and losses whose least value is known.

import { describe, expect, test } from "vitest";
import { cueWorld } from "../../../test/fixtures/games.ts";
import { tensorPrints, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import { actorCritic } from "./actor-critic.ts";
import { auxiliaryFields, auxiliaryOptions } from "./auxiliary-tasks.ts";
import { ppo } from "./ppo.ts";
import { clippedLoss } from "./ppo-loss.ts";

// Pays what it showed, however it is played.
const shown = () => cueWorld(3, (cue) => cue);
const context = () => trainingContext(shown, "auxiliary tasks");
const common = { copies: 16, rollout: 12, minibatches: 2, hidden: [16, 8], rate: 0.01, anneal: false };

/** The mean of a measure over the last updates. */
function last(name: string, auxiliary: object): number {
  const { reports } = wholeTraining(ppo.make({ ...common, steps: 20_000, auxiliary }).train(context()));
  const values = reports.slice(-20).map(({ measures }) => measures[name]);
  return values.reduce((a, b) => a + b, 0) / values.length;
}

describe("the least loss is reached", () => {
  // Half of the sequences end where 0 is paid, of which half show the cue. Of three steps all is known; of one that shows 0, nothing.
  test.each([
    ["from the whole episode", { length: 3 }, 0],
    ["from one observation", { length: 1 }, 0.75 * Math.log(3)],
    ["from nothing, with permuted answers", { length: 3, permuted: true }, 1.5 * Math.log(2)],
  ])("reward is foreseen %s", (_, settings, least) => {
    const loss = last("rewardPredictionLoss", { rewardPrediction: { ...settings, sequences: 128 } });
    expect(Math.abs(loss - least)).toBeLessThan(0.05);
  });

  // One observation of three is 1 or −1, so that its variance is a third.
  test.each([
    ["an observation is reconstructed", {}, 0],
    ["another one's mean is all that can be said", { permuted: true }, 1 / 3],
  ])("%s", (_, settings, least) => {
    const loss = last("stateReconstructionLoss", { stateReconstruction: { units: [8, 2], ...settings } });
    expect(Math.abs(loss - least)).toBeLessThan(0.02);
  });
});

/** A network with both tasks of a weight, and its loss on a batch of numbers. */
function lossOf(weight: number, memory?: { readonly cell: "gru"; readonly units: number }) {
  const { spec } = shown();
  const size = 6;
  const sequence = memory === undefined ? 1 : 3;
  const declared = {
    rewardPrediction: { weight, length: 2, sequences: 4, units: 3 },
    stateReconstruction: { weight, units: [3, 2] },
  };
  const auxiliary = auxiliaryOptions(auxiliaryFields.parse(declared), [5, 4], []);
  const shape = { hidden: [5, 4], activation: "tanh", distribution: "gaussian", logDeviation: 0 } as const;
  const network = actorCritic(spec, { ...shape, memory, criticInputs: 1, auxiliary }, Random.of(1));
  const { flat } = network.parameters;
  for (let k = 0; k < flat.length; k++) flat[k] += 0.2 * Math.sin(k);
  const loss = clippedLoss(network, {
    ...{ size, sequence, clip: 10, clipValue: false, entropy: 0.1, valueWeight: 0.5, headWeights: [1] },
    normalise: false,
  });
  for (const [k, table] of loss.data.entries())
    if (k !== 7) for (let j = 0; j < table.length; j++) table[j] = Math.cos(3 * k + j);
  const [, , actions] = loss.data;
  for (let j = 0; j < size; j++) actions[j] = j % 2;
  return { network, loss };
}

describe.each([
  ["without a memory", undefined],
  ["with a memory", { cell: "gru", units: 3 } as const],
])("%s", (_, memory) => {
  test("the gradient of the whole loss is that of finite differences", () => {
    const { network, loss } = lossOf(0.7, memory);
    loss.run();
    const gradient = loss.gradient.slice();
    const { flat } = network.parameters;
    const step = 1e-2;
    for (let k = 0; k < flat.length; k++) {
      const held = flat[k];
      const [up, down] = [held + step, held - step].map((value) => {
        flat[k] = value;
        return loss.run().loss;
      });
      flat[k] = held;
      expect(Math.abs(gradient[k] - (up - down) / (2 * step)), `parameter ${k}`).toBeLessThan(2e-3);
    }
    loss.close();
  });

  test("tasks move their own tensors and the first layer of the actor, and no other", () => {
    const gradients = [0, 1].map((weight) => {
      const { network, loss } = lossOf(weight, memory);
      loss.run();
      const { shapes } = network.parameters;
      const parts = new Parameters(shapes, loss.gradient.slice()).views();
      loss.close();
      return { names: shapes.map(({ name }) => name), parts };
    });
    const moved = gradients[0].names.filter((_name, k) =>
      gradients[0].parts[k].some((x, j) => x !== gradients[1].parts[k][j]),
    );
    const own = gradients[0].names.filter((name) => /^(rewardPrediction|stateReconstruction)\./.test(name));
    const first = memory === undefined ? "actor.0" : "actor.encoder.0";
    expect(moved).toEqual([`${first}.weight`, `${first}.bias`, ...own]);
  });
});

const both = { rewardPrediction: { length: 2 }, stateReconstruction: { units: [4, 1] } };

test("tasks of weight 0 leave the actor as it is without them", () => {
  const actor = (parameters: object) => {
    const training = ppo.make({ ...common, steps: 1000, segments: 1, ...parameters }).train(context());
    const prints = tensorPrints(wholeTraining(training).checkpoints.at(-1) ?? { tensors: [] });
    return prints.filter(([name]) => name.includes("actor."));
  };
  const idle = { rewardPrediction: { weight: 0 }, stateReconstruction: { weight: 0 } };
  expect(actor({}).length).toBeGreaterThan(0);
  expect(actor({ auxiliary: idle })).toEqual(actor({}));
  expect(actor({ auxiliary: both })).not.toEqual(actor({}));
});
