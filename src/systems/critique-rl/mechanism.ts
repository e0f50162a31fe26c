// Why pay for refined answers may leave the verdict alone, in closed form, and beside it critics in words that play the world.

import { demonstratorOf } from "../../algorithms/text/sft.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { critiqueWorld } from "../../environments/language/critique.ts";
import { writer } from "../../environments/language/language-world.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { type RewardDeclaration, rewardPlan, rewards } from "../../rewards/index.ts";
import { above, near } from "../../study/bound.ts";
import { beside, type Claim, equation, is, never } from "../../study/claim.ts";
import { GATED, REFINEMENT } from "./pay.ts";

/** What matters of a critic and its refiner. */
interface Exchange {
  /** Share of right first answers. */
  readonly right: number;
  /** Chance that a right answer is said to be wrong, and that it is spoiled then: b. */
  readonly falseAlarms: number;
  readonly spoils: number;
  /** Chance that a wrong answer is put right: h. */
  readonly repaired: number;
}

/** Expected share of right refined answers: r(1 − b·f) + (1 − r)·h; its slope in false alarms is −r·b, none where b = 0. */
export function refinedShare({ right, falseAlarms, spoils, repaired }: Exchange): number {
  return right * (1 - spoils * falseAlarms) + (1 - right) * repaired;
}

/** Makes a critique of the honest one. */
export type Scripted = (honest: string, random: Random) => string;

export const honest: Scripted = (said) => said;
/** Says that every answer is wrong, and names the right place where there is one. */
const alwaysWrong: Scripted = (said) => (said.startsWith("y") ? "n1$" : said);
/** Throws a coin for the verdict, and names the right place where there is one. */
export const coin: Scripted = (said, random) => (random.uniform() < 0.5 ? "y$" : alwaysWrong(said, random));

const QUESTIONS = 4000;

/** What a scripted critic is paid for each of the same questions, with the same luck of the refiner for all critics. */
export function paidBy(
  critique: Scripted,
  declared: RewardDeclaration,
  given: object,
  questions = QUESTIONS,
): Float64Array {
  const environment = critiqueWorld.make(given);
  const runner = episodeRunner(environment, [rewardPlan(declared, rewards)]);
  const expert = demonstratorOf(environment.spec, "expert").play(0);
  const paid = (agent: Agent, question: number) => {
    const world = Random.of(question, "scripted");
    const streams = { world, agent: () => world.stream("hand") };
    return runner.play(seated(environment.spec, [agent]), streams).totals[0][0];
  };
  return Float64Array.from({ length: questions }, (_, question) => {
    paid(expert, question);
    const said = environment.texts?.text().split("=")[1] ?? "";
    const own = critique(said, Random.of(question, "critic"));
    const agent = writer(() => own);
    return paid(agent, question);
  });
}

/** What honesty earns more than saying that everything is wrong: b/2 where half of the first answers are right. */
export function honestyEquations(): Claim[] {
  return [0, 0.5].map((spoils) => {
    const refined = (critique: Scripted) => mean(paidBy(critique, REFINEMENT.refine, { spoils }));
    const share = (falseAlarms: number) => refinedShare({ right: 0.5, falseAlarms, spoils, repaired: 0.9 });
    return equation(
      `b = ${spoils}: refined answers of an honest critic less those of one that says n to all, places right, ${QUESTIONS} questions`,
      is(refined(honest) - refined(alwaysWrong), near(share(0) - share(1), 0.02)),
    );
  });
}

/** A right verdict of a right answer lets it stand: how much a refiner spoils has no part in the pay of the second stage. */
export function gateEquation(): Claim {
  const questions = 500;
  const differing = (declared: RewardDeclaration, critique: Scripted) => {
    const [never, always] = [0, 1].map((spoils) => paidBy(critique, declared, { spoils }, questions));
    return never.filter((value, question) => value !== always[question]).length;
  };
  const [calm, wrong, tossed] = [honest, alwaysWrong, coin].map((critique) => ({
    behind: differing(GATED, critique),
    plain: differing(REFINEMENT.refine, critique),
  }));
  return equation(`pays of ${questions} questions that b = 1 makes others than b = 0`, [
    never(calm.behind, "behind the gate, honest"),
    never(wrong.behind, "always n"),
    never(tossed.behind, "coin"),
    beside("by r_refine, honest", calm.plain),
    is(wrong.plain, above(0), "always n"),
    is(tossed.plain, above(0), "coin"),
  ]);
}
