// A process reward that is learnt: a network reads a noisy state, its time and the observation, and regresses what the finished action was paid,
// on actions that the flow drew at its start. What it knows depends on the time: near noise little can be known.

import type { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../math/area-under-curve.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters, type TensorShape } from "../../nn/parameters.ts";
import { picked } from "../rows.ts";
import type { Measures } from "../training-measures.ts";
import type { DrawnGroups } from "./drawn-groups.ts";
import type { FlowNetwork } from "./flow-network.ts";
import { noised } from "./flow-rule.ts";
import type { ProcessReward } from "./process-reward.ts";

export interface LearntOptions {
  /** Actions that are drawn and paid for it; a fifth is held out. */
  readonly samples: number;
  readonly gradientSteps: number;
}

const BATCH = 128;
const RATE = 3e-3;
/** Times at which what is known is reported. */
const TIMES = [0.9, 0.6, 0.3];

/** Tensors of a learnt process reward. */
export const processShapes = ({ shapes }: Pick<FlowNetwork, "shapes">): TensorShape[] => [
  ...shapes,
  { name: "scale", shape: [2] },
];

/** A process reward of `rows` states with its parameters, which `prepare` fits; the network is of the form of a flow's. */
export function learntProcess(
  network: FlowNetwork,
  rows: number,
  { samples, gradientSteps }: LearntOptions,
  parameters = new Parameters(processShapes(network)),
) {
  const weights = parameters.part(0, network.shapes.length);
  /** Mean and deviation of the pay that was learnt from. */
  const scale = parameters.view(network.shapes.length);
  const judged = stateProgram(network, weights, rows);
  const size = network.actionSize;
  const reward: ProcessReward = ({ x, t, conditions }, values, gradient) => {
    const scores = judged.run(x, conditions, t);
    for (let row = 0; row < rows; row++) values[row] = scale[0] + scale[1] * scores[row];
    if (gradient !== undefined) for (let k = 0; k < gradient.length; k++) gradient[k] = scale[1] * judged.gradient[k];
    return rows;
  };
  return {
    parameters,
    reward,
    /** Standard deviation of the pay that was learnt from; 0 before that. */
    deviation: (): number => scale[1],
    /** Draws actions, learns from four fifths of them, and reports how well the rest are told apart at some times. */
    prepare(draw: (random: Random) => DrawnGroups, random: Random): Measures {
      weights.flat.set(network.begin(random.stream("network")).flat);
      const { actions, conditions, pay, batch } = samplesOf(draw, samples, random);
      const batches = pay.length / batch;
      const learnt = Math.max(1, batches - Math.ceil(batches / 5)) * batch;
      const mean = pay.subarray(0, learnt).reduce((a, b) => a + b, 0) / learnt;
      const square = pay.subarray(0, learnt).reduce((sum, one) => sum + (one - mean) ** 2, 0) / learnt;
      scale.set([mean, Math.sqrt(square)]);
      const programme = regression(network, weights, BATCH);
      const optimiser = adam(weights.flat.length, { rate: RATE, clip: 1 });
      const chosen = new Int32Array(BATCH);
      const own = {
        actions: new Float32Array(BATCH * size),
        conditions: new Float32Array(BATCH * network.observationSize),
        targets: new Float32Array(BATCH),
      };
      for (let step = 0; step < gradientSteps; step++) {
        const rng = random.stream("step", step);
        for (let k = 0; k < BATCH; k++) {
          chosen[k] = rng.integer(learnt);
          own.targets[k] = square > 0 ? (pay[chosen[k]] - mean) / scale[1] : 0;
        }
        picked(actions, chosen, size, own.actions);
        picked(conditions, chosen, network.observationSize, own.conditions);
        const { x, t } = noised(own.actions, BATCH, rng);
        programme.run(x, own.conditions, t, own.targets);
        optimiser.step(weights.flat, programme.gradient);
      }
      programme.close();
      const held = {
        actions: actions.subarray(learnt * size),
        conditions: conditions.subarray(learnt * network.observationSize),
        pay: pay.subarray(learnt),
      };
      return areasOf(network, weights, held, batch, random.stream("held out"));
    },
    close: judged.close,
  };
}

interface PaidActions {
  readonly actions: Float32Array;
  readonly conditions: Float32Array;
  readonly pay: Float32Array;
}

/** At least `count` actions, in batches as they are drawn. */
function samplesOf(
  draw: (random: Random) => DrawnGroups,
  count: number,
  random: Random,
): PaidActions & { readonly batch: number } {
  const batches: PaidActions[] = [];
  let batch = count;
  for (let drawn = 0; drawn < count; drawn += batch) {
    const one = draw(random.stream("samples", batches.length));
    batch = one.rows;
    batches.push({ actions: one.actions.slice(), conditions: one.conditions.slice(), pay: Float32Array.from(one.pay) });
  }
  const joined = (of: (one: PaidActions) => Float32Array): Float32Array => {
    const all = new Float32Array(batches.reduce((sum, one) => sum + of(one).length, 0));
    for (const [k, one] of batches.entries()) all.set(of(one), k * of(one).length);
    return all;
  };
  return {
    actions: joined((one) => one.actions),
    conditions: joined((one) => one.conditions),
    pay: joined((one) => one.pay),
    batch,
  };
}

/**
 * At each of TIMES the share of pairs of an action paid above the mean and another of which the first scores higher: the area under the ROC
 * curve. Empty where all are paid alike.
 */
function areasOf(network: FlowNetwork, weights: Parameters, held: PaidActions, rows: number, random: Random): Measures {
  const { actions, conditions, pay } = held;
  const [size, length] = [network.actionSize, network.observationSize];
  const program = stateProgram(network, weights, rows);
  const scores = new Float64Array(pay.length);
  const x = new Float32Array(rows * size);
  const level = pay.reduce((a, b) => a + b, 0) / pay.length;
  const areas = TIMES.flatMap((t): [string, number][] => {
    for (let from = 0; from < pay.length; from += rows) {
      for (let k = 0; k < x.length; k++) x[k] = (1 - t) * actions[from * size + k] + t * random.normal();
      scores.set(program.run(x, conditions.subarray(from * length, (from + rows) * length), t), from);
    }
    const area = areaUnderCurve(
      scores,
      Array.from(pay, (one) => one > level),
    );
    return area === null ? [] : [[`processArea${100 * t}`, area]];
  });
  program.close();
  return Object.fromEntries(areas);
}

/** A process reward that must be fitted before it is used. */
export type LearntProcess = Pick<ReturnType<typeof learntProcess>, "parameters" | "reward" | "prepare" | "close">;

/** Score of a row from the network's output: the sum over its tokens of their means. */
const scoresOf = (out: np.Array, rows: number, tokens: number) => np.sum(np.mean(out, 1).reshape([rows, tokens]), 1);

/** Scores of states and the gradient of each in its state. */
function stateProgram(network: FlowNetwork, weights: Parameters, rows: number) {
  const { mixer, tokens, shapesOf, fillContext } = network;
  const [[count, size], context] = shapesOf(rows);
  const states = new Parameters([{ name: "x", shape: [count, size] }]);
  const program = lossGradient(
    states,
    ([x], [c], [held]) => {
      const scores = scoresOf(mixer.apply(held, x, c), rows, tokens);
      return { loss: np.sum(scores.ref), measures: {}, each: scores };
    },
    [context],
    [weights],
    `scores of states by a ${mixer.form}`,
  );
  return {
    gradient: program.gradient,
    /** Returns the scores; the next run overwrites them and the gradient. */
    run(x: Float32Array, conditions: ArrayLike<number>, t: number): Float32Array {
      states.flat.set(x);
      fillContext(program.data[0], conditions, () => t);
      program.run();
      return program.each();
    },
    close: program.close,
  };
}

/** The gradient of the mean squared error of scores in the weights. */
function regression(network: FlowNetwork, weights: Parameters, rows: number) {
  const { mixer, tokens, shapesOf, fillContext } = network;
  const program = lossGradient(
    weights,
    (own, [x, c, targets]) => {
      const errors = scoresOf(mixer.apply(own, x, c), rows, tokens).sub(targets);
      return { loss: np.mean(np.square(errors)), measures: {} };
    },
    [...shapesOf(rows), [rows]],
    [],
    `regression of scores by a ${mixer.form}`,
  );
  const [states, context, targets] = program.data;
  return {
    gradient: program.gradient,
    run(x: Float32Array, conditions: Float32Array, t: Float64Array, of: Float32Array): void {
      states.set(x);
      fillContext(context, conditions, (row) => t[row]);
      targets.set(of);
      program.run();
    },
    close: program.close,
  };
}
