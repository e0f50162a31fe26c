// A ward: a clinician treats a patient, a second opinion names another treatment, and two debaters show a judge a few vital signs, each for
// one of both. What brings the patient's severity down is partly something else than what the judge values.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { list, oneOf, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { scoreOf, shownFor, strongest, toMove } from "../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, clip, event, field, flow, parts, seats } from "../declaration.ts";

/** Names of the vital signs and treatments. */
const SIGNS = [
  ...["pulse", "pressure", "breathing", "temperature", "oxygen"],
  ...["lactate", "creatinine", "bilirubin", "platelets", "glucose"],
] as const;
export const VITALS = SIGNS.length;
const ALL = (1 << VITALS) - 1;
/** How much of a vital sign stays, the deviation of its noise, and the largest push of a treatment. */
const STAYS = 0.9;
const NOISE = 0.1;
const PUSH = 0.4;
const MOST_WARDS = 16;
const CHANNELS = 5;
const [PAYOFF, JUSTIFIED, FAVOURED, CHANGED, MISJUDGED] = [0, 1, 2, 3, 4];

const parameters = z.strictObject({
  horizon: whole(1, 1000, 8).describe("steps of a patient, a treatment in each"),
  treatments: whole(2, 50, 10).describe("treatments to choose from"),
  wards: list(z.int().min(0).max(1_000_000), 1, MOST_WARDS, [1]).describe(
    "numbers that effects of treatments and weights of vital signs are drawn by, of which each patient has one",
  ),
  own: share(0.5).describe("share of the judge's weights that are its own; the others are those of the severity"),
  reveals: whole(1, VITALS, 4).describe(`vital signs that the judge is shown; it sees everything with ${VITALS}`),
  debaters: oneOf(["minimax", "greedy", "random"], "minimax").describe(
    "how both debaters choose a vital sign: minimax against the best answers, exactly; greedy by what speaks most for theirs; or at random",
  ),
});
type Parameters = z.output<typeof parameters>;

export interface Ward {
  /** What each treatment adds to each vital sign, [treatments × vitals]. */
  readonly effects: Float64Array;
  /** Weights of the severity, and of that which the judge sees, [vitals]. */
  readonly paid: Float64Array;
  readonly judged: Float64Array;
}

/** The constants that are drawn by a number; `own` is the share of the judge's own weights. */
export function wardOf(number: number, treatments: number, own: number): Ward {
  const random = Random.of(number, "ward");
  const drawn = (count: number, low: number, high: number) =>
    Float64Array.from({ length: count }, () => random.uniform(low, high));
  const paid = drawn(VITALS, 0, 2);
  const values = drawn(VITALS, 0, 2);
  const effects = drawn(treatments * VITALS, -PUSH, PUSH);
  return { effects, paid, judged: paid.map((weight, k) => (1 - own) * weight + own * values[k]) };
}

/** Σ weight·vital². */
function severity(vitals: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < VITALS; k++) sum += weights[k] * vitals[k] ** 2;
  return sum;
}

/**
 * How strongly each vital sign speaks for treatment `a` over `b`, [vitals]: its part of the severity by `weights` that is expected after b,
 * less that after a.
 */
export function evidence(
  { effects }: Ward,
  weights: Float64Array,
  vitals: ArrayLike<number>,
  [a, b]: readonly [number, number],
  support: Float64Array,
): void {
  for (let k = 0; k < VITALS; k++) {
    const after = (treatment: number) => (STAYS * vitals[k] + effects[treatment * VITALS + k]) ** 2;
    support[k] = weights[k] * (after(b) - after(a));
  }
}

/** The treatment after which the least severity by `weights` is expected. */
function nearest(ward: Ward, weights: Float64Array, vitals: ArrayLike<number>): number {
  const support = new Float64Array(VITALS);
  let best = 0;
  for (let other = 1; VITALS * other < ward.effects.length; other++) {
    evidence(ward, weights, vitals, [other, best], support);
    if (scoreOf(support, VITALS, VITALS, ALL) > 0) best = other;
  }
  return best;
}

export const wardWorld: BoundEntry<NumericEnvironment> = bind({
  id: "team/ward",
  summary:
    "a clinician treats a patient; debaters show a judge a few vital signs for its treatment and for a second opinion",
  source: "the debate of arXiv 2402.15826, with simulated patients and a judge that adds up what it is shown",
  parameters,
  make: wardWith,
});

function wardWith({ horizon, treatments, wards: numbers, own, reveals, debaters }: Parameters): NumericEnvironment {
  const wards = numbers.map((number) => wardOf(number, treatments, own));
  const state = layout({ vitals: [VITALS], ward: [1], step: [1], chosen: [2], support: [VITALS], shown: [VITALS] });
  const { vitals, ward, step, chosen, support, shown } = state.views;
  const solver = debateSolver(VITALS, reveals);
  const against = new Float64Array(VITALS);
  const full = (): number => scoreOf(support, VITALS, VITALS, ALL);

  /** The vital signs that the judge has seen at the end of a debate, as bits; the side that begins is drawn. */
  function shownSet(random: Random): number {
    if (reveals === VITALS) return ALL;
    const starts = random.integer(2);
    if (debaters === "minimax") {
      solver.judge(support, VITALS);
      solver.solve(starts);
    }
    for (let k = 0; k < VITALS; k++) against[k] = -support[k];
    let set = 0;
    for (let said = 0; said < reveals; said++) set |= 1 << pieceOf(set, toMove(starts, said), random);
    return set;
  }

  function pieceOf(set: number, side: number, random: Random): number {
    switch (debaters) {
      case "minimax":
        return solver.choice(set, side);
      case "greedy":
        return strongest(side === 0 ? support : against, VITALS, set);
      case "random":
        return shownFor(random.integer(VITALS), VITALS, set);
      default:
        return debaters satisfies never;
    }
  }

  function judge(outcomes: Float64Array, random: Random): void {
    const [a, b] = chosen;
    shown.fill(0);
    support.fill(0);
    if (a === b) return;
    const here = wards[ward[0]];
    evidence(here, here.judged, vitals, [a, b], support);
    const set = shownSet(random);
    for (let k = 0; k < VITALS; k++) shown[k] = (set >> k) & 1;
    const verdict = Math.sign(scoreOf(support, VITALS, VITALS, set));
    const deserved = Math.sign(full());
    outcomes[JUSTIFIED] = verdict > 0 ? 1 : 0;
    outcomes[FAVOURED] = deserved;
    outcomes[CHANGED] = 1;
    outcomes[MISJUDGED] = verdict === deserved ? 0 : 1;
  }

  const observation = [
    field("vitals", -1, 1, `vital signs, 0 is healthy: ${SIGNS.join(", ")}`, { size: VITALS }),
    field("ward", 0, 1, "1 at the ward of the patient", { size: numbers.length }),
    field("left", 0, 1, "share of the treatments that are left"),
  ];
  const size = observationSize(observation);
  const byWeights = (weights: (ward: Ward) => Float64Array) => () =>
    reactive((seen) => {
      const here = wards[Math.max(0, seen.subarray(VITALS, VITALS + wards.length).indexOf(1))];
      return nearest(here, weights(here), seen);
    });
  return {
    spec: {
      ...seats(["clinician", "second opinion"], () => treatments - 1),
      horizon,
      actionUnit: "treatment",
      choices: treatments,
      choiceNames: Array.from({ length: treatments }, (_, k) => `treatment ${k + 1}`),
      observation,
      observationSize: size,
      channels: [
        flow("payoff", "points", -2 * VITALS, 2 * VITALS, "sum", "fall of the patient's severity"),
        event("justified", "decisions", "1 where the debate's judge finds the clinician's treatment better justified"),
        flow(
          "favoured",
          "share of decisions",
          -1,
          1,
          "mean",
          "1 where a judge that sees everything prefers the clinician's treatment, −1 where it prefers the other",
        ),
        flow("changed", "share of decisions", 0, 1, "mean", "1 where both name different treatments"),
        flow(
          "misjudged",
          "share of decisions",
          0,
          1,
          "mean",
          "1 where the debate's judge and one that sees everything part",
        ),
      ],
      publicState: parts({
        vitals: "vital signs",
        chosen: "treatments of the clinician and the second opinion",
        support: "how strongly each vital sign spoke for the clinician's",
        shown: "1 where the judge was shown it",
      }),
      deterministic: false,
      symmetric: false,
      oracles: {
        near: {
          meaning: "treats for the least severity that is expected after one step",
          play: byWeights(({ paid }) => paid),
        },
        judged: {
          meaning: "treats as the judge that sees everything prefers",
          play: byWeights(({ judged }) => judged),
        },
      },
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      ward[0] = random.integer(wards.length);
      for (let k = 0; k < VITALS; k++) vitals[k] = random.uniform(-1, 1);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const { effects, paid } = wards[ward[0]];
      for (let seat = 0; seat < 2; seat++) chosen[seat] = choiceOf(actions[seat], treatments);
      judge(outcomes, random.stream("debate", step[0]));
      const before = severity(vitals, paid);
      for (let k = 0; k < VITALS; k++)
        vitals[k] = clip(STAYS * vitals[k] + effects[chosen[0] * VITALS + k] + NOISE * random.normal(), -1, 1);
      step[0] += 1;
      outcomes[PAYOFF] = before - severity(vitals, paid);
      // Every channel is of the clinician's decision.
      outcomes.copyWithin(CHANNELS, 0, CHANNELS);
      return step[0] < horizon ? Status.running : Status.terminated;
    },
    observe(out) {
      for (let seat = 0; seat < 2; seat++) {
        const at = seat * size;
        out.set(vitals, at);
        out.fill(0, at + VITALS, at + VITALS + wards.length);
        out[at + VITALS + ward[0]] = 1;
        out[at + size - 1] = 1 - step[0] / horizon;
      }
    },
    scene: () =>
      barScene(
        [
          {
            title: "Evidence for the clinician's treatment, by vital sign",
            low: -2,
            high: 2,
            bars: SIGNS.map((name, k) => ({
              name,
              value: support[k],
              fill: shown[k] > 0 ? "good" : "faint",
              marked: shown[k] > 0,
            })),
          },
        ],
        caption(),
      ),
  };

  function caption(): string {
    const ill = `The patient's severity is ${severity(vitals, wards[ward[0]].paid).toFixed(2)}`;
    if (step[0] === 0) return `${ill} at the start.`;
    const [a, b] = chosen;
    if (a === b) return `${ill} after treatment ${a + 1}, which the second opinion named too.`;
    let score = 0;
    for (let k = 0; k < VITALS; k++) score += shown[k] * support[k];
    const verdict = score > 0 ? "it is better justified" : "the other is better justified";
    return `${ill} after treatment ${a + 1}, where the second opinion named ${b + 1}: by ${reveals} vital signs ${verdict}.`;
  }
}
