// Briefs of slide decks: what a deck is to be about, for whom, and how long. They are drawn from a small lexicon, in which every subject has
// facts and every audience has words that it cares about; a user's file may hold others.

import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";

/** What a deck is asked to be. */
export interface Brief {
  readonly topic: string;
  readonly audience: string;
  readonly slides: number;
  /** Words of headings and bodies that a slide should have. */
  readonly words: number;
  readonly sections: number;
  /** How much may be written without research; from 0.8 on it is credited in part. */
  readonly confidence: number;
  /** What a search finds. */
  readonly notes: readonly string[];
}

/** Subjects of topics, each with its facts. */
export const SUBJECTS: readonly { readonly word: string; readonly facts: readonly string[] }[] = [
  { word: "solar", facts: ["panels", "inverters", "rooftops"] },
  { word: "retail", facts: ["storefronts", "checkout", "inventory"] },
  { word: "vaccines", facts: ["dosage", "trials", "immunity"] },
  { word: "freight", facts: ["containers", "harbours", "customs"] },
  { word: "water", facts: ["reservoirs", "pipelines", "drought"] },
  { word: "housing", facts: ["rents", "permits", "mortgages"] },
];

/** Audiences, each with words that it cares about. */
export const AUDIENCES: readonly { readonly name: string; readonly cues: readonly string[] }[] = [
  { name: "executives", cues: ["revenue", "strategy"] },
  { name: "engineers", cues: ["throughput", "interfaces"] },
  { name: "investors", cues: ["dividends", "risk"] },
];

/** Facts that a search finds of each subject of a drawn brief. */
export const FOUND = 2;
/** Form of drawn slides: two sections of a heading and three words. */
export const FORM = { words: 8, sections: 2, confidence: 0.5 } as const;

/** Numbers behind a drawn brief. */
export interface DrawnBrief {
  readonly subjects: readonly [number, number];
  readonly audience: number;
  readonly slides: number;
  /** Numbers of the facts that are found, for each subject. */
  readonly found: readonly (readonly number[])[];
}

/** Draws two subjects, an audience, a number of slides, and two of three facts of each subject. */
export function drawBrief(random: Random, fewest: number, most: number): DrawnBrief {
  const first = random.integer(SUBJECTS.length);
  const second = (first + 1 + random.integer(SUBJECTS.length - 1)) % SUBJECTS.length;
  const audience = random.integer(AUDIENCES.length);
  const slides = fewest + random.integer(most - fewest + 1);
  const found = [first, second].map((subject) => {
    const facts = [...SUBJECTS[subject].facts.keys()];
    shuffle(facts, random);
    return facts.slice(0, FOUND);
  });
  return { subjects: [first, second], audience, slides, found };
}

export function briefInWords({ subjects, audience, slides, found }: DrawnBrief): Brief {
  return {
    topic: subjects.map((subject) => SUBJECTS[subject].word).join(" and "),
    audience: AUDIENCES[audience].name,
    slides,
    ...FORM,
    notes: subjects.flatMap((subject, k) => found[k].map((fact) => SUBJECTS[subject].facts[fact])),
  };
}
