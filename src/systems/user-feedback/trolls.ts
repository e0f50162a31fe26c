// Users who react at random or against what they like: what they cost, and what comes back once each user counts by its reliability.

import { Random } from "../../core/random.ts";
import { areaUnderCurve } from "../../evaluation/statistics/classification.ts";
import { mean, median } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { type FeedbackJob, LOGGED, TILTS, validity } from "./measuring.ts";
import { basePolicy, type LoveModel, loveModel } from "./policies.ts";
import { type AnswerTypes, type ChatLog, chatsUnder, drawnTypes } from "./users.ts";

export const SHARES = [0, 0.05, 0.2] as const;
/** Chats that the model learns from, of the users' fifteen; later ones try it. */
const CHATS = 15;
const ROUNDS = 3;
/** A user counts in a meter from this reliability on. */
const RELIABLE = 0.5;

/** AUROC of later turns, and r over the mild tilts. */
export interface Validity {
  readonly auc: number;
  readonly r: number;
}

/** Where all users count alike, in the model and in the meters; and where each counts by how reliable he is. */
export interface Trolled {
  readonly alike: Validity;
  readonly weighed: Validity;
  /** AUROC of the model that counts all alike on the turns of reliable users. */
  readonly alikeOnReliable: number;
}

export const trolling = studyJob(import.meta.url, trolled);

/** By share of trolls, [SHARES]. */
export async function trolled({ seed }: FeedbackJob): Promise<readonly Trolled[]> {
  const types = drawnTypes(Random.of(seed, "types"));
  return SHARES.map((trolls) => {
    const random = Random.of(seed, "trolls", String(trolls));
    const all = chatsUnder(types, basePolicy(), { ...LOGGED, chats: CHATS, trolls }, random.stream("log"));
    const turns = (all.type.length * LOGGED.chats) / CHATS;
    const [log, later] = [part(all, 0, turns), part(all, turns, all.type.length)];
    const alike = loveModel(types, log, random.stream("kept"));
    const { love, reliability } = weighedModel(types, log, random.stream("kept"));
    const kept = (one: ChatLog, weights: Float64Array) =>
      Array.from(one.user.keys()).filter((at) => weights[one.user[at]] >= RELIABLE);
    const everyone = new Float64Array(LOGGED.users).fill(1);
    const rateOf = (one: ChatLog) => {
      const weights = reliabilities(love, one, LOGGED.users);
      return mean(kept(one, weights).map((at) => one.reaction[at]));
    };
    const auc = ({ chances }: LoveModel, weights: Float64Array) => {
      const rows = kept(later, weights);
      const scores = rows.map((at) => chances[later.type[at]]);
      const reacted = rows.map((at) => later.reaction[at] === 1);
      return areaUnderCurve(scores, reacted) ?? Number.NaN;
    };
    const r = (model: LoveModel, rate?: typeof rateOf) =>
      validity(types, model, TILTS, random.stream("online"), rate, trolls);
    return {
      alike: { auc: auc(alike, everyone), r: r(alike) },
      weighed: { auc: auc(love, reliability), r: r(love, rateOf) },
      alikeOnReliable: auc(alike, reliability),
    };
  });
}

const part = ({ type, user, chance, reaction }: ChatLog, from: number, to: number): ChatLog => ({
  ...{ type: type.subarray(from, to), user: user.subarray(from, to) },
  ...{ chance: chance.subarray(from, to), reaction: reaction.subarray(from, to) },
});

/** Model and reliabilities by turns, from users who react no more than three times as often as the median one. */
export function weighedModel(types: AnswerTypes, log: ChatLog, random: Random) {
  const rates = ratesOf(log, LOGGED.users);
  const usual = 3 * median(rates);
  let reliability: Float64Array = rates.map((rate) => (rate <= usual ? 1 : 0));
  const fitted = () =>
    loveModel(types, log, random.clone(), { weights: Float64Array.from(log.user, (user) => reliability[user]) });
  let love = fitted();
  for (let round = 0; round < ROUNDS; round++) {
    reliability = reliabilities(love, log, LOGGED.users);
    love = fitted();
  }
  return { love, reliability };
}

/** How often each user reacts. */
function ratesOf({ user, reaction }: ChatLog, users: number): Float64Array {
  const [turns, hits] = [new Float64Array(users), new Float64Array(users)];
  for (const [at, one] of user.entries()) {
    turns[one] += 1;
    hits[one] += reaction[at];
  }
  return hits.map((count, one) => count / Math.max(1, turns[one]));
}

/**
 * Chance that a user's reactions follow the model, where the alternative is a rate of his own that is the same for every answer and as likely
 * to be any: ∏ p or 1 − p against h!·(n − h)!/(n + 1)!, both equally likely beforehand.
 */
export function reliabilities({ chances }: LoveModel, { type, user, reaction }: ChatLog, users: number): Float64Array {
  const [turns, hits, follows] = [new Float64Array(users), new Float64Array(users), new Float64Array(users)];
  for (const [at, one] of user.entries()) {
    const p = chances[type[at]];
    turns[one] += 1;
    hits[one] += reaction[at];
    follows[one] += Math.log(reaction[at] === 1 ? p : 1 - p);
  }
  return follows.map((own, one) => {
    const other = logFactorial(hits[one]) + logFactorial(turns[one] - hits[one]) - logFactorial(turns[one] + 1);
    return 1 / (1 + Math.exp(other - own));
  });
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let k = 2; k <= n; k++) sum += Math.log(k);
  return sum;
}
