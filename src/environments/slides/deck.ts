// A deck of slides as plain data, and what calls of tools make of it.

import type { Brief } from "./brief.ts";
import { contentWords, wordsIn } from "./words.ts";

export interface Section {
  readonly heading: string;
  readonly body: string;
}

export interface Slide {
  readonly title: string;
  readonly sections: readonly Section[];
}

/** Looks of a deck: colours of text, ground and headings. */
export const THEMES = {
  default: { ink: "#222222", ground: "#ffffff", accent: "#555555" },
  dark: { ink: "#e8e8ea", ground: "#14161a", accent: "#7fb4ff" },
  corporate: { ink: "#1b2a41", ground: "#f7f9fc", accent: "#0b5cad" },
  creative: { ink: "#3b1c4a", ground: "#fff6ea", accent: "#c2410c" },
} as const;
export type Theme = keyof typeof THEMES;

export interface Deck {
  /** What searches have found. */
  readonly research: readonly string[];
  /** Planned titles. */
  readonly outline: readonly string[];
  readonly slides: readonly Slide[];
  readonly theme: Theme;
  readonly finished: boolean;
}

export const EMPTY: Deck = { research: [], outline: [], slides: [], theme: "default", finished: false };

/** A call of a tool; slides are counted from 1. */
export type DeckCall =
  | { readonly tool: "web_search"; readonly query: string }
  | { readonly tool: "create_outline"; readonly titles: readonly string[] }
  | {
      readonly tool: "generate_slide";
      readonly index: number;
      readonly title: string;
      readonly sections: readonly Section[];
    }
  | { readonly tool: "set_theme"; readonly theme: Theme }
  | { readonly tool: "delete_slide" | "duplicate_slide"; readonly index: number }
  | { readonly tool: "move_slide"; readonly from: number; readonly to: number }
  | { readonly tool: "review_deck" | "finalize" };

/** The deck after a call and what the tool answers; the deck is as before where the call fails. */
export interface CallResult {
  readonly deck: Deck;
  readonly succeeded: boolean;
  readonly said: string;
}

export const MOST_SLIDES = 20;

/** Carries out a call on a deck that is made for a brief. */
export function afterCall(deck: Deck, call: DeckCall, brief: Brief): CallResult {
  const failed = (said: string): CallResult => ({ deck, succeeded: false, said });
  const made = (changed: Partial<Deck>, said: string): CallResult => ({
    deck: { ...deck, ...changed },
    succeeded: true,
    said,
  });
  const { slides } = deck;
  const isThere = (index: number) => index >= 1 && index <= slides.length;
  const missing = (index: number) => failed(`there is no slide ${index}; there are ${slides.length}`);
  switch (call.tool) {
    case "web_search": {
      const wanted = new Set(wordsIn(call.query));
      if (!contentWords(brief.topic).some((word) => wanted.has(word)))
        return failed("nothing was found for this query");
      return made({ research: brief.notes }, `found: ${brief.notes.join("; ")}`);
    }
    case "create_outline": {
      const titles = call.titles.filter((title) => title.trim() !== "");
      return titles.length === 0
        ? failed("an outline needs a title at least")
        : made({ outline: titles }, `${titles.length} slides are planned`);
    }
    case "generate_slide": {
      const { index, title, sections } = call;
      if (index < 1 || index > slides.length + 1) return failed(`the next slide is ${slides.length + 1}`);
      if (index > MOST_SLIDES) return failed(`a deck has at most ${MOST_SLIDES} slides`);
      const written = [...slides.slice(0, index - 1), { title, sections }, ...slides.slice(index)];
      return made({ slides: written }, `slide ${index} is written; there are ${written.length}`);
    }
    case "set_theme":
      return made({ theme: call.theme }, `the theme is ${call.theme}`);
    case "delete_slide":
      return isThere(call.index)
        ? made({ slides: slides.toSpliced(call.index - 1, 1) }, "deleted")
        : missing(call.index);
    case "duplicate_slide":
      if (!isThere(call.index)) return missing(call.index);
      if (slides.length === MOST_SLIDES) return failed(`a deck has at most ${MOST_SLIDES} slides`);
      return made({ slides: slides.toSpliced(call.index, 0, slides[call.index - 1]) }, "duplicated");
    case "move_slide": {
      const { from, to } = call;
      if (!isThere(from) || !isThere(to)) return missing(isThere(from) ? to : from);
      return made({ slides: slides.toSpliced(from - 1, 1).toSpliced(to - 1, 0, slides[from - 1]) }, "moved");
    }
    case "review_deck": {
      const rows = slides.map((slide, k) => {
        const words = wordCount(slide);
        const off = Math.abs(words - brief.words) > 0.3 * brief.words ? `, ${brief.words} are wanted` : "";
        return `slide ${k + 1}: ${words} words${off}, ${slide.sections.length} sections`;
      });
      return made({}, [`${slides.length} of ${brief.slides} slides`, ...rows].join("\n"));
    }
    case "finalize":
      return slides.length === 0
        ? failed("a deck without slides cannot be finished")
        : made({ finished: true }, "finished");
    default:
      return call satisfies never;
  }
}

export const textOfSlide = ({ title, sections }: Slide): string =>
  [title, ...sections.flatMap(({ heading, body }) => [heading, body])].join(" ");

/** Words of headings and bodies. */
export const wordCount = ({ sections }: Slide): number =>
  sections.reduce((sum, { heading, body }) => sum + wordsIn(heading).length + wordsIn(body).length, 0);
