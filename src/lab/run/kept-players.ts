// Players as the training of a cell left them: the training is taken up at its end, and gives its players once more.

import { trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import { reasonOf } from "../../core/files.ts";
import { readKept } from "../../core/kept-files.ts";
import type { Setting } from "../experiment/setting.ts";
import { trainedFile } from "../store/cell-files.ts";
import type { CellTask } from "../store/cell-task.ts";
import { readCheckpoint } from "./checkpoint.ts";

/** The players that these seats, which learnt, have become. They must be closed. A UserError where they were not kept, or are damaged. */
export function keptPlayers(
  { makeEnvironment, reward, objective, agents }: Setting,
  cell: Pick<CellTask, "store" | "key" | "seed">,
  seats: readonly number[],
): Agent[] {
  const learner = agents.find((policy) => policy.kind === "algorithm");
  if (learner === undefined) return [];
  const partners = agents.map((policy) => (policy.kind === "agent" ? policy.plan : undefined));
  const { seed } = cell;
  const context = trainingContext({
    makeEnvironment,
    seed,
    reward,
    objective: objective.plan,
    objectiveOver: objective.over,
    partners,
  });
  const file = trainedFile(cell);
  try {
    const training = learner.plan.train(context, readCheckpoint(readKept(cell.store, file)));
    try {
      return seats.map((seat) => training.player(seat));
    } finally {
      training.close();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = "run its experiment again, which trains it anew";
    throw new UserError({ code: "damaged-player", what: `${file} cannot be used: ${reasonOf(error)}`, hint });
  }
}
