// A process reward that is learnt: a network reads a noisy state, its time and the observation, and regresses what the finished action was paid,
// on actions that the flow drew at its start. What it knows depends on the time: near noise little can be known.

import { areaUnderCurve } from "../../math/area-under-curve.ts";
import type { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
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

/** A process reward of `rows` states with its parameters, which `prepare` fits; the network is of the form of a flow's. */
export function learntProcess(network: FlowNetwork, rows: number, { samples, gradientSteps }: LearntOptions) {
  const parameters = new Parameters([...network.shapes, { name: "scale", shape: [2] }]);
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
    /** Draws actions, learns from four fifths of them, and reports how well the rest are told apart at some times. */
    prepare(draw: (random: Random) => DrawnGroups, random: Random): Measures {
      weights.flat.set(network.begin(random.stream("network")).flat);
      const batches = Array.from({ length: Math.ceil(samples / rows) }, (_, k) => {
        const { actions, conditions, pay } = draw(random.stream("samples", k));
        return { actions: actions.slice(), conditions: conditions.slice(), pay: pay.slice() };
      });
      const total = batches.length * rows;
      const actions = joined(batches.map((one) => one.actions));
      const conditions = joined(batches.map((one) => one.conditions));
      const pay = Float32Array.from(batches.flatMap((one) => [...one.pay]));
      const learnt = Math.max(1, batches.length - Math.ceil(batches.length / 5)) * rows;
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
      return Object.fromEntries(
        TIMES.flatMap((t): [string, number][] => {
          const area = learnt < total ? heldOut(t, random.stream("held out")) : null;
          return area === null ? [] : [[`processArea${100 * t}`, area]];
        }),
      );

      /** Share of pairs of a better and a worse paid action, of those held out, of which the better scores higher at time t. */
      function heldOut(t: number, rng: Random): number | null {
        const scores = new Float64Array(total - learnt);
        const x = new Float32Array(rows * size);
        for (let from = learnt; from < total; from += rows) {
          for (let k = 0; k < x.length; k++) x[k] = (1 - t) * actions[from * size + k] + t * rng.normal();
          const length = network.observationSize;
          scores.set(judged.run(x, conditions.subarray(from * length, (from + rows) * length), t), from - learnt);
        }
        const held = pay.subarray(learnt);
        const level = held.reduce((a, b) => a + b, 0) / held.length;
        return areaUnderCurve(scores, Array.from(held, (one) => one > level));
      }
    },
    close: judged.close,
  };
}

export type LearntProcess = ReturnType<typeof learntProcess>;

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

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
