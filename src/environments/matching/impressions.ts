// Impressions as a world: one agent is told who wants the next one, with what probability, and how much each was offered already; it
// names one of them, or none. An offer fails or takes its advertiser for good.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { type AdaptivePolicy, adaptivePolicy } from "../../mechanisms/matching/exact-values.ts";
import type { Impressions } from "../../mechanisms/matching/impressions.ts";
import { choiceOf, event, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";
import { type GraphParameters, graphOf, graphParameters } from "./graphs.ts";
import { allocationScene } from "./scenes.ts";

/** The best policy is computed, and regret told, where its table has no more entries than this. */
const LARGEST_TABLE = 2 ** 21;
const REGRET = "what the best adaptive policy would expect more at this impression";
const OPTIMUM = "the best adaptive policy, which knows all impressions and no coins";

export const matchingImpressions: BoundEntry<NumericEnvironment> = bind({
  id: "matching/impressions",
  summary: "impressions come one by one; each is offered to an advertiser that it may win, which then wants no other",
  source: "online matching with stochastic rewards (Mehta & Panigrahi, 2012; arXiv 2309.10289)",
  parameters: z.strictObject(graphParameters),
  make: (parameters: GraphParameters): NumericEnvironment => world(graphOf(parameters)),
});

function world(problem: Impressions): NumericEnvironment {
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
  ];
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

  /** What is lost by offering the current impression along edge `e`, or to no advertiser (−1), against the best offer. */
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
      // A threshold for each advertiser, not a coin for each offer: the law is the same, and all policies meet the same luck.
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

/** Reads who is free, and counts impressions. */
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
