// What must hold to the last digit: rules that the attention contains, and the axioms of Shapley's values.

import { Random } from "../../core/random.ts";
import { type AttentionModel, fitAttention } from "../../feedback/attribution/attention-model.ts";
import { journeyShapley, removalCredit } from "../../feedback/attribution/credit.ts";
import { CONFOUNDED_JOURNEYS, generateJourneys, trueModel } from "../../feedback/attribution/generated-journeys.ts";
import { chosenJourneys, type JourneyModel, type Journeys, journeyCount } from "../../feedback/attribution/journeys.ts";
import { type AttributionRule, lastTouch, linearRule } from "../../feedback/attribution/rules.ts";
import { type Claim, identity } from "../../study/claim.ts";

/** On `count` journeys of a seed, with a network as it was drawn. */
export function exactEquations(seed: number, count: number): Claim[] {
  const random = Random.of(seed, "attribution exact");
  const drawn = generateJourneys(CONFOUNDED_JOURNEYS, count, random.stream("journeys"));
  // Every customer buys, so that every touch counts.
  const journeys: Journeys = { ...drawn, converted: new Uint8Array(count).fill(1) };
  const model = fitAttention(journeys, { epochs: 0 }, random.stream("network"));
  try {
    return [...attentionEquations(model, journeys), ...shapleyEquations(model, journeys, random.stream("orders"))];
  } finally {
    model.close();
  }
}

function attentionEquations(model: AttentionModel, journeys: Journeys): Claim[] {
  const { parameters, tensors } = model.network;
  const [query, decay] = [parameters.view(tensors.query), parameters.view(tensors.decay)];
  const before = { query: query.slice(), decay: decay.slice() };
  let worst = 0;
  const attention = model.attention(journeys);
  for (let k = 0; k < journeyCount(journeys); k++) {
    const part = attention.subarray(journeys.starts[k], journeys.starts[k + 1]);
    worst = Math.max(worst, Math.abs(part.reduce((a, b) => a + b, 0) - 1));
  }
  decay.fill(1e7);
  const last = distance(model, journeys, lastTouch);
  query.fill(0);
  decay.fill(-50);
  const linear = distance(model, journeys, linearRule);
  query.set(before.query);
  decay.set(before.decay);
  // Without w the logit is c + g whatever was met, as it must be with w where nothing was.
  const nothing = chosenJourneys(
    journeys,
    Array.from({ length: journeyCount(journeys) }, (_, k) => k),
    () => false,
  );
  const empty = model.probabilities(nothing);
  const context = parameters.view(tensors.context);
  const kept = context.slice();
  context.fill(0);
  const side = model.probabilities(journeys);
  context.set(kept);
  const apart = empty.reduce((most, chance, k) => Math.max(most, Math.abs(chance - side[k])), 0);
  return [
    identity("attention over the touches of a journey adds up to 1: nothing is left on padding", worst, 1e-5),
    identity("a large decay is the last-touch rule: largest difference of a touch's share", last, 1e-5),
    identity("no query and no decay is the linear rule", linear, 1e-5),
    identity("a journey without touches has the chance of the control side alone", apart, 1e-6),
  ];
}

/** Largest difference of the attention on a touch from what a rule gives it. */
function distance(model: AttentionModel, journeys: Journeys, rule: AttributionRule): number {
  const attention = model.attention(journeys);
  let worst = 0;
  for (let k = 0; k < journeyCount(journeys); k++) {
    const [from, to] = [journeys.starts[k], journeys.starts[k + 1]];
    const shares = new Float64Array(to - from);
    rule(journeys.before.subarray(from, to), shares, journeys.channel.subarray(from, to));
    for (let t = from; t < to; t++) worst = Math.max(worst, Math.abs(attention[t] - shares[t - from]));
  }
  return worst;
}

function shapleyEquations(network: AttentionModel, journeys: Journeys, random: Random): Claim[] {
  const some = Math.min(40, journeyCount(journeys));
  const models: readonly JourneyModel[] = [trueModel(CONFOUNDED_JOURNEYS), network];
  let [gap, absent, twins] = [0, 0, 0];
  for (const model of models) {
    for (let k = 0; k < some; k++) {
      const [full, empty] = model.probabilities(chosenJourneys(journeys, [k, k], (_, at) => at === 0));
      const touches = journeyShapley(model, journeys, k, "touches", random.stream(k), 20);
      gap = Math.max(gap, Math.abs(touches.reduce((a, b) => a + b, 0) - (full - empty)));
      const met = new Set(journeys.channel.subarray(journeys.starts[k], journeys.starts[k + 1]));
      const channels = journeyShapley(model, journeys, k, "channels", random.stream(k));
      const removed = removalCredit(model, journeys, [k]);
      for (let c = 0; c < channels.length; c++) {
        if (!met.has(c)) absent = Math.max(absent, Math.abs(channels[c]), Math.abs(removed[c]));
      }
      const twin = journeyShapley(model, twinned(journeys, k), 0, "touches", random.stream(k));
      twins = Math.max(twins, Math.abs(twin[1] - twin[2]));
    }
  }
  return [
    identity("Shapley credit of a journey's touches adds up to P(journey) − P(no touch)", gap, 1e-9),
    identity("a channel that was not met has no Shapley and no removal credit", absent, 0),
    identity("two touches of one channel at one time have the same Shapley credit", twins, 1e-12),
  ];
}

/** The customer of a journey with display, and search twice at once. */
function twinned(journeys: Journeys, journey: number): Journeys {
  const { channels } = journeys;
  const [display, search] = ["display", "search"].map((name) => channels.indexOf(name));
  return {
    ...chosenJourneys(journeys, [journey], () => false),
    starts: Int32Array.of(0, 3),
    channel: Int32Array.of(display, search, search),
    before: Float64Array.of(0.7, 0.2, 0.2),
  };
}
