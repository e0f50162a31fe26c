// Distillation of a flow into a few steps: DMD2 (arXiv 2405.14867) as a rule of flows, and the reading of its signal as a reward, R_dm (arXiv
// 2603.28460): normalised in groups, added to pay, and learnt from again by ratios of likelihoods.

import type { Random } from "../../core/random.ts";
import { groupAdvantages } from "../text/group-advantage.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import { exactTeacher } from "./exact-teacher.ts";
import { flowOptimiser } from "./flow-learner.ts";
import { type FlowPlace, type FlowRule, fieldOf, noised, rowErrors, runningMean } from "./flow-rule.ts";
import { batchNoise } from "./gradient-noise.ts";
import {
  matchingAdvantages,
  matchingFactors,
  matchingSignals,
  NORMALISERS,
  type Normaliser,
} from "./matching-signal.ts";
import { drawByRenoising, renoisedSteps } from "./samplers.ts";
import { stepGradients } from "./step-gradients.ts";

export interface DistributionMatchingOptions {
  readonly teacher: "exact" | "start";
  /** Whether the signal is a gradient in the drawn action, or a reward whose advantage raises the likelihood of steps. */
  readonly signal: "gradient" | "reward";
  readonly normaliser: Normaliser;
  /** Deviation of the last step's noise. */
  readonly lastNoise: number;
  /** Gradient steps of the fake in an update, and further ones before the first. */
  readonly fakeSteps: number;
  readonly fakeStart: number;
  readonly fakeRate: number;
  readonly payWeight: number;
  /** Student's gradient steps on what an update has drawn. */
  readonly reuse: number;
  readonly ratioClip: number;
  /** Decay of the running mean of the student's parameters, by which is played. */
  readonly average: number;
  readonly updates: number;
  /** Times in the training at which gradient noise is measured. */
  readonly probes: number;
}

/** Batches of a measurement of gradient noise. */
const PROBED = 16;

export function distributionMatching(place: FlowPlace, p: DistributionMatchingOptions): FlowRule {
  const { rows, group, network, policy, reference } = place;
  const size = network.actionSize;
  const steps = renoisedSteps(place.steps, p.lastNoise);
  const fake = reference.clone();
  const mean = policy.clone();
  const fakeOptimiser = flowOptimiser(fake.flat.length, p.fakeRate, 1);
  const fakeProgram = network.gradients(fake, rows);
  const exact = p.teacher === "exact" ? exactTeacher("flow-distil", place.context.spec) : undefined;
  let conditions: Float32Array = new Float32Array(0);
  const signals = matchingSignals(
    rows,
    size,
    group,
    (x, t, into) => {
      if (exact !== undefined) exact(x, conditions, t, into);
      else into.set(place.velocities(reference, x, conditions, t));
    },
    (x, t, into) => into.set(place.velocities(fake, x, conditions, t)),
  );
  const path = stepGradients(place, steps, p.ratioClip);
  const probePath = stepGradients(place, steps, p.ratioClip);
  const state = new Float32Array(rows * size);
  const times = new Float64Array(rows);
  const chosen = new Int32Array(rows);
  const clean = new Float32Array(rows * size);
  const shift = new Float32Array(rows * size);
  const errors = new Float64Array(rows);
  const scale = new Float64Array(rows).fill(2 / rows / size);

  /** Chooses the step of each group whose clean action is matched, as DMD2 does, and writes states and times before it. */
  const choose = (of: typeof path, random: Random): void => {
    for (let row = 0; row < rows; row++) {
      chosen[row] = row % group === 0 ? random.integer(steps.length) : chosen[row - 1];
      times[row] = steps[chosen[row]].t;
      state.set(of.states[chosen[row]].subarray(row * size, (row + 1) * size), row * size);
    }
  };
  /** Writes the clean actions of the chosen steps with the noise of the last. */
  const finish = (velocities: ArrayLike<number>, random: Random): void => {
    for (let k = 0; k < clean.length; k++)
      clean[k] = state[k] - times[Math.floor(k / size)] * velocities[k] + p.lastNoise * random.normal();
  };
  /** The gradient of ½‖x₀ − stop(x₀ − f·(μ_fake − μ_real))‖² over rows, with factors f. */
  const pathwise = (difference: Float32Array, factors: ArrayLike<number>): Float32Array => {
    for (let k = 0; k < shift.length; k++) {
      const row = Math.floor(k / size);
      shift[k] = (-times[row] * factors[row] * difference[k]) / rows;
    }
    return place.differentiate(state, conditions, times, shift);
  };
  const track = (actions: ArrayLike<number>, random: Random): Measures => {
    const { x, velocity, t } = noised(actions, rows, random);
    for (let k = 0; k < shift.length; k++) shift[k] = -scale[0] * velocity[k];
    const velocities = fakeProgram.run(x, conditions, t, scale, shift);
    const fakeLoss = rowErrors(velocities, velocity, rows, errors).reduce((a, b) => a + b, 0) / rows;
    fakeOptimiser.step(fake.flat, fakeProgram.gradient);
    return { fakeLoss };
  };
  const draw = (of: typeof path, actions: Float32Array, random: Random): void => {
    drawByRenoising(fieldOf(place, policy, conditions), actions, steps, random, of.keep);
  };
  /** Noise of the signal's gradient over new batches for the same observations, under each way to normalise. */
  const probe = (random: Random): Measures => {
    const meters = NORMALISERS.map(() => batchNoise(policy.flat.length));
    const actions = new Float32Array(rows * size);
    for (let batch = 0; batch < PROBED; batch++) {
      const own = random.stream("batch", batch);
      draw(probePath, actions, own.stream("draws"));
      if (p.signal === "gradient") {
        choose(probePath, own.stream("step"));
        finish(place.velocities(policy, state, conditions, times), own.stream("last"));
      }
      const signal = signals(p.signal === "gradient" ? clean : actions, own.stream("levels"));
      for (const [k, normaliser] of NORMALISERS.entries()) {
        if (p.signal === "gradient")
          meters[k].add(pathwise(signal.difference, matchingFactors(signal.residual, group, normaliser)));
        else
          meters[k].add(probePath.gradient(conditions, matchingAdvantages(signal, group, normaliser), false).gradient);
      }
    }
    const [none, sample, ofGroup] = meters.map((meter) => meter.noise());
    const gradientNoise = { none, sample, group: ofGroup }[p.normaliser];
    return sample === 0
      ? { gradientNoise }
      : { gradientNoise, groupNoise: ofGroup / sample, plainNoise: none / sample };
  };
  const probeEvery = p.probes === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(p.updates / p.probes));
  const total = new Float32Array(policy.flat.length);

  return {
    kept: { fake, mean },
    played: mean,
    optimisers: { fake: fakeOptimiser },
    sampler: (field, x, random) => drawByRenoising(field, x, steps, random),
    draw(seen, actions, random) {
      conditions = seen;
      draw(path, actions, random);
    },
    learn({ actions, pay }, random, update): Measures {
      const means = measureMeans();
      if (p.signal === "gradient") {
        choose(path, random.stream("step"));
        finish(place.velocities(policy, state, conditions, times), random.stream("last"));
      }
      const shown = p.signal === "gradient" ? clean.slice() : actions;
      const fakeSteps = p.fakeSteps + (update === 0 ? p.fakeStart : 0);
      for (let k = 0; k < fakeSteps; k++) means.add(track(shown, random.stream("fake", k)));
      const paid = groupAdvantages(pay, group, { baseline: "group", scale: "group" });
      for (let again = 0; again < p.reuse; again++) {
        const own = random.stream("learning", again);
        const isLater = again > 0;
        total.fill(0);
        if (p.signal === "gradient") {
          const ratios = isLater ? path.ratiosBefore(conditions, chosen) : undefined;
          if (isLater) finish(place.velocities(policy, state, conditions, times), own.stream("last"));
          const { difference, residual } = signals(clean, own.stream("levels"));
          const factors = matchingFactors(residual, group, p.normaliser);
          if (ratios !== undefined) for (let row = 0; row < rows; row++) factors[row] *= ratios[row];
          total.set(pathwise(difference, factors));
        } else {
          const signal = signals(actions, own.stream("levels"));
          const { gradient, clipFraction } = path.gradient(
            conditions,
            matchingAdvantages(signal, group, p.normaliser),
            isLater,
          );
          total.set(gradient);
          means.add({ clipFraction });
        }
        if (p.payWeight > 0) {
          const { gradient } = path.gradient(conditions, paid, isLater);
          for (let k = 0; k < total.length; k++) total[k] += p.payWeight * gradient[k];
        }
        means.add({ gradientNorm: place.step(total) });
        runningMean(mean.flat, policy.flat, p.average);
      }
      const measured = (update + 1) % probeEvery === 0 ? probe(random.stream("probe")) : {};
      return { ...means.means(), ...measured, samples: (update + 1) * rows };
    },
    close: () => fakeProgram.close(),
  };
}
