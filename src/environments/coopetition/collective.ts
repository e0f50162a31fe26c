// Collective-action modifiers of the TR-3 environments: free riders are penalised, steady contributors and full teams are rewarded, and a
// coalition may exclude members. Source: Coopetition-Gym v1 release. The report's own payoffs (shared output, own effort, loyalty) are
// reported as the channels teamPayoff and teamUtility.

import { flow, level } from "../declaration.ts";
import type { Extension } from "./declaration.ts";
import { type TeamTheory, teamOutput, teamPayoff, teamUtility } from "./team-production.ts";

/** Tolerance in comparisons of loyalty scores, which are sums of tenths and hundredths with rounding errors. */
const SLACK = 1e-9;
/** Steps over which an agent's recent contribution is averaged. */
const RECENT = 10;

/** Team data shared by the extensions of this file. */
export interface Team extends TeamTheory {
  /** Upper bound of loyalty; the initial loyalty is half of it (the Apache phases lower it). */
  readonly loyaltyCeiling: number;
  /** θ of the report's utility where no rule of the environment changes it. */
  readonly steadyLoyalty: number;
}

const multiplierChannel = (low: number, high: number, meaning: string) =>
  flow("multiplier", "factor", low, high, "mean", meaning);

/** The rule of TeamProduction: those who contribute less than a fifth get nine tenths of their pay. */
export const shirkingPenalty: Extension = {
  channels: [multiplierChannel(0.9, 1, "0.9 for those who contribute less than a fifth of their endowment")],
  bind(common, _views, place) {
    const multiplier = place("multiplier");
    return {
      step(outcomes, channels) {
        for (let i = 0; i < common.agents; i++) {
          if (common.actions[i] / common.endowment[i] < 0.2) outcomes[i * channels + multiplier] *= 0.9;
        }
      },
    };
  },
};

/**
 * Pay is halved below a rate of 0.3, increased by up to 15 % for a high recent rate, and by 20 % for all when every member contributes
 * half.
 */
export function loyaltyModifier(team: Team): Extension {
  const n = team.members;
  return {
    shapes: { rates: [RECENT, n], loyalty: [n] },
    channels: [
      multiplierChannel(0.5, 1.15 * 1.2, "collective action: low effort halves pay, steady and joint effort raise it"),
      level("loyalty", "share", 0, 1, "loyalty score, raised by giving at least half and lowered by giving less"),
    ],
    bind(common, { rates, loyalty }, place) {
      const multiplier = place("multiplier");
      const score = place("loyalty");
      return {
        reset() {
          loyalty.fill(0.5 * team.loyaltyCeiling);
        },
        report(outcomes, channels) {
          for (let i = 0; i < n; i++) outcomes[i * channels + score] = loyalty[i];
        },
        step(outcomes, channels) {
          const length = common.step[0] | 0;
          const slot = ((length - 1) % RECENT) * n;
          const window = Math.min(RECENT, length);
          let all = 1.2;
          for (let i = 0; i < n; i++) {
            const rate = common.actions[i] / common.endowment[i];
            rates[slot + i] = rate;
            if (rate < 0.5) all = 1;
          }
          for (let i = 0; i < n; i++) {
            const rate = rates[slot + i];
            let sum = 0;
            for (let back = 0; back < window; back++) sum += rates[back * n + i];
            const recent = Math.min(1, Math.max(0, sum / window));
            const low = rate < 0.3 ? 0.5 : 1;
            const steady = recent >= 0.6 ? 1 + 0.15 * recent : 1;
            outcomes[i * channels + multiplier] *= low * steady * all;
            loyalty[i] =
              rate >= 0.5
                ? Math.min(team.loyaltyCeiling, loyalty[i] + 0.02 * rate)
                : Math.max(0, loyalty[i] - 0.05 * (0.5 - rate));
            outcomes[i * channels + score] = loyalty[i];
          }
        },
      };
    },
  };
}

/** Members with a loyalty below 0.15 are excluded while more than three remain; they return with loyalty 0.4 after at least five steps. */
export function coalitionRule(team: Team): Extension {
  const n = team.members;
  const joined = "collective action and membership: members gain a tenth, outsiders lose half";
  return {
    // Members are checked in order while more than three remain, so seats are not interchangeable.
    symmetric: false,
    // `order` lists members by seat in order of entry, followed by excluded agents; the first `size` are members.
    shapes: { order: [n], size: [1], timer: [n], inside: [n] },
    channels: [
      multiplierChannel(0.25, 1.15 * 1.2 * 1.1, joined),
      level("membership", "0 or 1", 0, 1, "whether the actor belongs to the coalition", "mean"),
    ],
    bind(_common, { order, size, timer, inside, loyalty }, place) {
      const multiplier = place("multiplier");
      const membership = place("membership");
      return {
        reset() {
          for (let i = 0; i < n; i++) order[i] = i;
          size[0] = n;
          timer.fill(0);
          inside.fill(1);
        },
        report(outcomes, channels) {
          for (let i = 0; i < n; i++) outcomes[i * channels + membership] = 1;
        },
        step(outcomes, channels) {
          let kept = 0;
          let members = size[0];
          const before = members;
          for (let k = 0; k < before; k++) {
            const i = order[k];
            if (loyalty[i] < 0.15 - SLACK && members > 3) {
              inside[i] = 0;
              timer[i] = 5;
              members -= 1;
            } else order[kept++] = i;
          }
          for (let i = 0; i < n; i++) {
            if (inside[i] === 1) continue;
            timer[i] -= 1;
            if (timer[i] <= 0 && loyalty[i] >= 0.4 - SLACK) {
              inside[i] = 1;
              order[kept++] = i;
            }
          }
          size[0] = kept;
          for (let i = 0; i < n; i++) {
            outcomes[i * channels + multiplier] *= inside[i] === 1 ? 1.1 : 0.5;
            outcomes[i * channels + membership] = inside[i];
          }
        },
      };
    },
  };
}

/** Channels with the report's own payoffs: TR-3's team payoff, in addition to the pay of the released environments. */
export function reportedPay(team: Team, maximum: number): Extension {
  const n = team.members;
  const { production, weights, teammates } = team;
  const best = teamOutput(maximum * n, production) / n;
  const { cost } = production;
  const worst = -cost * maximum;
  const care = 1 + weights.benefit * (teammates === "sum" ? n - 1 : 1);
  const relief = weights.relief * cost * maximum;
  const shared =
    "the report's payoff: a share of the team's output less the cost of one's own effort (arXiv 2601.16237)";
  const loyal =
    "the report's utility: payoff plus loyalty's care for the team-mates and relief of effort (arXiv 2601.16237)";
  return {
    channels: [
      flow("teamPayoff", "value", worst, best, "sum", shared),
      flow("teamUtility", "value", worst * care, best * care + relief, "sum", loyal),
    ],
    bind(common, { loyalty }, place) {
      const payoffAt = place("teamPayoff");
      const utilityAt = place("teamUtility");
      return {
        step(outcomes, channels) {
          let total = 0;
          for (let i = 0; i < n; i++) total += common.actions[i];
          const output = teamOutput(total, production);
          const all = output - cost * total;
          for (let i = 0; i < n; i++) {
            const effort = common.actions[i];
            const own = teamPayoff(output, n, effort, cost);
            const theta = loyalty === undefined ? team.steadyLoyalty : loyalty[i];
            const row = i * channels;
            outcomes[row + payoffAt] = own;
            outcomes[row + utilityAt] = teamUtility(own, all - own, n, effort, theta, weights, cost, teammates);
          }
        },
      };
    },
  };
}
