// Hiring by those who do not know how good the work is: pay generously for a while, count, then pay what the counts call for with
// something to spare, and stay with it (after arXiv 2307.06210; its rate is O~(T^⅔)).

import { z } from "zod";
import { flag, positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { bestHiring } from "../../mechanisms/hiring/best-mechanisms.ts";
import { bestDeviation, settledPlay } from "../../mechanisms/hiring/deviations.ts";
import { rightReportPayment, type Work } from "../../mechanisms/hiring/inspectors.ts";
import { type HiringMechanism, type HiringOutcome, hiringOutcome } from "../../mechanisms/hiring/mechanism.ts";
import { cellOf, type HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { armsOf } from "../bandits/agents.ts";
import { type BanditLearner, banditPlayer } from "../bandits/learner.ts";

/** How long to explore out of T rounds: ⌈T^⅔⌉. */
export function exploringRounds(rounds: number): number {
  return Math.ceil(rounds ** (2 / 3) - 1e-9);
}

/** ε = √(ln T/(2n)): a share of n draws is off by more with chance 1/T at most on either side (Hoeffding, 1963). */
export function slackOf(rounds: number, draws: number): number {
  return Math.sqrt(Math.log(rounds) / (2 * draws));
}

/** What a run came to. */
export interface HiringRun {
  /** Σ over rounds of the optimum less the expected profit, given what the agents do. */
  readonly regret: number;
  /** Whether agents do as they are told, and tell the truth, after the principal has committed. */
  readonly obeyed: boolean;
  /** The chance that an agent is asked for more than its first action then. */
  readonly hires: number;
}

/** One agent, who is paid for a right report. */
export interface PaymentLearning {
  /** T */
  readonly rounds: number;
  /** Paid while exploring; known to be enough, so that more is never paid. */
  readonly generous: number;
  /** False takes the share of right reports for the truth: ε = 0. */
  readonly tightened: boolean;
  /** Whether what work costs must be learnt as well. Default false: it is known. */
  readonly seeksCost?: boolean;
}

/** What comes of paying each agent so much for a right report: how often its reports are right then, and what a round loses against the optimum. */
export type HiringOffer = (payments: readonly number[]) => {
  readonly right: ArrayLike<number>;
  readonly regret: number;
};

/** Where work begins to be worth its cost. */
export interface SoughtPayments {
  /** The lowest payment at which an agent was seen to work; without anything to spare, the middle between it and the highest at which not. */
  readonly payments: readonly number[];
  /** Rounds that it took, and what they lost. */
  readonly rounds: number;
  readonly regret: number;
}

/**
 * Seeks the payment for a right report from which on an agent works, c/(q − 1/2), between none and a generous one: narrows these ends to about
 * T^(−⅓) of what they were, in T^⅔ rounds, by offers from the middle half, to all agents at once. Effort is not seen: an agent is taken to work
 * where more than 1/2 + ε of its reports to an offer are right, and so with chance 1/T at most where it idles; with ε = 0, where their share
 * is nearer to its `accuracies`.
 */
export function soughtPayments(
  accuracies: readonly number[],
  { rounds, generous, tightened }: Pick<PaymentLearning, "rounds" | "generous" | "tightened">,
  offer: HiringOffer,
  random: Random,
): SoughtPayments {
  const steps = Math.ceil(Math.log2(rounds) / 3);
  const draws = Math.ceil(exploringRounds(rounds) / steps);
  const ends = accuracies.map((accuracy) => {
    return { low: 0, high: generous, line: tightened ? 0.5 + slackOf(rounds, draws) : (0.5 + accuracy) / 2 };
  });
  let regret = 0;
  for (let step = 0; step < steps; step++) {
    const payments = ends.map(({ low, high }) => low + (high - low) * random.uniform(0.25, 0.75));
    const seen = offer(payments);
    regret += draws * seen.regret;
    for (const [agent, end] of ends.entries()) {
      let right = 0;
      for (let k = 0; k < draws; k++) if (random.uniform() < seen.right[agent]) right += 1;
      end[right > end.line * draws ? "high" : "low"] = payments[agent];
    }
  }
  return {
    payments: ends.map(({ low, high }) => (tightened ? high : (low + high) / 2)),
    rounds: steps * draws,
    regret,
  };
}

/** What is paid after `right` of `explored` reports were right: c/(q̂ − ε − 1/2), or the generous payment where that is more. */
export function committedPayment(
  right: number,
  explored: number,
  cost: number,
  { rounds, generous, tightened }: PaymentLearning,
): number {
  const accuracy = right / explored - (tightened ? slackOf(rounds, explored) : 0);
  return accuracy > 0.5 ? Math.min(generous, rightReportPayment({ accuracy, cost })) : generous;
}

/**
 * Pays generously for N = T^⅔ rounds, and what the count calls for from then on. The agent works wherever that is no loss, and else
 * reports without a signal. q is not known; what work costs is, or else N rounds more seek p, from which on the agent works, and
 * p·(q̂ − 1/2) is taken for it.
 */
export function learnPayment(work: Work, asked: PaymentLearning, random: Random): HiringRun {
  const { accuracy } = work;
  const { rounds, generous, seeksCost = false } = asked;
  const needed = rightReportPayment(work);
  const offer = (payment: number) => {
    const right = payment >= needed ? accuracy : 0.5;
    return { right: [right], regret: accuracy * (1 - needed) - right * (1 - payment) };
  };
  const explored = exploringRounds(rounds);
  let right = 0;
  for (let k = 0; k < explored; k++) if (random.uniform() < accuracy) right += 1;
  const share = right / explored;
  const sought = seeksCost ? soughtPayments([share], asked, ([payment]) => offer(payment), random) : undefined;
  const cost = sought === undefined ? work.cost : sought.payments[0] * (share - 0.5);
  const payment = committedPayment(right, explored, cost, asked);
  const left = rounds - explored - (sought?.rounds ?? 0);
  return {
    regret: explored * offer(generous).regret + (sought?.regret ?? 0) + left * offer(payment).regret,
    obeyed: payment >= needed,
    hires: 1,
  };
}

/** Any problem. */
export interface HiringLearning {
  readonly rounds: number;
  /** M of the mechanism that is committed to. */
  readonly cap: number;
  /** How efforts are tried out, in turn: for each profile whose law is unknown, a mechanism that asks for it and is obeyed for sure. */
  readonly explorers: readonly { readonly profile: number; readonly mechanism: HiringMechanism }[];
  readonly tightened: boolean;
  /** Profit of the best mechanism, what regret is measured against. */
  readonly optimum: number;
  /** How costs are sought that are not known. */
  readonly seeks?: CostSearch;
}

/** Mechanisms that ask all agents for their second action and pay each so much for a right report. An idle agent is right half the time. */
export interface CostSearch {
  readonly offer: (payments: readonly number[]) => HiringMechanism;
  /** The highest of these payments, which is enough. */
  readonly generous: number;
}

/**
 * Tries all explorers equally often for N = T^⅔ rounds, estimates P(s|b, θ) by shares, and commits to the best mechanism for the
 * estimate, its demands tightened by ε = √(ln T/(2n)) with n the draws of a profile. Costs that are not known are sought in N rounds more: at most
 * p·(q̂ + ε − 1/2), where work was seen for p. Agents know the truth and play best responses
 * to each other, starting from obedience.
 */
export function learnHiring(
  solver: LinearPrograms,
  truth: HiringProblem,
  { rounds, cap, explorers, tightened, optimum, seeks }: HiringLearning,
  random: Random,
): HiringRun {
  const draws = Math.ceil(exploringRounds(rounds) / explorers.length);
  const law = truth.law.slice();
  let regret = 0;
  for (const { profile, mechanism } of explorers) {
    estimateLaw(truth, profile, draws, random, law);
    regret += draws * (optimum - hiringOutcome(truth, mechanism).profit);
  }
  const tightening = tightened ? slackOf(rounds, draws) : 0;
  const costs = truth.costs.map((own) => own.slice());
  let left = rounds - draws * explorers.length;
  if (seeks !== undefined) {
    const { offer, generous } = seeks;
    const ones = costs.map(() => 1);
    const accuracies = [...hiringOutcome({ ...truth, law }, offer(ones)).payments];
    const offered: HiringOffer = (payments) => {
      const outcome = playedOutcome(truth, offer(payments));
      return { right: outcome.payments.map((paid, agent) => paid / payments[agent]), regret: optimum - outcome.profit };
    };
    const sought = soughtPayments(accuracies, { rounds, generous, tightened }, offered, random);
    for (const [agent, payment] of sought.payments.entries())
      costs[agent][1] = payment * Math.max(0, accuracies[agent] + tightening - 0.5);
    regret += sought.regret;
    left -= sought.rounds;
  }
  const found = bestHiring(solver, { ...truth, law, costs }, { cap, tightening });
  if (found.status !== "optimal") throw new Error(found.reason);
  const { mechanism } = found;
  const obeyed = bestDeviation(truth, mechanism).gain <= TIE;
  regret += left * (optimum - playedOutcome(truth, mechanism).profit);
  // Profile 0 asks every agent for its first action.
  return { regret, obeyed, hires: 1 - mechanism.chances[0] };
}

/** What comes of a mechanism when agents play best responses to each other, starting from obedience. */
function playedOutcome(truth: HiringProblem, mechanism: HiringMechanism): HiringOutcome {
  return hiringOutcome(truth, mechanism, settledPlay(truth, mechanism, { tie: TIE }));
}

/** Gains up to this are ties, which agents break for the principal. */
const TIE = 1e-9;

/** Overwrites the law of one profile by shares of drawn signals; a state that was never drawn keeps even chances. */
function estimateLaw(truth: HiringProblem, profile: number, draws: number, random: Random, law: Float64Array): void {
  const { prior, signals } = truth;
  const [from, to] = [0, prior.length].map((state) => cellOf(truth, profile, state, 0));
  const counts = new Float64Array(to - from);
  const seen = new Float64Array(prior.length);
  for (let k = 0; k < draws; k++) {
    const state = drawAt(prior, 0, prior.length, random);
    seen[state] += 1;
    counts[state * signals.count + drawAt(truth.law, from + state * signals.count, signals.count, random)] += 1;
  }
  for (let k = 0; k < counts.length; k++) {
    const total = seen[Math.floor(k / signals.count)];
    law[from + k] = total > 0 ? counts[k] / total : 1 / signals.count;
  }
}

/** What an employer knows beforehand. */
export interface EmployerKnowledge {
  /** What work costs. */
  readonly cost: number;
  /** The payment that the last arm stands for, below 1; the first stands for none, and those between lie evenly. */
  readonly highest: number;
  readonly tightened: boolean;
}

/**
 * Pulls the last arm for T^⅔ rounds and counts right reports, those that left more than nothing; then the lowest arm that pays
 * `committedPayment`, to the end.
 */
export function payByCount(
  arms: number,
  rounds: number,
  { cost, highest, tightened }: EmployerKnowledge,
): BanditLearner {
  const explored = exploringRounds(rounds);
  const last = arms - 1;
  let [pulls, right, committed] = [0, 0, last];
  return {
    choose: () => (pulls < explored ? last : committed),
    learn(_arm, payoff) {
      if (pulls >= explored) return;
      pulls += 1;
      if (payoff > 0) right += 1;
      if (pulls < explored) return;
      const payment = committedPayment(right, explored, cost, { rounds, generous: highest, tightened });
      // A payment that lies on an arm up to rounding is that arm.
      committed = Math.min(last, Math.ceil((payment / highest) * last - 1e-9));
    },
  };
}

const parameters = z.strictObject({
  cost: positive(1, 0.05).describe("what the work costs, which it knows"),
  highest: z.number().gt(0).lt(1).default(0.5).describe("payment of the last arm; the first pays nothing"),
  spare: flag(true).describe(
    "pays for √(ln T/(2N)) less accuracy than was counted in N rounds; false takes the count for the truth",
  ),
});

export const exploreThenCommit: BoundEntry<AgentPlan> = bind({
  id: "employer/explore-then-commit",
  summary:
    "pays generously for T^⅔ rounds, counts right reports, then pays what makes such work worth its cost, with something to spare",
  source: "after arXiv 2307.06210",
  parameters,
  make:
    ({ cost, highest, spare }: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const arms = armsOf(spec, "employer/explore-then-commit");
      return banditPlayer(() => payByCount(arms, spec.horizon, { cost, highest, tightened: spare }));
    },
});
