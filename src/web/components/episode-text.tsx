// An episode that is a text: what the world wrote in grey, what the agent wrote in ink, and what it was paid for, marked.

import { number } from "../../evaluation/number-format.ts";
import type { EpisodeText } from "../../lab/report-data.ts";

export interface EpisodeTextProps {
  readonly text: EpisodeText;
  /** [steps] what the agent was paid. */
  readonly pay: readonly number[];
  /** What has the full colour, when it is paid in a step. */
  readonly most: number;
}

export function EpisodeTextStrip({ text: { characters, steps }, pay, most }: EpisodeTextProps) {
  return (
    <p class="texts episode-text">
      <code>
        {characters.map((character, place) => {
          const step = steps[place];
          // In a text that is read as prose, blanks and ends of lines are what they are.
          const shown = character === " " || character === "\n" ? character : visible(character);
          if (step < 0) return <span class="said">{shown}</span>;
          const paid = pay[step] ?? 0;
          return (
            <span
              class={paid < 0 ? "less" : "more"}
              style={{ "--share": `${most > 0 ? Math.round((100 * Math.abs(paid)) / most) : 0}%` }}
              title={`step ${step + 1}, paid ${number(paid, 3)}`}
            >
              {shown}
            </span>
          );
        })}
      </code>
    </p>
  );
}

/** A character that can be seen on a page: blanks too, and where an agent stopped without one. */
export const visible = (character: string): string => ({ " ": "␣", "\n": "↵", "": "∅" })[character] ?? character;
