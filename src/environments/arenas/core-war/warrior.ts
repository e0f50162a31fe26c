// An assembled warrior: its instructions and its start.

import { type CoreInstruction, codeOf, written } from "./instruction.ts";

export interface Warrior {
  readonly name: string;
  readonly author?: string;
  /** Index of the instruction at which its first task starts. */
  readonly start: number;
  /** Code of each instruction, and its two numbers; numbers outside the core are taken modulo its size. */
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

/** Its instructions, formatted one per line. */
export const listing = ({ code, a, b }: Warrior): string[] => Array.from(code, (one, k) => written(one, a[k], b[k]));
