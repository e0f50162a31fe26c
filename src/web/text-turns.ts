// Splits the text of an episode into the turns of its world and its agent.

import type { EpisodeText } from "../lab/report/text-data.ts";

export interface TextTurn {
  readonly isWorld: boolean;
  /** Index of the first character in the text, and for each character the step after which it exists. */
  readonly first: number;
  readonly steps: number[];
}

/** Splits a text into turns of the world and the agent. What the world writes appears together with the previous character. */
export function turnsOf({ steps }: Pick<EpisodeText, "steps">): TextTurn[] {
  const turns: TextTurn[] = [];
  let before = -1;
  for (const [place, step] of steps.entries()) {
    const isWorld = step < 0;
    if (!isWorld) before = step;
    if (turns.at(-1)?.isWorld !== isWorld) turns.push({ isWorld, first: place, steps: [] });
    turns.at(-1)?.steps.push(before);
  }
  return turns;
}
