// The flow learners that are paid, by id: how each parameter of theirs becomes a rule.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { flag, oneOf, positive, share, whole, within, wrong } from "../../core/parameters.ts";
import { type BoundEntry, bind, type EntryExample } from "../../core/registry.ts";
import { PARTS, READINGS } from "../../feedback/pictures/reward-map.ts";
import { demonstratorOf } from "../demonstrated-steps.ts";
import { SCALES } from "../text/group-advantage.ts";
import { distributionMatching } from "./distribution-matching.ts";
import { mixtureOf } from "./exact-teacher.ts";
import { paidFields, paidFlow } from "./flow-learner.ts";
import { flowPairs } from "./flow-pairs.ts";
import type { FlowPlace } from "./flow-rule.ts";
import { guidanceParameters } from "./guidance.ts";
import { JUDGES, mapMatching, objectsOf } from "./map-matching.ts";
import { NORMALISERS } from "./matching-signal.ts";
import { negativeAware } from "./negative-aware.ts";
import { payGradient } from "./pay-gradient.ts";
import { checkSlopes } from "./pay-slopes.ts";
import { checkGuidance } from "./process-of.ts";
import { diffusionFields, diffusionOf } from "./sampler-parameters.ts";
import { PAIRINGS } from "./set-pairs.ts";
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
    "the judge of objects and layout: the model's own understanding, the exact parser, the parser with mistakes, or as controls the own understanding of another picture and one that was not taught",
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
  loss: oneOf(["dpo", "kto"], "dpo").describe("loss of the margin of a pair (DPO), or of each action alone (KTO)"),
  pairs: oneOf(PAIRINGS, "extremes").describe(
    "pairs are the best and the worst paid of a group; or members of two sets to the same observations, exchanged while that pays the first more; or by what each adds to the pay of all; controls are the two sets exchanged, and chance",
  ),
  refreshed: flag(false).describe("whether the reference is the policy before each update, and not the start"),
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

const stochastic = z
  .strictObject({
    ...paidFields,
    ...diffusionFields,
    ratioClip: positive(10, 1e-4).describe(
      "clip of the ratio, whose log-likelihoods are means over the numbers of an action",
    ),
    kl: within(0, 1e6, 0.04).describe(
      "weight of the squared distance of a step's mean from the reference's, over twice its variance",
    ),
    trainedAbove: share(0.35).describe("steps are trained that begin later than this time"),
    scale,
    sameNoise: flag(true).describe("whether the actions of a group start from one noise"),
    guidance: guidanceParameters,
    credit: within(0, 1e6, 0).describe(
      "weight of a second surrogate, whose advantages compare what the process reward of `guidance` says after each step in a group",
    ),
    distillation: within(0, 1e6, 0).describe(
      "weight of the mean squared distance of velocities from those that would have made the guided moves by themselves",
    ),
  })
  .refine(
    ({ guidance, credit, distillation }) => guidance.by !== "none" || (credit === 0 && distillation === 0),
    wrong("guidance", "credit and distillation need a process reward: name one in guidance.by, such as learnt"),
  );

const distilled = z.strictObject({
  ...paidFields,
  drawSteps: whole(1, 1000, 2).describe("steps in which the student draws; between two of them there is new noise"),
  teacher: oneOf(["exact", "start"], "exact").describe(
    "whose distribution is matched: what a demonstrator of the world draws, exactly, or the flow at the start",
  ),
  signal: oneOf(["gradient", "reward"], "gradient").describe(
    "what the difference between teacher and fake is: a gradient in the drawn action, or a reward whose advantage raises the likelihood of steps",
  ),
  normaliser: oneOf(NORMALISERS, "group").describe(
    "what the signal is divided by: the mean distance of actions from the teacher's guess in their group (GNDM), an action's own distance (DMD), or nothing; a reward is divided by its deviation in the group, by the square of the action's own distance, or by nothing",
  ),
  lastNoise: within(1e-3, 10, 0.05).describe("standard deviation of the noise of the last step"),
  fakeSteps: whole(0, 10_000, 5).describe(
    "gradient steps of the fake, which learns to draw as the student does, in an update",
  ),
  fakeStart: whole(0, 1_000_000, 100).describe("further gradient steps of the fake in the first update"),
  fakeRate: positive(10, 1e-3).describe("learning rate of Adam for the fake"),
  payWeight: within(0, 1e6, 0).describe(
    "weight of the pay beside the signal; its advantage in the group raises the likelihood of steps",
  ),
  reuse: whole(1, 1000, 1).describe(
    "gradient steps of the student on what an update has drawn; later ones weigh it by ratios of likelihoods",
  ),
  ratioClip: positive(10, 0.2).describe("clip of these ratios"),
  average: share(0.98).describe("decay of the running mean of the student's parameters, by which is played"),
  probes: whole(0, 10_000, 0).describe(
    "times in the training at which the noise of the signal's gradient is measured, on 16 further batches",
  ),
});

const direct = z.strictObject({
  ...paidFields,
  chain: within(0.001, 1, 1).describe(
    "τ: time to which a demonstrated action is noised, from where it is drawn in τ·drawSteps steps; 1 begins with noise alone",
  ),
  demonstrator: z
    .string()
    .default("painter")
    .describe("oracle of the world whose actions are noised where the chain is shorter than 1"),
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
    summary: "a flow prefers better drawn actions, or a better set of them, to worse ones, against its start",
    source: "arXiv 2501.13918; of sets, DRAGON: arXiv 2504.15217",
    parameters: pairs,
    make: (p) =>
      paidFlow("flow-dpo", p, (place) => flowPairs(place, { ...p, pairing: p.pairs, drawer: drawer(p, place) })),
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
      paidFlow(
        "flow-grpo",
        p,
        (place) => stochasticGroups(place, { ...p, clip: p.ratioClip, diffusion: diffusionOf(p) }),
        (spec) => checkGuidance(spec, p.guidance),
      ),
  }),
  flow({
    id: "flow-distil",
    summary: "a student draws in a few steps, and learns to match the distribution of a teacher, and from pay",
    source: "DMD2: arXiv 2405.14867; as a reward, in our reading: R_dm, arXiv 2603.28460",
    parameters: distilled,
    make: (p) =>
      paidFlow(
        "flow-distil",
        p,
        (place) => distributionMatching(place, p),
        (spec) => {
          if (p.teacher === "exact") mixtureOf("flow-distil", spec);
        },
      ),
  }),
  flow({
    id: "flow-draft",
    summary: "a flow climbs the slope of pay in its actions, through the last step of the chain that drew them",
    source: "DRaFT-1: arXiv 2309.17400; with a shorter chain InstructVideo: arXiv 2312.12490",
    parameters: direct,
    example: { ...example, environment: "pictures/clips", reward: { channel: "likeness" } },
    make: (p) =>
      paidFlow(
        "flow-draft",
        p,
        (place) => payGradient(place, p),
        (spec) => {
          checkSlopes("flow-draft", spec);
          if (p.chain < 1) demonstratorOf("flow-draft", spec, p.demonstrator);
        },
      ),
  }),
];
