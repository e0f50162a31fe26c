// Generators in the loop with judges: 2,000 questions, five rounds of critique, and what became of the answers.

import { Random } from "../../core/random.ts";
import { accuracies, afterJudge, type Flips, flips, oscillation, recovery } from "../../feedback/loops/flips.ts";
import {
  type Against,
  type Criticising,
  constructive,
  intents,
  judge,
  type Knowledge,
  lenient,
} from "../../feedback/loops/judges.ts";
import { feedbackLoop, type OpenItem, type Said, type Transcript } from "../../feedback/loops/rounds.ts";
import { encyclopaedia, type Fact, search } from "./encyclopaedia.ts";
import {
  acted,
  against,
  type CritiqueRule,
  type FactCritique,
  type FactQuestion,
  questions,
  seenOf,
} from "./generator.ts";
import { ACCURACY } from "./rules.ts";

export const FACTS = 500;
/** Times that each fact is asked, with another memory. */
export const ASKED = 4;
export const ROUNDS = 5;

/** Judges in the tables; those of the paper's taxonomy come first. */
export const JUDGES = {
  constructive: constructive(ACCURACY),
  hypercritical: intents.hypercritical,
  malicious: intents.malicious,
  honest: intents.honest,
  lenient: lenient(0.3),
} as const satisfies Readonly<Record<string, Criticising>>;
export type Intent = keyof typeof JUDGES;
export const TAXONOMY = ["constructive", "hypercritical", "malicious"] as const satisfies readonly Intent[];

/** Whether a generator knows in a round what was said in rounds before. */
export type CritiqueMemory = "none" | "refuted critiques";

/** What became of 2,000 answers under one judge. */
export interface CriticisedAnswers {
  /** By round, from the first answers on. */
  readonly accuracy: readonly number[];
  readonly flips: Flips;
  /** Accuracy after one round of half of the questions, less what the flips of the other half foretell. */
  readonly unforeseen: number;
  readonly recovery: number;
  readonly oscillation: number;
}

export interface MeetingSetting {
  readonly seed: number;
  readonly rule: CritiqueRule;
  readonly criticises: Criticising;
  readonly knowledge: Knowledge;
  readonly memory?: CritiqueMemory;
  /** Share of facts with false documents. */
  readonly contested?: number;
  /** Critiques are about the next question's fact. */
  readonly shuffled?: boolean;
  readonly rounds?: number;
}

const isRight = ({ fact }: FactQuestion, answer: number): boolean => fact.truth === answer;

/** The questions of a seed: the same for all generators and judges. */
export function asked(seed: number, contested?: number): FactQuestion[] {
  const random = Random.of(seed, "encyclopaedia");
  const facts = encyclopaedia(FACTS, random, contested);
  return Array.from({ length: ASKED }, (_, k) => questions(facts, random.stream("asked", k))).flat();
}

/** Plays the loop and measures it. */
export async function meeting(setting: MeetingSetting): Promise<CriticisedAnswers> {
  const { seed, criticises, knowledge, contested, shuffled = false, rounds = ROUNDS } = setting;
  const items = asked(seed, contested);
  const random = Random.of(seed, "meetings");
  const judged = judge(
    { criticises, knowledge, isRight, random },
    shuffled ? aboutAnother(items.map(({ fact }) => fact)) : against,
  );
  const loop = { solve: solver(setting, random), judge: judged, isRight };
  const transcript = await feedbackLoop(items, loop, { rounds });
  const accuracy = accuracies(transcript);
  const odd = flips(transcript, { to: 1, among: (item) => item % 2 === 1 });
  return {
    accuracy,
    flips: flips(transcript, { to: 1 }),
    unforeseen: unforeseen(transcript, criticises, odd),
    recovery: recovery(transcript),
    oscillation: oscillation(transcript),
  };
}

/** Of the questions in even places. */
function unforeseen(
  { right, items }: Pick<Transcript<unknown, unknown>, "right" | "items">,
  by: Criticising,
  of: Flips,
) {
  let [before, after] = [0, 0];
  for (let item = 0; item < items; item += 2) {
    before += right[item];
    after += right[items + item];
  }
  const half = Math.ceil(items / 2);
  return after / half - afterJudge(before / half, by, of);
}

/** Answers by a rule: from memory at first, then by the last critique. */
function solver({ rule, memory = "none" }: MeetingSetting, random: Random) {
  return (all: readonly OpenItem<FactQuestion, number, FactCritique>[]): number[] =>
    all.map(({ item, number, round, history }) => {
      const last = history.at(-1);
      if (last === undefined) return item.own;
      const { answer, critique } = last;
      if (critique === undefined || (memory !== "none" && isKnown(critique, history.slice(0, -1)))) return answer;
      const action = rule(seenOf(item, answer, critique));
      return acted(action, item, answer, critique, () => search(item.fact, random.stream("search", number, round)));
    });
}

/** Whether a critique says nothing that was not said before: it was answered then. */
const isKnown = (critique: FactCritique, before: readonly Said<number, FactCritique>[]): boolean =>
  before.some(({ critique: old }) => old?.kind === critique.kind && old.proposes === critique.proposes);

/** Critiques of the right kind that are made of another fact. */
function aboutAnother(facts: readonly Fact[]): Against<FactQuestion, number, FactCritique> {
  const other: typeof against.retrieved = (answered, random) => {
    const fact = facts[(answered.number + 1) % facts.length];
    return against.retrieved({ ...answered, item: { ...answered.item, fact } }, random);
  };
  return { ...against, retrieved: other };
}
