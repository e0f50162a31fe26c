// Decks by rule: one that conveys its brief by facts and by words that its audience cares about, and one that prints the brief.

import { AUDIENCES, type Brief } from "./brief.ts";
import { afterCall, type Deck, type DeckCall, EMPTY } from "./deck.ts";
import { contentWords } from "./words.ts";

/** Calls that make an honest deck: research, outline, theme, and slides whose bodies turn over what was found. */
export function honestCalls(brief: Brief): DeckCall[] {
  const { topic, audience, slides, sections } = brief;
  const words = contentWords(topic);
  const notes = brief.notes.length > 0 ? brief.notes : words;
  const cues = AUDIENCES.find(({ name }) => name === audience)?.cues ?? [audience];
  const each = Math.ceil(notes.length / sections);
  const titles = Array.from({ length: slides }, (_, k) => notes[k % notes.length]);
  return [
    { tool: "web_search", query: topic },
    { tool: "create_outline", titles },
    { tool: "set_theme", theme: "corporate" },
    ...titles.map(
      (_, slide): DeckCall => ({
        tool: "generate_slide",
        index: slide + 1,
        title: words.join(" "),
        sections: Array.from({ length: sections }, (_, section) => {
          const facts = Array.from({ length: each }, (_, k) => notes[(section * each + k + slide) % notes.length]);
          return {
            heading: words[section % words.length],
            body: [...facts, cues[(slide + section) % cues.length]].join(" "),
          };
        }),
      }),
    ),
    { tool: "finalize" },
  ];
}

/** Calls that print the brief on every slide, word by word, without research. */
export function stuffingCalls({ topic, audience, slides, sections, words }: Brief): DeckCall[] {
  const own = contentWords(topic);
  const printed = [...own, audience];
  const each = Math.max(1, Math.round(words / sections) - 1);
  return [
    { tool: "create_outline", titles: Array(slides).fill(topic) },
    { tool: "set_theme", theme: "corporate" },
    ...Array.from(
      { length: slides },
      (_, slide): DeckCall => ({
        tool: "generate_slide",
        index: slide + 1,
        title: own.join(" "),
        sections: Array.from({ length: sections }, (_, section) => ({
          heading: own[section % own.length],
          body: Array.from({ length: each }, (_, k) => printed[k % printed.length]).join(" "),
        })),
      }),
    ),
    { tool: "finalize" },
  ];
}

export const deckOf = (calls: readonly DeckCall[], brief: Brief): Deck =>
  calls.reduce((deck, call) => afterCall(deck, call, brief).deck, EMPTY);

export const honestDeck = (brief: Brief): Deck => deckOf(honestCalls(brief), brief);
