// How agents learn. An algorithm is given some seats of a world, trains until its budget is spent, and leaves players
// behind. It advances update by update, so that its caller can show progress, stop, save and go on.

import type { Agent } from "./agent.ts";
import type { Over } from "./channel.ts";
import type { NumericEnvironment, NumericSpec } from "./environment.ts";
import type { Random } from "./random.ts";
import type { Reward } from "./reward.ts";
import type { RewardMemory } from "./reward-memory.ts";
import type { AgentPlan } from "./seat.ts";
import type { WrittenText } from "./written-text.ts";

/** What an algorithm is told before it begins. */
export interface TrainingContext {
  readonly spec: NumericSpec;
  /** Seats that learn, in order. */
  readonly seats: readonly number[];
  /** Players of the other seats, by seat; undefined where a seat learns. */
  readonly partners: readonly (AgentPlan | undefined)[];
  makeEnvironment(): NumericEnvironment;
  /** The declared reward for a copy of the world; copies that are given the same memory share what outlives episodes. */
  makeReward(memory?: RewardMemory): Reward;
  /** What the author wants, measured and never paid. */
  makeObjective(memory?: RewardMemory): Reward;
  /** How its steps make an episode's number; default sum. */
  readonly objectiveOver?: Over;
  /** The stream of this training. */
  readonly random: Random;
  /** A training by an algorithm that `begins`, whose parameters this one begins with; nothing else of it is taken over. */
  readonly start?: TrainingCheckpoint;
}

/** What one update did. Names are the field's: entropy, klDivergence, clipFraction, valueLoss. */
export interface UpdateReport {
  /** Environment steps taken so far, over all copies. */
  readonly steps: number;
  /** Share of the training that is over; by default steps of the budget. */
  readonly share?: number;
  readonly measures: Readonly<Record<string, number>>;
  /** Some of the texts that were written in this update, to be looked at character by character. */
  readonly texts?: readonly WrittenText[];
}

/**
 * A training between two of its segments. Every segment begins with new episodes and with streams named by its number, so
 * that parameters and optimiser are all that has to be kept: going on from here gives the same result as never stopping.
 */
export interface TrainingCheckpoint {
  readonly updates: number;
  /** Float32 tensors, row-major, under names that the algorithm finds again. */
  readonly tensors: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly data: Float32Array;
  }[];
}

/** A training at work. */
export interface Training {
  /** Does the next update; undefined when the budget is spent. */
  update(): UpdateReport | undefined;
  /** Whether what comes before the pay, such as imitation, is over. Left out where nothing does. */
  readonly isPrepared?: boolean;
  /** What to keep, when the last update ended a segment; undefined within one. */
  checkpoint(): TrainingCheckpoint | undefined;
  /**
   * What its players are made of again, as it stands: no training goes on from it where the last update ended no segment. Left out where
   * `checkpoint` has it at the end of every training.
   */
  left?(): TrainingCheckpoint;
  /** The player that a learning seat has become, for evaluation. Later updates do not change it. */
  player(seat: number): Agent;
  /** Frees arrays of the tensor library. */
  close(): void;
}

/** An algorithm with its hyper-parameters. */
export interface AlgorithmPlan {
  /** Environment steps of the whole training; left out where they are not known beforehand, and reports give their share. */
  readonly budget?: number;
  /** What trained players do otherwise than in training, as a clause after "they"; left out where they do the same. */
  readonly playsOtherwise?: string;
  /** Whether its parameters may begin as another training has left its own. */
  readonly begins?: true;
  /** Throws a UserError where the world's spaces do not fit, before any work. */
  check(spec: NumericSpec): void;
  /** Begins, or goes on from a checkpoint. Throws an Error where the checkpoint does not fit. */
  train(context: TrainingContext, from?: TrainingCheckpoint): Training;
}
