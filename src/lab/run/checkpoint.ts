// A training's checkpoint on disk: a safetensors file of the cell, written whole or not at all, with what the training has
// reported so far beside the tensors. It goes when the cell is done.

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

/** Where a cell's checkpoint lies. */
export const checkpointFile = ({ store, key, seed }: Pick<CellTask, "store" | "key" | "seed">): string =>
  join(cellsFolder(store, key), "checkpoints", `${seed}.safetensors`);

/** Keeps a training between two segments. */
export function keepCheckpoint(task: CellTask, { checkpoint, reports }: LeftTraining): void {
  const file = checkpointFile(task);
  const bytes = encodeSafetensors({
    tensors: checkpoint.tensors,
    metadata: { updates: String(checkpoint.updates), reports: JSON.stringify(reports) },
  });
  writing(task.store, () => keepWhole(task.store, file, bytes));
}

/** The training as it was left, or undefined where none was. A UserError where the file is damaged. */
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

/** What a training came to, as the bytes of a file. */
export const trainedBytes = ({ tensors, updates }: TrainingCheckpoint): Uint8Array =>
  encodeSafetensors({ tensors, metadata: { updates: String(updates) } });

/** The checkpoint in a file's bytes. Throws an Error where they are damaged. */
export function readCheckpoint(bytes: Buffer): TrainingCheckpoint {
  const { tensors, metadata } = decodeSafetensors(bytes);
  return { updates: z.int().min(0).parse(Number(metadata.updates)), tensors };
}

/** A checkpoint that cannot be gone on from. */
export function damaged(file: string, reason: string): UserError {
  const what = `the checkpoint ${file} cannot be used: ${reason}`;
  return new UserError({ code: "damaged-checkpoint", what, hint: "remove it, and its training begins anew" });
}

/** The cell is done: nothing has to be gone on from. */
export function dropCheckpoint(task: CellTask): void {
  checkPlace(task.store, checkpointFile(task));
  rmSync(checkpointFile(task), { force: true });
}
