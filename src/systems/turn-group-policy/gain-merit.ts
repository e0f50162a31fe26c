// Which calls were of use, and whether their gains say so: the world tells merit, turn by turn, and the writer never hears it.

import { textSampler } from "../../algorithms/text/completions.ts";
import { mostTurns, turnPay, turnsOf } from "../../algorithms/text/turn-credit.ts";
import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { textContext, type Writer } from "../../study/testbeds/text.ts";
import { answerLikelihood, informationGains } from "./answer-likelihood.ts";
import { BED, MERIT } from "./arms.ts";

/** Calls of one turn. */
export interface TurnMerit {
  /** Share of calls that were of use. */
  readonly useful: number;
  /** Mean gain of those that were, and of those that were not. */
  readonly gains: readonly [useful: number, useless: number];
  /** Chance that a useful call's gain is above a useless one's. */
  readonly area: number;
}

/** By turn, over `answers` answers to different questions, where both kinds occur among at least 50 calls. */
export function gainMerit({ model, parameters }: Writer, answers: number, seed: number): TurnMerit[] {
  const context = textContext(BED, { channel: "correct" }, seed);
  const most = mostTurns(model.context);
  const meter = answerLikelihood(answers, most);
  const sampler = textSampler(context, model, parameters, {
    groups: answers,
    group: 1,
    further: MERIT,
    watch: meter.watch,
  });
  const texts = sampler.write(Random.of(seed, "merit"));
  sampler.close();
  const turns = turnsOf(texts, most);
  const gains = informationGains(meter.likely, turns);
  const useful = turnPay({ ...texts, pay: texts.further[0] }, most);
  const found: TurnMerit[] = [];
  for (let turn = 0; turn < most; turn++) {
    const places = [...turns.counts.entries()].flatMap(([row, count]) => (turn < count - 1 ? [row * most + turn] : []));
    const area = areaUnderCurve(
      places.map((place) => gains[place]),
      places.map((place) => useful[place] > 0),
    );
    if (places.length < 50 || area === null) break;
    const of = (kind: boolean) =>
      mean(places.filter((place) => useful[place] > 0 === kind).map((place) => gains[place]));
    found.push({ useful: mean(places.map((place) => useful[place])), gains: [of(true), of(false)], area });
  }
  return found;
}
