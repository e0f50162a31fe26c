// Workflows with a deceiver: a round table that votes, and a moderator that looks facts up.

import { Random } from "../../core/random.ts";
import { intents, judge } from "../../feedback/loops/judges.ts";
import { encyclopaedia, evidenceFor, type Fact, search } from "./encyclopaedia.ts";
import { acted, against, type CritiqueRule, type FactQuestion, questions, seenOf } from "./generator.ts";
import { ASKED, FACTS } from "./meetings.ts";

/** Agents at the table, one of them the deceiver. */
export const SIZES = [3, 5, 7] as const;
/** Searches of a moderator. */
const SEARCHES = 3;

/** Share of facts that a table gets right. */
export interface TableAccuracy {
  /** Without a deceiver: as many honest agents, who vote. */
  readonly honest: number;
  /** With one. */
  readonly deceived: number;
  /** With one, where a moderator decides among what was answered by what it finds. */
  readonly moderated: number;
  /** Without one, under the same moderator. */
  readonly honestModerated: number;
}

/** Tables of `size` agents that answer by a rule, over all facts of a seed, several times. */
export function tableAccuracy(seed: number, size: number, rule: CritiqueRule): TableAccuracy {
  const random = Random.of(seed, "tables", size);
  const facts = encyclopaedia(FACTS, Random.of(seed, "encyclopaedia"));
  const sums = { honest: 0, deceived: 0, moderated: 0, honestModerated: 0 };
  for (let sitting = 0; sitting < ASKED; sitting++) {
    const luck = random.stream("sitting", sitting);
    const agents = Array.from({ length: size }, (_, k) => questions(facts, luck.stream("agent", k)));
    for (const [k, fact] of facts.entries()) {
      const coin = luck.stream("coin", k);
      const calm = agents.map((all) => all[k].own);
      const heard = [
        ...agents.slice(1).map((all, agent) => afterDeceiver(all[k], rule, luck.stream("heard", agent), k)),
        fact.rival,
      ];
      const found = search(fact, luck.stream("moderator", k), SEARCHES);
      const evidence = (value: number) => evidenceFor(value, found);
      sums.honest += isTruth(
        fact,
        voted(calm, () => 0, coin.clone()),
      );
      sums.deceived += isTruth(
        fact,
        voted(heard, () => 0, coin.clone()),
      );
      sums.moderated += isTruth(fact, voted(heard, evidence, coin.clone()));
      sums.honestModerated += isTruth(fact, voted(calm, evidence, coin.clone()));
    }
  }
  const all = FACTS * ASKED;
  return {
    honest: sums.honest / all,
    deceived: sums.deceived / all,
    moderated: sums.moderated / all,
    honestModerated: sums.honestModerated / all,
  };
}

const isTruth = ({ truth }: Fact, answer: number): number => (answer === truth ? 1 : 0);

/** An agent's answer after the deceiver has spoken to it. */
function afterDeceiver(question: FactQuestion, rule: CritiqueRule, luck: Random, number: number): number {
  const { fact, own } = question;
  const isRight = ({ fact: { truth } }: FactQuestion, answer: number) => truth === answer;
  const deceiver = judge({ criticises: intents.malicious, knowledge: "grounded", isRight, random: luck }, against);
  const [critique] = deceiver([{ item: question, answer: own, number, round: 0, history: [] }]);
  if (critique === undefined) return own;
  const action = rule(seenOf(question, own, critique));
  return acted(action, question, own, critique, () => search(fact, luck.stream("search", number)));
}

/** The answer with the most evidence, then the most votes, then by the coin. */
function voted(answers: readonly number[], evidence: (value: number) => number, coin: Random): number {
  const named = [...new Set(answers)];
  const strongest = Math.max(...named.map(evidence));
  const left = named.filter((value) => evidence(value) === strongest);
  const votes = (value: number) => answers.filter((answer) => answer === value).length;
  const most = Math.max(...left.map(votes));
  const ahead = left.filter((value) => votes(value) === most);
  return ahead[coin.integer(ahead.length)];
}
