// A judge of progress that learns hops from pictures of demonstrations: a perceptron on the start, the goal, before and after, as the
// cameras show them. Source: arXiv 2512.23703, with small pictures and a small network in the place of a vision-language model.

import type { Random } from "../../core/random.ts";
import { hopBetween } from "../../math/hop.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { mlp } from "../../nn/models/mlp.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { adam } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
import { sampleNext } from "../tabular/mdp.ts";
import { drawPegLayout, PEG_ACTIONS, type PegLayout, pegExpert, pegProcess, pegProgress, pegStates } from "./peg.ts";
import { type PegView, pixelsOf, writeViews } from "./peg-views.ts";

export interface PegJudgeOptions {
  readonly size: number;
  readonly views: readonly PegView[];
  /** Layouts with a demonstration each, which the judge learns from. */
  readonly layouts: number;
  /** Gradient steps. */
  readonly lessons: number;
  /** Gradient steps on one demonstration of the layout that is judged; 0: the judge never saw it. */
  readonly adapted: number;
  /** Progress that hops are made of: by sub-tasks, by default, or by the share of a demonstration's frames that are over. */
  readonly labels?: "steps" | "frames";
  /** A control: hops of other pairs are learnt. */
  readonly shuffled?: boolean;
  readonly random: Random;
}

/** Pairs of a gradient step, units of the hidden layer, learning rates, and the share of a demonstrator's steps that are random. */
const [BATCH, UNITS, RATE, ADAPTING, ERRS] = [128, 64, 3e-3, 1e-3, 0.2];

/** States of a demonstration with their progress. */
interface Demonstration {
  readonly layout: PegLayout;
  readonly states: readonly number[];
  readonly progress: Float64Array;
}

/** An episode of the expert that errs in a fifth of its steps; insertions succeed. */
export function demonstrate(layout: PegLayout, random: Random, errs = ERRS): Demonstration {
  const process = pegProcess(layout, 1);
  let state = layout.start;
  const states = [state];
  while (process.terminal[state] === 0) {
    const isRandom = random.uniform() < errs;
    const action = isRandom ? random.integer(PEG_ACTIONS.length) : pegExpert(layout, state);
    state = sampleNext(process, state, action, random.uniform());
    states.push(state);
  }
  return { layout, states, progress: pegProgress(layout) };
}

/** A learnt judge. */
export interface PegJudge {
  /** Hops of pairs of states in a layout. */
  hops(layout: PegLayout, pairs: readonly (readonly [before: number, after: number])[]): Float64Array;
  /** Goes on learning from what the other tables taught, on one demonstration of the layout. */
  adapt(layout: PegLayout): void;
  close(): void;
}

export function learnPegJudge(options: PegJudgeOptions): PegJudge {
  const { size, views, layouts, lessons, adapted, labels = "steps", shuffled = false, random } = options;
  const width = views.reduce((sum, view) => sum + pixelsOf(size, view), 0);
  const net = mlp({ name: "hop", inputs: 4 * width, hidden: [UNITS], outputs: 1, activation: "relu" });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, random);
  const inserted = pegStates(size) - 1;
  const loss = lossGradient(
    parameters,
    (weights, [x, hop]) => ({ loss: np.mean(np.square(np.tanh(net.apply(weights, x)).sub(hop))), measures: {} }),
    [
      [BATCH, 4 * width],
      [BATCH, 1],
    ],
    [],
    `hops of ${width} pixels`,
  );
  const reader = networkProgram(
    [parameters],
    ([weights], [x]) => [np.tanh(net.apply(weights, x))],
    [[BATCH, 4 * width]],
    `judged hops of ${width} pixels`,
  );
  const write = (layout: PegLayout, before: number, after: number, out: Float32Array, row: number) => {
    for (const [k, state] of [layout.start, inserted, before, after].entries())
      writeViews(views, layout, state, out, (4 * row + k) * width);
  };
  const teach = (shown: readonly Demonstration[], rate: number, steps: number, hand: Random) => {
    const optimiser = adam(parameters.flat.length, { rate: (step) => rate * (1 - step / steps) });
    for (let step = 0; step < steps; step++) {
      for (let row = 0; row < BATCH; row++) {
        const { layout, states, progress } = shown[hand.integer(shown.length)];
        const drawn = () => hand.integer(states.length);
        const labelOf = (frame: number) => (labels === "steps" ? progress[states[frame]] : frame / (states.length - 1));
        const [before, after] = [drawn(), drawn()];
        write(layout, states[before], states[after], loss.data[0], row);
        const [from, to] = shuffled ? [drawn(), drawn()] : [before, after];
        loss.data[1][row] = hopBetween(labelOf(from), labelOf(to));
      }
      loss.run();
      optimiser.step(parameters.flat, loss.gradient);
    }
  };
  const first = random.stream("demonstrations");
  const shown = Array.from({ length: layouts }, (_, k) => demonstrate(drawPegLayout(size, first), first.stream(k)));
  if (layouts > 0) teach(shown, RATE, lessons, random.stream("lessons"));
  const taught = parameters.flat.slice();
  return {
    hops(layout, pairs) {
      const said = new Float64Array(pairs.length);
      for (let from = 0; from < pairs.length; from += BATCH) {
        const rows = Math.min(BATCH, pairs.length - from);
        for (let row = 0; row < rows; row++) write(layout, ...pairs[from + row], reader.data[0], row);
        const [hops] = reader.run();
        for (let row = 0; row < rows; row++) said[from + row] = hops[row];
      }
      return said;
    },
    adapt(layout) {
      if (adapted === 0) return;
      parameters.flat.set(taught);
      teach([demonstrate(layout, random.stream("own"), 0)], ADAPTING, adapted, random.stream("adapting"));
    },
    close() {
      loss.close();
      reader.close();
    },
  };
}

/** Progress of every state by the two anchors, H(start, s) and 1 + H(goal, s), their mean in [0, 1]: a function of the state. */
export function anchoredProgress(judge: PegJudge, layout: PegLayout): Float64Array {
  const states = Array.from({ length: pegStates(layout.size) }, (_, s) => s);
  const forward = judge.hops(
    layout,
    states.map((s) => [layout.start, s] as const),
  );
  const backward = judge.hops(
    layout,
    states.map((s) => [states.length - 1, s] as const),
  );
  return forward.map((hop, s) => Math.max(0, Math.min(1, (hop + 1 + backward[s]) / 2)));
}
