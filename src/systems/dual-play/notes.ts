// What a dual play remembers beside parameters and moments, and how a checkpoint holds it.

import { z } from "zod";
import { type SavedTensor, saved } from "../../algorithms/training-checkpoint.ts";

const shape = z.object({
  rounds: z.number().describe("that were played"),
  posed: z.array(z.string()).readonly().describe("the latest questions"),
  kept: z
    .array(
      z.object({
        question: z.object({ question: z.string(), answers: z.array(z.string()).readonly() }),
        agreement: z.number(),
      }),
    )
    .readonly()
    .describe("questions that wait for the solver"),
  next: z.number().describe("where the solver goes on in them"),
});

export type DualPlayNotes = z.output<typeof shape>;

/** Notes as the codes of their characters, which single precision holds whole. */
export function savedNotes(notes: DualPlayNotes): SavedTensor {
  const text = JSON.stringify(notes);
  return saved(
    "notes",
    Array.from({ length: text.length }, (_, k) => text.charCodeAt(k)),
  );
}

/** Notes as `savedNotes` wrote them. Throws an Error where there are none. */
export function notesIn(codes: Float32Array | undefined): DualPlayNotes {
  if (codes === undefined) throw new Error("it has no notes of the play");
  return shape.parse(JSON.parse(Array.from(codes, (code) => String.fromCharCode(code)).join("")));
}
