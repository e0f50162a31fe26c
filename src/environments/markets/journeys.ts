// An analyst reads journeys of customers past channels of advertising, learns from those whose end it sees, and says of the others how likely
// a purchase is and how much of it each channel caused. The world knows what every channel causes.

import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { areaUnderCurve } from "../../math/area-under-curve.ts";
import { creditShares, removalCredit, shareDistance } from "../../mechanisms/attribution/credit.ts";
import { generateJourneys, type JourneyGenerator, trueModel } from "../../mechanisms/attribution/generated-journeys.ts";
import type { Journeys } from "../../mechanisms/attribution/journeys.ts";
import { barScene } from "../bar-scene.ts";
import { clip, event, field, flow, level, parts, singleAgentSpec, UNIT } from "../declaration.ts";
import { generatorOf, type JourneyTerms, journeyParameters } from "./journey-terms.ts";

/** Upper bound of intent: normal samples end at 12.1. */
const FAR = 13;

/** Upper bound of the credit's error, in what channels caused. */
const MOST_ERROR = 100;

const [PAYOFF, LOSS, AUC, MISPLACED, ERROR, BOUGHT, FIRST] = [0, 1, 2, 3, 4, 5, 6];

const AUC_MEANS =
  "at the last journey: chance that a customer who bought was given a higher chance than one who did not";
const MISPLACED_MEANS = "share of the credit so far that would have to go to other channels to be what they caused";
const ERROR_MEANS = "differences of credit from what channels caused, in all, over what they caused; so far";

export const customerJourneys: BoundEntry<NumericEnvironment> = bind({
  id: "markets/journeys",
  summary:
    "journeys of customers past channels of advertising: an analyst foretells purchases and what each channel caused of them, which the world knows",
  source: "attribution as in arXiv 1809.02230, with causes that are known",
  parameters: journeyParameters,
  make,
});

function make(terms: JourneyTerms): NumericEnvironment {
  const { history, judged, least } = terms;
  const generator = generatorOf(terms);
  const names = generator.channels;
  const [longest, count] = [generator.touches[1], names.length];
  const features = 1 + generator.segments.length;
  const truth = trueModel(generator);
  const state = layout({
    touch: [longest],
    before: [longest],
    customer: [features],
    bought: [1],
    label: [1],
    step: [1],
    chances: [judged],
    labels: [judged],
    credit: [count],
    caused: [count],
    score: [1],
  });
  const { touch, before, customer, bought, label, step: counter, chances, labels, credit, caused, score } = state.views;
  /** Draws the next journey. Its numbers are those that are seen, in single precision. */
  const draw = (random: Random) => {
    const seen = drawnJourney(generator, random.stream("journey", counter[0]));
    touch.fill(-1).set(seen.channel);
    before.fill(0).set(seen.before);
    customer.set(seen.user);
    label[0] = seen.converted[0];
    bought[0] = counter[0] < history ? label[0] : -1;
  };
  const journey = () => journeyOf(generator, touch, before, customer);
  const spec = singleAgentSpec({
    label: "analyst",
    horizon: history + judged,
    action: { low: [0, ...names.map(() => -1)], high: new Array<number>(1 + count).fill(1) },
    actionUnit: "chance of a purchase, and what of it each channel caused",
    observation: [
      field("touch", -1, count - 1, "channels of the touches, the earliest first; −1 beyond the last one", {
        size: longest,
      }),
      field("before", 0, 1, "time from each touch to the journey's end; 0 beyond the last one", { size: longest }),
      field("customer", -FAR, FAR, "intent, and a 1 in the place of the customer's segment", {
        size: features,
        ...UNIT,
      }),
      field("bought", -1, 1, "1 where the journey ended with a purchase, 0 where not, −1 where that is to be foretold"),
    ],
    channels: [
      flow("payoff", "nats", Math.log(least), 0, "sum", "logarithm of the chance given to what happened"),
      level("loss", "nats", 0, -Math.log(least), "mean of −payoff over the foretold journeys so far"),
      flow("auc", "probability", 0, 1, "sum", AUC_MEANS),
      level("misplaced", "share of credit", 0, 1, MISPLACED_MEANS),
      level("error", "share of purchases caused", 0, MOST_ERROR, ERROR_MEANS),
      event("bought", "purchases", "1 where a customer whose end was to be foretold bought"),
      ...names.flatMap((name) => [
        flow(`credit_${name}`, "purchases", -1, 1, "sum", `what the analyst credits ${name} with, of those who bought`),
        flow(`caused_${name}`, "purchases", -1, 1, "sum", `what would have been lost without ${name}, of the same`),
      ]),
    ],
    publicState: parts({ touch: "channels met", before: "time before the end", credit: "credit", caused: "caused" }),
    oracles: { truth: { meaning: "knows the chances by which customers buy", play: () => knowing(generator) } },
  });
  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      draw(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const at = counter[0] - history;
      if (at >= 0) {
        const chance = clip(actions[0], least, 1 - least);
        outcomes[PAYOFF] = Math.log(label[0] === 1 ? chance : 1 - chance);
        score[0] -= outcomes[PAYOFF];
        chances[at] = clip(actions[0], 0, 1);
        labels[at] = label[0];
        outcomes[LOSS] = score[0] / (at + 1);
        if (label[0] === 1) {
          outcomes[BOUGHT] = 1;
          const lost = removalCredit(truth, journey(), [0]);
          for (let c = 0; c < count; c++) {
            const own = clip(actions[1 + c], -1, 1);
            credit[c] += outcomes[FIRST + 2 * c] = own;
            caused[c] += outcomes[FIRST + 2 * c + 1] = lost[c];
          }
        }
        outcomes[MISPLACED] = misplacedShare(credit, caused);
        outcomes[ERROR] = errorOf(credit, caused);
      }
      counter[0] += 1;
      if (counter[0] >= history + judged) {
        outcomes[AUC] =
          areaUnderCurve(
            chances,
            Array.from(labels, (one) => one === 1),
          ) ?? 0.5;
        return Status.truncated;
      }
      draw(random);
      return Status.running;
    },
    observe(observations) {
      observations.set(touch, 0);
      observations.set(before, longest);
      observations.set(customer, 2 * longest);
      observations[2 * longest + features] = bought[0];
    },
    scene: () => {
      const bars = names.map((name, c) => ({ name, value: credit[c], tick: Math.max(0, caused[c]) }));
      const met = Array.from(touch.subarray(0, touchCount(touch)), (c) => names[c]).join(", ");
      const done = Math.max(0, counter[0] - history);
      const high = Math.max(1, ...credit, ...caused);
      const panel = { title: "Credit of channels, in purchases", bars, high, ticks: "caused" };
      return barScene([panel], `${done} of ${judged} journeys foretold. The customer met ${met}.`);
    },
  };
}

/** A journey as it is seen, in single precision, with its end drawn by the true chance. */
function drawnJourney(generator: JourneyGenerator, random: Random): Journeys {
  const drawn = generateJourneys(generator, 1, random);
  return { ...drawn, before: drawn.before.map(Math.fround), user: drawn.user.map(Math.fround) };
}

/** Half of Σ|a − b| over the shares of both; 1 where nothing is credited, 0 where nothing was caused. */
function misplacedShare(credit: Float64Array, caused: Float64Array): number {
  const [given, due] = [creditShares(credit), creditShares(caused)];
  if (!due.some((share) => share > 0)) return 0;
  return given.some((share) => share > 0) ? Math.min(1, shareDistance(given, due) / 2) : 1;
}

/** Σ|credit − caused| over the sum of what was caused, at most `MOST_ERROR`; 0 where nothing was. */
function errorOf(credit: Float64Array, caused: Float64Array): number {
  let [off, all] = [0, 0];
  for (let c = 0; c < credit.length; c++) {
    off += Math.abs(credit[c] - caused[c]);
    all += Math.max(0, caused[c]);
  }
  return all > 0 ? Math.min(MOST_ERROR, off / all) : 0;
}

/** Number of touches of the journey that is shown, whose places beyond the last one have −1. */
function touchCount(touch: ArrayLike<number>): number {
  let met = 0;
  while (met < touch.length && touch[met] >= 0) met += 1;
  return met;
}

function journeyOf(
  generator: JourneyGenerator,
  touch: ArrayLike<number>,
  before: ArrayLike<number>,
  customer: ArrayLike<number>,
): Journeys {
  const met = touchCount(touch);
  return {
    channels: generator.channels,
    features: ["intent", ...generator.segments.map((_, s) => `segment ${s}`)],
    starts: Int32Array.of(0, met),
    channel: Int32Array.from({ length: met }, (_, t) => touch[t]),
    before: Float64Array.from({ length: met }, (_, t) => before[t]),
    user: Float64Array.from(customer),
    converted: Uint8Array.of(0),
  };
}

/** Foretells by the true chances, and credits channels with what they cause. */
function knowing(generator: JourneyGenerator) {
  const truth = trueModel(generator);
  const [longest, features] = [generator.touches[1], 1 + generator.segments.length];
  return memoryless((seen, action) => {
    const touch = seen.subarray(0, longest);
    const before = seen.subarray(longest, 2 * longest);
    const shown = journeyOf(generator, touch, before, seen.subarray(2 * longest, 2 * longest + features));
    action[0] = truth.probabilities(shown)[0];
    action.set(removalCredit(truth, shown, [0]), 1);
  });
}
