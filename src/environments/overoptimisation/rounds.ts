// An optimiser moves answers along a reward that is learnt from comparisons. Each round it chooses how far; then the reward may be learnt
// again. What answers are worth has a peak, and the learnt reward sees some of what it depends on, so that both part where it goes far.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, field, flow, named, parts, singleAgentSpec } from "../declaration.ts";
import { short } from "../scene-shapes.ts";
import { drawnNormalWorld, goldScore, learnedProxy, linearScore, type NormalComparisons } from "./normal-answers.ts";

/** How far a round may go, in √KL. */
const DISTANCES = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5] as const;
const FARTHEST = 1.5;

const parameters = z
  .strictObject({
    horizon: whole(1, 1000, 5).describe("rounds, each a move along the learnt reward"),
    dimensions: whole(1, 64, 16).describe("features of an answer, which are normal at the start"),
    seen: whole(1, 64, 16).describe("how many of them the learnt reward sees"),
    curvature: within(0, 10, 0.2).describe("q of what an answer x is worth, taste·x − q·|x|²; the taste has length 1"),
    comparisons: whole(1, 100_000, 1000).describe("pairs of answers of today that a reward is learnt from"),
    labels: oneOf(["fresh", "its own", "none"], "none").describe(
      "who judges the pairs that it is learnt from again after each round: what answers are worth, the learnt reward itself, or none",
    ),
  })
  .refine(({ seen, dimensions }) => seen <= dimensions, wrong("seen", "must not exceed dimensions"));

export const rounds = bind({
  id: "overoptimisation/rounds",
  summary:
    "an optimiser moves answers along a reward learnt from comparisons, as far as it chooses, and what they are worth has a peak",
  source: "the laws of arXiv 2210.10760 and the hypothesis of arXiv 2604.13602, on normal answers",
  parameters,
  make: ({ horizon, dimensions, seen, curvature, comparisons, labels }): NumericEnvironment => {
    const state = layout({
      taste: [dimensions],
      centre: [dimensions],
      learnt: [dimensions],
      round: [1],
      promised: [1],
      gained: [1],
    });
    const { taste, centre, learnt, round, promised, gained } = state.views;
    const bends = new Float64Array(dimensions).fill(curvature);
    const world = { taste, curvature: bends };
    const byGold: NormalComparisons["score"] = (answers, at) => goldScore(world, answers, at);
    const sizeOf = (x: Float64Array) => Math.sqrt(linearScore(x, x));
    /** Learns the reward from pairs around today's centre. */
    const learn = (score: NormalComparisons["score"], random: Random): void =>
      learnt.set(learnedProxy({ pairs: comparisons, centre, score }, seen, random.stream("pairs", round[0])));
    const farthest = Math.SQRT2 * FARTHEST * horizon;
    // With a ridge of 1 the fit is no worse than weights of 0: |w|²/2 ≤ pairs·ln 2.
    const steepest = Math.SQRT2 * Math.sqrt(2 * comparisons * Math.LN2);
    const worth = farthest * (1 + curvature * farthest);
    const promise = steepest * FARTHEST;
    return {
      spec: singleAgentSpec({
        label: "optimiser",
        horizon,
        action: named(...DISTANCES.map(String)),
        actionUnit: "√KL",
        observation: [
          field("round", 0, 1, "share of the rounds that are over"),
          field("distance", 0, farthest, "√KL of the answers from those of the start", { usual: [0, 3] }),
          field("steepness", 0, steepest, "what the learnt reward promises for a √KL of 1", { usual: [0, 2] }),
        ],
        channels: [
          flow("proxy", "points", -promise, promise, "sum", "what the learnt reward says that the answers have gained"),
          flow("gold", "points", -worth, worth, "sum", "what they have gained"),
          flow("gap", "points", -promise - worth, promise + worth, "sum", "what the learnt reward says beyond that"),
          flow(
            "divergence",
            "nats",
            -(farthest ** 2),
            farthest ** 2,
            "sum",
            "KL of the answers from those of the start",
          ),
          flow("moved", "√KL", 0, FARTHEST, "sum", "how far the optimiser has gone"),
        ],
        publicState: parts({ round: "rounds over", centre: "mean answer", promised: "promised", gained: "gained" }),
      }),
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        outcomes.fill(0);
        taste.set(drawnNormalWorld(dimensions, curvature, random.stream("world")).taste);
        learn(byGold, random);
      },
      step(actions, outcomes, random) {
        const distance = DISTANCES[choiceOf(actions[0], DISTANCES.length)];
        const size = sizeOf(learnt);
        const before = { worth: goldScore(world, centre), divergence: linearScore(centre, centre) / 2 };
        if (size > 0) for (let k = 0; k < dimensions; k++) centre[k] += (Math.SQRT2 * distance * learnt[k]) / size;
        // The spread of answers does not change, and so what they are worth on average changes as at their centre.
        const gold = goldScore(world, centre) - before.worth;
        const proxy = Math.SQRT2 * distance * size;
        round[0] += 1;
        promised[0] += proxy;
        gained[0] += gold;
        outcomes[0] = proxy;
        outcomes[1] = gold;
        outcomes[2] = proxy - gold;
        outcomes[3] = linearScore(centre, centre) / 2 - before.divergence;
        outcomes[4] = distance;
        const isOver = round[0] >= horizon;
        if (!isOver && labels !== "none") {
          const old = learnt.slice();
          learn(labels === "fresh" ? byGold : (answers, at) => linearScore(old, answers, at), random);
        }
        return isOver ? Status.truncated : Status.running;
      },
      observe(observations) {
        observations[0] = round[0] / horizon;
        observations[1] = sizeOf(centre) / Math.SQRT2;
        observations[2] = Math.SQRT2 * sizeOf(learnt);
      },
      scene: () => {
        const bars = [
          { name: "promised", value: promised[0] },
          { name: "gained", value: gained[0], fill: "accent" as const, marked: true },
        ];
        const low = Math.min(0, ...bars.map(({ value }) => value));
        const high = Math.max(1, ...bars.map(({ value }) => value));
        return barScene(
          [{ title: "Since the start", bars, low, high }],
          `Round ${round[0]} of ${horizon}: √KL ${short(sizeOf(centre) / Math.SQRT2)} from the start.`,
        );
      },
    };
  },
});
