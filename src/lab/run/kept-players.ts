// Players of a finished training: they are rebuilt from the state that the training of a cell has stored.

import { trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { reasonOf } from "../../core/files.ts";
import { readKept } from "../../core/kept-files.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { Setting } from "../experiment/setting.ts";
import { trainedFile } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import { readCheckpoint } from "./checkpoint.ts";

type TrainedCell = Pick<CellTask, "store" | "key" | "seed">;

/** Context of a setting's learners among these partners. */
export function contextBeside(
  { makeEnvironment, reward, objective }: Setting,
  seed: number,
  partners: readonly (AgentPlan | undefined)[],
): TrainingContext {
  const { plan, over } = objective;
  return trainingContext({ makeEnvironment, seed, reward, objective: plan, objectiveOver: over, partners });
}

/** Returns the stored state of a cell's training. Throws a UserError where it is missing or damaged. */
export const keptTraining = (cell: TrainedCell): TrainingCheckpoint =>
  usable(cell, () => readCheckpoint(readKept(cell.store, trainedFile(cell))));

/** Returns the trained players of these seats. The caller must close them. Throws a UserError where they were not stored or are damaged. */
export function keptPlayers(setting: Setting, cell: TrainedCell, seats: readonly number[]): Agent[] {
  const { agents } = setting;
  const learner = agents.find((policy) => policy.kind === "algorithm");
  if (learner === undefined) return [];
  const partners = agents.map((policy) => (policy.kind === "agent" ? policy.plan : undefined));
  const context = contextBeside(setting, cell.seed, partners);
  const kept = keptTraining(cell);
  return usable(cell, () => {
    const training = learner.plan.train(context, kept);
    try {
      return seats.map((seat) => training.player(seat));
    } finally {
      training.close();
    }
  });
}

/** Returns players by seat: those that the cell trained, and those of an earlier training. */
export function playersKept(setting: Setting, cell: TrainedCell): ReadonlyMap<number, Agent> {
  const seats = setting.agents.flatMap(({ kind }, seat) => (kind === "algorithm" ? [seat] : []));
  const players = new Map(attempt(() => keptPlayers(setting, cell, seats)).map((player, k) => [seats[k], player]));
  const { spec } = setting;
  for (const [seat, policy] of setting.agents.entries()) {
    if (policy.kind === "algorithm" || policy.plan.follower === undefined) continue;
    const { follower } = policy.plan;
    for (const player of attempt(() => [follower({ spec, seat, seed: cell.seed })])) players.set(seat, player);
  }
  return players;
}

/** Returns no player where its file is missing or damaged, so that the episode can still be shown. */
function attempt(players: () => Agent[]): Agent[] {
  try {
    return players();
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Runs `make` on a cell's training; a damaged file becomes a UserError. */
function usable<T>(cell: TrainedCell, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = "run its experiment again, which trains it anew";
    const what = `${trainedFile(cell)} cannot be used: ${reasonOf(error)}`;
    throw new UserError({ code: "damaged-player", what, hint });
  }
}
