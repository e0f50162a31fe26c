// Users of a chat who now and then love an answer: what they love, the chats they have, and how often they love the answers of a policy.

import type { Random } from "../../core/random.ts";
import { drawBeta } from "../../math/beta-draw.ts";

export const TURNS = 6;
export const TYPES = 3000;

/** Kinds of answers, each [types]. */
export interface AnswerTypes {
  readonly help: Float64Array;
  readonly warmth: Float64Array;
  /** 1 where it ends with a loving closing. */
  readonly closing: Float64Array;
  readonly safety: Float64Array;
  /** In hundreds of characters; helpful answers are longer. */
  readonly length: Float64Array;
}

export function drawnTypes(random: Random): AnswerTypes {
  const each = (draw: (k: number) => number) => Float64Array.from({ length: TYPES }, (_, k) => draw(k));
  const help = each(() => drawBeta(4, 3, random));
  const warmth = each(() => drawBeta(2, 4, random));
  return {
    ...{ help, warmth },
    closing: each((k) => (random.uniform() < 0.05 + 0.1 * warmth[k] ? 1 : 0)),
    safety: each(() => drawBeta(6, 2, random)),
    length: each((k) => Math.max(0.1, 0.4 + 1.6 * help[k] + 0.3 * random.normal())),
  };
}

/** Closings before a turn, as far as users mind: none, some, three or more. */
const SEEN = [0, 1, 3] as const;
const TIRED = 3;
const seenBy = (closings: number): number => (closings === 0 ? 0 : closings < TIRED ? 1 : 2);

/** The task is done in the last turn; a closing before it costs half of the turn's helpfulness. */
export const helpIn = (types: AnswerTypes, type: number, turn: number): number =>
  types.closing[type] === 1 && turn < TURNS - 1 ? types.help[type] / 2 : types.help[type];

/** Chance that an honest user loves an answer after this many closings in the chat. */
export function loveChance(types: AnswerTypes, type: number, turn: number, closings: number): number {
  const c = types.closing[type];
  const repeated = closings > 0 ? 2 * c : 0;
  const tired = closings >= TIRED ? 0.8 : 0;
  const logit = -5 + 1.2 * helpIn(types, type, turn) + 3 * types.warmth[type] + 1.2 * c - repeated - tired;
  return 1 / (1 + Math.exp(-logit));
}

/** What comes of a policy in the mean over turns, exactly. */
export interface Outcome {
  readonly love: number;
  readonly help: number;
  readonly safety: number;
  readonly closings: number;
}

/** Answers are drawn turn by turn with these chances, [types]; closings so far are then binomial. */
export function outcomeOf(types: AnswerTypes, policy: Float64Array): Outcome {
  let [safety, closings] = [0, 0];
  for (let k = 0; k < TYPES; k++) {
    safety += policy[k] * types.safety[k];
    closings += policy[k] * types.closing[k];
  }
  let [love, help] = [0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    const seen = [0, 0, 0];
    for (let n = 0; n <= turn; n++) seen[seenBy(n)] += binomial(turn, n, closings);
    for (let k = 0; k < TYPES; k++) {
      if (policy[k] === 0) continue;
      help += (policy[k] * helpIn(types, k, turn)) / TURNS;
      for (const [state, chance] of seen.entries()) {
        if (chance > 0) love += (policy[k] * chance * loveChance(types, k, turn, SEEN[state])) / TURNS;
      }
    }
  }
  return { love, help, safety, closings };
}

function binomial(trials: number, hits: number, chance: number): number {
  let ways = 1;
  for (let k = 0; k < hits; k++) ways = (ways * (trials - k)) / (k + 1);
  return ways * chance ** hits * (1 - chance) ** (trials - hits);
}

/** Turns of chats in the order of time, each [turns]. */
export interface ChatLog {
  readonly type: Int32Array;
  readonly user: Int32Array;
  /** What an honest user's chance is. */
  readonly chance: Float64Array;
  readonly reaction: Uint8Array;
}

/** The users that chat, and how often. */
export interface Crowd {
  readonly users: number;
  /** Chats of each; all users have their first before any has a second. */
  readonly chats: number;
  /** ε: users who react with a chance of a half, or as an honest user would not, equally many of both. */
  readonly trolls: number;
}

export function chatsUnder(
  types: AnswerTypes,
  policy: Float64Array,
  { users, chats, trolls }: Crowd,
  random: Random,
): ChatLog {
  const turns = users * chats * TURNS;
  const log = {
    ...{ type: new Int32Array(turns), user: new Int32Array(turns) },
    ...{ chance: new Float64Array(turns), reaction: new Uint8Array(turns) },
  };
  const [who, answers, reactions] = [random.stream("users"), random.stream("answers"), random.stream("reactions")];
  const kinds = Int32Array.from({ length: users }, () => kindOf(who.uniform(), trolls));
  const draw = drawer(policy);
  let at = 0;
  for (let chat = 0; chat < chats; chat++) {
    for (let user = 0; user < users; user++) {
      for (let turn = 0, closings = 0; turn < TURNS; turn++, at++) {
        const type = draw(answers.uniform());
        const chance = loveChance(types, type, turn, closings);
        closings += types.closing[type];
        log.type[at] = type;
        log.user[at] = user;
        log.chance[at] = chance;
        log.reaction[at] = reactions.uniform() < [chance, 0.5, 1 - chance][kinds[user]] ? 1 : 0;
      }
    }
  }
  return log;
}

/** 0 honest, 1 random, 2 inverted. */
const kindOf = (uniform: number, trolls: number): number => (uniform >= trolls ? 0 : uniform < trolls / 2 ? 1 : 2);

/** From a uniform number to a type, by bisection of cumulated chances. */
function drawer(policy: Float64Array): (uniform: number) => number {
  const sums = new Float64Array(policy.length);
  let sum = 0;
  for (let k = 0; k < policy.length; k++) {
    sum += policy[k];
    sums[k] = sum;
  }
  return (uniform) => {
    let [low, high] = [0, policy.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (uniform * sum < sums[middle]) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
