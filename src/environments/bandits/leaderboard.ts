// A maker enters one model into a ranking by many tests. The arm is the kind of model: as good at all tests, or better at half of them and
// worse at the others, with the same mean. A parameter is the rule that ranks: a Swiss-system contest in which each test is a round, mean
// scores, or shares of models beaten.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, list, oneOf, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import {
  againstAll,
  BYES,
  GROUP_PAIRINGS,
  type SwissDynamics,
  swissDynamics,
  winTable,
} from "../../mechanisms/contests/swiss-dynamics.ts";
import { barScene } from "../bar-scene.ts";
import { choiceOf, clip, field, flow, named, parts, singleAgentSpec } from "../declaration.ts";
import { short } from "../scene-shapes.ts";

const KINDS = ["generalist", "specialist"] as const;

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 20).describe("rounds, each with models and scores of its own"),
  models: whole(3, 1000, 24).describe("models that are ranked, the maker's among them"),
  tests: whole(2, 1000, 8).describe("tests that each model takes"),
  spread: within(0, 100, 1).describe("standard deviation of the other models' skills; a unit is 10 points of 100"),
  skill: within(-100, 100, 0).describe("skill of the maker's model, where the others have 0 on average"),
  noise: within(0, 100, 0.5).describe("standard deviation of a score beside skill, drawn for each model and test"),
  specialists: share(0.5).describe("share of the other models that are specialists"),
  specialty: within(0, 100, 2).describe(
    "how much better a specialist is at half of the tests, and worse at the others",
  ),
  order: oneOf(["weak-first", "weak-last", "drawn"], "drawn").describe(
    "when the tests come at which specialists are weak; drawn: in an order by chance in each round",
  ),
  scales: flag(false).describe("whether each test bends its scores by a power of its own, from 0.35 to 2.8"),
  failed: share(0).describe("share of the tests at which the maker's model gets 0, drawn in each round"),
  rule: oneOf(["contest", "mean score", "share beaten"], "contest").describe(
    "what ranks: points of contests, the mean of all scores, or the share of models beaten over all tests",
  ),
  runs: whole(1, 10_000, 200).describe("contests with pairings of their own, of which points are means"),
  eliminate: list(z.int().min(0).max(1000), 1, 1000, [0]).describe(
    "models of the lowest points that leave after each test; the last number holds for further tests",
  ),
  bye: z.literal(BYES).default(0).describe("points for a test without an opponent"),
  pairing: oneOf(GROUP_PAIRINGS, "strict").describe(
    "whether the odd model of a group with equal points rests or meets one of the next group",
  ),
});
type Parameters = z.output<typeof parameters>;

/** Scores of all models, [models][tests]; the maker's model is the first. */
type Scores = readonly Float64Array[];

export const leaderboard = bind({
  id: "bandits/leaderboard",
  summary: "a maker enters a generalist or a specialist into a ranking of models by many tests",
  source: "the contest of arXiv 2512.21010",
  parameters,
  make: (settings): NumericEnvironment => {
    const { horizon, models, tests, rule, runs } = settings;
    const contests = rule === "contest";
    const state = layout({ last: [2], step: [1], points: [models] });
    const { last, step: counter, points } = state.views;
    const most = models - 1;
    return {
      spec: singleAgentSpec({
        label: "maker",
        horizon,
        action: named(...KINDS),
        actionUnit: "kind of model",
        observation: [
          field("lastKind", -1, 1, "the kind entered last; −1 at the start"),
          field("lastPayoff", 0, 1, "what it was paid; 0 at the start"),
        ],
        channels: [
          flow("payoff", "share of models", 0, 1, "mean", "other models that rank below the maker's; ties count half"),
          flow("place", "place", 1, models, "mean", "place of the maker's model; ties have their mean place"),
          flow("specialised", "share of rounds", 0, 1, "mean", "1 where the maker entered a specialist"),
          flow("lost", "points", -tests, tests, "mean", "points of a contest that elimination costs the maker's model"),
          flow(
            "stayed",
            "tests",
            0,
            tests,
            "mean",
            "tests until the maker's model leaves; all of them without a contest",
          ),
          flow("byes", "tests", 0, tests, "mean", "tests of the maker's model without an opponent"),
          flow("fallen", "places", -most, most, "mean", "places that failed tests cost the maker's model"),
          flow("luck", "places", 0, most, "mean", "how far its place is from that by as many other contests"),
        ],
        publicState: parts({ last: "kind, payoff", points: "points of all models" }),
      }),
      state,
      reset(_random, outcomes) {
        state.buffer.fill(0);
        last[0] = -1;
        outcomes.fill(0);
      },
      step(actions, outcomes, random) {
        const kind = choiceOf(actions[0], KINDS.length);
        const round = random.stream("round", counter[0]);
        const whole = drawnScores(settings, kind, round.stream("scores"));
        const scores = failing(whole, settings, round.stream("failed"));
        const played = (table: Scores, name: string, eliminate: readonly number[] = settings.eliminate) =>
          swissDynamics(winTable(table), runs, round.stream(name), { ...settings, eliminate });
        const ranked = (table: Scores, name: string): ArrayLike<number> => {
          if (contests) return played(table, name).scores;
          return rule === "mean score" ? table.map(meanOf) : againstAll(winTable(table));
        };
        let contest: SwissDynamics | undefined;
        if (contests) contest = played(scores, "contests");
        points.set(contest?.scores ?? ranked(scores, "contests"));
        const place = placeOf(points);
        last[0] = kind;
        last[1] = (models - place) / most;
        counter[0] += 1;
        const eliminates = settings.eliminate.some((many) => many > 0);
        const without = contests && eliminates ? played(scores, "without elimination", [0]).scores[0] : points[0];
        outcomes[0] = last[1];
        outcomes[1] = place;
        outcomes[2] = kind;
        outcomes[3] = without - points[0];
        outcomes[4] = contest?.rounds[0] ?? tests;
        outcomes[5] = contest?.byes[0] ?? 0;
        outcomes[6] = scores === whole ? 0 : place - placeOf(ranked(whole, "not failed"));
        outcomes[7] = contests ? Math.abs(place - placeOf(ranked(scores, "other contests"))) : 0;
        return counter[0] >= horizon ? Status.truncated : Status.running;
      },
      observe(observations) {
        observations.set(last);
      },
      scene: () => {
        const entered = last[0] < 0 ? undefined : KINDS[last[0]];
        const bars = Array.from(points, (value, k) => ({
          ...{ name: k === 0 ? (entered ?? "the maker's") : `model ${k}`, value },
          ...(k === 0 ? { fill: "accent" as const, marked: true } : {}),
        }));
        const place = entered === undefined ? "" : `: the ${entered} took place ${short(placeOf(points))} of ${models}`;
        const high = Math.max(1, ...points);
        return barScene(
          [{ title: rule === "contest" ? "Expected points" : `Models by ${rule}`, bars, high }],
          `Round ${counter[0]} of ${horizon}${place}.`,
        );
      },
    };
  },
});

/** Draws the scores of a round, from 0 to 100. Draws are the same for either kind. */
function drawnScores(settings: Parameters, kind: number, random: Random): Float64Array[] {
  const { models, tests, spread, skill, noise, specialists, specialty, order, scales } = settings;
  const half = Math.floor(tests / 2);
  const places = order === "drawn" ? randomOrder(tests, random.stream("order")) : undefined;
  const isWeak = (test: number) => (order === "weak-last" ? test >= tests - half : (places?.[test] ?? test) < half);
  const strengths = Array.from({ length: tests }, (_, test) => (isWeak(test) ? -specialty : specialty));
  const powers = Array.from({ length: tests }, () => (scales ? 2 ** random.uniform(-1.5, 1.5) : 1));
  const one = Math.round(specialists * (models - 1));
  return Array.from({ length: models }, (_, model) => {
    const own = model === 0 ? skill : spread * random.normal();
    const special = model === 0 ? kind === 1 : model <= one;
    return Float64Array.from(powers, (power, test) => {
      const raw = own + (special ? strengths[test] : 0) + noise * random.normal();
      return 100 * (clip(50 + 10 * raw, 0, 100) / 100) ** power;
    });
  });
}

/** The scores with 0 for the maker's model at the tests that it fails; the same array where it fails none. */
function failing(scores: Float64Array[], { tests, failed }: Parameters, random: Random): Scores {
  const count = Math.round(failed * tests);
  if (count === 0) return scores;
  const gone = randomOrder(tests, random).slice(0, count);
  return scores.map((row, model) => (model === 0 ? row.map((x, test) => (gone.includes(test) ? 0 : x)) : row));
}

const meanOf = (row: Float64Array): number => row.reduce((sum, x) => sum + x, 0) / row.length;

/** Place of the first value among all, from 1 for the largest; ties have their mean place. */
function placeOf(values: ArrayLike<number>): number {
  let place = 1;
  for (let k = 1; k < values.length; k++) place += values[k] > values[0] ? 1 : values[k] === values[0] ? 0.5 : 0;
  return place;
}
