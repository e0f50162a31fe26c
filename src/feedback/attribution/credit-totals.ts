// Credit of channels by every rule from one pass over journeys: only sums by channel and group are kept, so that a stream of any length
// takes the same memory, and what each rule would say without one of the groups is known as well.

import { type JourneyPaths, journeyCount } from "../../mechanisms/attribution/journeys.ts";
import { countTransitions, solveChain, transitionCount } from "./markov-removal.ts";
import { type AttributionRule, addCredit, firstTouch, lastTouch, linearRule, shapleyRule, timeDecay } from "./rules.ts";

/** Rules by which purchases are credited, in the order in which they are shown. */
export const CREDIT_RULES = ["last touch", "first touch", "linear", "time decay", "Markov removal", "Shapley"] as const;
export type CreditRule = (typeof CREDIT_RULES)[number];

/** Journeys with what their touches cost and a hash of their names, by which they fall into groups. */
export interface TotalledJourneys extends JourneyPaths {
  /** [touches] */
  readonly cost: Float64Array;
  /** [journeys] */
  readonly hash: Uint32Array;
}

/** Sums over all journeys, or over all but those of one group. */
export interface CreditSums {
  readonly journeys: number;
  readonly purchases: number;
  /** Purchases at the end of journeys without touches, which no channel is credited with. */
  readonly untouched: number;
  /** [channels] */
  readonly touches: Float64Array;
  readonly cost: Float64Array;
  /** Purchases by channel, [channels]. */
  readonly credit: Readonly<Record<CreditRule, Float64Array>>;
}

/** Sums of a group of journeys. */
interface Group {
  journeys: number;
  purchases: number;
  untouched: number;
  readonly touches: Float64Array;
  readonly cost: Float64Array;
  readonly transitions: Float64Array;
  readonly credit: readonly Float64Array[];
}

/** Sums by channel of groups of journeys. */
export class CreditTotals {
  /** The longest time from a touch to its journey's end. */
  longest = 0;
  readonly #channels: number;
  readonly #rules: readonly (readonly [CreditRule, AttributionRule])[];
  readonly #groups: readonly Group[];

  /** For `channels` channels, time decay by `halfLife`, journeys in `groups` groups. */
  constructor(channels: number, halfLife: number, groups: number) {
    this.#channels = channels;
    this.#rules = [
      ["last touch", lastTouch],
      ["first touch", firstTouch],
      ["linear", linearRule],
      ["time decay", timeDecay(halfLife)],
      ["Shapley", shapleyRule],
    ];
    this.#groups = Array.from({ length: groups }, () => this.#empty());
  }

  /** Adds journeys of these channels. */
  add(journeys: TotalledJourneys): void {
    const { starts, channel, before, cost, converted, hash } = journeys;
    for (let k = 0; k < journeyCount(journeys); k++) {
      const group = this.#groups[hash[k] % this.#groups.length];
      group.journeys += 1;
      group.purchases += converted[k];
      if (starts[k] === starts[k + 1]) group.untouched += converted[k];
      else if (before[starts[k]] > this.longest) this.longest = before[starts[k]];
      for (let t = starts[k]; t < starts[k + 1]; t++) {
        group.touches[channel[t]] += 1;
        group.cost[channel[t]] += cost[t];
      }
      countTransitions(journeys, k, group.transitions);
      for (let r = 0; r < this.#rules.length; r++) addCredit(journeys, k, this.#rules[r][1], group.credit[r]);
    }
  }

  /** Journeys of each group. */
  get sizes(): number[] {
    return this.#groups.map(({ journeys }) => journeys);
  }

  /** Sums of all groups but `left`, which may be none of them. */
  sums(left = -1): CreditSums {
    const all = this.#empty();
    for (const [g, group] of this.#groups.entries()) {
      if (g === left) continue;
      all.journeys += group.journeys;
      all.purchases += group.purchases;
      all.untouched += group.untouched;
      addTo(all.touches, group.touches);
      addTo(all.cost, group.cost);
      addTo(all.transitions, group.transitions);
      for (const [r, credit] of group.credit.entries()) addTo(all.credit[r], credit);
    }
    const chain = solveChain(all.transitions, this.#channels).credit;
    const byRule = new Map(this.#rules.map(([name], r) => [name, all.credit[r]]));
    const of = (rule: CreditRule) => byRule.get(rule) ?? chain;
    return {
      journeys: all.journeys,
      purchases: all.purchases,
      untouched: all.untouched,
      touches: all.touches,
      cost: all.cost,
      credit: byEach(of),
    };
  }

  #empty(): Group {
    const channels = () => new Float64Array(this.#channels);
    return {
      journeys: 0,
      purchases: 0,
      untouched: 0,
      touches: channels(),
      cost: channels(),
      transitions: new Float64Array(transitionCount(this.#channels)),
      credit: this.#rules.map(channels),
    };
  }
}

/** A value for each rule. */
export function byEach<T>(of: (rule: CreditRule) => T): Record<CreditRule, T> {
  return {
    "last touch": of("last touch"),
    "first touch": of("first touch"),
    linear: of("linear"),
    "time decay": of("time decay"),
    "Markov removal": of("Markov removal"),
    Shapley: of("Shapley"),
  };
}

function addTo(sum: Float64Array, values: Float64Array): void {
  for (let k = 0; k < sum.length; k++) sum[k] += values[k];
}
