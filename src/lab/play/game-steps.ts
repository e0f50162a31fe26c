// The steps of a game as they are kept: actions, pay, what is wanted, and the outcomes of each step.

import { z } from "zod";
import type { Setting } from "../experiment/setting.ts";
import type { GameStep } from "./game.ts";

const row = z.array(z.number().nullable()).readonly();

/** A step; null stands for a number that JSON cannot hold. */
export const keptStep = z.strictObject({
  /** [agents × actionSize] */
  actions: z.array(z.number()).readonly(),
  /** [agents] */
  pay: row,
  objective: row,
  /** [agents × channels] */
  outcomes: row,
});
export type KeptStep = Readonly<z.output<typeof keptStep>>;

/** Steps that are collected. */
export interface GameSteps {
  add(step: GameStep): void;
  readonly count: () => number;
  readonly all: readonly KeptStep[];
}

/** Maximum numbers that a game keeps: 80 MB of text at most. */
const LARGEST = 4_000_000;

/** Collects steps. A game that is too long for its recording keeps its first steps. */
export function gameSteps({ spec }: Pick<Setting, "spec">): GameSteps {
  const all: KeptStep[] = [];
  const width = spec.agents.length * (spec.actionSize + spec.channels.length + 2);
  const most = Math.max(1, Math.floor(LARGEST / width));
  let count = 0;
  const plain = (values: Float64Array): (number | null)[] =>
    Array.from(values, (value) => (Number.isFinite(value) ? value : null));
  return {
    all,
    count: () => count,
    add({ actions, pay, objective, outcomes }) {
      count += 1;
      if (all.length >= most) return;
      all.push({ actions: [...actions], pay: plain(pay), objective: plain(objective), outcomes: plain(outcomes) });
    },
  };
}
