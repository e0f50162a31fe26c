// What a level is worth for a training, judged from a life that was led on it. Levels of high scores are replayed.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { flag, oneOf, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { advantageFields, advantageRule, tableCritic } from "./advantage-rule.ts";
import type { RuleAtWork, TableSizes, UpdateRule } from "./life.ts";

const SCORES = ["algorithmic-regret", "positive-value-loss", "value-loss", "least-pay", "random"] as const;

/** The parameter of trainings that choose their levels. */
export const levelFields = z
  .strictObject({
    count: whole(0, 1_000_000, 0).describe("levels that are drawn once and come again and again; 0: always new ones"),
    replay: share(0).describe("share of lives on levels that were played before, by their scores"),
    temperature: within(0, 1000, 0).describe(
      "β: the level of rank k is drawn in proportion to k^(−1/β); 0: the highest scores are replayed first",
    ),
    score: oneOf(SCORES, "algorithmic-regret").describe(
      "what a level is replayed by: pay of the antagonist less the learner's, surprise of a critic (only good ones, or all), little pay, or chance",
    ),
    inverted: flag(false).describe("whether the lowest scores come first, as a control"),
    size: whole(16, 100_000, 1000).describe("levels that are remembered"),
    antagonist: z.strictObject(advantageFields).prefault({}).describe("the actor-critic that regret is held against"),
  })
  .prefault({});

export type LevelSettings = z.output<typeof levelFields>;

/** A life that is over. */
interface LevelLife {
  readonly level: number;
  /** What it was paid. */
  readonly pay: number;
  /** Surprise of its last rollout; NaN where nothing watched it. */
  readonly surprise: number;
}

/** Where lives are led. */
interface LevelPlace {
  /** Makes an agent that lives by a rule. */
  agent(rule: UpdateRule): Agent;
  /** Total reward of an agent in a life on a level. */
  play(agent: Agent, level: number, luck: Random): number;
}

/** Makes a score, which is higher where a level is to come back sooner. */
export function levelScore({ score, inverted, antagonist }: LevelSettings, place: LevelPlace) {
  const sign = inverted ? -1 : 1;
  const rival = score === "algorithmic-regret" ? place.agent(advantageRule(antagonist)) : undefined;
  return ({ level, pay, surprise }: LevelLife, random: Random): number => {
    // Algorithmic regret, arXiv 2310.02782, section 4.2.
    if (rival !== undefined) return sign * (place.play(rival, level, random) - pay);
    if (score === "random") return random.uniform();
    return sign * (score === "least-pay" ? -pay : surprise);
  };
}

/**
 * Watches a life by a critic of its own: mean max(A, 0) over the last rollout (arXiv 2110.02439), or mean |A| (arXiv 2010.03934). Undefined
 * where the score needs no such thing.
 */
export function surpriseOf({ score, antagonist }: LevelSettings) {
  if (score !== "positive-value-loss" && score !== "value-loss") return undefined;
  const of = score === "value-loss" ? Math.abs : (advantage: number) => Math.max(advantage, 0);
  let surprise = Number.NaN;
  return {
    last: () => surprise,
    watch(sizes: TableSizes): RuleAtWork {
      const critic = tableCritic(sizes, antagonist);
      return {
        begin: critic.begin,
        update(rollout) {
          const { advantages } = critic.judge(rollout);
          let sum = 0;
          for (let k = 0; k < advantages.length; k++) sum += of(advantages[k]);
          surprise = sum / advantages.length;
          critic.learn(rollout, antagonist.criticRate, antagonist.clip);
        },
      };
    },
  };
}
