// The flow learners that are paid, by id: how each parameter of theirs becomes a rule.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { flag, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind, type EntryExample } from "../../core/registry.ts";
import { PARTS, READINGS } from "../../feedback/pictures/reward-map.ts";
import { SCALES } from "../text/group-advantage.ts";
import { paidFields, paidFlow } from "./flow-learner.ts";
import { flowPairs } from "./flow-pairs.ts";
import type { FlowPlace } from "./flow-rule.ts";
import { JUDGES, mapMatching, objectsOf } from "./map-matching.ts";
import { negativeAware } from "./negative-aware.ts";

import { stochasticGroups } from "./stochastic-groups.ts";
import { BALANCES } from "./term-balance.ts";
import { best, exponential, weightedMatching } from "./weighted-matching.ts";

const passes = whole(1, 1000, 2).describe("gradient steps on the actions of an update, each with new noise");
const scale = oneOf(SCALES, "group").describe(
  "what an advantage is divided by: the deviation in its group, in the batch, or nothing",
);

const drawn = oneOf(["start", "policy"], "start").describe(
  "which parameters draw the actions: those at the start, as from a data set of theirs, or those that learn",
);
const drawer = ({ drawn }: { readonly drawn: "start" | "policy" }, place: FlowPlace) =>
  drawn === "start" ? place.reference : place.policy;

const mapped = z.strictObject({
  ...paidFields,
  updates: whole(1, 1_000_000, 3).describe("rounds, each of pictures that are drawn anew and judged once"),
  observations: whole(1, 4096, 256).describe("captions of a round"),
  group: whole(2, 4096, 2).describe("pictures drawn for each caption"),
  judge: oneOf(JUDGES, "own").describe(
    "who scores objects and layout: the model's own understanding, the exact parser, the parser with mistakes, or as controls the own understanding of another picture and one that was not taught",
  ),
  accuracy: share(0.85).describe("share of verdicts that the judge `mistaken` has right"),
  map: oneOf(READINGS, "unsigned").describe(
    "weights of pixels: α(R + 1)/2 on a ground of ½, as SRUM's code has it; αR, as its paper has it; or 1 for a picture without a fault, else 0",
  ),
  scores: oneOf(PARTS, "both").describe("which scores make the map: of objects and layout, or of one of them"),
  anchor: within(0, 1e6, 0.5).describe(
    "λ_c: weight of all pixels beside the map; it must exceed the largest negative weight of a map",
  ),
  passes: whole(1, 1_000_000, 100).describe("gradient steps of a round"),
  batch: whole(1, 65_536, 128).describe("pictures of each gradient step, drawn from the round's with replacement"),
  average: share(0.97).describe("decay of the running mean of the parameters, by which is drawn and played"),
});

const example = {
  environment: "pictures/sprites",
  reward: { channel: "closeness" },
  parameters: { updates: 2, observations: 4, group: 4, width: 32, drawSteps: 4 },
};

const weighted = z.strictObject({
  ...paidFields,
  weights: oneOf(["exponential", "best"], "exponential").describe(
    "how much an action of a group counts: in proportion to exp(pay/β), or the best alone",
  ),
  beta: positive(1e6, 0.1).describe("β of exponential weights, in units of the pay"),
  drawn,
  passes,
});

const pairs = z.strictObject({
  ...paidFields,
  beta: positive(1e9, 500).describe("β, of squared errors that are means over the numbers of an action"),
  fading: flag(false).describe("β(1 − t)² instead of β, as the theory has it"),
  drawn,
  passes,
});

const negative = z.strictObject({
  ...paidFields,
  guidance: positive(100, 1).describe("b: how far the velocities of good and of bad actions lie from the old one"),
  scale,
  kl: within(0, 1e6, 0).describe(
    "weight of the mean squared distance of velocities from those at the start, whose gradient no balance weighs",
  ),
  passes,
  balance: oneOf(BALANCES, "none").describe(
    "how a sum is learnt from: whole, with conflicts measured or not, or by terms: in equal shares, by the nearest point of their gradients, or by PCGrad",
  ),
  renewed: whole(1, 1_000_000, 10).describe(
    "gradient steps from one renewal of the weights of min-norm to the next; 1 follows the nearest point itself",
  ),
  memory: share(0.7).describe("share of the former weights that a renewal keeps"),
  unit: flag(true).describe("whether min-norm divides gradients by their norms first"),
});

const stochastic = z.strictObject({
  ...paidFields,
  diffusion: oneOf(["rising", "constant"], "rising").describe(
    "noise of the sampler: a·√(t/(1 − t)), as in Flow-GRPO, or the same at all times, as in DanceGRPO",
  ),
  level: positive(100, 0.7).describe("a of rising noise, or the constant"),
  ratioClip: positive(10, 1e-4).describe(
    "clip of the ratio, whose log-likelihoods are means over the numbers of an action",
  ),
  kl: within(0, 1e6, 0.04).describe(
    "weight of the squared distance of a step's mean from the reference's, over twice its variance",
  ),
  trainedAbove: share(0.35).describe("steps are trained that begin later than this time"),
  scale,
  sameNoise: flag(true).describe("whether the actions of a group start from one noise"),
});

const flow = <P>(definition: {
  readonly id: string;
  readonly summary: string;
  readonly source: string;
  readonly parameters: z.ZodType<P>;
  readonly example?: EntryExample;
  make(p: P): AlgorithmPlan;
}): BoundEntry<AlgorithmPlan> => bind({ example, ...definition });

export const paidFlows: readonly BoundEntry<AlgorithmPlan>[] = [
  flow({
    id: "flow-rwr",
    summary: "a flow learns its own actions again, weighted by what they were paid",
    source: "reward-weighted regression: Peters & Schaal (2007); of flows: arXiv 2501.13918",
    parameters: weighted,
    make: (p) =>
      paidFlow("flow-rwr", p, (place) =>
        weightedMatching(place, p.weights === "best" ? best : exponential(p.beta), p.passes, drawer(p, place)),
      ),
  }),
  flow({
    id: "flow-srum",
    summary: "a flow learns its own pictures again, each pixel weighted by what a judge says of objects and layout",
    source: "SRUM: arXiv 2510.12784",
    parameters: mapped,
    example: { ...example, parameters: { ...example.parameters, judge: "parser", passes: 4, batch: 8 } },
    make: (p) =>
      paidFlow(
        "flow-srum",
        p,
        (place) => mapMatching(place, p),
        ({ mixture }) => void objectsOf("flow-srum", mixture),
      ),
  }),
  flow({
    id: "flow-dpo",
    summary: "a flow prefers the best of its drawn actions to the worst, against its start",
    source: "arXiv 2501.13918",
    parameters: pairs,
    make: (p) => paidFlow("flow-dpo", p, (place) => flowPairs(place, { ...p, drawer: drawer(p, place) })),
  }),
  flow({
    id: "flow-nft",
    summary: "a flow approaches its better actions and mirrors its worse ones, without a likelihood",
    source: "DiffusionNFT: arXiv 2509.16117",
    parameters: negative,
    make: (p) => paidFlow("flow-nft", p, (place) => negativeAware(place, p, place.reference.clone())),
  }),
  flow({
    id: "flow-grpo",
    summary: "a flow raises the likelihood of the steps of better actions of a group, drawn with noise",
    source: "Flow-GRPO: arXiv 2505.05470; with constant noise DanceGRPO: arXiv 2505.07818",
    parameters: stochastic,
    make: (p) =>
      paidFlow("flow-grpo", p, (place) =>
        stochasticGroups(place, {
          ...p,
          clip: p.ratioClip,
          diffusion: p.diffusion === "rising" ? { kind: "rising", a: p.level } : { kind: "constant", eta: p.level },
        }),
      ),
  }),
];
