// Training of an update rule: agents live whole lives under pairs of candidate networks, each pair on one level, and the better
// candidate of each pair says where to go. What is trained is a player that begins with empty tables and learns within an episode.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import { positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { restore, saved, savedSteps, stepsOf } from "../training-checkpoint.ts";
import { rollout, sees } from "./agents.ts";
import { antitheticEvolution } from "./evolution.ts";
import { initialLpg, learnedRule, lpgFields } from "./learned-policy-gradient.ts";
import { levelBuffer } from "./level-buffer.ts";
import { levelFields, levelScore, surpriseOf } from "./level-scores.ts";
import { checkLife, lifeAgent } from "./life.ts";

const parameters = z.strictObject({
  ...lpgFields,
  rollout,
  sees,
  generations: whole(0, 1_000_000, 200).describe(
    "generations of the training; 0: the rule stays as it begins, such as with a stage's",
  ),
  pairs: whole(1, 1000, 8).describe("pairs of candidates in a generation, each with a level of its own"),
  deviation: positive(100, 0.1).describe("σ of the candidates around the rule"),
  rate: positive(10, 0.02).describe("Adam's learning rate"),
  levels: levelFields.describe("where levels come from; a level is what the world draws at an episode's beginning"),
  segments: whole(1, 10_000, 10).describe("parts of the training, between which it can be resumed"),
});

type Options = z.output<typeof parameters>;

export const lpg: BoundEntry<AlgorithmPlan> = bind({
  id: "lpg",
  summary:
    "Learned Policy Gradient: a network that says how tables learn from what they did, found by evolution over whole lives",
  source: "Oh et al., arXiv 2007.08794; levels by algorithmic regret: GROOVE, arXiv 2310.02782",
  parameters,
  example: {
    environment: "gridworld/objects",
    parameters: { sees: ["x", "y", "objects"], generations: 2, pairs: 2 },
  },
  make: (p): AlgorithmPlan => ({
    begins: true,
    check: (spec) => checkLife({ spec, sees: p.sees }),
    train: (context, from) => training(context, p, from),
  }),
});

function training(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const { spec, seats, random } = context;
  const { generations, pairs, levels, sees: fields, rollout: steps } = p;
  if (levels.replay > 0 && levels.size < 2 * pairs) {
    const what = `${levels.size} remembered levels are too few for ${pairs} pairs`;
    throw new UserError({ code: "few-levels", what, path: ["levels", "size"], hint: `take ${2 * pairs} or more` });
  }
  const surprise = levels.replay > 0 ? surpriseOf(levels) : undefined;
  const own = learnedRule(p);
  const life = { spec, sees: fields, steps };
  const candidate = lifeAgent(life, own.rule, surprise?.watch);
  const world = context.makeEnvironment();
  const runner = episodeRunner(world, [() => context.makeReward()]);
  let played = from === undefined ? 0 : stepsOf(from);

  /** Total reward of an agent in a life on a level. */
  function play(agent: Agent, level: number, luck: Random): number {
    const episode = runner.play(seated(spec, [agent]), {
      start: random.stream("level", level),
      world: luck.stream("world"),
      agent: () => luck.stream("agent"),
    });
    played += episode.steps;
    return episode.totals[0][0];
  }
  const score = levelScore(levels, { agent: (rule) => lifeAgent(life, rule), play });

  const rule = initialLpg(p, random.stream("network"));
  if (context.start !== undefined) restore(byName(context.start), "rule", rule);
  const evolution = antitheticEvolution(rule, p);
  const { centre, state } = evolution;
  const buffer = levelBuffer(levels, random.stream("buffer"));
  const remembered = { centre, optimiser: state, sum: new Float32Array(centre.length), ...buffer.state };
  const { sum } = remembered;
  let done = from?.updates ?? 0;
  if (from !== undefined) {
    const tensors = byName(from);
    restore(tensors, "rule", rule);
    for (const [name, numbers] of Object.entries(remembered)) restore(tensors, name, numbers);
  }

  function chosen(generation: Random): readonly { readonly slot: number; readonly level: number }[] {
    if (levels.replay > 0) return buffer.take(pairs, generation.stream("replay"));
    const draws = generation.stream("levels");
    return Array.from({ length: pairs }, () => ({ slot: 0, level: draws.integer(levels.count || 2 ** 24) }));
  }

  /** The rule is the mean of the centres of the second half: one centre alone still moves with every draw of levels. */
  function keep(): void {
    const first = Math.floor(generations / 2);
    if (done < first) {
      rule.set(centre);
      return;
    }
    for (let k = 0; k < sum.length; k++) {
      sum[k] += centre[k];
      rule[k] = sum[k] / (done - first + 1);
    }
  }

  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: [
      saved("rule", rule),
      ...Object.entries(remembered).map(([name, numbers]) => saved(name, numbers)),
      savedSteps(played),
    ],
  });

  return {
    update() {
      if (done >= generations) return undefined;
      const generation = random.stream("generation", done);
      const taken = chosen(generation);
      const candidates = evolution.ask(generation.stream("directions"));
      const pays = { forward: new Float64Array(pairs), backward: new Float64Array(pairs) };
      const scores = new Float64Array(pairs);
      let paid = 0;
      for (const [k, { level }] of taken.entries()) {
        const luck = generation.stream("life", k);
        const lead = (side: "forward" | "backward"): number => {
          own.load(candidates[k][side]);
          pays[side][k] = play(candidate, level, luck);
          return surprise?.last() ?? Number.NaN;
        };
        // Both of a pair have the same luck. A level's score is taken from the better life.
        const [ahead, behind] = [lead("forward"), lead("backward")];
        const isAhead = pays.forward[k] >= pays.backward[k];
        const better = { level, pay: isAhead ? pays.forward[k] : pays.backward[k], surprise: isAhead ? ahead : behind };
        paid += (pays.forward[k] + pays.backward[k]) / (2 * pairs);
        if (levels.replay > 0) scores[k] = score(better, generation.stream("score", k));
      }
      evolution.tell(pays.forward, pays.backward);
      if (levels.replay > 0) {
        buffer.renew(pairs, generation.stream("fresh"));
        buffer.give(
          taken.map(({ slot }) => slot),
          scores,
        );
      }
      keep();
      done += 1;
      const levelScore = scores.reduce((a, b) => a + b, 0) / pairs;
      const measures = { pay: paid, ...(levels.replay > 0 ? { levelScore } : {}) };
      return { steps: played, share: done / generations, measures };
    },
    checkpoint: () => (done % Math.ceil(generations / p.segments) === 0 || done >= generations ? left() : undefined),
    left,
    player(seat) {
      if (!seats.includes(seat)) throw new Error(`seat ${seat} does not learn`);
      const learnt = learnedRule(p);
      learnt.load(rule);
      return lifeAgent(life, learnt.rule);
    },
    close() {},
  };
}

const byName = ({ tensors }: TrainingCheckpoint) => new Map(tensors.map(({ name, data }) => [name, data]));
