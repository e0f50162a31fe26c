// Analysts of customers' journeys: what they fit to journeys whose end is known, and how they credit channels with a purchase.

import { z } from "zod";
import { flag, list, oneOf, positive, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { type AttentionModel, attentionFitting } from "../../feedback/attribution/attention-model.ts";
import { fitLogisticJourneys, type LogisticInputs } from "../../feedback/attribution/logistic-journeys.ts";
import { countTransitions, solveChain, transitionCount } from "../../feedback/attribution/markov-removal.ts";
import {
  type AttributionRule,
  addCredit,
  firstTouch,
  lastTouch,
  linearRule,
  shapleyRule,
  timeDecay,
} from "../../feedback/attribution/rules.ts";
import { journeyShapley } from "../../mechanisms/attribution/credit.ts";
import { type JourneyModel, type Journeys, journeyCount, mostTouches } from "../../mechanisms/attribution/journeys.ts";
import { analyst, byRemoval, type FitJourneys, type JourneyVerdict } from "./analyst.ts";

const RULES = ["last touch", "first touch", "linear", "time decay", "Shapley"] as const;

const ruleParameters = z.strictObject({
  rule: oneOf(RULES, "last touch").describe(
    "what is credited with a purchase: the last touch, the first one, all alike, later ones more, or all channels alike",
  ),
  halfLife: positive(1e9, 0.2).describe("of time decay: a touch so much earlier has half of the credit"),
});

const chainParameters = z.strictObject({});

const regressionParameters = z.strictObject({
  touches: oneOf(["all", "last"], "all").describe(
    "whether all touches of a channel are counted, or the last one alone",
  ),
  customers: flag(true).describe("whether it is shown features of the customer"),
  halfLives: list(z.number().gt(0).max(1e9), 0, 100, []).describe(
    "a touch counts 2^(−T/halfLife); of several the one is taken that fits the history best; none: each counts 1",
  ),
  penalty: positive(1e6, 1).describe("weight of the squared coefficients"),
});

const attentionParameters = z.strictObject({
  look: oneOf(["decay", "attention", "last"], "decay").describe(
    "where it looks: by attention that fades with time, by attention alone, or at what its memory holds after the last touch",
  ),
  customers: flag(true).describe("whether a network beside it is shown features of the customer"),
  credit: oneOf(["removal", "attention", "Shapley"], "removal").describe(
    "what a channel is credited with: what the chance loses without its touches, the attention on them, or Shapley's value",
  ),
  timed: flag(false).describe(
    "whether the time from each touch to the end is an input of its memory too, which is ours",
  ),
  cell: oneOf(["lstm", "gru"], "lstm").describe("its memory"),
  units: whole(1, 1024, 16).describe("numbers that its memory holds"),
  hidden: whole(1, 1024, 12).describe("units of the network that is shown the customer"),
  rate: positive(1, 0.01).describe("Adam's"),
  epochs: whole(0, 10_000, 16).describe("times that it goes through the history"),
  batch: whole(1, 100_000, 128).describe("journeys of a step"),
});

export const analysts: readonly BoundEntry<AgentPlan>[] = [
  entry({
    id: "analyst/rule",
    summary: "credits channels with a purchase by a rule of place or time; foretells the share that bought before",
    source: "rules as in arXiv 1809.02230; Shapley: arXiv 1804.05327",
    parameters: ruleParameters,
    fit: (options) => (journeys) => byRule(ruleOf(options), journeys),
  }),
  entry({
    id: "analyst/chain",
    summary: "a Markov chain from touch to touch; credits channels by what the chain loses without them",
    source: "Anderl et al. (2016)",
    parameters: chainParameters,
    fit: () => byChain,
  }),
  entry({
    id: "analyst/regression",
    summary: "logistic regression on how often each channel was met, faded with time or not; credits by removal",
    source: "Shao & Li (2011)",
    parameters: regressionParameters,
    fit: (options) => (journeys, random) => {
      const { touches, customers: user, penalty, halfLives } = options;
      const fitted = (more: Partial<LogisticInputs>) =>
        fitLogisticJourneys(journeys, { touches, user, penalty, ...more }, random.stream("regression"));
      if (halfLives.length === 0) return byRemoval(fitted({}));
      const models = halfLives.map((halfLife) => fitted({ halfLife }));
      const losses = models.map((model) => lossOf(model, journeys));
      return byRemoval(models[losses.indexOf(Math.min(...losses))]);
    },
  }),
  entry({
    id: "analyst/attention",
    summary:
      "a recurrent network with attention that fades with time, and a side for features of the customer; credits by removal or by attention",
    source: "arXiv 1809.02230",
    parameters: attentionParameters,
    fit: (options) => (journeys, random) => {
      const { customers: control, credit: by, ...how } = options;
      const longest = mostTouches(journeys);
      const fitting = attentionFitting(journeys, { ...how, control, longest }, random.stream("network"));
      for (let epoch = 0; epoch < fitting.epochs; epoch++) fitting.epoch();
      const model = fitting.end(1);
      return { ...byRemoval(model), ...creditOf(by, model, random.stream("orders")), close: model.close };
    },
  }),
];

/** A registry entry of an analyst, with its method of fitting. */
type AnalystEntry<P> = EntryAbout<P> & { fit(options: P): FitJourneys };

function entry<P>(about: AnalystEntry<P>): BoundEntry<AgentPlan> {
  const make =
    (options: P): AgentPlan =>
    ({ spec }) =>
      analyst(spec, about.id, about.fit(options));
  return bind({ ...about, make });
}

/** Credit by a network other than by removal. */
function creditOf(
  by: z.output<typeof attentionParameters>["credit"],
  model: AttentionModel,
  random: Random,
): Partial<JourneyVerdict> {
  switch (by) {
    case "removal":
      return {};
    case "attention":
      return {
        credit(journey, credit) {
          for (const [t, share] of model.attention(journey).entries()) credit[journey.channel[t]] += share;
        },
      };
    case "Shapley":
      return { credit: (journey, credit) => credit.set(journeyShapley(model, journey, 0, "channels", random)) };
  }
}

function ruleOf({ rule, halfLife }: z.output<typeof ruleParameters>): AttributionRule {
  switch (rule) {
    case "last touch":
      return lastTouch;
    case "first touch":
      return firstTouch;
    case "linear":
      return linearRule;
    case "time decay":
      return timeDecay(halfLife);
    case "Shapley":
      return shapleyRule;
  }
}

function byRule(rule: AttributionRule, journeys: Journeys): JourneyVerdict {
  const share = shareBought(journeys);
  return {
    chance: () => share,
    credit: (journey, credit) => addCredit({ ...journey, converted: Uint8Array.of(1) }, 0, rule, credit),
  };
}

/** A chain of the history. A journey that ended after channel c is followed by a purchase as often as one in the history was. */
function byChain(journeys: Journeys): JourneyVerdict {
  const size = journeys.channels.length;
  const counts = new Float64Array(transitionCount(size));
  for (let k = 0; k < journeyCount(journeys); k++) countTransitions(journeys, k, counts);
  const { credit: earned } = solveChain(counts, size);
  const whole = earned.reduce((a, b) => a + b, 0);
  const share = shareBought(journeys);
  return {
    chance({ channel }) {
      const row = (channel.length === 0 ? 0 : channel[channel.length - 1] + 1) * (size + 2);
      const [bought, none] = [counts[row + size], counts[row + size + 1]];
      return bought + none > 0 ? bought / (bought + none) : share;
    },
    credit(_, credit) {
      for (let c = 0; c < size && whole > 0; c++) credit[c] = earned[c] / whole;
    },
  };
}

/** Share of the journeys that ended with a purchase, where one more of either end is added. */
function shareBought({ converted }: Journeys): number {
  return (converted.reduce((a, b) => a + b, 0) + 1) / (converted.length + 2);
}

/** Mean of −ln of the chance given to what happened. */
function lossOf(model: JourneyModel, journeys: Journeys): number {
  const chances = model.probabilities(journeys);
  return chances.reduce((sum, p, k) => sum - Math.log(journeys.converted[k] === 1 ? p : 1 - p), 0) / chances.length;
}
