// Hiring by those who do not know how good the work is: pay generously for a while, count, then pay what the counts call for with
// something to spare, and stay with it (after arXiv 2307.06210; its rate is O~(T^⅔)).

import { z } from "zod";
import { flag, positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { rightReportPayment } from "../../mechanisms/hiring/inspectors.ts";
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

/** Known quantities of a search for payments. */
export interface Searching {
  /** T, of the whole run. */
  readonly rounds: number;
  /** The highest payment for a right report, which is known to be enough. */
  readonly highest: number;
  /** False takes shares for the truth: ε = 0. */
  readonly tightened: boolean;
}

/** The search for the payments at which agents begin to work, round by round. */
export interface PaymentSearch {
  readonly over: boolean;
  /** What the coming round pays each agent for a right report: the same array for as long as that stays. Payments of another size are written into it. */
  offer(random: Random): Float64Array;
  /** Counts the agents' right reports of the round, 0 or 1 each. */
  see(right: ArrayLike<number>): void;
  /** The lowest payment at which an agent was seen to work; without anything to spare, the middle between it and the highest at which not. */
  payments(): number[];
}

/**
 * Seeks the payment for a right report from which on an agent works, c/(q − 1/2), between none and the highest: narrows these ends to about
 * T^(−⅓) of what they were, in T^⅔ rounds, by offers from the middle half, to all agents at once. Effort is not seen: an agent is taken to work
 * where more than 1/2 + ε of its reports to an offer are right, and so with chance 1/T at most where it idles; with ε = 0, where their share
 * is nearer to its `accuracies`.
 */
export function paymentSearch(accuracies: readonly number[], { rounds, highest, tightened }: Searching): PaymentSearch {
  const steps = Math.ceil(Math.log2(rounds) / 3);
  const draws = Math.ceil(exploringRounds(rounds) / steps);
  const lines = accuracies.map((accuracy) => (tightened ? 0.5 + slackOf(rounds, draws) : (0.5 + accuracy) / 2));
  const [low, high] = [0, highest].map((end) => accuracies.map(() => end));
  const count = new Float64Array(lines.length);
  let offered = new Float64Array(lines.length);
  let [step, round, drawn] = [0, 0, -1];
  return {
    get over() {
      return step === steps;
    },
    offer(random) {
      if (drawn < step) offered = offered.map((_, k) => low[k] + (high[k] - low[k]) * random.uniform(0.25, 0.75));
      drawn = step;
      return offered;
    },
    see(right) {
      for (const k of lines.keys()) count[k] += right[k];
      round += 1;
      if (round < draws) return;
      for (const [k, line] of lines.entries()) (count[k] > line * draws ? high : low)[k] = offered[k];
      count.fill(0);
      round = 0;
      step += 1;
    },
    payments: () => high.map((end, k) => (tightened ? end : (low[k] + end) / 2)),
  };
}

/** What is paid after `right` of `explored` reports were right: c/(q̂ − ε − 1/2), or the highest payment where that is more. */
export function committedPayment(
  right: number,
  explored: number,
  cost: number,
  { rounds, highest, tightened }: Searching,
): number {
  const accuracy = right / explored - (tightened ? slackOf(rounds, explored) : 0);
  return accuracy > 0.5 ? Math.min(highest, rightReportPayment({ accuracy, cost })) : highest;
}

/** What an employer knows beforehand. The last arm stands for the highest payment, below 1, the first for none; those between lie evenly. */
export interface EmployerKnowledge extends Omit<Searching, "rounds"> {
  /** Cost of work; estimated by exploration when absent. */
  readonly cost?: number | undefined;
}

/**
 * Pulls the last arm for T^⅔ rounds and counts right reports, those that left more than nothing. A cost that is not known is sought for as
 * many rounds: p·(q̂ − 1/2) for the payment p at which work begins. Then the lowest arm that pays `committedPayment`, to the end.
 */
export function payByCount(arms: number, rounds: number, { cost, ...knowledge }: EmployerKnowledge): BanditLearner {
  const searching = { rounds, ...knowledge };
  const explored = exploringRounds(rounds);
  const last = arms - 1;
  // A payment that lies on an arm up to rounding is that arm.
  const armOf = (payment: number) => Math.min(last, Math.ceil((payment / searching.highest) * last - 1e-9));
  let [pulls, right, arm] = [0, 0, last];
  let search: PaymentSearch | undefined;
  return {
    choose(random) {
      if (search === undefined || search.over) return arm;
      const offer = search.offer(random);
      arm = armOf(offer[0]);
      offer[0] = (searching.highest * arm) / last;
      return arm;
    },
    learn(_arm, payoff) {
      if (pulls < explored) {
        pulls += 1;
        if (payoff > 0) right += 1;
        if (pulls < explored) return;
        if (cost === undefined) search = paymentSearch([right / explored], searching);
        else arm = armOf(committedPayment(right, explored, cost, searching));
      } else if (search !== undefined && !search.over) {
        search.see([payoff > 0 ? 1 : 0]);
        if (!search.over) return;
        const price = search.payments()[0] * (right / explored - 0.5);
        arm = armOf(committedPayment(right, explored, price, searching));
      }
    },
  };
}

const parameters = z.strictObject({
  cost: positive(1, 0.05).describe("what the work costs"),
  knowsCost: flag(true).describe("whether it knows that; else it seeks it, for as long as it counts"),
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
    ({ cost, knowsCost, highest, spare }: z.output<typeof parameters>): AgentPlan =>
    ({ spec }) => {
      const arms = armsOf(spec, "employer/explore-then-commit");
      const knowledge = { cost: knowsCost ? cost : undefined, highest, tightened: spare };
      return banditPlayer(() => payByCount(arms, spec.horizon, knowledge));
    },
});
