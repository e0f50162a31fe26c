// Repeated hiring: in each round efforts are recommended, agents choose an action and a reporting strategy, the principal decides, the
// state is revealed, and agents are paid.

import { type NumericEnvironment, type Oracle, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { reportMaps } from "../../mechanisms/hiring/deviations.ts";
import type { HiringMechanism } from "../../mechanisms/hiring/mechanism.ts";
import { cellOf, type HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { steady } from "../bandits/vector-arms.ts";
import { choiceOf, field, flow, parts, seats } from "../declaration.ts";
import { hiringScene } from "./scenes.ts";

/** Definition of a hiring environment. All agents must have the same numbers of actions and of signals. */
export interface HiringTerms {
  readonly problem: HiringProblem;
  readonly mechanism: HiringMechanism;
  readonly labels: readonly string[];
  readonly horizon: number;
  /** Upper bound of each payment. */
  readonly cap: number;
}

const [PAYOFF, PAYMENT, COST, EFFORT, OBEYED, TRUTHFUL, DECIDED, PROFIT] = [0, 1, 2, 3, 4, 5, 6, 7];

/** A choice as an action (or, as a further option, the recommended one) and a map from signals to reports. */
export interface HiringChoices {
  readonly count: number;
  readonly maps: readonly (readonly number[])[];
  choice(action: number | "as asked", map: readonly number[]): number;
}

export function hiringChoices(problem: HiringProblem): HiringChoices {
  const actions = problem.profiles.sizes[0];
  const maps = reportMaps(problem, 0);
  return {
    count: (actions + 1) * maps.length,
    maps,
    choice: (action, map) =>
      (action === "as asked" ? actions : action) * maps.length +
      maps.findIndex((other) => other.every((report, k) => report === map[k])),
  };
}

export function hiringWorld({ problem, mechanism, labels, horizon, cap }: HiringTerms): NumericEnvironment {
  const { prior, costs, profiles, signals, law, utility } = problem;
  const agents = costs.length;
  const actions = profiles.sizes[0];
  const kinds = signals.sizes[0];
  if (profiles.sizes.some((size) => size !== actions) || signals.sizes.some((size) => size !== kinds))
    throw new Error("agents differ in their numbers of actions or signals");
  const choices = hiringChoices(problem);
  const maps = Int32Array.from(choices.maps.flat());
  const dearest = Math.max(...costs.map((own) => Math.max(...own)));
  const values = utility.flatMap((row) => [...row]);
  const [worst, best] = [Math.min(...values), Math.max(...values)];

  const state = layout({ asked: [agents], done: [agents], reports: [agents], paid: [agents], result: [2], step: [1] });
  const { asked, done, reports, paid, result, step: counter } = state.views;
  const fields = [
    ...Array.from(asked, (_, k) => field(`asked${k || ""}`, -1, actions - 1, whose(k, mechanism.announced))),
    field("paid", 0, cap, "what it was paid in the last round"),
    field("time", 0, 1, "rounds that have passed, as a share of all"),
  ];
  const size = observationSize(fields);

  /** Draws the recommendation for the coming round. */
  function ask(random: Random): void {
    const profile = drawAt(mechanism.chances, 0, profiles.count, random);
    for (let agent = 0; agent < agents; agent++) asked[agent] = profiles.digit(profile, agent);
  }

  return {
    spec: {
      ...seats(labels, () => choices.count - 1),
      horizon,
      actionUnit: `effort (0 … ${actions - 1}, ${actions}: as asked) · ${choices.maps.length} + way to report (${choices.maps.map((map) => map.join("")).join(", ")}: what to say after each signal)`,
      choices: choices.count,
      observation: fields,
      observationSize: size,
      channels: [
        flow("payoff", "value", -dearest, cap, "mean", "payment − cost"),
        flow("payment", "value", 0, cap, "mean", "what the agent was paid"),
        flow("cost", "value", 0, dearest, "mean", "what its effort cost"),
        flow("effort", "effort", 0, actions - 1, "mean", "the action that it took"),
        flow("obeyed", "share of rounds", 0, 1, "mean", "1 where it did what it was asked"),
        flow("truthful", "share of rounds", 0, 1, "mean", "1 where it reported what it saw"),
        flow("decided", "value", worst, best, "mean", "what the decision was worth, the same for all agents"),
        flow("profit", "value", worst - agents * cap, best, "mean", "decided − all agents' payments: the principal's"),
      ],
      publicState: parts({
        asked: "asked for in the coming round",
        done: "actions taken",
        reports: "reports",
        paid: "payments",
        result: "state, decision",
      }),
      deterministic: false,
      symmetric: false,
      oracles: players(choices, kinds),
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      ask(random);
    },
    step(chosen, outcomes, random) {
      let [wanted, taken] = [0, 0];
      for (let agent = 0; agent < agents; agent++) {
        const effort = Math.floor(choiceOf(chosen[agent], choices.count) / choices.maps.length);
        done[agent] = effort === actions ? asked[agent] : effort;
        wanted = profiles.replaced(wanted, agent, asked[agent]);
        taken = profiles.replaced(taken, agent, done[agent]);
      }
      const hidden = drawAt(prior, 0, prior.length, random);
      const seen = drawAt(law, cellOf(problem, taken, hidden, 0), signals.count, random);
      let reported = 0;
      for (let agent = 0; agent < agents; agent++) {
        const map = choiceOf(chosen[agent], choices.count) % choices.maps.length;
        reports[agent] = maps[map * kinds + signals.digit(seen, agent)];
        reported = signals.replaced(reported, agent, reports[agent]);
      }
      const decision = mechanism.decisions[wanted * signals.count + reported];
      const decided = utility[decision][hidden];
      const cell = cellOf(problem, wanted, hidden, reported);
      let total = 0;
      for (let agent = 0; agent < agents; agent++) {
        paid[agent] = mechanism.payments[agent][cell];
        total += paid[agent];
      }
      const channels = outcomes.length / agents;
      for (let agent = 0; agent < agents; agent++) {
        const row = agent * channels;
        const cost = costs[agent][done[agent]];
        outcomes[row + PAYOFF] = paid[agent] - cost;
        outcomes[row + PAYMENT] = paid[agent];
        outcomes[row + COST] = cost;
        outcomes[row + EFFORT] = done[agent];
        outcomes[row + OBEYED] = done[agent] === asked[agent] ? 1 : 0;
        outcomes[row + TRUTHFUL] = reports[agent] === signals.digit(seen, agent) ? 1 : 0;
        outcomes[row + DECIDED] = decided;
        outcomes[row + PROFIT] = decided - total;
      }
      result[0] = hidden;
      result[1] = decision;
      counter[0] += 1;
      ask(random);
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      for (let agent = 0; agent < agents; agent++) {
        const row = agent * size;
        // The agent's own entries come first, followed by the others in the order of seats.
        for (let k = 0; k < agents; k++)
          observations[row + k] = k > 0 && mechanism.announced === "own" ? -1 : asked[(agent + k) % agents];
        observations[row + agents] = paid[agent];
        observations[row + agents + 1] = counter[0] / horizon;
      }
    },
    scene(last) {
      const channels = (last?.outcomes.length ?? 0) / agents;
      return hiringScene({
        ...{ labels, actions, requested: asked, cap, worst, best, round: counter[0], horizon },
        last: last && {
          ...{ done, paid, decided: last.outcomes[DECIDED], profit: last.outcomes[PROFIT] },
          costs: labels.map((_, k) => last.outcomes[k * channels + COST]),
          truthful: labels.map((_, k) => last.outcomes[k * channels + TRUTHFUL] === 1),
        },
      });
    },
  };
}

function whose(k: number, announced: HiringMechanism["announced"]): string {
  if (k === 0) return "the effort that it is asked for";
  if (announced === "own") return "−1: it is not told what the others are asked for";
  return `what the agent ${k} seats on is asked for`;
}

function players(choices: HiringChoices, kinds: number): Readonly<Record<string, Oracle>> {
  const truth = Array.from({ length: kinds }, (_, signal) => signal);
  const silence = truth.map(() => 0);
  const lazily = "always takes the first action and makes the first report";
  return {
    obedient: steady("does what it is asked and reports what it sees", choices.choice("as asked", truth)),
    idle: steady(lazily, choices.choice(0, silence)),
  };
}
