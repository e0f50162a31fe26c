// Learning algorithms. An algorithm trains some seats of a world until its budget is spent, and returns a player for each. It advances
// update by update, so that its caller can show progress, stop, save and resume.

import type { Agent } from "./agent.ts";
import type { Over } from "./channel.ts";
import type { NumericEnvironment, NumericSpec } from "./environment.ts";
import type { Random } from "./random.ts";
import type { Reward } from "./reward.ts";
import type { RewardMemory } from "./reward-memory.ts";
import type { AgentPlan } from "./seat.ts";
import type { WrittenText } from "./written-text.ts";

/** What an algorithm is given before training starts. */
export interface TrainingContext {
  readonly spec: NumericSpec;
  /** Seats that learn, in ascending order. */
  readonly seats: readonly number[];
  /** Players of the other seats, by seat; undefined where a seat learns. */
  readonly partners: readonly (AgentPlan | undefined)[];
  makeEnvironment(): NumericEnvironment;
  /** Makes the declared reward for a copy of the world. Copies with the same memory share what is remembered across episodes. */
  makeReward(memory?: RewardMemory): Reward;
  /** Makes the experiment's objective, which is measured and never paid. */
  makeObjective(memory?: RewardMemory): Reward;
  /** How the objective's values of the steps make one number for the episode; default sum. */
  readonly objectiveOver?: Over;
  /** Random stream of this training. */
  readonly random: Random;
  /** A checkpoint of an algorithm with `begins` set. Training starts from its parameters; nothing else of it is used. */
  readonly start?: TrainingCheckpoint;
}

/** Report of one update. Names of measures are those of the literature: entropy, klDivergence, clipFraction, valueLoss. */
export interface UpdateReport {
  /** Environment steps taken so far, over all copies. */
  readonly steps: number;
  /** Share of the training that is done; by default `steps` divided by the budget. */
  readonly share?: number;
  readonly measures: Readonly<Record<string, number>>;
  /** Sample of the texts written in this update, for inspection character by character. */
  readonly texts?: readonly WrittenText[];
}

/**
 * State of a training between two segments. Every segment starts with new episodes and with random streams named by its number. Parameters
 * and optimiser are therefore all that must be saved: resuming gives the same result as an uninterrupted training.
 */
export interface TrainingCheckpoint {
  readonly updates: number;
  /** Float32 tensors, row-major, under names by which the algorithm restores them. */
  readonly tensors: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly data: Float32Array;
  }[];
}

/** A training in progress. */
export interface Training {
  /** Performs the next update; returns undefined when the budget is spent. */
  update(): UpdateReport | undefined;
  /** Whether the phase before reward-driven learning, such as imitation, is over. Omitted where there is no such phase. */
  readonly isPrepared?: boolean;
  /** Returns the checkpoint to save if the last update ended a segment; undefined within a segment. */
  checkpoint(): TrainingCheckpoint | undefined;
  /**
   * Returns a checkpoint from which the current players can be rebuilt. If the last update did not end a segment, training cannot resume
   * from it. Omitted where `checkpoint` returns one at the end of every training.
   */
  left?(): TrainingCheckpoint;
  /** Returns the player of a learning seat for evaluation. Later updates do not change it. */
  player(seat: number): Agent;
  /** Frees the arrays of the tensor library. */
  close(): void;
}

/** An algorithm with its hyper-parameters. */
export interface AlgorithmPlan {
  /**
   * Environment steps of the whole training. Omitted where the number is not known in advance; `UpdateReport.share` then gives the
   * progress.
   */
  readonly budget?: number;
  /** How trained players behave differently from training, as a clause after "they". Omitted where they behave the same. */
  readonly playsOtherwise?: string;
  /** Whether its parameters may be initialised from another training's checkpoint. */
  readonly begins?: true;
  /** Throws a UserError where the algorithm does not support the world's spaces, before any training. */
  check(spec: NumericSpec): void;
  /** Starts a training, or resumes it from a checkpoint. Throws an Error where the checkpoint does not fit. */
  train(context: TrainingContext, from?: TrainingCheckpoint): Training;
}
