// One world of users: what a model of love says of them, what policies do that are optimised for it, and what is seen once one is hacked.

import { Random } from "../../core/random.ts";
import { meanUnder } from "../../evaluation/overoptimisation/judged-answers.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import { basePolicy, type LoveModel, loveModel, mixedPolicy, normalised, READS, tilted } from "./policies.ts";
import { type AnswerTypes, type ChatLog, chatsUnder, drawnTypes, type Outcome, outcomeOf } from "./users.ts";

/** Chats that the model learns from, and later ones that it is tried on: 60,000 and 30,000 turns. */
export const LOGGED = { users: 1000, chats: 10, trolls: 0 } as const;
const LATER = { users: 1000, chats: 5, trolls: 0 } as const;
/** Chats of an arm of an online comparison: 30,000 turns. */
export const ONLINE = { users: 500, chats: 10, trolls: 0 } as const;
/** Tilts along P[Love] alone, from none to mild. */
export const TILTS = Array.from({ length: 10 }, (_, k) => (0.6 * k) / 9);
export const WEIGHTS = [0, 0.1, 0.3, 1, 2, 4] as const;
export const [MODERATE, AGGRESSIVE] = [0.3, 1] as const;
const FARTHER = [0.6, 1, 2, 4, 8];

/** A policy that was optimised for predicted love. */
export interface Optimised extends Outcome {
  readonly predicted: number;
}

/** What P[Love] promises beside what users love. */
export interface LoveMeters {
  /** By weight, [WEIGHTS]. */
  readonly swept: readonly Optimised[];
  /** Pearson's r of predictions and online changes over the mild tilts, and over farther ones too. */
  readonly mild: number;
  readonly far: number;
}

export interface FeedbackMeters extends LoveMeters {
  readonly base: Outcome;
  /** Of later turns: by the model, and by the true chance. */
  readonly auc: number;
  readonly bestAuc: number;
  /** Means over later turns. */
  readonly predicted: number;
  readonly naive: number;
  readonly observed: number;
  /** Correlation of P[Love] with length over answers; where length is read too. */
  readonly lengthy: number;
  readonly lengthRead: number;
  /** Loves of an online comparison of the moderate policy with the base, of as many turns each. */
  readonly trial: { readonly base: number; readonly moderate: number; readonly turns: number };
  /** Optimised for love alone with the aggressive weight. */
  readonly alone: Optimised;
  readonly shuffled: LoveMeters;
  readonly hidden: LoveMeters;
  /** The aggressive policy after the model has learnt from its users too. */
  readonly retrained: Optimised;
  /** What the retrained model says of the policy before. */
  readonly hindsight: number;
  /** Closings in drawn answers over those of the base policy: of a second draw of it, of the moderate and the aggressive policy. */
  readonly audit: readonly number[];
}

export interface FeedbackJob {
  readonly seed: number;
}

export const measuring = studyJob(import.meta.url, measured);

export async function measured({ seed }: FeedbackJob): Promise<FeedbackMeters> {
  const of = (...names: string[]) => Random.of(seed, ...names);
  const types = drawnTypes(of("types"));
  const base = basePolicy();
  const log = chatsUnder(types, base, LOGGED, of("log"));
  const later = chatsUnder(types, base, LATER, of("later"));
  const love = loveModel(types, log, of("kept"));
  const naive = loveModel(types, log, of("kept"), { corrected: false });
  const reacted = Array.from(later.reaction, (one) => one === 1);
  const scores = Float64Array.from(later.type, (type) => love.chances[type]);
  const lengthRead = loveModel(types, log, of("kept"), { reads: READS.length });
  const blind = loveModel(types, log, of("kept"), { reads: READS.hidden });
  const policy = (weight: number, others?: number) => mixedPolicy(types, love.chances, weight, others);
  const hacked = policy(AGGRESSIVE);
  const own = chatsUnder(types, hacked, LOGGED, of("own log"));
  const again = loveModel(types, joined(log, own), of("kept"));
  const trial = (one: Float64Array, arm: string) => total(chatsUnder(types, one, ONLINE, of("trial", arm)).reaction);
  return {
    ...loveMeters(types, love, of("online")),
    base: outcomeOf(types, base),
    auc: areaUnderCurve(scores, reacted) ?? Number.NaN,
    bestAuc: areaUnderCurve(later.chance, reacted) ?? Number.NaN,
    predicted: mean(scores),
    naive: mean(Float64Array.from(later.type, (type) => naive.chances[type])),
    observed: mean(later.reaction),
    lengthy: pearson(love.chances, types.length) ?? Number.NaN,
    lengthRead: pearson(lengthRead.chances, types.length) ?? Number.NaN,
    trial: {
      ...{ base: trial(base, "base"), moderate: trial(policy(MODERATE), "moderate") },
      turns: ONLINE.users * ONLINE.chats * 6,
    },
    alone: optimised(types, policy(AGGRESSIVE, 0), love),
    shuffled: loveMeters(types, loveModel(types, mixedUp(log, of("shuffled")), of("kept")), of("online")),
    hidden: loveMeters(types, blind, of("online")),
    retrained: optimised(types, mixedPolicy(types, again.chances, AGGRESSIVE), again),
    hindsight: meanUnder(hacked, again.chances),
    audit: [base, policy(MODERATE), hacked].map((one, k) => {
      const drawn = chatsUnder(types, one, ONLINE, of("audit", String(k)));
      return mean(closingsOf(types, drawn)) / mean(closingsOf(types, log));
    }),
  };
}

const closingsOf = ({ closing }: AnswerTypes, { type }: ChatLog) => Float64Array.from(type, (one) => closing[one]);
const total = (values: Uint8Array): number => values.reduce((sum, one) => sum + one, 0);

const optimised = (types: AnswerTypes, policy: Float64Array, { chances }: LoveModel): Optimised => ({
  ...outcomeOf(types, policy),
  predicted: meanUnder(policy, chances),
});

function loveMeters(types: AnswerTypes, love: LoveModel, random: Random): LoveMeters {
  return {
    swept: WEIGHTS.map((weight) => optimised(types, mixedPolicy(types, love.chances, weight), love)),
    mild: validity(types, love, TILTS, random),
    far: validity(types, love, [...TILTS, ...FARTHER], random),
  };
}

/** Pearson's r of mean P[Love] and love online, over policies tilted along P[Love], each with users of its own. */
export function validity(
  types: AnswerTypes,
  { chances }: LoveModel,
  strengths: readonly number[],
  random: Random,
  rateOf: (log: ChatLog) => number = ({ reaction }) => mean(reaction),
  trolls = 0,
): number {
  const score = normalised(chances);
  const policies = strengths.map((strength) => tilted(score, strength));
  const predicted = policies.map((policy) => meanUnder(policy, chances));
  const online = policies.map((policy, k) =>
    rateOf(chatsUnder(types, policy, { ...ONLINE, trolls }, random.stream("arm", k))),
  );
  return pearson(predicted, online) ?? 0;
}

function joined(one: ChatLog, other: ChatLog): Pick<ChatLog, "type" | "reaction"> {
  const type = new Int32Array(one.type.length + other.type.length);
  const reaction = new Uint8Array(type.length);
  for (const [log, at] of [[one, 0] as const, [other, one.type.length] as const]) {
    type.set(log.type, at);
    reaction.set(log.reaction, at);
  }
  return { type, reaction };
}

function mixedUp({ type, reaction }: ChatLog, random: Random): Pick<ChatLog, "type" | "reaction"> {
  const moved = reaction.slice();
  shuffle(moved, random);
  return { type, reaction: moved };
}
