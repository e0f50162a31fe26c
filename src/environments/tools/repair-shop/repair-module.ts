// What a module of the repair shop is: one function, the code around it, and calls that tell whether it works.

import type { Case } from "../../sandbox/sandbox.ts";

/** A JavaScript module that works, before it is broken. */
export interface RepairModule {
  /** Of the function that is called. */
  readonly name: string;
  /** What it does, as a clause. */
  readonly about: string;
  /** JavaScript of 30 to 80 lines. */
  readonly source: string;
  /** Unit tests: calls, and what the module returns. */
  readonly tests: readonly Case[];
}
