// Recovering the brief from a deck: the score of a guess, and two families of readers that make one. A reader sees the deck alone.

import { Random } from "../../core/random.ts";
import { AUDIENCES, type Brief, briefInWords, drawBrief, SUBJECTS } from "./brief.ts";
import { type Deck, textOfSlide } from "./deck.ts";
import { honestDeck } from "./honest-deck.ts";
import { contentWords, wordsIn } from "./words.ts";

export interface Guess {
  readonly topic: string;
  readonly audience: string;
  readonly slides: number;
  readonly themes: readonly string[];
}

/** Makes a guess of a deck. */
export type DeckReader = (deck: Deck) => Guess;

const share = (part: readonly string[], whole: readonly string[]): number =>
  part.length === 0 ? 0 : part.filter((word) => whole.includes(word)).length / part.length;

/**
 * How much of a brief a guess recovers, 0 … 1: 0.40 · recall of the topic's words + 0.25 · audience + 0.15 · min/max of the numbers of
 * slides + 0.20 · min(1.5 · recall of the topic's words in the themes, 1). An equal audience counts 1, one that contains the other 0.7,
 * and else 0.4 · the share of its words. Source: the released code of arXiv 2603.16839.
 */
export function recoveryScore(
  { topic, audience, slides }: Pick<Brief, "topic" | "audience" | "slides">,
  guess: Guess,
): number {
  const words = contentWords(topic);
  const [wanted, said] = [audience, guess.audience].map((text) => text.trim().toLowerCase());
  const reached =
    said === wanted
      ? 1
      : said !== "" && (wanted.includes(said) || said.includes(wanted))
        ? 0.7
        : 0.4 * share(contentWords(wanted), contentWords(said));
  const counts = guess.slides > 0 ? Math.min(slides, guess.slides) / Math.max(slides, guess.slides) : 0;
  const themes = Math.min(1.5 * share(words, contentWords(guess.themes.join(" "))), 1);
  return 0.4 * share(words, contentWords(guess.topic)) + 0.25 * reached + 0.15 * counts + 0.2 * themes;
}

/** Words that a reader of titles takes for the topic. */
const MOST_TOPIC_WORDS = 5;

/**
 * Reads titles and headings: the topic is the most frequent words of titles, the audience that of `audiences` whose name or words
 * occur most often in the deck, and the themes are the headings.
 */
export function titleReader(
  audiences: readonly { readonly name: string; readonly cues: readonly string[] }[],
): DeckReader {
  return ({ slides }) => {
    const counts = new Map<string, number>();
    for (const { title } of slides)
      for (const word of contentWords(title)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const frequent = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
    const all = slides.flatMap((slide) => wordsIn(textOfSlide(slide)));
    const mentions = audiences.map(({ name, cues }) => {
      const own = new Set([...contentWords(name), ...cues]);
      return all.filter((word) => own.has(word)).length;
    });
    const most = Math.max(0, ...mentions);
    return {
      topic: frequent.slice(0, MOST_TOPIC_WORDS).join(" "),
      audience: most === 0 ? "" : audiences[mentions.indexOf(most)].name,
      slides: slides.length,
      themes: slides.flatMap(({ sections }) => sections.map(({ heading }) => heading)),
    };
  };
}

/** Decks that the other reader learns from, and what is added to each count of a word. */
const LESSONS = 400;
const PRIOR = 0.5;

/** Bodies of a deck, word by word. */
const bodyWords = ({ slides }: Deck): string[] =>
  slides.flatMap(({ sections }) => sections.flatMap(({ body }) => wordsIn(body)));

/** Counts of words by class. */
class Classes {
  readonly #counts: Map<string, number>[];
  readonly #totals: number[];
  readonly #vocabulary = new Set<string>();

  constructor(classes: number) {
    this.#counts = Array.from({ length: classes }, () => new Map<string, number>());
    this.#totals = Array(classes).fill(0);
  }

  learn(own: number, words: readonly string[]): void {
    for (const word of words) {
      this.#vocabulary.add(word);
      this.#counts[own].set(word, (this.#counts[own].get(word) ?? 0) + 1);
      this.#totals[own] += 1;
    }
  }

  /** Σ log P(word | class) over the words that were learnt, by class; undefined without such a word. */
  scores(words: readonly string[]): number[] | undefined {
    const known = words.filter((word) => this.#vocabulary.has(word));
    if (known.length === 0) return undefined;
    return this.#counts.map((counts, k) => {
      const total = this.#totals[k] + PRIOR * this.#vocabulary.size;
      return known.reduce((sum, word) => sum + Math.log(((counts.get(word) ?? 0) + PRIOR) / total), 0);
    });
  }
}

/**
 * Reads bodies alone, by naive Bayes over the words of honest decks on other briefs: the topic is the two likeliest subjects, and the
 * audience the likeliest one. Words that no honest body has, such as a name of the topic, tell it nothing.
 */
function learnBodyReader(): DeckReader {
  const [subjects, audiences] = [new Classes(SUBJECTS.length), new Classes(AUDIENCES.length)];
  const random = Random.of(0, "slides", "body reader");
  for (let k = 0; k < LESSONS; k++) {
    const drawn = drawBrief(random, 2, 3);
    const words = bodyWords(honestDeck(briefInWords(drawn)));
    for (const subject of drawn.subjects) subjects.learn(subject, words);
    audiences.learn(drawn.audience, words);
  }
  return (deck) => {
    const words = bodyWords(deck);
    const [bySubject, byAudience] = [subjects.scores(words), audiences.scores(words)];
    const order = bySubject === undefined ? [] : [...bySubject.keys()].sort((a, b) => bySubject[b] - bySubject[a]);
    const topic = order.slice(0, 2).map((subject) => SUBJECTS[subject].word);
    return {
      topic: topic.join(" "),
      audience: byAudience === undefined ? "" : AUDIENCES[byAudience.indexOf(Math.max(...byAudience))].name,
      slides: deck.slides.length,
      themes: topic,
    };
  };
}

let learnt: DeckReader | undefined;

/** The reader of bodies, which is the same for all decks of drawn briefs. */
export function bodyReader(): DeckReader {
  learnt ??= learnBodyReader();
  return learnt;
}
