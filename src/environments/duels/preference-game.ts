// A repeated preference game: in each round a player submits a policy over answers and a comparison policy. It observes how often each
// answer was preferred, exactly or from sampled comparisons. The distance of its policy from a minimax policy is measured.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { list, oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import {
  cyclicGame,
  divergence,
  drawnPolicy,
  fittedRewards,
  normalise,
  type PreferenceGame,
  pairChances,
  preferenceGap,
  type RegularisedGame,
  randomGame,
  regularisedEquilibrium,
  regularisedGap,
  rewardGame,
  ringAboveGame,
  uniformPolicy,
  winRates,
} from "../../math/preference-game.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { clip, event, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";

const parameters = z.strictObject({
  rounds: whole(1, 10_000_000, 200).describe("rounds"),
  game: oneOf(["ring", "cyclic", "random", "reward"], "ring").describe(
    "a ring of a few answers above inferior ones; a ring of all, each of which beats the next half for sure; even chances for each pair; or a reward that explains all preferences",
  ),
  answers: whole(2, 200, 8).describe("answers"),
  margins: list(z.number().min(0).max(1), 3, 20, [0.9, 0.6, 0.6]).describe(
    "of game ring: the chance with which each answer of the ring beats the next",
  ),
  superior: share(0.8).describe("of game ring: the chance with which its answers beat inferior ones"),
  temperature: within(0.001, 1000, 0.1).describe("β, what a unit of KL from the reference costs a policy"),
  reference: oneOf(["uniform", "drawn"], "uniform").describe("all answers alike, or drawn evenly from all policies"),
  comparisons: whole(0, 1_000_000, 0).describe("comparisons of a round that are drawn; 0 shows their exact chances"),
  honesty: oneOf(["honest", "flipped"], "honest").describe(
    "whether the annotator says what it prefers, or the opposite",
  ),
  proxy: whole(0, 1_000_000, 0).describe(
    "comparisons of the reference's answers that a reward is fitted to, by which the annotator then prefers; 0: as the game has it",
  ),
  near: positive(1, 1e-9).describe("a policy is at the equilibrium where KL, or what a best answer gains, is no more"),
});

/** Lower bound of log-probabilities; smaller ones are clipped. */
const LOWEST = -700;
const [PAYOFF, GAP, MEAN_GAP, GAIN, DIVERGENCE, SPAN, UNSETTLED, EXPLOITABLE, APART, LATE] = Array(10).keys();
/** The channel `late` averages the last tenth of the rounds. */
const LATE_SHARE = 10;

export const preferenceGameDuels: BoundEntry<NumericEnvironment> = bind({
  id: "duels/preference-game",
  summary: "a policy over answers that are preferred to each other, perhaps in rings, and another to compare it with",
  source: "the setting of arXiv 2407.00617 and 2505.19731",
  parameters,
  make(options: z.output<typeof parameters>): NumericEnvironment {
    const { rounds, answers: n, temperature, comparisons, honesty, proxy, near } = options;
    if (options.game === "ring" && n < options.margins.length) {
      const what = `${n} answers are fewer than the ${options.margins.length} of the ring`;
      throw new UserError({ code: "bad-range", what, path: ["answers"], hint: "name fewer margins, or more answers" });
    }
    const state = layout({
      wins: [n, n],
      said: [n, n],
      reference: [n],
      equilibrium: [n],
      own: [n],
      other: [n],
      total: [n],
      drawn: [n],
      rates: [n],
      pairs: [n, n],
      round: [1],
    });
    const { wins, said, reference, equilibrium, own, other, total, drawn, rates, pairs, round } = state.views;
    const game = { answers: n, wins, reference, temperature };
    const annotator: PreferenceGame = { answers: n, wins: said };
    const mean = new Float64Array(n);
    const chances = new Float64Array(n);
    const last = rounds - Math.max(1, Math.floor(rounds / LATE_SHARE));

    /** Writes the measures of the current policy. */
    function measure(outcomes: Float64Array): void {
      const [away, gain] = [divergence(equilibrium, own), regularisedGap(game, own)];
      const apart = own.map((value, y) => value - equilibrium[y]);
      const span = apart.reduce((a, b) => Math.max(a, b)) - apart.reduce((a, b) => Math.min(a, b));
      for (let y = 0; y < n; y++) mean[y] = round[0] === 0 ? own[y] : Math.log(total[y] / round[0]);
      outcomes[GAP] = preferenceGap(game, own);
      outcomes[MEAN_GAP] = preferenceGap(game, mean);
      // Rounding errors may make either slightly negative.
      outcomes[GAIN] = Math.max(0, gain);
      outcomes[DIVERGENCE] = Math.max(0, away);
      outcomes[SPAN] = span;
    }

    function compare(random: Random): void {
      if (comparisons === 0) {
        winRates(annotator, other, rates);
        for (let y = 0; y < n; y++) drawn[y] = chances[y];
        pairChances(annotator, own, other, pairs);
        return;
      }
      const others = other.map(Math.exp);
      for (const counts of [drawn, rates, pairs]) counts.fill(0);
      for (let k = 0; k < comparisons; k++) {
        const first = drawAt(chances, 0, n, random);
        const second = drawAt(others, 0, n, random);
        const isFirst = random.uniform() < said[first * n + second];
        drawn[first] += 1 / comparisons;
        if (isFirst) rates[first] += 1 / comparisons;
        pairs[isFirst ? first * n + second : second * n + first] += 1 / comparisons;
      }
      for (let y = 0; y < n; y++) rates[y] = drawn[y] === 0 ? 0.5 : Math.min(1, rates[y] / drawn[y]);
    }

    const farthest = -2 * LOWEST;
    const most = 1 + temperature * farthest;
    return {
      spec: singleAgentSpec({
        label: "player",
        horizon: rounds,
        action: { low: new Array(2 * n).fill(LOWEST), high: new Array(2 * n).fill(0) },
        actionUnit: "log-weight of each answer in the policy, then in the one that it is compared with",
        observation: [
          field("reference", 2 * LOWEST, 0, "log-probability of each answer in the reference", { size: n }),
          field("drawn", 0, 1.001, "share of the policy's answers in the last round, by answer", { size: n }),
          field("rates", 0, 1, "how often each was preferred to the other policy's answer; ½ where not drawn", {
            size: n,
          }),
          field("pairs", 0, 1.001, "share of pairs, by the preferred answer and the other one", { size: n * n }),
        ],
        channels: [
          flow(
            "payoff",
            "share of comparisons",
            0,
            1,
            "mean",
            "chance that the policy's answer is preferred to the other's",
          ),
          level("gap", "share of comparisons", 0, 0.5, "what the best answer wins against the policy, beyond a half"),
          level("meanGap", "share of comparisons", 0, 0.5, "the same against the mean of all policies so far"),
          level("gain", "value", 0, most, "what the best policy gains against it where KL from the reference costs β"),
          level("divergence", "nats", 0, farthest, "KL of the regularised game's equilibrium from the policy"),
          level("span", "nats", 0, farthest, "largest less least log-ratio of the policy and that equilibrium"),
          event("unsettled", "rounds", "1 where the divergence is above `near`"),
          event("exploitable", "rounds", "1 where the gain is above `near`"),
          event("apart", "rounds", "1 where the span is above the root of `near`"),
          flow("late", "nats", 0, farthest, "sum", "the divergence, as a mean of the last tenth of the rounds"),
        ],
        publicState: parts({ own: "policy", other: "compared with", round: "round" }),
        deterministic: options.game === "cyclic" && options.reference === "uniform" && comparisons === 0,
        oracles: {
          equilibrium: {
            meaning: "the equilibrium of the regularised game, to the last digit",
            play: () => ({
              reset() {},
              act(_, action) {
                action.set(equilibrium);
                action.set(equilibrium, n);
              },
            }),
          },
        },
      }),
      state,
      reset(random, outcomes) {
        state.buffer.fill(0);
        wins.set(drawnGame(options, random).wins);
        reference.set(options.reference === "drawn" ? drawnPolicy(n, random) : uniformPolicy(n));
        const known = proxy === 0 ? wins : proxyOf(game, proxy, random).wins;
        for (let y = 0; y < n; y++)
          for (let o = 0; o < n; o++) said[y * n + o] = honesty === "honest" ? known[y * n + o] : known[o * n + y];
        equilibrium.set(regularisedEquilibrium(game));
        own.set(reference);
        other.set(reference);
        outcomes.fill(0);
        measure(outcomes);
      },
      step(actions, outcomes, random) {
        for (let y = 0; y < n; y++) {
          own[y] = clip(actions[y], LOWEST, 0);
          other[y] = clip(actions[n + y], LOWEST, 0);
        }
        normalise(own);
        normalise(other);
        for (let y = 0; y < n; y++) total[y] += chances[y] = Math.exp(own[y]);
        round[0] += 1;
        compare(random);
        measure(outcomes);
        winRates(game, other, mean);
        outcomes[PAYOFF] = Math.min(
          1,
          mean.reduce((sum, chance, y) => sum + chance * chances[y], 0),
        );
        outcomes[UNSETTLED] = outcomes[DIVERGENCE] > near ? 1 : 0;
        outcomes[EXPLOITABLE] = outcomes[GAIN] > near ? 1 : 0;
        outcomes[APART] = outcomes[SPAN] > Math.sqrt(near) ? 1 : 0;
        outcomes[LATE] = round[0] > last ? outcomes[DIVERGENCE] / (rounds - last) : 0;
        return round[0] >= rounds ? Status.truncated : Status.running;
      },
      observe(out) {
        out.set(reference);
        out.set(drawn, n);
        out.set(rates, 2 * n);
        out.set(pairs, 3 * n);
      },
      scene: () =>
        barScene(
          [
            {
              title: "How often the policy gives each answer",
              high: 1,
              ticks: "in the equilibrium",
              bars: Array.from(own, (value, y) => ({
                name: `answer ${y}`,
                value: Math.exp(value),
                tick: Math.exp(equilibrium[y]),
              })),
            },
          ],
          `Round ${round[0]} of ${rounds}; the best answer wins ${(50 + 100 * preferenceGap(game, own)).toFixed(1)} % against the policy.`,
        ),
    };
  },
});

/** λ of the proxy's fit: what a reward of deviation 1 is held by. */
const PROXY_RIDGE = 1;

/** The game as a reward has it that is fitted to drawn comparisons of the reference's answers. */
function proxyOf({ answers, wins, reference }: RegularisedGame, comparisons: number, random: Random): PreferenceGame {
  const chances = reference.map(Math.exp);
  const counts = new Float64Array(answers * answers);
  for (let k = 0; k < comparisons; k++) {
    const first = drawAt(chances, 0, answers, random);
    const second = drawAt(chances, 0, answers, random);
    const isFirst = random.uniform() < wins[first * answers + second];
    counts[isFirst ? first * answers + second : second * answers + first] += 1;
  }
  return rewardGame(fittedRewards(counts, answers, PROXY_RIDGE));
}

function drawnGame({ game, answers, margins, superior }: z.output<typeof parameters>, random: Random): PreferenceGame {
  switch (game) {
    case "ring":
      return ringAboveGame(margins, answers - margins.length, superior, random);
    case "cyclic":
      return cyclicGame(answers);
    case "random":
      return randomGame(answers, random);
    case "reward":
      return rewardGame(Float64Array.from({ length: answers }, () => random.normal()));
    default:
      return game satisfies never;
  }
}
