// A stream of impressions offered to advertisers with budgets of successes: simulated, or from a user's log. The allocator observes the
// current impression's success probabilities, but not future impressions.

import { z } from "zod";
import { type NumericEnvironment, Status, type Windows } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { KeptLog } from "../../logs/kept-log.ts";
import { OFFERS } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { playedLog, type WindowTerms } from "../../logs/source.ts";
import { logWindows } from "../../logs/windows.ts";
import { linearPrograms, loadedLinearPrograms } from "../../math/linear-program.ts";
import { type ImpressionOffer, impressionsOf } from "../../mechanisms/matching/impressions.ts";
import { matchingBound } from "../../mechanisms/matching/linear-bounds.ts";
import { choiceOf, event, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";
import { checkHindsight } from "../hindsight.ts";
import { allocationScene } from "./scenes.ts";

/** Maximum number of offers for the hindsight benchmark, a linear program with one column for each. */
const MOST_EDGES = 200_000;

const wanted = z.int().min(1).max(10_000_000);

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 200).describe("impressions, one after the other"),
  advertisers: whole(1, 64, 4).describe("who may want them, where they are drawn"),
  density: positive(1, 0.5).describe("probability that an advertiser wants an impression"),
  chance: positive(1, 0.4).describe("mean probability that an offer is a success"),
  spread: share(1).describe("probabilities are `chance` times a number in 1 ± spread, at most 1"),
  budget: z
    .union([wanted, z.record(z.string(), wanted)])
    .default(15)
    .describe("successes that each advertiser wants: one number, or a map by name, which names all"),
  log: playedLog.optional().describe("impressions of one's own, in place of drawn ones; an episode is a window of it"),
  benchmark: oneOf(["none", "hindsight"], "none").describe(
    "hindsight: at the end, what one could have expected at most who knew all impressions, and the share that was",
  ),
});

type Options = z.output<typeof parameters>;

const [PAYOFF, OFFERED, EXPECTED, TAKEN, OPTIMUM, RATIO] = [0, 1, 2, 3, 4, 5];
const OPTIMUM_MEANS = "at the end: what one who knew all impressions expects at most";
const RATIO_MEANS = "at the end: successes over the optimum, 0 before; luck may lift it above 1";

export const matchingOffers: BoundEntry<NumericEnvironment> = bind({
  id: "matching/offers",
  summary: "a stream of impressions, each offered to an advertiser that it may win, who wants a limited number of them",
  source:
    "online matching with stochastic rewards and budgets (Mehta, Saberi, Vazirani & Vazirani, 2007; Mehta & Panigrahi, 2012)",
  parameters,
  async prepare(p, place) {
    if (p.benchmark === "hindsight") await linearPrograms();
    return p.log === undefined ? p : { ...p, log: await prepareLog(OFFERS, p.log, place) };
  },
  make: offers,
});

/** A source of impressions with their success probabilities. */
interface Source {
  /** Display names. */
  readonly advertisers: readonly string[];
  /** Writes the probabilities of impression `t` in the episode with the given hidden number. */
  draw(t: number, hidden: number, chances: Float64Array, random: Random): void;
  /** Draws the hidden number of an episode, with its `place` in a run if it has one. */
  begin(random: Random, place?: number): number;
  /** Windows of a log. */
  readonly windows?: Windows;
}

function offers(p: Options): NumericEnvironment {
  const { horizon } = p;
  const source = p.log === undefined ? drawnOffers(p) : loggedOffers(logAtHand(p.log), horizon, p.log);
  const n = source.advertisers.length;
  const isHindsight = p.benchmark === "hindsight";
  if (isHindsight) checkHindsight(horizon, Math.floor(MOST_EDGES / n), `impressions with ${n} advertisers`);
  const state = layout({
    chances: [n],
    left: [n],
    loads: [n],
    hidden: [1],
    step: [1],
    won: [1],
    // Past impressions, where the benchmark is computed at the end.
    seen: [isHindsight ? horizon : 0, n],
  });
  const { chances, left, loads, hidden, step: counter, won, seen } = state.views;
  const budgets = budgetsOf(p.budget, source.advertisers);
  const most = budgets.reduce((a, b) => a + b, 0);
  const names = source.advertisers.join(", ");
  const spec = singleAgentSpec({
    label: "allocator",
    horizon,
    action: { choices: n + 1 },
    actionUnit: "advertiser, or one past the last for none",
    observation: [
      field("chance", 0, 1, `probability of a success with each advertiser; 0 where it is not wanted: ${names}`, {
        size: n,
      }),
      field("load", 0, horizon / Math.min(...budgets), "expected successes of all offers to each, over its budget", {
        size: n,
        usual: [0, 1],
      }),
      field("free", 0, 1, "1 where an advertiser still wants some", { size: n }),
      field("left", 0, 1, "what is left of each budget, as a share", { size: n }),
      field("time", 0, 1, "share of the impressions that are over"),
    ],
    channels: [
      event("payoff", "successes", "1 where the offer was a success"),
      flow("offered", "share of impressions", 0, 1, "mean", "1 where it was offered to an advertiser that wants it"),
      event("expected", "successes", "probability of the offer; on average it is the payoff"),
      level("taken", "share of budgets", 0, 1, "successes over what all advertisers want"),
      ...(isHindsight
        ? [
            flow("optimum", "successes", 0, most, "sum", OPTIMUM_MEANS),
            level("ratio", "of the optimum", 0, horizon, RATIO_MEANS),
          ]
        : []),
    ],
    publicState: parts({ left: "left" }),
    windows: source.windows,
  });

  function draw(random: Random): void {
    source.draw(counter[0], hidden[0], chances, random);
    if (isHindsight) seen.set(chances, counter[0] * n);
  }

  /** Upper bound on the expectation of any policy: budgets and impressions constrain averages. */
  function optimum(): number {
    const rows = Array.from({ length: horizon }, (_, t) =>
      Array.from({ length: n }, (__, u): ImpressionOffer => [u, seen[t * n + u]]),
    );
    return matchingBound(loadedLinearPrograms(), impressionsOf(n, rows), budgets);
  }

  return {
    spec,
    state,
    reset(random, outcomes, place) {
      outcomes.fill(0);
      state.buffer.fill(0);
      left.set(budgets);
      hidden[0] = source.begin(random, place);
      draw(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const choice = choiceOf(actions[0], n + 1);
      // A number is drawn for each advertiser, so that all allocators meet the same random numbers.
      let coin = 1;
      for (let u = 0; u < n; u++) {
        const drawn = random.uniform();
        if (u === choice) coin = drawn;
      }
      if (choice < n && left[choice] > 0 && chances[choice] > 0) {
        loads[choice] += chances[choice] / budgets[choice];
        outcomes[OFFERED] = 1;
        outcomes[EXPECTED] = chances[choice];
        if (coin < chances[choice]) {
          left[choice] -= 1;
          won[0] += 1;
          outcomes[PAYOFF] = 1;
        }
      }
      outcomes[TAKEN] = won[0] / most;
      counter[0] += 1;
      if (counter[0] < horizon) {
        draw(random);
        return Status.running;
      }
      if (isHindsight) {
        outcomes[OPTIMUM] = optimum();
        outcomes[RATIO] = outcomes[OPTIMUM] > 0 ? won[0] / outcomes[OPTIMUM] : 1;
      }
      return Status.truncated;
    },
    observe(observations) {
      for (let u = 0; u < n; u++) {
        observations[u] = chances[u];
        observations[n + u] = loads[u];
        observations[2 * n + u] = left[u] > 0 ? 1 : 0;
        observations[3 * n + u] = left[u] / budgets[u];
      }
      observations[4 * n] = counter[0] / horizon;
    },
    scene: (last) =>
      allocationScene({
        ...{ names: source.advertisers, left, budgets, count: counter[0], horizon },
        chances: counter[0] < horizon ? chances : undefined,
        last: last && {
          to: last.outcomes[OFFERED] === 1 ? choiceOf(last.actions[0], n + 1) : -1,
          success: last.outcomes[PAYOFF] === 1,
        },
      }),
  };
}

/** Budgets, [advertisers]. Throws a UserError where a map omits an advertiser or names an unknown one. */
function budgetsOf(budget: Options["budget"], advertisers: readonly string[]): Float64Array {
  if (typeof budget === "number") return new Float64Array(advertisers.length).fill(budget);
  const unknown = Object.keys(budget).find((name) => !advertisers.includes(name));
  if (unknown !== undefined) {
    throw new UserError({ ...unknownName("advertiser", unknown, advertisers), path: ["budget", unknown] });
  }
  return Float64Array.from(advertisers, (name) => {
    if (budget[name] !== undefined) return budget[name];
    const what = `says nothing of ${name}`;
    throw new UserError({ code: "no-budget", what, path: ["budget"], hint: "name all advertisers" });
  });
}

function drawnOffers({ advertisers, density, chance, spread }: Options): Source {
  return {
    advertisers: Array.from({ length: advertisers }, (_, u) => `advertiser ${u + 1}`),
    draw(_t, _hidden, chances, random) {
      for (let u = 0; u < advertisers; u++) {
        const wants = random.uniform() < density;
        const likely = Math.min(1, chance * random.uniform(1 - spread, 1 + spread));
        chances[u] = wants ? likely : 0;
      }
    },
    begin: () => 0,
  };
}

function loggedOffers(log: KeptLog, horizon: number, terms: WindowTerms): Source {
  const { begin, at, spec: windows } = logWindows(log, horizon, terms);
  return {
    windows,
    advertisers: log.parties,
    draw(t, first, chances) {
      const record = at(first, t);
      for (let u = 0; u < chances.length; u++) chances[u] = record[1 + u];
    },
    begin,
  };
}
