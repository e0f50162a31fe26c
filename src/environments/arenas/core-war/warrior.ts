// A warrior as it stands in a core: its instructions, and where it begins.

import { type CoreInstruction, codeOf, written } from "./instruction.ts";

export interface Warrior {
  readonly name: string;
  readonly author?: string;
  /** The instruction that its first task runs. */
  readonly start: number;
  /** What each instruction does, and its two numbers; numbers may lie outside of the core, which counts round. */
  readonly code: Uint16Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
}

export function warriorOf(
  about: Pick<Warrior, "name" | "author" | "start">,
  instructions: readonly CoreInstruction[],
): Warrior {
  return {
    ...about,
    code: Uint16Array.from(instructions, codeOf),
    a: Int32Array.from(instructions, ({ a }) => a),
    b: Int32Array.from(instructions, ({ b }) => b),
  };
}

/** Its instructions in full, one a line. */
export const listing = ({ code, a, b }: Warrior): string[] => Array.from(code, (one, k) => written(one, a[k], b[k]));
