// A text that a world and an agent write in turns, as a conversation up to a step. Colour shows the surprise of each character for the
// agent that wrote it; details of one character are shown as text.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { isNumber, number } from "../../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../../lab/report/replay-data.ts";
import type { EpisodeText } from "../../lab/report/text-data.ts";
import { chosenPlace, placeElsewhere } from "../chosen.ts";
import { type SharedScales, SURPRISE } from "../shared-scales.ts";
import { playersOwn, surprisesOf, valueAt } from "../surprise.ts";
import { turnsOf } from "../text-turns.ts";
import { useTextWalk } from "../text-walk.ts";
import { heatCharacter, visible } from "./heat-character.tsx";
import { HeatLegend } from "./heat-legend.tsx";
import { MEANINGS } from "./written-texts.tsx";

interface ConversationProps {
  readonly data: EpisodeReplay;
  readonly text: EpisodeText;
  readonly scales: SharedScales;
  /** Number of completed steps. */
  readonly done: number;
}

export function Conversation({ data, text, scales, done }: ConversationProps) {
  const looked = useSignal<number | undefined>(undefined);
  const [, most] = scales.ends.value.get(SURPRISE) ?? [0, 0];
  const { turns, drawn } = useMemo(() => drawnTurns(data, text, most), [data, text, most]);
  const shown = turns.flatMap(({ steps, ...turn }) => {
    const count = steps.filter((step) => step < done).length;
    return count === 0 ? [] : [{ ...turn, count }];
  });
  const end = shown.reduce((sum, { count }) => sum + count, 0);
  // A character that is chosen on one side is described on all sides, for comparison.
  const beside = placeElsewhere(data.variant);
  const walk = useTextWalk<HTMLDivElement>({
    label: "Conversation",
    text: data.variant,
    shown: end,
    beside,
    onLook(place) {
      looked.value = place;
    },
  });
  const spot = looked.value ?? chosenPlace(data.variant) ?? beside;
  return (
    <figure class="conversation">
      <div {...walk} class="turns">
        {shown.map(({ isWorld, first, count }) => {
          const speaker = isWorld ? "world" : "agent";
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options within a list of them, for which HTML has no element
            <div key={first} role="group" class={speaker} aria-label={speaker}>
              <span class="speaker" aria-hidden="true">
                {speaker}
              </span>
              <code role="presentation">{drawn.slice(first, first + count)}</code>
            </div>
          );
        })}
      </div>
      <output>
        {spot !== undefined && (spot < end ? described(data, text, spot) : `no character ${spot + 1} at this step`)}
      </output>
      <figcaption>
        <HeatLegend meaning={`heat: ${MEANINGS.surprise}`} most={most} />
      </figcaption>
    </figure>
  );
}

/** Renders the turns with all their characters; `most` is the surprise with the strongest colour. */
function drawnTurns(data: EpisodeReplay, text: EpisodeText, most: number) {
  const surprises = surprisesOf(data, text);
  const drawn = text.characters.map((character, place) =>
    heatCharacter(character, text.steps[place] < 0 ? undefined : surprises[place], most),
  );
  return { turns: turnsOf(text), drawn };
}

function described(data: EpisodeReplay, { characters, steps }: EpisodeText, place: number): string {
  const character = visible(characters[place]);
  const step = steps[place];
  if (step < 0) return `${character} (the world wrote it)`;
  const part = (name: string, is: (measure: StepMeasure) => boolean, decimals?: number): string[] => {
    const value = valueAt(data, is, step);
    return isNumber(value) ? [`${name} ${number(value, decimals)}`] : [];
  };
  const parts = [
    ...part("pay", ({ name }) => name === "pay"),
    ...part("probability", playersOwn("probability"), 3),
    ...part("entropy", playersOwn("entropy"), 2),
  ];
  return `${character}, step ${step + 1}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}
