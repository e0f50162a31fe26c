// Online stochastic matching as an environment: the agent observes the advertisers interested in the next impression, their success
// probabilities, and their loads; it names one of them, or none. A successful offer matches the advertiser permanently.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { type AdaptivePolicy, adaptivePolicy } from "../../mechanisms/matching/exact-values.ts";
import {
  type ImpressionOffer,
  type Impressions,
  impressionsOf,
  ofTypes,
  spreadChances,
  triangleChances,
} from "../../mechanisms/matching/impressions.ts";
import { stochasticBound } from "../../mechanisms/matching/linear-bounds.ts";
import { choiceOf, event, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";
import { allocationScene } from "./scenes.ts";

/** Source of the bipartite graph: a named family, or a user's log. */
const graphParameters = {
  advertisers: whole(1, 64, 6).describe("who wants one success each; counted from 0"),
  family: oneOf(["triangle", "drawn"], "triangle").describe(
    "triangle: type i of as many types as advertisers is of interest to i and all after it; drawn: by chance",
  ),
  copies: whole(1, 10_000, 10).describe("impressions of each type, one after the other"),
  chance: positive(1, 0.1).describe("probability that an offer is a success"),
  spread: share(0).describe("each type and advertiser has `chance` times a number in 1 ± spread, at most 1"),
  density: positive(1, 0.5).describe("of a drawn graph: probability that an advertiser wants a type"),
  graph: z.int().min(0).default(0).describe("which drawn graph, and which spread chances; the same in every episode"),
  types: z
    .array(z.array(z.int().min(0)).describe("advertisers that want it"))
    .max(1000)
    .default([])
    .describe("the advertisers that want each type, in place of a family"),
  log: z
    .array(
      z
        .array(
          z.strictObject({
            advertiser: z.int().min(0).describe("who wants it"),
            chance: z.number().min(0).max(1).describe("probability that an offer is a success"),
          }),
        )
        .describe("an impression"),
    )
    .max(100_000)
    .default([])
    .describe("impressions in their order, each with who wants it; in place of a family"),
  benchmark: oneOf(["none", "program"], "none").describe(
    "program: the share that successes are of what no policy can expect more than, by the stochastic configuration program",
  ),
  bound: z
    .number()
    .gt(0)
    .optional()
    .describe("what no policy can expect more than; computed where `benchmark` asks for it and it is left out"),
};
const schema = z.strictObject(graphParameters);
type GraphParameters = z.output<typeof schema>;

/** Maximum number of offers in the linear program, which has two columns for each. */
const MOST_OFFERS = 20_000;

/** Adds the upper bound that the benchmark requires. */
async function bounded(parameters: GraphParameters): Promise<GraphParameters> {
  if (parameters.benchmark === "none" || parameters.bound !== undefined) return parameters;
  const problem = graphOf(parameters);
  const offers = problem.chances.length;
  if (offers > MOST_OFFERS) {
    const what = `the program has ${2 * offers} columns for ${offers} offers, more than it takes`;
    const hint = `at most ${MOST_OFFERS} offers, \`benchmark: none\`, or a \`bound\` of your own`;
    throw new UserError({ code: "program-too-large", what, path: ["benchmark"], hint });
  }
  if (offers === 0) {
    const what = "no advertiser wants any impression, and a share of no successes says nothing";
    throw new UserError({
      code: "nothing-wanted",
      what,
      path: ["benchmark"],
      hint: "a higher density, or `benchmark: none`",
    });
  }
  return { ...parameters, bound: stochasticBound(await linearPrograms(), problem) };
}

/** The impressions for these parameters. Throws a UserError where types or a log name an unknown advertiser, or one twice. */
function graphOf(parameters: GraphParameters): Impressions {
  const { advertisers, family, copies, chance, spread, graph, types, log } = parameters;
  if (log.length > 0) {
    const rows = log.map((row, t) => {
      checkWanted(
        row.map(({ advertiser }) => advertiser),
        advertisers,
        (k) => ["log", t, k, "advertiser"],
      );
      return row.map((offer): ImpressionOffer => [offer.advertiser, offer.chance]);
    });
    return impressionsOf(advertisers, rows);
  }
  const random = Random.of(graph, "matching", family);
  const chances = types.length > 0 ? typeChances(types, advertisers, chance) : familyChances(parameters, random);
  return ofTypes(
    advertisers,
    spread === 0 ? chances : spreadChances(chances, spread, random.stream("chances")),
    copies,
  );
}

/** Probabilities of a family by name, [types × advertisers]. */
function familyChances({ advertisers, family, chance, density }: GraphParameters, random: Random): Float64Array {
  if (family === "triangle") return triangleChances(advertisers, chance);
  const drawn = random.stream("edges");
  return Float64Array.from({ length: advertisers * advertisers }, () => (drawn.uniform() < density ? chance : 0));
}

/** Probabilities of types from the list of interested advertisers of each, [types × advertisers]. */
function typeChances(types: readonly (readonly number[])[], advertisers: number, chance: number): Float64Array {
  const chances = new Float64Array(types.length * advertisers);
  for (const [type, wanted] of types.entries()) {
    checkWanted(wanted, advertisers, (k) => ["types", type, k]);
    for (const advertiser of wanted) chances[type * advertisers + advertiser] = chance;
  }
  return chances;
}

/** Throws a UserError where an impression or type names an unknown advertiser, or one twice. */
function checkWanted(wanted: readonly number[], advertisers: number, path: (k: number) => Path): void {
  for (const [k, advertiser] of wanted.entries()) {
    if (advertiser >= advertisers) {
      const what = `advertiser ${advertiser} is none of ${advertisers}`;
      const hint = `they are 0 … ${advertisers - 1}; let \`advertisers\` be larger for more`;
      throw new UserError({ code: "no-such-advertiser", what, path: path(k), hint });
    }
    if (wanted.indexOf(advertiser) < k) {
      const what = `advertiser ${advertiser} stands twice in one ${path(k)[0] === "types" ? "type" : "impression"}`;
      throw new UserError({ code: "advertiser-twice", what, path: path(k), hint: "name each one once" });
    }
  }
}

/** Largest table size for which the optimal policy is computed and regret reported. */
const LARGEST_TABLE = 2 ** 21;
const REGRET = "what the best adaptive policy would expect more at this impression";
const SHARE = "successes over what no policy can expect more than; luck may lift it above 1";
const OPTIMUM = "the best adaptive policy, which knows all impressions and no coins";

export const matchingImpressions: BoundEntry<NumericEnvironment> = bind({
  id: "matching/impressions",
  summary: "impressions come one by one; each is offered to an advertiser that it may win, which then wants no other",
  source: "online matching with stochastic rewards (Mehta & Panigrahi, 2012; arXiv 2309.10289)",
  parameters: z.strictObject(graphParameters),
  prepare: bounded,
  make: (parameters: GraphParameters): NumericEnvironment =>
    world(graphOf(parameters), parameters.benchmark === "none" ? undefined : parameters.bound),
});

function world(problem: Impressions, bound: number | undefined): NumericEnvironment {
  const { advertisers: n, count, starts, neighbours, chances } = problem;
  const sets = 2 ** n;
  const best = (count + 1) * sets <= LARGEST_TABLE ? adaptivePolicy(problem) : undefined;
  const most = new Float64Array(n);
  for (let e = 0; e < chances.length; e++) most[neighbours[e]] += chances[e];
  const state = layout({ free: [n], loads: [n], left: [n], next: [1] });
  const { free, loads, left, next } = state.views;
  const ofEach = { size: n, usual: [0, 1] } as const;
  const channels = [
    event("payoff", "successes", "1 where the offer was a success"),
    flow("offered", "share of impressions", 0, 1, "mean", "1 where a free advertiser that wants it was offered it"),
    event("expected", "successes", "probability of the offer; on average it is the payoff"),
    level("taken", "share of advertisers", 0, 1, "advertisers that have had their success"),
    ...(best === undefined ? [] : [event("regret", "successes", REGRET)]),
    ...(bound === undefined ? [] : [level("share", "of the bound", 0, n / bound, SHARE)]),
  ];
  const shareAt = channels.length - 1;
  const spec = singleAgentSpec({
    label: "allocator",
    horizon: count,
    action: { choices: n + 1 },
    actionUnit: "advertiser, or one past the last for none",
    observation: [
      field("chance", 0, 1, "probability of a success with each advertiser; 0 where it is not wanted", { size: n }),
      field("load", 0, Math.max(1, ...most), "sum of the probabilities of all that each was offered", ofEach),
      field("free", 0, 1, "1 where an advertiser has had no success yet", { size: n }),
      field("time", 0, 1, "share of the impressions that are over"),
    ],
    channels,
    publicState: parts({ free: "1 where free", loads: "loads" }),
    oracles: best && { optimum: { meaning: OPTIMUM, play: () => optimal(best, n) } },
  });

  /** Loss of offering the current impression along edge `e`, or to no advertiser (−1), against the best offer. */
  function regret({ values }: AdaptivePolicy, e: number): number {
    let set = 0;
    for (let u = 0; u < n; u++) if (free[u] === 1) set |= 1 << u;
    const after = (next[0] + 1) * sets;
    const stay = values[after + set];
    const value = e < 0 ? stay : stay + chances[e] * (1 + values[after + (set ^ (1 << neighbours[e]))] - stay);
    return Math.max(0, values[next[0] * sets + set] - value);
  }

  const taken = () => 1 - free.reduce((a, b) => a + b, 0) / n;

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      free.fill(1);
      // A threshold per advertiser instead of a coin per offer: the distribution is the same, and all policies meet the same random
      // numbers.
      for (let u = 0; u < n; u++) left[u] = -Math.log1p(-random.uniform());
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      const choice = choiceOf(actions[0], n + 1);
      const t = next[0];
      let edge = -1;
      for (let e = starts[t]; e < starts[t + 1]; e++) if (neighbours[e] === choice && free[choice] === 1) edge = e;
      outcomes.fill(0);
      if (best !== undefined) outcomes[4] = regret(best, edge);
      if (edge >= 0) {
        loads[choice] += chances[edge];
        left[choice] += Math.max(-Number.MAX_VALUE, Math.log1p(-chances[edge]));
        if (left[choice] < 0) free[choice] = 0;
        outcomes[0] = 1 - free[choice];
        outcomes[1] = 1;
        outcomes[2] = chances[edge];
      }
      outcomes[3] = taken();
      if (bound !== undefined) outcomes[shareAt] = (n * outcomes[3]) / bound;
      next[0] += 1;
      return next[0] >= count ? Status.terminated | Status.truncated : Status.running;
    },
    observe(observations) {
      const t = next[0];
      observations.fill(0, 0, n);
      if (t < count) for (let e = starts[t]; e < starts[t + 1]; e++) observations[neighbours[e]] = chances[e];
      for (let u = 0; u < n; u++) {
        observations[n + u] = loads[u];
        observations[2 * n + u] = free[u];
      }
      observations[3 * n] = t / count;
    },
    scene(last) {
      const t = next[0];
      const chancesNow = new Float64Array(n);
      if (t < count) for (let e = starts[t]; e < starts[t + 1]; e++) chancesNow[neighbours[e]] = chances[e];
      return allocationScene({
        names: Array.from(free, (_, u) => `advertiser ${u}`),
        chances: t < count ? chancesNow : undefined,
        ...{ left: free, budgets: new Float64Array(n).fill(1), count: t, horizon: count },
        last: last && {
          to: last.outcomes[1] === 1 ? choiceOf(last.actions[0], n + 1) : -1,
          success: last.outcomes[0] === 1,
        },
      });
    },
  };
}

/** An agent that reads the free advertisers and counts impressions. */
function optimal({ offers }: AdaptivePolicy, n: number): Agent {
  let t = 0;
  return {
    reset() {
      t = 0;
    },
    act(observation, action) {
      let set = 0;
      for (let u = 0; u < n; u++) if (observation[2 * n + u] === 1) set |= 1 << u;
      const offer = offers[t * 2 ** n + set];
      action[0] = offer < 0 ? n : offer;
      t += 1;
    },
  };
}
