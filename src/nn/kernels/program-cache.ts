// Programs that are made once. To make one takes as long as to run it some dozen times, and most are wanted again soon, in the
// same form, by the next training in the same process: so a closed program is left to the next training.

import type { Program } from "./program.ts";

/** Memory that closed programs may hold on to. */
const MOST_BYTES = 1 << 28;

/** Closed programs, those that were closed first in front. */
const idle: { readonly name: string; readonly program: Program; readonly bytes: number }[] = [];

/** A program of this name that was closed, its inputs 0 again, or else the one that `make` makes. */
export function cachedProgram(name: string, make: () => Program): Program {
  const at = idle.findIndex((one) => one.name === name);
  const program = at < 0 ? make() : idle.splice(at, 1)[0].program;
  for (const input of program.inputs) input.fill(0);
  let open = true;
  return {
    inputs: program.inputs,
    recorded: program.recorded,
    run() {
      if (!open) throw new Error(`a closed program is run: ${name}`);
      return program.run();
    },
    close() {
      if (!open) return;
      open = false;
      idle.push({ name, program, bytes: bytesOf(program) });
      let held = idle.reduce((sum, { bytes }) => sum + bytes, 0);
      while (held > MOST_BYTES) {
        const first = idle.shift();
        first?.program.close();
        held -= first?.bytes ?? held;
      }
    },
  };
}

/** A recorded program's arrays all lie in one memory. */
function bytesOf({ inputs, recorded }: Program): number {
  return inputs.slice(0, recorded ? 1 : inputs.length).reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
