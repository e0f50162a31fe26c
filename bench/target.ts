// A figure that is to be reached, and whether it was.

/** What was aimed at and what came out, both in `unit`. */
export interface Target {
  readonly name: string;
  readonly unit: string;
  readonly sense: "at least" | "under";
  readonly aim: number;
  readonly measured: number;
  readonly reached: boolean;
}

/** A target that is reached from `aim` on. */
export function atLeast(name: string, aim: number, measured: number, unit: string): Target {
  return { name, unit, sense: "at least", aim, measured, reached: measured >= aim };
}

/** A target that is reached below `aim`. */
export function under(name: string, aim: number, measured: number, unit: string): Target {
  return { name, unit, sense: "under", aim, measured, reached: measured < aim };
}
