// What seats of a marketplace see in numbers: each its own conversations, and nothing of what others know.

import type { NumericEnvironment } from "../../core/environment.ts";
import { DEAREST } from "./shopping-spec.ts";
import * as spec from "./talk-spec.ts";
import { AMOUNT, FLAGS, HAS, leftOutOf, type MarketTalk, PRESSES_NOW } from "./talk-state.ts";

/** Returns the function that writes the observations of all seats, [seats × size]. */
export function talkObserver(talk: MarketTalk, size: number, turns: number): NumericEnvironment["observe"] {
  const { state, sizes, most, market, usual, at, kindOf } = talk;
  const { customers: C, businesses: B, slots: L } = sizes;
  const { step, searches, over, latest, business, list, fits, written, open, reply, read, proposal, rate } =
    state.views;
  const { current, queued, sold } = state.views;

  const customer = (seen: Float32Array, from: number, c: number): void => {
    const { businesses } = market();
    const worth = usual(c);
    let [outstanding, unread] = [0, 0];
    for (let k = 0; k < L; k++) {
      const p = c * L + k;
      const set = (which: number, value: number): void => {
        seen[from + spec.slotAt(which, k, sizes)] = value;
      };
      set(spec.RATING, business[p] < 0 ? -1 : businesses[business[p]].rating);
      if (written[p] === 0) continue;
      if (open[p] > 0 || reply[p] > 0) outstanding += 1;
      if (reply[p] > 0) unread += 1;
      set(spec.ASKED, 1);
      set(spec.WRITTEN, written[p] / most.messages);
      set(spec.REPLIED, read[p] > 0 ? 1 : 0);
      if (proposal[p] === 0) continue;
      const flags = at(proposal[p], FLAGS);
      set(spec.COMPLETE, leftOutOf(flags) === 0 ? 1 : 0);
      set(spec.PRICE, worth === 0 ? 0 : Math.min(DEAREST, at(proposal[p], AMOUNT) / worth));
      set(spec.CLAIMED, (flags & HAS) !== 0 ? 1 : 0);
      set(spec.PRESSES, (flags & PRESSES_NOW) !== 0 ? 1 : 0);
    }
    seen[from + spec.OPEN] = outstanding / L;
    seen[from + spec.UNREAD] = unread / L;
    seen[from + spec.LATEST] = latest[c];
    seen[from + spec.OVER] = over[c];
    seen[from + spec.SEARCHES] = 1 - searches[c] / most.searches;
  };

  const seller = (seen: Float32Array, from: number, b: number): void => {
    seen[from + spec.ROLE] = 1;
    seen[from + spec.UNREAD] = queued[b] / C;
    seen[from + spec.SOLD] = sold[b] / C;
    const p = current[b];
    if (p < 0) return;
    seen[from + spec.FITS] = fits[p];
    seen[from + spec.SELLS] = list[p] < 0 ? 0 : 1;
    seen[from + spec.HAGGLING] = kindOf(open[p]) === "haggle" ? 1 : 0;
    seen[from + spec.LAST] = Math.min(1e6, rate[p]);
  };

  return (observations) => {
    observations.fill(0);
    for (let seat = 0; seat < C + B; seat++) {
      const from = seat * size;
      observations[from + spec.TURN] = step[0] / turns;
      observations.set(sizes.rates, from + spec.RATES);
      if (seat < C) customer(observations, from, seat);
      else seller(observations, from, seat - C);
    }
  };
}
