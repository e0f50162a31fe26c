// An episode of text, a line for each turn: what the world wrote in grey, what the agent wrote in the text colour, with rewards marked.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { number } from "../../evaluation/number-format.ts";
import type { EpisodeText } from "../../lab/report/text-data.ts";
import { chosenPlace } from "../chosen.ts";
import { turnsOf } from "../text-turns.ts";
import { useTextWalk } from "../text-walk.ts";
import { heatCharacter, visible } from "./heat-character.tsx";

export interface EpisodeTextProps {
  /** Its name in the URL. */
  readonly name: string;
  readonly text: EpisodeText;
  /** [steps] pay of the agent. */
  readonly pay: readonly number[];
  /** Pay of a step that has the strongest colour. */
  readonly most: number;
}

export function EpisodeTextStrip({ name, text: { characters, steps }, pay, most }: EpisodeTextProps) {
  const looked = useSignal<number | undefined>(undefined);
  const drawn = useMemo(
    () =>
      characters.map((character, place) => {
        const step = steps[place];
        return heatCharacter(character, step < 0 ? undefined : (pay[step] ?? 0), most);
      }),
    [characters, steps, pay, most],
  );
  const turns = useMemo(() => turnsOf({ steps }), [steps]);
  const walk = useTextWalk<HTMLElement>({
    label: "Text of the episode",
    text: name,
    shown: characters.length,
    onLook(place) {
      looked.value = place;
    },
  });
  const place = looked.value ?? chosenPlace(name);
  return (
    <div class="texts episode-text">
      <code {...walk}>
        {turns.map(({ first, steps: { length } }) => (
          <span key={first} role="presentation" class="turn">
            {drawn.slice(first, first + length)}
          </span>
        ))}
      </code>
      <output>
        {place !== undefined && place < characters.length && described(characters[place], steps[place], pay)}
      </output>
    </div>
  );
}

function described(character: string, step: number, pay: readonly number[]): string {
  if (step < 0) return `${visible(character)} (the world wrote it)`;
  return `${visible(character)}, step ${step + 1}: pay ${number(pay[step])}`;
}
