// A generator that remembers a fact, is criticised, and keeps its answer, switches to what is proposed, or looks the fact up.

import type { Random } from "../../core/random.ts";
import type { Against, Knowledge } from "../../feedback/loops/judges.ts";
import type { AnsweredItem } from "../../feedback/loops/rounds.ts";
import { type Document, evidenceFor, type Fact, otherThan, VALUES } from "./encyclopaedia.ts";

/** How sure a generator may be of what it remembers, all as likely: it is right as often. */
export const CONFIDENCE = [0.5, 0.6, 0.7, 0.8, 0.9] as const;
/** What a search costs, in right answers. */
export const COST = 0.1;
/** How often a judge's own memory is right. */
export const RECALLED = 0.8;

export const actions = ["keep", "switch", "look up"] as const;
export type Action = (typeof actions)[number];

/** A question with what the generator remembers of its fact. */
export interface FactQuestion {
  readonly fact: Fact;
  readonly own: number;
  /** Its second thought. */
  readonly runnerUp: number;
  /** Place of its confidence in `CONFIDENCE`. */
  readonly confidence: number;
}

/** Asks of each fact once, with memories of the generator's own. */
export function questions(facts: readonly Fact[], random: Random): FactQuestion[] {
  return facts.map((fact) => {
    const luck = random.stream("memory", fact.number);
    const confidence = luck.integer(CONFIDENCE.length);
    const own = luck.uniform() < CONFIDENCE[confidence] ? fact.truth : otherThan(fact.truth, luck);
    return { fact, own, runnerUp: otherThan(own, luck), confidence };
  });
}

/** A critique of an answer. */
export interface FactCritique {
  readonly kind: Knowledge;
  /** The fact that its documents are about. */
  readonly about: number;
  readonly proposes: number | undefined;
  readonly documents: readonly Document[];
}

/** What a generator decides by: its confidence in the answer that stands, and what is brought against it. */
export interface CritiqueSeen {
  readonly confidence: number;
  readonly kind: Knowledge;
  /** Documents that are quoted, by how they look. */
  readonly credible: number;
  readonly doubtful: number;
}

export type CritiqueRule = (seen: CritiqueSeen) => Action;

/** A critique about another fact says no more than the template. */
export function seenOf(question: FactQuestion, answer: number, critique: FactCritique): CritiqueSeen {
  const confidence = answer === question.own ? question.confidence : 0;
  if (critique.about !== question.fact.number) return { confidence, kind: "none", credible: 0, doubtful: 0 };
  const credible = critique.documents.filter((document) => document.credible).length;
  return { confidence, kind: critique.kind, credible, doubtful: critique.documents.length - credible };
}

/** The answer of a generator that has looked: the likeliest value by its memory and the documents found, its own where none is likelier. */
export function afterSearch(own: number, confidence: number, found: readonly Document[]): number {
  const prior = Math.log((1 - confidence) / (VALUES - 1));
  let [best, most] = [own, Math.log(confidence) + evidenceFor(own, found)];
  for (const { value } of found) {
    const worth = prior + evidenceFor(value, found);
    if (value !== own && worth > most) [best, most] = [value, worth];
  }
  return best;
}

/** The answer after a critique. */
export function acted(
  action: Action,
  question: FactQuestion,
  answer: number,
  critique: FactCritique,
  search: () => readonly Document[],
): number {
  const { own, runnerUp, confidence, fact } = question;
  if (action === "keep") return answer;
  if (action === "look up") return afterSearch(own, CONFIDENCE[confidence], search());
  const second = answer === runnerUp ? own : runnerUp;
  return critique.about === fact.number ? (critique.proposes ?? second) : second;
}

export type AnsweredQuestion = AnsweredItem<FactQuestion, number, FactCritique>;

/** What judges can bring against an answer. */
export const against: Against<FactQuestion, number, FactCritique> = {
  template: ({ item }) => ({ kind: "none", about: item.fact.number, proposes: undefined, documents: [] }),
  /** From memory; a judge that remembers the same value makes another one up. */
  recalled({ item: { fact }, answer }, random) {
    const remembered = random.uniform() < RECALLED ? fact.truth : otherThan(fact.truth, random);
    const proposes = remembered === answer ? otherThan(answer, random) : remembered;
    return { kind: "parametric", about: fact.number, proposes, documents: [] };
  },
  /** The value with the most evidence for it among the others, with all its documents. */
  retrieved({ item: { fact }, answer }, random) {
    const values = [...new Set(fact.documents.map(({ value }) => value))].filter((value) => value !== answer);
    if (values.length === 0) return undefined;
    const most = Math.max(...values.map((value) => evidenceFor(value, fact.documents)));
    const best = values.filter((value) => evidenceFor(value, fact.documents) === most);
    const proposes = best[random.integer(best.length)];
    const documents = fact.documents.filter(({ value }) => value === proposes);
    return { kind: "grounded", about: fact.number, proposes, documents };
  },
};
