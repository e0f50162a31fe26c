// The loop that learners from memory share: copies of the world are played side by side, each team of seats remembers its
// own steps, and every few rounds it takes gradient steps on what it remembers. A team is one seat that learns for itself
// (DQN, SAC, TD3), or all learning seats with one memory of what they did together (MADDPG, QMIX).

import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { type VectorEnvironment, vectorEnvironment } from "../../play/vector-environment.ts";
import { needsBox } from "../box-action.ts";
import { playsOtherwise } from "../trained-play.ts";
import { restoredMemory, savedLearners, savedMemory, tensorsOf } from "../training-checkpoint.ts";
import { averaged, episodeMeasures, goalWatch, measureMeans } from "../training-measures.ts";
import { learningTeam, type OffPolicyLearner } from "./learning-team.ts";
import type { OffPolicyOptions } from "./off-policy-fields.ts";
import { checkJointMemory } from "./replay-buffer.ts";

/** Every seat a team of its own. */
export const alone = (seats: readonly number[]): number[][] => seats.map((seat) => [seat]);

/** All seats one team. */
export const together = (seats: readonly number[]): (readonly number[])[] => [seats];

/** Makes what learns for the team of `seats`. */
export type MakeLearner<L> = (spec: NumericSpec, seats: readonly number[], random: Random) => L;

/** A training that gives access to its learners, one for each team. */
export interface OffPolicyTraining<L> extends Training {
  readonly learners: readonly L[];
}

/** An algorithm that trains by this loop. */
export interface OffPolicyPlan<L> extends AlgorithmPlan {
  train(context: TrainingContext, from?: TrainingCheckpoint): OffPolicyTraining<L>;
}

function training<L extends OffPolicyLearner>(
  context: TrainingContext,
  options: OffPolicyOptions,
  from: TrainingCheckpoint | undefined,
  divide: typeof alone | typeof together,
  make: MakeLearner<L>,
): OffPolicyTraining<L> {
  const { spec } = context;
  const { copies } = options;
  const n = spec.agents.length;
  const rounds = Math.ceil(options.interval / copies);
  const updates = Math.ceil(options.steps / (rounds * copies));
  const segment = Math.ceil(updates / options.segments);
  const teams = divide(context.seats).map((seats, k) =>
    learningTeam(context, options, seats, context.random.stream("learner", k), make),
  );
  const actions = new Float64Array(copies * n * spec.actionSize);
  const goal = goalWatch(options.stopAt);
  let done = from?.updates ?? 0;
  const remembered = restoredMemory(from);
  if (from !== undefined) for (const [k, own] of teams.entries()) own.restore(tensorsOf(from, k));
  /** Begun when it is first needed: a checkpoint between segments must not know of the next one's episodes. */
  let world: VectorEnvironment | undefined;

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", done / segment);
    for (const [k, own] of teams.entries()) own.begin(random.stream("learner", k));
    goal.begin();
    return vectorEnvironment({ ...context, random }, copies, [], undefined, remembered);
  }

  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: [...savedLearners(teams), ...savedMemory(remembered)],
  });

  return {
    learners: teams.map(({ learner }) => learner),
    update(): UpdateReport | undefined {
      if (done >= updates || goal.reached) return undefined;
      world ??= begin();
      const means = teams.map(measureMeans);
      for (let round = done * rounds + 1; round <= (done + 1) * rounds; round++) {
        for (const own of teams) own.act(world, (round - 1) * copies, actions);
        world.step(actions);
        for (const own of teams) own.remember(world);
        if (round * copies < options.warmup || round % options.every !== 0) continue;
        for (const [k, own] of teams.entries()) {
          for (let g = 0; g < options.gradients; g++) means[k].add(own.learn(round * copies));
        }
      }
      const measures = averaged(means.map((own) => own.means()));
      const finished = world.finished();
      goal.watch(finished);
      const episodes = episodeMeasures(finished);
      done += 1;
      if (done % segment === 0) world = undefined;
      return { steps: done * rounds * copies, measures: { ...measures, ...episodes } };
    },
    checkpoint: () => (done % segment === 0 ? left() : undefined),
    left,
    player(seat) {
      const own = teams.find(({ seats }) => seats.includes(seat));
      if (own === undefined) throw new Error(`seat ${seat} does not learn`);
      return own.learner.player(own.seats.indexOf(seat));
    },
    close() {
      for (const { learner } of teams) for (const compiled of learner.programs) compiled.close();
    },
  };
}

/** An algorithm that trains by this loop; `check` throws a UserError where the world's spaces do not fit. */
export function offPolicyPlan<L extends OffPolicyLearner>(
  options: OffPolicyOptions,
  check: AlgorithmPlan["check"],
  divide: typeof alone | typeof together,
  make: MakeLearner<L>,
): OffPolicyPlan<L> {
  return {
    budget: options.steps,
    ...playsOtherwise(options.mode),
    check,
    train(context, from) {
      check(context.spec);
      return training(context, options, from, divide, make);
    },
  };
}

/** The algorithm `id` of seats that learn for themselves. */
export function aloneInBoxes(
  id: string,
  options: OffPolicyOptions,
  make: MakeLearner<OffPolicyLearner>,
): AlgorithmPlan {
  return offPolicyPlan(options, (spec) => needsBox(id, spec, "dqn or ppo"), alone, make);
}

/** The algorithm `id` of seats that learn together, remembering `capacity` joint steps. */
export function togetherInBoxes(
  id: string,
  options: OffPolicyOptions & { readonly capacity: number },
  make: MakeLearner<OffPolicyLearner>,
): AlgorithmPlan {
  const check: AlgorithmPlan["check"] = (spec) => {
    needsBox(id, spec, "qmix or vdn");
    checkJointMemory(spec, options.capacity);
  };
  return offPolicyPlan(options, check, together, make);
}
