// The six channels of a deck's quality and their weights. Those without a judge are formulas of the released code of arXiv 2603.16839;
// rubrics over a layout of boxes stand for its two judges of looks.

import type { Brief } from "./brief.ts";
import { type Deck, type Slide, THEMES, textOfSlide, wordCount } from "./deck.ts";
import { contentWords, wordsIn } from "./words.ts";

/** Weights of the channels; the aggregate is the weighted mean. */
export const WEIGHTS = {
  codeRules: 1,
  renderQuality: 2,
  aestheticHtml: 1.5,
  aestheticVisual: 1.5,
  contentQuality: 2,
  briefReconstruction: 2,
} as const;
export type QualityChannel = keyof typeof WEIGHTS;
export type Quality = Readonly<Record<QualityChannel, number>>;

export const CHANNELS = Object.keys(WEIGHTS).filter((name): name is QualityChannel => Object.hasOwn(WEIGHTS, name));

/** Channels that know nothing of the brief's recovery. */
export const OTHER_CHANNELS = CHANNELS.filter((name) => name !== "briefReconstruction");

/** Σ w·q / Σ w over channels, by default all. */
export function aggregate(quality: Quality, channels: readonly QualityChannel[] = CHANNELS): number {
  const whole = channels.reduce((sum, name) => sum + WEIGHTS[name], 0);
  return channels.reduce((sum, name) => sum + WEIGHTS[name] * quality[name], 0) / whole;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const ratio = (a: number, b: number): number => (a > 0 && b > 0 ? Math.min(a, b) / Math.max(a, b) : 0);

/** Whether stop words of the topic count as words of the topic: the released code counts them, so that almost any slide has one. */
export type StopWords = "counted" | "dropped";

/** All channels of a deck; `recovered` is the score of the guess at its brief. A deck without slides has 0 in each. */
export function qualityOf(deck: Deck, brief: Brief, recovered: number, stopWords: StopWords): Quality {
  const { slides } = deck;
  const isEmpty = slides.length === 0;
  return {
    codeRules: mean(slides.map((slide) => codeRules(slide, brief))),
    renderQuality: isEmpty ? 0 : renderQuality(slides, brief),
    aestheticHtml: mean(slides.map((slide) => mean(htmlRubric(slide, deck)))),
    aestheticVisual: mean(slides.map((slide) => mean(visualRubric(slide, deck, brief)))),
    contentQuality: isEmpty ? 0 : contentQuality(deck, brief, stopWords),
    briefReconstruction: isEmpty ? 0 : recovered,
  };
}

/** A quarter each for a title, as many sections as asked for (0.1 for others), as many words, and sections that are not empty. */
function codeRules(slide: Slide, { words, sections }: Brief): number {
  const filled = slide.sections.filter(({ body }) => body.trim() !== "").length;
  const title = slide.title.trim() === "" ? 0 : 0.25;
  const count = slide.sections.length === sections ? 0.25 : slide.sections.length > 0 ? 0.1 : 0;
  const present = slide.sections.length === 0 ? 0 : filled / slide.sections.length;
  return title + count + 0.25 * ratio(wordCount(slide), words) + 0.25 * present;
}

/** 0.4 · slides as a share of those asked for + 0.3 · share that fits its box + 0.3 · share with a title and sections. */
function renderQuality(slides: readonly Slide[], brief: Brief): number {
  const fitting = slides.filter((slide) => fill(slide, brief) <= 1).length;
  const whole = slides.filter(({ title, sections }) => title.trim() !== "" && sections.length > 0).length;
  return 0.4 * Math.min(slides.length / brief.slides, 1) + (0.3 * (fitting + whole)) / slides.length;
}

/** Words in common with what was found, above which a slide rests on it; and confidence from which research may be missing. */
const COMMON = 3;
const CONFIDENT = 0.8;

/** 0.35 · slides on the topic + 0.25 · slides on what was found + 0.2 · share of different slides + 0.2 · planned slides. */
function contentQuality({ slides, research, outline }: Deck, brief: Brief, stopWords: StopWords): number {
  const topic = new Set(stopWords === "counted" ? wordsIn(brief.topic) : contentWords(brief.topic));
  const found = new Set(wordsIn(research.join(" ")));
  const words = slides.map((slide) => new Set(wordsIn(textOfSlide(slide))));
  const common = (of: ReadonlySet<string>, own: ReadonlySet<string>) => [...own].filter((word) => of.has(word)).length;
  const relevant = words.filter((own) => common(topic, own) > 0).length / slides.length;
  const grounded =
    research.length > 0
      ? (0.25 * words.filter((own) => common(found, own) > COMMON).length) / slides.length
      : brief.confidence >= CONFIDENT
        ? 0.15
        : 0;
  const different = new Set(slides.map((slide) => wordsIn(textOfSlide(slide)).join(" "))).size / slides.length;
  const planned = outline.length === 0 ? 0.1 : 0.2 * Math.min(outline.length / brief.slides, 1);
  return Math.min(1, 0.35 * relevant + grounded + 0.2 * different + planned);
}

/** A box has room for so many times the words that were asked for. */
const ROOM = 2;

/** Words of a slide as a share of what its box has room for. */
export const fill = (slide: Slide, { words }: Pick<Brief, "words">): number => wordCount(slide) / (ROOM * words);

/** Layout, balance, styling and polish of a slide's markup, each 0 … 1. */
function htmlRubric({ title, sections }: Slide, { theme }: Deck): number[] {
  const lengths = sections.map(({ body }) => wordsIn(body).length);
  const headings = sections.map(({ heading }) => heading.trim().toLowerCase());
  const named = headings.filter((heading) => heading !== "");
  return [
    title.trim() !== "" && sections.length >= 1 && sections.length <= 4 ? 1 : 0,
    sections.length === 0 ? 0 : ratio(Math.min(...lengths), Math.max(...lengths)),
    theme === "default" ? 0 : 1,
    sections.length === 0 ? 0 : new Set(named).size / sections.length,
  ];
}

/** Words that a slide's box looks well filled by, as shares of its room, and contrast of WCAG 2 above which none is missed. */
const FILLED = [0.3, 0.75] as const;
const CONTRAST = 7;

/** What fits, how densely, contrast, and a title in one line, each 0 … 1, of the boxes that a slide is drawn in. */
function visualRubric(slide: Slide, { theme }: Deck, brief: Brief): number[] {
  const filled = fill(slide, brief);
  const { ink, ground } = THEMES[theme];
  const [low, high] = FILLED;
  const titleWords = wordsIn(slide.title).length;
  return [
    filled <= 1 ? 1 : 1 / filled,
    filled < low ? filled / low : filled > high ? Math.max(0, 1 - (filled - high) / (1 - high)) : 1,
    Math.min(1, contrast(ink, ground) / CONTRAST),
    titleWords === 0 ? 0 : titleWords <= 10 ? 1 : 10 / titleWords,
  ];
}

/** Relative luminance of `#rrggbb` (WCAG 2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 … 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
