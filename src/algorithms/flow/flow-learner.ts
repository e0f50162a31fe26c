// The training of all flow learners: updates that draw actions, have them paid and learn by a rule; and the player of what was learnt. Every
// update has streams of its own, so that a training goes on from any checkpoint as if it had never stopped.

import { z } from "zod";
import type { Agent, DrawnState } from "../../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { maybeWhole, positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { adam, type Optimiser } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { severalAgents } from "../demonstrated-steps.ts";
import {
  restore,
  restoredMemory,
  restoreModel,
  restoreParameters,
  saved,
  savedLearners,
  savedMemory,
  savedModel,
  savedParameters,
  savedSteps,
  stepsOf,
  tensorsOf,
} from "../training-checkpoint.ts";
import { checkFinite, LATEST } from "../training-measures.ts";
import { groupsOf } from "./drawn-groups.ts";
import { type FlowNetwork, flowNetwork } from "./flow-network.ts";
import type { FlowPlace, FlowRule } from "./flow-rule.ts";
import { byOde, type Sampler } from "./samplers.ts";
import { setGains } from "./set-gains.ts";
import { termGains } from "./term-gains.ts";
import { unguidedCurve } from "./unguided-curve.ts";

/** Parameters of every flow. */
export const flowFields = {
  tokens: maybeWhole(1, 1024).describe(
    "equal parts of an action and of an observation, between which the network shares its weights; default as the world declares, else 1",
  ),
  width: whole(1, 4096, 128).describe("units of the network's layers"),
  blocks: whole(1, 16, 2).describe("residual blocks of the network"),
  drawSteps: whole(1, 1000, 10).describe("steps in which an action is drawn from noise"),
  segments: whole(1, 10_000, 1).describe("parts of the training, after each of which it is kept"),
};

/** Parameters of learners from pay. */
export const paidFields = {
  ...flowFields,
  updates: whole(1, 1_000_000, 40).describe("times that actions are drawn, paid and learnt from"),
  observations: whole(1, 4096, 16).describe("observations of an update"),
  group: whole(2, 4096, 16).describe("actions drawn for each observation"),
  rate: positive(10, 3e-4).describe("learning rate of Adam"),
  clip: positive(1e9, 1).describe("longest gradient; longer ones are shortened to it"),
  goal: z
    .number()
    .optional()
    .describe(
      `objective of actions that are drawn without noise after each update, whose first reaching is reported as updatesToGoal: updates until the mean of the latest ${LATEST} has it, or all of them; without one nothing is drawn for it`,
    ),
};

const shared = z.strictObject(flowFields);
const paid = z.strictObject(paidFields);
export type FlowOptions = z.output<typeof shared>;
export type PaidOptions = z.output<typeof paid>;

/** Throws a UserError where a flow cannot draw a world's actions. */
export function checkFlow(id: string, spec: NumericSpec, { tokens, width, blocks }: FlowOptions): void {
  if (spec.agents.length > 1) throw severalAgents(id, spec);
  if (spec.choices !== undefined) {
    const what = `${id} draws numbers, and the actions of this world are ${spec.choices} choices`;
    throw new UserError({ code: "discrete-actions", what, hint: "choose a world with a box of actions, or ppo" });
  }
  if (spec.horizon > 1) {
    const what = `${id} draws one action for an episode, and an episode of this world has up to ${spec.horizon} steps`;
    throw new UserError({ code: "several-steps", what, hint: "choose a world of one step, or ppo or sac" });
  }
  flowNetwork(spec, { tokens, width, blocks });
}

/** Plays what a sampler draws; `parameters` must not change. */
export function flowPlayer(spec: NumericSpec, network: FlowNetwork, parameters: Parameters, sampler: Sampler): Agent {
  const scale = observationScale(spec);
  const program = network.velocities(1);
  const seen = new Float32Array(spec.observationSize);
  const x = new Float32Array(spec.actionSize);
  const states: DrawnState[] = [];
  let rng: Random | undefined;
  return {
    reset(random) {
      rng = random;
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a flow draws before its first reset");
      states.length = 0;
      for (let k = 0; k < seen.length; k++) seen[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      const field = (state: Float32Array, time: number) => {
        states.push({ time, state: state.slice() });
        return program.run(parameters, state, seen, time);
      };
      sampler(field, x, rng);
      action.set(x);
    },
    drawn: () => [...states, { time: 0, state: x.slice() }],
    close: program.close,
  };
}

/** Adam as all flows use it. */
export const flowOptimiser = (size: number, rate: number | ((step: number) => number), clip: number): Optimiser =>
  adam(size, { rate, clip });

/** A learner from pay, of whose rule a new one is made for each training. */
export function paidFlow(
  id: string,
  p: PaidOptions,
  makeRule: (place: FlowPlace) => FlowRule,
  check: (spec: NumericSpec) => void = () => {},
): AlgorithmPlan {
  return {
    budget: p.updates * p.observations * p.group,
    begins: true,
    check(spec) {
      checkFlow(id, spec, p);
      check(spec);
    },
    train: (context, from) => paidTraining(context, p, makeRule, from),
  };
}

function paidTraining(
  context: TrainingContext,
  p: PaidOptions,
  makeRule: (place: FlowPlace) => FlowRule,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, random } = context;
  const network = flowNetwork(spec, p);
  const policy = network.begin(random.stream("network"));
  if (context.start !== undefined) restoreParameters(tensorsOf(context.start, 0), policy);
  const reference = policy.clone();
  const rows = p.observations * p.group;
  const optimiser = flowOptimiser(policy.flat.length, p.rate, p.clip);
  const program = network.velocities(rows);
  const gradients = network.gradients(policy, rows);
  const memory = restoredMemory(from);
  const parts = context.makeReward(memory.part("pay")).parts ?? [];
  const place: FlowPlace = {
    context,
    network,
    policy,
    reference,
    rows,
    group: p.group,
    steps: p.drawSteps,
    terms: parts.length,
    velocities: program.run,
    descend(x, conditions, t, scale, shift) {
      const velocities = gradients.run(x, conditions, t, scale, shift);
      return { gradientNorm: optimiser.step(policy.flat, gradients.gradient), velocities };
    },
    differentiate(x, conditions, t, shift) {
      gradients.run(x, conditions, t, undefined, shift);
      return gradients.gradient;
    },
    step: (gradient) => optimiser.step(policy.flat, gradient),
  };
  const rule = makeRule(place);
  const kept = Object.entries({ ...rule.kept, reference });
  const optimisers = Object.entries(rule.optimisers ?? {});
  const curve = unguidedCurve(context, place, p.goal, p.updates);
  let done = 0;
  let steps = 0;
  if (from !== undefined) {
    const tensors = tensorsOf(from, 0);
    restoreModel(tensors, policy, optimiser, "");
    for (const [name, parameters] of kept) restoreParameters(tensors, parameters, `${name}.`);
    for (const [name, { state }] of optimisers) restore(tensors, `${name}.optimiser`, state);
    curve.restore(tensors);
    done = from.updates;
    steps = stepsOf(from);
  }
  const segment = Math.ceil(p.updates / p.segments);
  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: [
      ...savedLearners([
        {
          save: () => [
            ...savedModel(policy, optimiser, ""),
            ...kept.flatMap(([name, parameters]) => savedParameters(parameters, `${name}.`)),
            ...optimisers.map(([name, { state }]) => saved(`${name}.optimiser`, state)),
            ...curve.save(),
          ],
        },
      ]),
      ...savedMemory(memory),
      savedSteps(steps),
    ],
  });
  const terms = rule.readsTerms === true ? parts : [];
  const drawn = groupsOf(context, p.observations, p.group, memory, terms, rule.readsSlopes);
  return {
    update() {
      if (done === p.updates) return undefined;
      const own = random.stream("update", done);
      if (done % segment === 0) curve.begin();
      const prepared = done === 0 ? rule.prepare?.(drawn, own.stream("preparation")) : undefined;
      const groups = drawn(own, rule.draw);
      const learnt = rule.learn(groups, own.stream("learning"), done);
      done += 1;
      steps += rows;
      const mean = (of: Float64Array) => of.reduce((a, b) => a + b, 0) / rows;
      const gains =
        done < p.updates
          ? {}
          : {
              ...(terms.length > 0 ? termGains(context, place, terms, own.stream("gains")) : {}),
              ...(rule.readsSets === true ? setGains(context, place, own.stream("set gains")) : {}),
            };
      const [pay, objective] = [mean(groups.pay), mean(groups.objective)];
      const seen = curve.measures(own.stream("curve"), done - 1);
      const measures = { ...prepared, ...learnt, ...gains, ...seen, pay, objective, episodeSteps: 1 };
      checkFinite(measures, done, "a smaller rate or clip keeps it finite");
      return { steps, measures };
    },
    checkpoint: () => (done % segment === 0 || done === p.updates ? left() : undefined),
    left,
    player: () => flowPlayer(spec, network, (rule.played ?? policy).clone(), rule.sampler ?? byOde(p.drawSteps)),
    close() {
      rule.close?.();
      program.close();
      gradients.close();
    },
  };
}
