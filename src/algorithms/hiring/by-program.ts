// Hiring two inspectors without knowing what their work shows: asks for all efforts in turn, pays generously, counts, then hires in
// the way that is best for the counts, with something to spare, and stays with it (after arXiv 2307.06210; its rate is O~(T^⅔)).

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { flag, positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestHiring } from "../../mechanisms/hiring/best-mechanisms.ts";
import { rightReports, twinInspectors } from "../../mechanisms/hiring/inspectors.ts";
import { type HiringMechanism, hiringOutcome } from "../../mechanisms/hiring/mechanism.ts";
import { packed } from "../../mechanisms/hiring/packed.ts";
import { cellOf, type HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { exploringRounds, type PaymentSearch, paymentSearch, type Searching, slackOf } from "./explore-then-commit.ts";

/** Known quantities of two inspectors. */
export interface PrincipalKnowledge extends Searching {
  /** Cost of work; estimated by exploration when absent. */
  readonly cost?: number | undefined;
  /** M of the mechanism that it commits to. */
  readonly cap: number;
}

/** A principal at the start of its first round. */
export interface PrincipalLearner {
  /** How it hires in the coming round; the same object for as long as that stays. */
  hire(random: Random): HiringMechanism;
  /** Learns from the round: the profile of efforts in demand, the state, and the reports of it. */
  see(profile: number, state: number, reports: number): void;
}

/**
 * Asks for all profiles equally often in N = T^⅔ rounds, where agents are paid the highest payment for right reports, estimates P(s|b, θ) by
 * shares, and commits to the best mechanism for the estimate, its demands tightened by ε = √(ln T/(2n)) with n the rounds of a profile.
 * A cost that is not known is sought in N rounds more: at most p·(q̂ + ε − 1/2), where work was seen for p.
 */
export function principalLearner(solver: LinearPrograms, knowledge: PrincipalKnowledge): PrincipalLearner {
  const { rounds, highest, tightened, cost = 0, cap } = knowledge;
  // A frame: the law that it says is replaced by what is counted.
  const frame = twinInspectors({ accuracy: 1, cost });
  const { profiles, signals } = frame;
  const draws = Math.ceil(exploringRounds(rounds) / profiles.count);
  const slack = tightened ? slackOf(rounds, draws) : 0;
  const both = profiles.index([1, 1]);
  const explorers = Array.from({ length: profiles.count }, (_, profile) =>
    rightReports(frame, profile, [highest, highest]),
  );
  const counts = new Float64Array(frame.law.length);
  let round = 0;
  let now: HiringMechanism = explorers[0];
  let law = frame.law;
  let accuracies: readonly number[] = [];
  let search: PaymentSearch | undefined;
  let offered: Float64Array | undefined;

  function commit(costs: readonly number[]): HiringMechanism {
    const counted = { ...frame, law, costs: costs.map((price) => Float64Array.of(0, price)) };
    const solution = bestHiring(solver, counted, { cap, tightening: slack });
    // Asking for nothing is always a mechanism.
    if (solution.status !== "optimal") throw new Error(solution.reason);
    return solution.mechanism;
  }

  return {
    hire(random) {
      if (search === undefined || search.over) return now;
      const payments = search.offer(random);
      if (payments !== offered) now = rightReports(frame, both, [...payments]);
      offered = payments;
      return now;
    },
    see(profile, state, reports) {
      round += 1;
      if (round <= draws * profiles.count) {
        counts[cellOf(frame, profile, state, reports)] += 1;
        now = explorers[Math.min(Math.floor(round / draws), profiles.count - 1)];
        if (round < draws * profiles.count) return;
        law = sharesOf(frame, counts);
        accuracies = [...hiringOutcome({ ...frame, law }, rightReports(frame, both, [1, 1])).payments];
        if (knowledge.cost === undefined) search = paymentSearch(accuracies, knowledge);
        else now = commit([cost, cost]);
      } else if (search !== undefined && !search.over) {
        search.see([0, 1].map((agent) => (signals.digit(reports, agent) === state ? 1 : 0)));
        if (!search.over) return;
        now = commit(search.payments().map((paid, agent) => paid * Math.max(0, accuracies[agent] + slack - 0.5)));
      }
    },
  };
}

/** Reports by their counts, [profiles × states × reports], as shares; even where a profile and a state were never seen together. */
function sharesOf({ signals }: HiringProblem, counts: Float64Array): Float64Array {
  const shares = counts.slice();
  for (let from = 0; from < counts.length; from += signals.count) {
    const row = shares.subarray(from, from + signals.count);
    const total = row.reduce((a, b) => a + b, 0);
    for (const k of row.keys()) row[k] = total > 0 ? row[k] / total : 1 / signals.count;
  }
  return shares;
}

const parameters = z.strictObject({
  cost: positive(1, 0.05).describe("what work costs an inspector"),
  knowsCost: flag(true).describe("whether it knows that; else it seeks it, for as long as it counts"),
  cap: positive(1000, 1).describe("the most that it pays one inspector in a round"),
  highest: positive(1000, 0.5).describe(
    "what it pays for a right report while it counts, which should be enough for work",
  ),
  spare: flag(true).describe(
    "leaves √(ln T/(2n)) of what an inspector is paid to spare, by n rounds for each profile of efforts; false takes the counts for the truth",
  ),
});

/** The learner in its seat, with the solver of its programs. */
export const byProgramOver = (solver: LinearPrograms): BoundEntry<AgentPlan> =>
  bind({
    id: "principal/by-program",
    summary:
      "asks for all efforts in turn for T^⅔ rounds, counts, then hires in the way that is best for the counts, with something to spare",
    source: "after arXiv 2307.06210",
    parameters,
    make:
      ({ cost, knowsCost, spare, ...knowledge }: z.output<typeof parameters>): AgentPlan =>
      ({ spec }) => {
        const [asked, state, reports] = ["asked", "state", "reports"].map((name) => fieldOffset(spec, name));
        if (asked === undefined || state === undefined || reports === undefined || spec.choices !== undefined) {
          const what = "principal/by-program hires inspectors, and this world has none to be hired";
          throw new UserError({ code: "no-inspectors", what, hint: "contracts/principal has" });
        }
        const known = { ...knowledge, tightened: spare, cost: knowsCost ? cost : undefined, rounds: spec.horizon };
        return principalPlayer(() => principalLearner(solver, known), { asked, state, reports });
      },
  });

/** Plays by a fresh learner in every episode; `places` says where an observation has what the last round showed. */
function principalPlayer(
  make: () => PrincipalLearner,
  places: Readonly<Record<"asked" | "state" | "reports", number>>,
): Agent {
  let learner = make();
  let hand: Random | undefined;
  let started = false;
  let hired: HiringMechanism | undefined;
  let row: ArrayLike<number> = [];
  const pair = (seen: Float32Array, at: number) => 2 * seen[at] + seen[at + 1];
  return {
    reset(random) {
      [learner, hand, started] = [make(), random, false];
    },
    act(seen, action) {
      if (hand === undefined) throw new Error("a principal acts before its first reset");
      if (started) learner.see(pair(seen, places.asked), seen[places.state], pair(seen, places.reports));
      started = true;
      const now = learner.hire(hand);
      if (now !== hired) row = packed(now);
      hired = now;
      action.set(row);
    },
  };
}
