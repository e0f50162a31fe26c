// Decks in shorthand, a letter for a word, so that a small model can write them: `ad%2=` asks for two slides on solar and freight for
// executives. `<?>` searches and is answered with four facts, `[gipr]`; `<.gi>` plans two slides; `<+>` sets a theme; `<ad:agi1;dpr2>`
// writes the next slide, whose sections are a heading and a body each.

import { AUDIENCES, type Brief, briefInWords, type DrawnBrief, SUBJECTS } from "./brief.ts";
import { afterCall, type CallResult, type Deck, type DeckCall, EMPTY, type Theme } from "./deck.ts";

/** Letters of audiences in a question; on a slide they are their names. */
const NAMES = "%&@";
const letter = (k: number): string => String.fromCharCode(97 + k);

/** Words by letter: subjects from a, then three facts of each, two words of each audience as digits, names of audiences, and fillers. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...[...SUBJECTS.map(({ word }) => word), ...SUBJECTS.flatMap(({ facts }) => facts)].map(
    (word, k) => [letter(k), word] as const,
  ),
  ...AUDIENCES.flatMap(({ cues }) => cues).map((word, k) => [String(k + 1), word] as const),
  ...AUDIENCES.map(({ name }, k) => [NAMES[k], name] as const),
  ["y", "overview"],
  ["z", "thanks"],
]);
const LETTERS: ReadonlyMap<string, string> = new Map([...WORDS].map(([sign, word]) => [word, sign]));

/** All letters of words. */
export const SIGNS = [...WORDS.keys()].join("");

const inWords = (letters: string): string => [...letters].map((sign) => WORDS.get(sign) ?? "").join(" ");
/** The shorthand of words; words that it lacks are left out. */
const inLetters = (words: string): string =>
  words
    .split(" ")
    .map((word) => LETTERS.get(word) ?? "")
    .join("");

const THEMES: Readonly<Record<string, Theme>> = { "+": "corporate", "-": "dark", "*": "creative" };

/** The question of a brief: its subjects, audience and number of slides. */
export const questionOf = ({ subjects, audience, slides }: Omit<DrawnBrief, "found">): string =>
  `${subjects.map(letter).join("")}${NAMES[audience]}${slides}=`;

/** The brief of a question; `found` has the numbers of two facts of each subject. */
export function briefOf(question: string, found: ArrayLike<number>): Brief {
  const subjects = [question.charCodeAt(0) - 97, question.charCodeAt(1) - 97] as const;
  return briefInWords({
    ...{ subjects, audience: NAMES.indexOf(question[2]), slides: Number(question[3]) },
    found: [
      [found[0], found[1]],
      [found[2], found[3]],
    ],
  });
}

const isWord = (sign: string): boolean => WORDS.has(sign);

/** The call in the brackets; undefined for a malformed one. */
export function callOf(call: string, brief: Brief, deck: Deck): DeckCall | undefined {
  if (call === "?") return { tool: "web_search", query: brief.topic };
  if (Object.hasOwn(THEMES, call)) return { tool: "set_theme", theme: THEMES[call] };
  if (call.startsWith(".")) {
    const titles = [...call.slice(1)];
    return titles.every(isWord) ? { tool: "create_outline", titles: titles.map(inWords) } : undefined;
  }
  const [title, ...parts] = call.split(":");
  if (parts.length !== 1 || ![...call].every((sign) => isWord(sign) || sign === ":" || sign === ";")) return undefined;
  const sections = parts[0] === "" ? [] : parts[0].split(";");
  return {
    tool: "generate_slide",
    index: deck.slides.length + 1,
    title: inWords(title),
    sections: sections.map((section) => ({ heading: inWords(section.slice(0, 1)), body: inWords(section.slice(1)) })),
  };
}

/** A call in shorthand, with its brackets; `$` for the last. Calls that shorthand lacks are an Error. */
export function inShorthand(call: DeckCall): string {
  switch (call.tool) {
    case "web_search":
      return "<?>";
    case "create_outline":
      return `<.${call.titles.map((title) => inLetters(title).slice(0, 1)).join("")}>`;
    case "set_theme":
      return "<+>";
    case "generate_slide":
      return `<${inLetters(call.title)}:${call.sections.map(({ heading, body }) => inLetters(heading) + inLetters(body)).join(";")}>`;
    case "finalize":
      return "$";
    default:
      throw new Error(`${call.tool} has no shorthand`);
  }
}

/** The reply to a call: facts that were found, `.`, or `?` where it failed. */
const replyTo = ({ succeeded, deck }: CallResult, call: string | undefined): string =>
  !succeeded ? "?" : call === "?" ? deck.research.map(inLetters).join("") : ".";

/** What the calls of a text make. */
export interface Written {
  readonly deck: Deck;
  readonly calls: number;
  /** Calls that were malformed or failed. */
  readonly failed: number;
  /** The reply to the last call. */
  readonly reply: string;
}

/** Carries out all calls of a text after its question. */
export function writtenDeck(text: string, brief: Brief): Written {
  // Every > ends a call, with or without its beginning.
  let [deck, reply, succeeded] = [EMPTY, "", 0];
  const all = [...text.slice(text.indexOf("=")).matchAll(/(?:<([^<>]*))?>/g)];
  for (const [, call] of all) {
    const known = call === undefined ? undefined : callOf(call, brief, deck);
    const result = known === undefined ? { deck, succeeded: false, said: "" } : afterCall(deck, known, brief);
    reply = replyTo(result, call);
    deck = result.deck;
    if (result.succeeded) succeeded += 1;
  }
  return { deck, calls: all.length, failed: all.length - succeeded, reply };
}
