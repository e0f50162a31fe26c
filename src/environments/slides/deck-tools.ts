// Tools that make decks: their arguments, as models write them, and what a model is shown.

import { z } from "zod";
import type { CalledTool, OfferedTool, ToolPlay } from "../../core/tool-play.ts";
import type { Brief } from "./brief.ts";
import { type Deck, type DeckCall, THEMES } from "./deck.ts";
import { bytesOf } from "./packed-text.ts";

const index = z.int().min(1).describe("number of the slide, from 1");
const themes = Object.keys(THEMES).filter((name): name is keyof typeof THEMES => Object.hasOwn(THEMES, name));

/** Argument schemas of the tools. */
const FORMS = {
  web_search: z.strictObject({ query: z.string() }),
  create_outline: z.strictObject({ titles: z.array(z.string()).describe("a title for each slide") }),
  generate_slide: z.strictObject({
    index: index.describe("number of the slide: one that is there is rewritten, the next one is added"),
    title: z.string(),
    sections: z.array(z.strictObject({ heading: z.string(), body: z.string() })),
  }),
  set_theme: z.strictObject({ theme: z.enum(themes) }),
  delete_slide: z.strictObject({ index }),
  duplicate_slide: z.strictObject({ index }),
  move_slide: z.strictObject({ from: index, to: index }),
  review_deck: z.strictObject({}),
  finalize: z.strictObject({}),
};
type ToolName = keyof typeof FORMS;

const ABOUT: Readonly<Record<ToolName, string>> = {
  web_search: "Searches for facts on the topic.",
  create_outline: "Plans the slides by their titles.",
  generate_slide: "Writes a slide.",
  set_theme: "Chooses the colours of the deck.",
  delete_slide: "Takes a slide away.",
  duplicate_slide: "Puts a copy behind a slide.",
  move_slide: "Moves a slide to another place.",
  review_deck: "Counts slides, sections and words.",
  finalize: "Finishes the deck, which ends the work.",
};

/** Names that models give to arguments, and those that are meant. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{
    slide_index: "index",
    slide_idx: "index",
    idx: "index",
    slide_number: "index",
    q: "query",
    search_query: "query",
  },
  ...{ outline: "titles", slides: "titles", theme_name: "theme", name: "theme", from_index: "from", to_index: "to" },
};

const isTool = (name: string): name is ToolName => Object.hasOwn(FORMS, name);
const NAMES = Object.keys(FORMS).filter(isTool);

const OFFERED: readonly OfferedTool[] = NAMES.map((name) => {
  const { $schema: _, ...parameters } = z.toJSONSchema(FORMS[name], { io: "input" });
  return { name, description: ABOUT[name], parameters };
});

const call = z.discriminatedUnion("tool", [
  FORMS.web_search.extend({ tool: z.literal("web_search") }),
  FORMS.create_outline.extend({ tool: z.literal("create_outline") }),
  FORMS.generate_slide.extend({ tool: z.literal("generate_slide") }),
  FORMS.set_theme.extend({ tool: z.literal("set_theme") }),
  FORMS.delete_slide.extend({ tool: z.literal("delete_slide") }),
  FORMS.duplicate_slide.extend({ tool: z.literal("duplicate_slide") }),
  FORMS.move_slide.extend({ tool: z.literal("move_slide") }),
  FORMS.review_deck.extend({ tool: z.literal("review_deck") }),
  FORMS.finalize.extend({ tool: z.literal("finalize") }),
]);

/** The call in a text of JSON, `{"tool":"set_theme","theme":"dark"}`; undefined where it is none. */
export function readCall(text: string): DeckCall | undefined {
  try {
    const read = call.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** Text of a call, as `readCall` reads it. */
export const callText = (made: DeckCall): string => JSON.stringify(made);

/** A called tool as a call, or a sentence on what is wrong with it. */
function understood({ name, input }: CalledTool): DeckCall | string {
  if (!isTool(name)) return `there is no tool ${name}`;
  const isObject = typeof input === "object" && input !== null;
  const given = Object.entries(isObject ? input : {}).map(([key, value]) => [ALIASES[key] ?? key, value]);
  const read = call.safeParse({ ...Object.fromEntries(given), tool: name });
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  return `${name} cannot be called so: ${path.length === 0 ? "" : `${path.join(".")}: `}${message}`;
}

/** What the tools see of the world. */
export interface DeckDesk {
  brief(): Brief;
  deck(): Deck;
  /** What the last call was answered; empty before the first. */
  answer(): string;
  /** Calls so far, and those allowed. */
  calls(): readonly [made: number, most: number];
  /** Bytes that a call may have. */
  readonly longest: number;
  write(text: string, action: Float64Array): void;
}

export function deckTools(desk: DeckDesk): ToolPlay {
  return {
    task: [
      "You make a deck of slides for a brief. A good deck has the slides, sections and words that the brief asks for, rests on what a search",
      "has found, looks well, and lets a reader who sees it alone recover its topic, its audience and its themes.",
    ].join("\n"),
    tools: OFFERED,
    shown() {
      const [made, most] = desk.calls();
      if (made > 0) return `${desk.answer()}\n${desk.deck().slides.length} slides, ${most - made} calls are left.`;
      const { topic, audience, slides, words, sections } = desk.brief();
      return [
        `Topic: ${topic}`,
        `Audience: ${audience}`,
        `Slides: ${slides}, each with ${sections} sections and about ${words} words in headings and bodies`,
        `At most ${most} calls; finalize ends the work.`,
      ].join("\n");
    },
    read(called, _seat, action) {
      const known = understood(called);
      if (typeof known === "string") return known;
      const text = callText(known);
      if (bytesOf(text) > desk.longest)
        return `a call has at most ${desk.longest} bytes, and this one has ${bytesOf(text)}`;
      desk.write(text, action);
      return undefined;
    },
  };
}
