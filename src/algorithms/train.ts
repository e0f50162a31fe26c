// The driver of trainings: an algorithm (core/algorithm.ts) is begun, or gone on with from where it was left, and led update by
// update to the end of its budget, to a limit, or to an abort. Where checkpoints and reports are kept is the caller's business.

import { setImmediate } from "node:timers/promises";
import type { Agent } from "../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext, UpdateReport } from "../core/algorithm.ts";
import type { Over } from "../core/channel.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import type { AgentPlan } from "../core/seat.ts";

/** Where a training takes place. */
export interface TrainingPlace {
  readonly makeEnvironment: () => NumericEnvironment;
  readonly seed: number;
  readonly reward: RewardPlan;
  /** Default the reward. */
  readonly objective?: RewardPlan;
  /** How the objective's steps make an episode's number; default sum. */
  readonly objectiveOver?: Over;
  /** Players of seats that do not learn, by seat. Default none: every seat learns. */
  readonly partners?: readonly (AgentPlan | undefined)[];
}

/** What an algorithm is told of the place. Streams are named as in an experiment's cells, so that a cell repeats the training. */
export function trainingContext({
  makeEnvironment,
  seed,
  reward,
  objective = reward,
  objectiveOver = "sum",
  partners = [],
}: TrainingPlace): TrainingContext {
  const { spec } = makeEnvironment();
  return {
    spec,
    seats: [...spec.agents.keys()].filter((seat) => partners[seat] === undefined),
    partners: spec.agents.map((_, seat) => partners[seat]),
    makeEnvironment,
    makeReward: (memory) => reward(spec, memory),
    makeObjective: (memory) => objective(spec, memory),
    objectiveOver,
    random: Random.of(seed, "training"),
  };
}

/** A training between two segments, with the reports of all its updates so far. */
export interface LeftTraining {
  readonly checkpoint: TrainingCheckpoint;
  readonly reports: readonly UpdateReport[];
}

/** Thrown where a training cannot go on from the checkpoint that is given. */
export class UnfitCheckpoint extends Error {}

/** How a training is led. */
export interface TrainOptions {
  readonly from?: LeftTraining | undefined;
  /** Updates after which it ends, though the budget is not spent. */
  readonly updates?: number;
  /** Aborts after the update at work; where checkpoints are kept, after the next one, so that nothing is lost. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps the training after each of its segments. */
  readonly keep?: (left: LeftTraining) => void;
  /** Told of each update, and the share of the training that is over. */
  readonly onUpdate?: (report: UpdateReport, share: number) => void;
}

/** Result of a training. The players must be closed. */
export interface TrainedPlayers {
  /** Of all updates, those before a resumption included. */
  readonly reports: readonly UpdateReport[];
  /** One for each seat that learned, in their order. */
  readonly players: readonly Agent[];
  /** The training as it ended, from which `plan.train` gives the same players; undefined where it does not say so within a segment. */
  readonly end: TrainingCheckpoint | undefined;
}

/**
 * Leads a training to its end; messages of other threads get in between its updates. Throws the signal's reason where it is
 * aborted, an `UnfitCheckpoint`, or a UserError where the world does not fit or the training diverges.
 */
export async function train(
  plan: AlgorithmPlan,
  context: TrainingContext,
  { from, updates = Number.POSITIVE_INFINITY, signal, keep, onUpdate }: TrainOptions = {},
): Promise<TrainedPlayers> {
  plan.check(context.spec);
  const { budget = Number.POSITIVE_INFINITY } = plan;
  const reports = [...(from?.reports ?? [])];
  const training = startTraining(plan, context, from);
  try {
    for (let report = training.update(); report !== undefined; report = training.update()) {
      reports.push(report);
      const checkpoint = keep === undefined ? undefined : training.checkpoint();
      if (checkpoint !== undefined) keep?.({ checkpoint, reports });
      onUpdate?.(report, report.share ?? Math.min(1, report.steps / budget));
      if (reports.length >= updates) break;
      await setImmediate();
      if (keep === undefined || checkpoint !== undefined) signal?.throwIfAborted();
    }
    const unchanged = reports.length === from?.reports.length ? from.checkpoint : undefined;
    const end = unchanged ?? training.left?.() ?? training.checkpoint();
    return { reports, players: context.seats.map((seat) => training.player(seat)), end };
  } finally {
    training.close();
  }
}

function startTraining(plan: AlgorithmPlan, context: TrainingContext, from: LeftTraining | undefined): Training {
  if (from === undefined) return plan.train(context);
  try {
    return plan.train(context, from.checkpoint);
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw new UnfitCheckpoint(error.message);
  }
}
