// A training's checkpoint on disk: a safetensors file of the cell, written atomically, which also has the reports of the training so far.
// It is deleted when the cell is complete.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { LeftTraining } from "../../algorithms/train.ts";
import type { TrainingCheckpoint } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { reasonOf, writing } from "../../core/files.ts";
import { checkPlace, keepWhole, keptFile, readKept } from "../../core/kept-files.ts";
import { decodeSafetensors, encodeSafetensors } from "../../nn/safetensors.ts";
import type { CellTask } from "../store/cell-task.ts";
import { cellsFolder } from "../store/store.ts";

const numbers = z.array(z.number());

const reportsSchema = z.array(
  z.object({
    steps: z.number(),
    measures: z.record(z.string(), z.number()),
    texts: z
      .array(
        z.object({
          question: z.number(),
          pay: z.number(),
          objective: z.number(),
          characters: z.array(z.string()),
          turns: numbers,
          credit: numbers,
          logProbabilities: numbers,
          entropies: numbers,
        }),
      )
      .exactOptional(),
  }),
);

export const checkpointFile = ({ store, key, seed }: Pick<CellTask, "store" | "key" | "seed">): string =>
  join(cellsFolder(store, key), "checkpoints", `${seed}.safetensors`);

/** Stores a training between two segments. */
export function keepCheckpoint(task: CellTask, { checkpoint, reports }: LeftTraining): void {
  const file = checkpointFile(task);
  const bytes = encodeSafetensors({
    tensors: checkpoint.tensors,
    metadata: { updates: String(checkpoint.updates), reports: JSON.stringify(reports) },
  });
  writing(task.store, () => keepWhole(task.store, file, bytes));
}

/** Returns the stored training; undefined where there is none. Throws a UserError where the file is damaged. */
export function leftCheckpoint(task: CellTask): LeftTraining | undefined {
  const file = checkpointFile(task);
  if (keptFile(task.store, file) === undefined) return undefined;
  try {
    const { tensors, metadata } = decodeSafetensors(readKept(task.store, file));
    const updates = z.int().min(0).parse(Number(metadata.updates));
    return { checkpoint: { updates, tensors }, reports: reportsSchema.parse(JSON.parse(metadata.reports ?? "")) };
  } catch (error) {
    const senseless = error instanceof z.ZodError || error instanceof SyntaxError;
    throw damaged(file, senseless ? "what it says of the training makes no sense" : reasonOf(error));
  }
}

/** Returns a finished training as the bytes of a file. */
export const trainedBytes = ({ tensors, updates }: TrainingCheckpoint): Uint8Array =>
  encodeSafetensors({ tensors, metadata: { updates: String(updates) } });

/** Parses the bytes of a checkpoint file. Throws an Error where they are damaged. */
export function readCheckpoint(bytes: Buffer): TrainingCheckpoint {
  const { tensors, metadata } = decodeSafetensors(bytes);
  return { updates: z.int().min(0).parse(Number(metadata.updates)), tensors };
}

/** Returns the error for a checkpoint from which training cannot resume. */
export function damaged(file: string, reason: string): UserError {
  const what = `the checkpoint ${file} cannot be used: ${reason}`;
  return new UserError({ code: "damaged-checkpoint", what, hint: "remove it, and its training begins anew" });
}

export function dropCheckpoint(task: CellTask): void {
  checkPlace(task.store, checkpointFile(task));
  rmSync(checkpointFile(task), { force: true });
}
