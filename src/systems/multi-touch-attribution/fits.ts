// Models of purchases fitted to the journeys of one seed: how well they foretell the others, and what they credit channels with.

import { Random } from "../../core/random.ts";
import { areaUnderCurve, logLoss } from "../../evaluation/statistics/classification.ts";
import { type AttentionOptions, fitAttention } from "../../feedback/attribution/attention-model.ts";
import { channelShapley, removalCredit } from "../../feedback/attribution/credit.ts";
import {
  CONFOUNDED_JOURNEYS,
  generateJourneys,
  type JourneyGenerator,
  RECENT_JOURNEYS,
  trueModel,
} from "../../feedback/attribution/generated-journeys.ts";
import {
  converters,
  type JourneyModel,
  type Journeys,
  journeyCount,
  withOutcomes,
} from "../../feedback/attribution/journeys.ts";
import { fitLogisticJourneys } from "../../feedback/attribution/logistic-journeys.ts";
import { journeyChain } from "../../feedback/attribution/markov-removal.ts";
import {
  firstTouch,
  lastTouch,
  linearRule,
  ruleCredit,
  timeDecay,
  touchCredit,
} from "../../feedback/attribution/rules.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";

/** What is computed. Plain data. */
export interface FitJob {
  readonly story: Story;
  readonly seed: number;
  /** Journeys to learn from, and half as many to be measured on. */
  readonly journeys: number;
  readonly epochs: number;
}

/** A model on journeys that it did not learn from. */
export interface Fit {
  readonly auc: number;
  readonly logLoss: number;
  /** Removal credit of those who bought, [channels]. */
  readonly removal: number[];
  /** Shapley credit of the first of them, [channels]; of the truth and the whole network only. */
  readonly shapley?: number[];
  /** Attention of those who bought, summed by channel; of networks that attend only. */
  readonly attention?: number[];
}

/** What came of a story. */
export interface Fitted {
  readonly conversion: number;
  readonly fits: Readonly<Record<string, Fit>>;
  /** Credit by rules and by the chain, [channels]. */
  readonly rules: Readonly<Record<string, number[]>>;
}

/** Those who bought whose Shapley credit is computed. */
const SHAPLEY_JOURNEYS = 300;

/** Half-lives among which the faded regression chooses, by its loss on the journeys that it is fitted to. */
const HALF_LIVES = [0.05, 0.1, 0.2, 0.4, 0.8];

interface StoryParts {
  readonly generator: JourneyGenerator;
  /** Networks by what is taken out. */
  readonly networks: Readonly<Record<string, AttentionOptions>>;
}

const decaying: StoryParts["networks"] = {
  network: {},
  "no decay": { look: "attention" },
  recurrent: { look: "last" },
};

/** Journeys that are learnt from: with a confounder; with shuffled outcomes; of which recent touches count, with an end later than the last or with it. */
const STORIES = {
  confounded: {
    generator: CONFOUNDED_JOURNEYS,
    networks: { ...decaying, "no control": { control: false } },
  },
  shuffled: { generator: CONFOUNDED_JOURNEYS, networks: { network: {} } },
  recent: { generator: { ...RECENT_JOURNEYS, ends: "later" }, networks: decaying },
  "recent, ended at once": { generator: RECENT_JOURNEYS, networks: decaying },
} as const satisfies Record<string, StoryParts>;
export type Story = keyof typeof STORIES;

/** Draws journeys, fits all models of the story and measures them. */
export async function fitStory({ story, seed, journeys, epochs }: FitJob, signal?: AbortSignal): Promise<Fitted> {
  const { generator, networks }: StoryParts = STORIES[story];
  const random = Random.of(seed, "attribution", story);
  const drawn = (count: number, name: string) => {
    const all = generateJourneys(generator, count, random.stream(name));
    return story === "shuffled" ? shuffled(all, random.stream(name, "shuffle")) : all;
  };
  const [learnt, held] = [drawn(journeys, "learnt"), drawn(Math.round(journeys / 2), "held")];
  const bought = converters(held);
  const fits: Record<string, Fit> = {};
  const measure = (name: string, model: JourneyModel, more: Partial<Fit> = {}) => {
    fits[name] = { ...scores(model, held), removal: Array.from(removalCredit(model, held, bought)), ...more };
  };
  const shapley = (model: JourneyModel) => ({
    shapley: Array.from(channelShapley(model, held, bought.slice(0, SHAPLEY_JOURNEYS), random.stream("orders"))),
  });

  const truth = trueModel(generator);
  measure("truth", truth, story === "confounded" ? shapley(truth) : {});
  const regression = (name: string, inputs: Parameters<typeof fitLogisticJourneys>[1]) =>
    fitLogisticJourneys(learnt, inputs, random.stream("regression", name));
  measure("regression with customers", regression("user", { touches: "all", user: true }));
  measure("regression", regression("counts", { touches: "all", user: false }));
  measure("last touch", regression("last", { touches: "last", user: false }));
  const faded = HALF_LIVES.map((halfLife) => regression("faded", { touches: "all", user: true, halfLife }));
  const losses = faded.map((model) => scores(model, learnt).logLoss);
  measure("faded regression with customers", faded[losses.indexOf(Math.min(...losses))]);

  for (const [name, options] of Object.entries(networks)) {
    signal?.throwIfAborted();
    const model = fitAttention(learnt, { ...options, longest: generator.touches[1], epochs }, random.stream(name));
    const attention = Array.from(touchCredit(held, model.attention(held)));
    const whole = story === "confounded" && name === "network";
    measure(name, model, { ...(name === "recurrent" ? {} : { attention }), ...(whole ? shapley(model) : {}) });
    model.close();
  }
  const rules = {
    "first touch": ruleCredit(held, firstTouch),
    "last touch": ruleCredit(held, lastTouch),
    linear: ruleCredit(held, linearRule),
    "time decay": ruleCredit(held, timeDecay(0.2)),
    chain: journeyChain(held).credit,
  };
  return {
    conversion: bought.length / journeyCount(held),
    fits,
    rules: Object.fromEntries(Object.entries(rules).map(([name, credit]) => [name, Array.from(credit)])),
  };
}

export const fitting = studyJob(import.meta.url, fitStory);

/** The same outcomes, dealt out anew. */
function shuffled(journeys: Journeys, random: Random): Journeys {
  const order = Int32Array.from({ length: journeyCount(journeys) }, (_, k) => k);
  shuffle(order, random);
  const converted = Uint8Array.from(order, (k) => journeys.converted[k]);
  return withOutcomes(journeys, converted);
}

function scores(model: JourneyModel, journeys: Journeys): { auc: number; logLoss: number } {
  const chances = model.probabilities(journeys);
  const bought = Array.from(journeys.converted, (one) => one === 1);
  return { auc: areaUnderCurve(chances, bought) ?? Number.NaN, logLoss: logLoss(chances, bought) ?? Number.NaN };
}
