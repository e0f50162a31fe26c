// States told apart by some of their channels: ψ(s), the number that counting bonuses count. A bonus is only as good as
// the channels that it is given.

import { type ChannelReference, scopedValue } from "../core/channel.ts";
import type { NumericSpec } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { resolveChannel } from "./channel-reward.ts";

/** State channels by name, as seen from an agent's seat; a UserError where one is a flow or not there. */
export function stateChannels(names: readonly string[], spec: NumericSpec, purpose: string): ChannelReference[] {
  if (names.length === 0) {
    throw new UserError({ code: "no-channels", what: `${purpose} reads no channel`, hint: "name at least one" });
  }
  return names.map((name) => {
    const reference = resolveChannel(name, spec);
    if (reference.channel.state) return reference;
    const states = spec.channels.filter((c) => c.state).map((c) => c.name);
    const what = `${purpose} reads "${reference.channel.name}", which is not part of the state`;
    const hint = states.length > 0 ? `state channels: ${states.join(", ")}` : "this world has no state channels";
    throw new UserError({ code: "not-a-state", what, hint });
  });
}

/** ψ: the number of an agent's state. */
type StateKey = ReturnType<typeof stateKey>;

/** Numbers an agent's state by its channels, each in bins of width `cell`; two states are one where all bins are. */
export function stateKey(names: readonly string[], spec: NumericSpec, cell: number, purpose: string) {
  const references = stateChannels(names, spec, purpose);
  const agents = spec.agents.length;
  const channels = spec.channels.length;
  const radix = references.map(({ scope, channel }) => {
    const crowd = scope === "joint" ? agents : 1;
    return Math.floor(((channel.high - channel.low) * crowd) / cell) + 2;
  });
  const states = radix.reduce((a, b) => a * b, 1);
  if (!(states <= Number.MAX_SAFE_INTEGER)) {
    const what = `${purpose} cannot tell this many states apart`;
    throw new UserError({ code: "too-many-states", what, hint: "give wider cells or fewer channels" });
  }
  const lows = references.map(({ scope, channel }) => channel.low * (scope === "joint" ? agents : 1));
  return {
    /** Numbers lie below this while channels keep to their ranges. */
    states,
    of(outcomes: Float64Array, seat: number) {
      let key = 0;
      for (let k = 0; k < references.length; k++) {
        const value = scopedValue(references[k], outcomes, seat, agents, channels);
        key = key * radix[k] + Math.round((value - lows[k]) / cell);
      }
      return key;
    },
  };
}

/** More states than this are counted in a map, not in an array. */
const DENSE = 1 << 20;

/** Counts `states` states from 0 on; a number beyond them is counted too. The counts are those that `memory` has already. */
export function tally({ states }: StateKey, memory = RewardMemory.empty()) {
  const counts = memory.array("counts", states <= DENSE ? states : 0);
  const rest = memory.table("further counts");
  const touched: number[] = [];
  return {
    /** Counts one more visit and gives the visits so far. */
    add(key: number) {
      if (key >= 0 && key < counts.length) {
        if (counts[key] === 0) touched.push(key);
        counts[key] += 1;
        return counts[key];
      }
      const visits = (rest.get(key) ?? 0) + 1;
      rest.set(key, visits);
      return visits;
    },
    clear() {
      for (const key of touched) counts[key] = 0;
      touched.length = 0;
      rest.clear();
    },
  };
}
