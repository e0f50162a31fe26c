// Requests that come one after the other, each with a few ways to serve it that earn something and use up resources, which nothing
// refills: who serves them sees the request at hand and what is left, and no more.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { drawnKind, featureSource, MOST_REWARD, phaseValue } from "../../mechanisms/allocation/generators.ts";
import { emptyRequests, type RequestSource } from "../../mechanisms/allocation/requests.ts";
import { choiceOf, flow, singleAgentSpec } from "../single-agent.ts";

const parameters = z.strictObject({
  horizon: z.int().min(1).max(10_000_000).default(400).describe("requests"),
  input: z
    .enum(["alike", "phases"])
    .default("alike")
    .describe("all drawn alike, or as an adversary writes them: phases of growing value that may end after any"),
  options: z.int().min(1).max(32).default(5).describe("ways to serve a request, where all are alike"),
  resources: z.int().min(1).max(32).default(4).describe("resources, where all requests are alike"),
  kind: z.int().min(0).default(0).describe("number of the kind of requests, which weights and budgets are drawn from"),
  phases: z.int().min(1).max(64).default(4).describe("phases, of requests of one option that uses 1 of one resource"),
  growth: z.number().min(1).max(10).default(2).describe("value of a phase over that of the one before"),
  scarcity: z.number().min(1).max(1000).default(4).describe("requests of phases for each that the budget can serve"),
});

type Options = z.output<typeof parameters>;

const [PAYOFF, SERVED, MISSED, USED] = [0, 1, 2, 3];

export const requestsWorld: Bound<NumericEnvironment> = bind({
  id: "markets/requests",
  summary: "requests to serve from budgets that nothing refills: what serving by prices, by rules or by learning earns",
  source: "arXiv 2011.10124 (Balseiro, Lu & Mirrokni), section H.1 and its adversary",
  parameters,
  make: requests,
});

/** What is asked, and the budget a request of each resource. */
interface Input {
  readonly options: number;
  readonly rates: Float64Array;
  readonly most: number;
  /** Writes request `t`, of an episode whose hidden number is `hidden`. */
  draw(t: number, hidden: number, random: Random): void;
  /** The hidden number of an episode. */
  begin(random: Random): number;
}

function requests(p: Options): NumericEnvironment {
  const { horizon } = p;
  const d = p.input === "alike" ? p.options : 1;
  const m = p.input === "alike" ? p.resources : 1;
  const next = emptyRequests(1, d, m);
  const input = p.input === "alike" ? alike(p, next) : phased(p, next);
  const { rates, most } = input;
  const state = layout({ rewards: [d], uses: [d, m], left: [m], hidden: [1], step: [1] });
  const { rewards, uses, left, hidden, step: counter } = state.views;
  const spec = singleAgentSpec({
    label: "server",
    horizon,
    action: { choices: d + 1 },
    actionUnit: "way to serve, 0 for none",
    observation: [
      { name: "rewards", size: d, low: 0, high: most, meaning: "what each way to serve earns" },
      { name: "uses", size: d * m, low: 0, high: 1, meaning: "what each way uses of every resource" },
      { name: "left", size: m, low: 0, high: 1, meaning: "what is left of each budget, as a share" },
      { name: "rates", size: m, low: 0, high: 1, meaning: "each budget over the number of requests" },
      { name: "time", size: 1, low: 0, high: 1, meaning: "requests that came, as a share of all" },
    ],
    channels: [
      flow("payoff", "reward", 0, most, "sum", "what serving the request earned"),
      flow("served", "requests", 0, 1, "sum", "1 where the request was served"),
      flow("missed", "requests", 0, 1, "sum", "1 where the way that was asked for used more than was left"),
      flow("used", "resources", 0, m, "sum", "what serving the request used, of all resources together"),
    ],
    publicState: [],
    oracles: {
      "first-come": {
        meaning: "serves every request in the way that earns most",
        play: () => ({
          reset() {},
          act(observation, action) {
            let best = 0;
            for (let j = 1; j <= d; j++) {
              if (observation[j - 1] > (best === 0 ? 0 : observation[best - 1])) best = j;
            }
            action[0] = best;
          },
        }),
      },
    },
  });
  const budgets = rates.map((rate) => rate * horizon);

  function draw(random: Random): void {
    input.draw(counter[0], hidden[0], random);
    rewards.set(next.rewards);
    uses.set(next.uses);
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      outcomes.fill(0);
      left.set(budgets);
      counter[0] = 0;
      hidden[0] = input.begin(random);
      draw(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const option = choiceOf(actions[0], d + 1) - 1;
      if (option >= 0) {
        let fits = true;
        for (let k = 0; fits && k < m; k++) fits = uses[option * m + k] <= left[k];
        if (fits) {
          for (let k = 0; k < m; k++) {
            left[k] -= uses[option * m + k];
            outcomes[USED] += uses[option * m + k];
          }
          outcomes[PAYOFF] = rewards[option];
        }
        outcomes[fits ? SERVED : MISSED] = 1;
      }
      counter[0] += 1;
      if (counter[0] >= horizon) return Status.truncated;
      draw(random);
      return Status.running;
    },
    observe(observation) {
      observation.set(rewards);
      observation.set(uses, d);
      for (let k = 0; k < m; k++) {
        observation[d + d * m + k] = left[k] / budgets[k];
        observation[d + d * m + m + k] = rates[k];
      }
      observation[spec.observationSize - 1] = counter[0] / horizon;
    },
  };
}

/** Requests that are drawn alike; their kind is the same in every episode. */
function alike({ options, resources, kind }: Options, next: ReturnType<typeof emptyRequests>): Input {
  const drawn = drawnKind(resources, Random.of(kind, "kind of requests"));
  const source: RequestSource = featureSource(drawn);
  return {
    options,
    rates: drawn.rates,
    most: MOST_REWARD,
    draw: (_t, _hidden, random) => source(next, random),
    begin: () => 0,
  };
}

/** Phases that end after a phase which each episode draws. */
function phased({ horizon, phases, growth, scarcity }: Options, next: ReturnType<typeof emptyRequests>): Input {
  next.uses[0] = 1;
  return {
    options: 1,
    rates: Float64Array.of(1 / scarcity),
    most: 1,
    draw(t, ends) {
      next.rewards[0] = phaseValue(t, horizon, phases, growth, ends);
    },
    begin: (random) => 1 + random.integer(phases),
  };
}
