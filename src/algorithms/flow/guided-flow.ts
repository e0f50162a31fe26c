// Guidance without training: a flow that was learnt before is drawn from by the stochastic sampler, guided by a process reward, and of several
// actions the best paid is played. Nothing of the flow changes, and without a judge at hand it can draw as before.

import { z } from "zod";
import type { Agent, DrawnState } from "../../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { RewardMemory } from "../../core/reward-memory.ts";
import { largestAt } from "../../math/largest.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { restoreParameters, savedLearners, savedParameters, tensorsOf } from "../training-checkpoint.ts";
import { groupsOf } from "./drawn-groups.ts";
import { checkFlow, flowFields } from "./flow-learner.ts";
import { type FlowNetwork, flowNetwork } from "./flow-network.ts";
import { guidanceParameters, guide, isGuided } from "./guidance.ts";
import type { LearntProcess } from "./learnt-process.ts";
import { payTrial } from "./pay-trial.ts";
import { checkGuidance, processOf } from "./process-of.ts";
import { diffusionFields, diffusionOf } from "./sampler-parameters.ts";
import { drawByOde, drawBySde, noise, type StepWitness, stochasticSteps } from "./samplers.ts";

const parameters = z.strictObject({
  ...flowFields,
  ...diffusionFields,
  level: within(0, 100, 0.7).describe("a of rising noise, or the constant; 0 draws without noise"),
  guidance: guidanceParameters,
  tries: whole(1, 4096, 1).describe("actions that are drawn for one that is played: the best paid (best of n)"),
});
type Options = z.output<typeof parameters>;

export const guidedFlow: BoundEntry<AlgorithmPlan> = bind({
  id: "guided-flow",
  summary:
    "draws from a flow that was learnt before, guided by a process reward, and plays the best of several actions",
  source: "Euphonium: arXiv 2602.04928",
  parameters,
  example: {
    environment: "pictures/sprites",
    reward: { channel: "closeness" },
    parameters: { width: 32, drawSteps: 4, tries: 2, guidance: { by: "pay" } },
  },
  make: (p): AlgorithmPlan => ({
    begins: true,
    playsOtherwise: "draw several actions and play the best paid, which they try in copies of the world",
    check(spec) {
      checkFlow("guided-flow", spec, p);
      checkGuidance(spec, p.guidance);
    },
    train: (context, from) => guided(context, p, from),
  }),
});

/** Actions that are drawn at once for a process reward to learn from. */
const BATCH = 64;

/** One update, in which a process reward is learnt where one is. */
function guided(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const { spec, random } = context;
  const network = flowNetwork(spec, p);
  const policy = network.begin(random.stream("network"));
  if (context.start !== undefined) restoreParameters(tensorsOf(context.start, 0), policy);
  const process = processOf({ spec, rows: p.tries, tokens: network.tokens }, p.guidance);
  let done = from !== undefined;
  const isKnown = context.start !== undefined && restoredProcess(context.start, process?.learnt);
  if (from !== undefined) {
    const tensors = tensorsOf(from, 0);
    restoreParameters(tensors, policy);
    if (process?.learnt !== undefined) restoreParameters(tensors, process.learnt.parameters, "process.");
  }
  const left = (): TrainingCheckpoint => ({
    updates: 1,
    tensors: savedLearners([
      {
        save: () => [
          ...savedParameters(policy),
          ...(process?.learnt === undefined ? [] : savedParameters(process.learnt.parameters, "process.")),
        ],
      },
    ]),
  });
  return {
    update() {
      if (done) return undefined;
      done = true;
      const program = network.velocities(BATCH);
      const memory = RewardMemory.empty();
      const terms = p.guidance.weights === undefined ? [] : (context.makeReward(memory.part("pay")).parts ?? []);
      const drawn = groupsOf(context, BATCH, 1, memory, terms);
      const learning = isKnown ? undefined : process?.learnt;
      const measures = learning?.prepare(
        (own) =>
          drawn(own, (conditions, actions, rng) => {
            noise(actions, rng);
            drawByOde((x, t) => program.run(policy, x, conditions, t), actions, p.drawSteps);
          }),
        random.stream("preparation"),
      );
      program.close();
      return { steps: 0, share: 1, measures: { ...measures } };
    },
    checkpoint: () => (done ? left() : undefined),
    left,
    player: () => guidedPlayer(context, p, network, policy.clone(), process?.learnt?.parameters.clone()),
    close: () => process?.close(),
  };
}

/**
 * Takes a learnt process reward from a start that has one, so that others can draw by it, with weights of their own; returns whether it did.
 * Throws a UserError where it is of another form.
 */
function restoredProcess(start: TrainingCheckpoint, learnt: LearntProcess | undefined): boolean {
  const tensors = tensorsOf(start, 0);
  const kept = [...tensors.keys()].filter((name) => name.startsWith("process."));
  if (learnt === undefined || kept.length === 0) return false;
  const { shapes } = learnt.parameters;
  const fits = shapes.every(
    ({ name }, k) => tensors.get(`process.${name}`)?.length === learnt.parameters.view(k).length,
  );
  if (!fits || kept.length !== shapes.length) {
    const what = "the process reward of the start is of another form than the one that is asked for";
    const hint = "give as many weights, and the same learnWidth, or begin with a start that has none";
    throw new UserError({ code: "other-process", what, path: ["guidance"], hint });
  }
  restoreParameters(tensors, learnt.parameters, "process.");
  return true;
}

/** Plays the best paid of `tries` guided actions; its parameters must not change. */
function guidedPlayer(
  context: TrainingContext,
  p: Options,
  network: FlowNetwork,
  policy: Parameters,
  learnt: Parameters | undefined,
): Agent {
  const { spec } = context;
  const rows = p.tries;
  const scale = observationScale(spec);
  const program = network.velocities(rows);
  const grid = stochasticSteps(diffusionOf(p), p.drawSteps, true);
  const process = processOf({ spec, rows, tokens: network.tokens }, p.guidance);
  if (learnt !== undefined) process?.learnt?.parameters.flat.set(learnt.flat);
  const guides = process && guide(grid, process.reward, p.guidance, rows, spec.actionSize);
  const begun = { state: new Float64Array(0), outcomes: new Float64Array(0) };
  const tried = payTrial(
    context,
    Array.from({ length: rows }, () => begun),
  );
  const conditions = new Float32Array(rows * spec.observationSize);
  const x = new Float32Array(rows * spec.actionSize);
  const pay = new Float64Array(rows);
  /** States of all rows, and the row that is played. */
  const states: DrawnState[] = [];
  let best = 0;
  const seen: StepWitness = (before, _, __, step, index) => {
    const push = isGuided(p.guidance, step) ? guides?.drawn.moves[index].slice() : undefined;
    states.push({ time: step.t, state: before.slice(), ...(push && { push }) });
  };
  const ofBest = (of: Float32Array) => of.slice(best * spec.actionSize, (best + 1) * spec.actionSize);
  let rng: Random | undefined;
  return {
    reset(random) {
      rng = random;
    },
    watch(state, outcomes) {
      begun.state = state.slice();
      begun.outcomes = outcomes.slice();
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a flow draws before its first reset");
      for (let k = 0; k < conditions.length; k++) {
        const at = k % spec.observationSize;
        conditions[k] = (observation[at] - scale.shift[at]) * scale.factor[at];
      }
      states.length = 0;
      noise(x, rng.stream("start"));
      const hook = guides?.hook({ conditions, tried, random: rng.stream("guidance") });
      const field = (state: Float32Array, t: number) => program.run(policy, state, conditions, t);
      drawBySde(field, x, grid, rng.stream("steps"), seen, hook);
      if (rows > 1) tried(x, pay);
      best = rows > 1 ? largestAt(pay, 0, rows) : 0;
      action.set(ofBest(x));
    },
    drawn: () =>
      [...states, { time: 0, state: x }].map(({ time, state, push }: DrawnState) => ({
        ...{ time, state: ofBest(state) },
        ...(push && { push: ofBest(push) }),
      })),
    close() {
      program.close();
      process?.close();
    },
  };
}
