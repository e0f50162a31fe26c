// A text that a world and an agent write in turns, as a conversation up to a step.

import type { EpisodeText } from "../../lab/report-data.ts";
import { visible } from "./episode-text.tsx";

interface Turn {
  readonly isWorld: boolean;
  /** Step of its first character; of the world's, that of the character before. */
  readonly begins: number;
  readonly characters: { readonly character: string; readonly step: number }[];
}

/** Stretches that one of the two wrote. */
function turnsOf({ characters, steps }: EpisodeText): Turn[] {
  const turns: Turn[] = [];
  let before = -1;
  for (const [place, character] of characters.entries()) {
    const step = steps[place];
    const isWorld = step < 0;
    const begins = isWorld ? before : step;
    if (turns.at(-1)?.isWorld !== isWorld) turns.push({ isWorld, begins, characters: [] });
    turns.at(-1)?.characters.push({ character, step: begins });
    before = begins;
  }
  return turns;
}

interface ConversationProps {
  readonly text: EpisodeText;
  /** Steps that are over. */
  readonly done: number;
}

export function Conversation({ text, done }: ConversationProps) {
  const turns = turnsOf(text).filter(({ begins }) => begins < done);
  return (
    <ol class="conversation" aria-label="Conversation">
      {turns.map(({ isWorld, begins, characters }) => {
        const written = characters.filter(({ step }) => step < done).map(({ character }) => character);
        const isProse = written.length > 40;
        return (
          <li key={`${begins} ${isWorld}`} class={isWorld ? "world" : "agent"}>
            <span class="speaker">{isWorld ? "world" : "agent"}</span>
            <code>{written.map((one) => (isProse && one !== "" ? one : visible(one))).join("")}</code>
          </li>
        );
      })}
    </ol>
  );
}
