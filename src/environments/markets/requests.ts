// Sequential requests with a few options each, which have rewards and use non-renewable resources. The agent observes only the current
// request and the remaining budgets.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { maybeWhole, oneOf, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { REQUESTS } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { playedLog } from "../../logs/source.ts";
import { linearPrograms, loadedLinearPrograms } from "../../math/linear-program.ts";
import { fluidBound } from "../../mechanisms/allocation/benchmarks.ts";
import { dayValue, decliningValue, phaseValue, REWARD_NOISES } from "../../mechanisms/allocation/generators.ts";
import { choiceOf, event, field, flow, level, singleAgentSpec } from "../declaration.ts";
import { checkHindsight } from "../hindsight.ts";
import { alike, logged, type RequestInput, singly } from "./request-inputs.ts";
import { requestScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 400).describe("requests"),
  input: oneOf(["alike", "days", "decline", "phases"], "alike").describe(
    "all drawn alike, worth half by night, worth a tenth at the end, or as an adversary writes them: phases of growing value that may end after any",
  ),
  options: whole(1, 32, 5).describe("ways to serve a request, where all are alike"),
  resources: whole(1, 32, 4).describe("resources, where all requests are alike"),
  kind: z
    .union([z.int().min(0), z.literal("drawn")])
    .default(0)
    .describe(
      "number of the kind of requests, which weights and budgets are drawn from; drawn: another one in each episode",
    ),
  noise: oneOf(REWARD_NOISES, "request").describe(
    "where all are alike: the options of a request share their noise, or each has its own",
  ),
  period: whole(2, 1_000_000, 100).describe("requests of a day and a night, worth up to 1 by day and 1/2 by night"),
  replaced: share(0.2).describe("share of requests, at the end, that is worth a tenth, where values decline"),
  phases: whole(1, 64, 4).describe("phases, of requests of one option that uses 1 of one resource"),
  ends: maybeWhole(1, 64).describe(
    "phase after which nothing of worth comes; each episode draws one where it is left out",
  ),
  growth: within(1, 10, 2).describe("value of a phase over that of the one before"),
  scarcity: within(1, 1000, 4).describe(
    "what is asked for over what there is, of inputs that are not alike and of a log without `budgets`",
  ),
  log: playedLog.optional().describe("requests of one's own, in place of `input`; an episode is a window of it"),
  budgets: z
    .record(z.string(), z.number().gt(0))
    .optional()
    .describe("of a log: what there is of each resource for an episode, in the log's units: { use_cpu: 200 }"),
  benchmark: oneOf(["none", "hindsight"], "none").describe(
    "hindsight: at the end, what one could have earned at most who knew all requests, and the share that was",
  ),
});

type Options = z.output<typeof parameters>;

const [PAYOFF, SERVED, MISSED, USED, OPTIMUM, REGRET, RATIO] = [0, 1, 2, 3, 4, 5, 6];
const OPTIMUM_MEANS = "at the end: what one who knew all requests earns at most";
/** Tolerance relative to a budget: an option that uses up the remainder is still served. */
const ROUNDING = 1e-9;
/** Maximum amount of stored numbers to compute the optimum at the end. */
const LARGEST_MEMORY = 1e7;

export const requestsWorld: BoundEntry<NumericEnvironment> = bind({
  id: "markets/requests",
  summary: "requests to serve from budgets that nothing refills: what serving by prices, by rules or by learning earns",
  source: "arXiv 2011.10124 (Balseiro, Lu & Mirrokni), section H.1 and its adversary",
  parameters,
  async prepare(p, place) {
    if (p.benchmark === "hindsight") await linearPrograms();
    return p.log === undefined ? p : { ...p, log: await prepareLog(REQUESTS, p.log, place) };
  },
  make: requests,
});

function requests(p: Options): NumericEnvironment {
  const { horizon } = p;
  const input = inputOf(p);
  const { next, most, mostUse, usual, names } = input;
  const { options: d, resources: m } = next;
  const isHindsight = p.benchmark === "hindsight";
  if (isHindsight) {
    const most = Math.floor(LARGEST_MEMORY / (d * (1 + m)));
    checkHindsight(horizon, most, `requests with ${d} options and ${m} resources`);
  }
  // Requests are stored where the optimum is computed at the end.
  const seen = isHindsight ? horizon : 0;
  const state = layout({
    rewards: [d],
    uses: [d, m],
    left: [m],
    hidden: [1],
    step: [1],
    earned: [1],
    rewardsSeen: [seen, d],
    usesSeen: [seen, d, m],
  });
  const { rewards, uses, left, hidden, step: counter, earned, rewardsSeen, usesSeen } = state.views;
  const rates = () => input.rates(hidden[0]);
  const budgetOf = (resource: number) => rates()[resource] * horizon;
  const spec = singleAgentSpec({
    label: "server",
    horizon,
    action: { choices: d + 1 },
    actionUnit: "way to serve, 0 for none",
    observation: [
      field("rewards", 0, most, `what each way to serve earns${list(names?.options)}`, { size: d, usual: [0, usual] }),
      field("uses", 0, mostUse, `what each way uses of every resource${list(names?.resources)}`, {
        size: d * m,
        usual: [0, 1],
      }),
      field("left", 0, 1, "what is left of each budget, as a share", { size: m }),
      field("rates", 0, Math.max(1, ...rates()), "each budget over the number of requests", { size: m }),
      field("time", 0, 1, "requests that came, as a share of all"),
    ],
    channels: [
      flow("payoff", "reward", 0, most, "sum", "what serving the request earned"),
      event("served", "requests", "1 where the request was served; it may use all that is left"),
      event("missed", "requests", "1 where the way that was asked for used more than was left"),
      flow("used", "resources", 0, m * mostUse, "sum", "what serving the request used, of all resources together"),
      ...(isHindsight
        ? [
            flow("optimum", "reward", 0, most * horizon, "sum", OPTIMUM_MEANS),
            flow("regret", "reward", 0, most * horizon, "sum", "at the end: what of that was not earned"),
            level("ratio", "share of the optimum", 0, 1, "at the end: what was earned over the optimum, 0 before"),
          ]
        : []),
    ],
    publicState: [],
    windows: input.windows,
    oracles: {
      "first-come": {
        meaning: "serves every request in the way that earns most",
        play: () =>
          reactive((observation) => {
            let best = 0;
            for (let j = 1; j <= d; j++) {
              if (observation[j - 1] > (best === 0 ? 0 : observation[best - 1])) best = j;
            }
            return best;
          }),
      },
    },
  });

  function draw(random: Random): void {
    input.draw(counter[0], hidden[0], random);
    rewards.set(next.rewards);
    uses.set(next.uses);
    if (!isHindsight) return;
    rewardsSeen.set(rewards, counter[0] * d);
    usesSeen.set(uses, counter[0] * d * m);
  }

  /** Writes an upper bound of the attainable reward, in which requests may be served in part. */
  function compare(outcomes: Float64Array): void {
    const seen = { count: horizon, options: d, resources: m, rewards: rewardsSeen, uses: usesSeen };
    const bound = fluidBound(loadedLinearPrograms(), seen, rates(), most / Math.min(...rates()));
    const optimum = Math.max(earned[0], bound.value * horizon);
    outcomes[OPTIMUM] = optimum;
    outcomes[REGRET] = optimum - earned[0];
    outcomes[RATIO] = optimum > 0 ? earned[0] / optimum : 1;
  }

  return {
    spec,
    state,
    reset(random, outcomes, place) {
      outcomes.fill(0);
      state.buffer.fill(0);
      hidden[0] = input.begin(random, place);
      for (let k = 0; k < m; k++) left[k] = budgetOf(k);
      draw(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const option = choiceOf(actions[0], d + 1) - 1;
      if (option >= 0) {
        let fits = true;
        for (let k = 0; fits && k < m; k++) fits = uses[option * m + k] <= left[k] + ROUNDING * budgetOf(k);
        if (fits) {
          for (let k = 0; k < m; k++) {
            left[k] = Math.max(0, left[k] - uses[option * m + k]);
            outcomes[USED] += uses[option * m + k];
          }
          outcomes[PAYOFF] = rewards[option];
          earned[0] += rewards[option];
        }
        outcomes[fits ? SERVED : MISSED] = 1;
      }
      counter[0] += 1;
      if (counter[0] >= horizon) {
        if (isHindsight) compare(outcomes);
        return Status.truncated;
      }
      draw(random);
      return Status.running;
    },
    observe(observation) {
      observation.set(rewards);
      observation.set(uses, d);
      for (let k = 0; k < m; k++) {
        observation[d + d * m + k] = left[k] / budgetOf(k);
        observation[d + d * m + m + k] = rates()[k];
      }
      observation[spec.observationSize - 1] = counter[0] / horizon;
    },
    scene: (last) =>
      requestScene({
        ...{ names, rewards, uses, usual, left, budgets: Array.from(left, (_one, k) => budgetOf(k)), horizon },
        ...{ count: counter[0], earned: earned[0] },
        last: last && {
          way: choiceOf(last.actions[0], d + 1) - 1,
          served: last.outcomes[SERVED] === 1,
          reward: last.outcomes[PAYOFF],
        },
      }),
  };
}

function inputOf(p: Options): RequestInput {
  const { log, input, horizon, phases, scarcity, budgets } = p;
  if (log !== undefined) return logged(logAtHand(log), log, horizon, scarcity, budgets);
  if (budgets !== undefined) {
    const what = "budgets are given by name, and requests that are drawn have none";
    throw new UserError({ code: "no-log", what, path: ["budgets"], hint: "name a log, or leave them out" });
  }
  switch (input) {
    case "alike":
      return alike(p.options, p.resources, p.kind, p.noise);
    case "days":
      return singly(scarcity, (t, _hidden, random) => dayValue(t, p.period, random));
    case "decline":
      return singly(scarcity, (t, _hidden, random) => decliningValue(t, horizon, p.replaced, random));
    case "phases":
      return singly(
        scarcity,
        (t, ends) => phaseValue(t, horizon, phases, p.growth, ends),
        (random) => p.ends ?? 1 + random.integer(phases),
      );
    default:
      return input satisfies never;
  }
}

/** Formats names for a field's description. */
const list = (names: readonly string[] = []): string => (names.length === 0 ? "" : `: ${names.join(", ")}`);
