// Trigger strategies: they cooperate until a trigger, and differ in the trigger and in whether they return to cooperation.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { positive, within } from "../core/parameters.ts";
import { glimpse, percent, scripted, trembling, watched } from "./scripted.ts";

export const grimTrigger = scripted({
  id: "grim-trigger",
  summary: "cooperates until a partner gives too little once, and never again",
  source: "Friedman (1971)",
  parameters: z
    .strictObject({
      level: percent(50, "what it plays while no agent has defected"),
      punishment: percent(0, "what it plays from the first defection on"),
      tolerance: within(0, 100, 5).describe(
        "percentage points that a partner may stay below `level` without defecting",
      ),
      watch: watched("least"),
      ...trembling,
    })
    .describe("cooperates until a partner defects once"),
  make: (p) => (seat) => {
    const see = glimpse(seat, p.watch);
    const enough = (p.level - p.tolerance) / 100;
    let opened = false;
    let triggered = false;
    return {
      reset() {
        opened = false;
        triggered = false;
      },
      act(observation, action) {
        if (opened && see.partners(observation) < enough) triggered = true;
        opened = true;
        playShare(seat.spec, seat.seat, (triggered ? p.punishment : p.level) / 100, action);
      },
    };
  },
});

export const winStayLoseShift = scripted({
  id: "win-stay-lose-shift",
  summary: "keeps a level that pays as expected and changes to the other when it does not",
  source: "Nowak & Sigmund (1993)",
  parameters: z
    .strictObject({
      high: percent(50, "the higher of its two levels, which it opens with"),
      low: percent(0, "the lower of its two levels"),
      aspiration: z
        .number()
        .optional()
        .describe("pay that counts as a win; left out, a running mean of past pay is expected"),
      rate: positive(1, 0.1).describe("weight of the last pay in the running mean"),
      ...trembling,
    })
    .describe("stays after a win, shifts after a loss"),
  make: (p) => (seat) => {
    let level = p.high;
    let expected = p.aspiration;
    return {
      reset() {
        level = p.high;
        expected = p.aspiration;
      },
      act(_observation, action) {
        playShare(seat.spec, seat.seat, level / 100, action);
      },
      receive(pay) {
        if (expected !== undefined && pay < expected) level = level === p.high ? p.low : p.high;
        if (p.aspiration === undefined) expected = expected === undefined ? pay : expected + p.rate * (pay - expected);
      },
    };
  },
});

/** Rounds of cooperation after a punishment in which no defection is counted. */
const PEACE = 2;

export const gradual = scripted({
  id: "gradual",
  summary: "raises its offer while partners keep up; answers the k-th defection with k punishing rounds",
  source: "Beaufils, Delahaye & Mathieu (1996); Roberts & Sherratt (1998)",
  parameters: z
    .strictObject({
      first: percent(40, "its first offer, and its offer of peace"),
      rise: within(0, 100, 5).describe("percentage points that it adds each round"),
      most: percent(60, "its highest offer"),
      punishment: percent(0, "what it plays while it punishes"),
      tolerance: within(0, 100, 5).describe(
        "percentage points that a partner may stay below what it has seen without defecting",
      ),
      watch: watched("least"),
      ...trembling,
    })
    .refine((p) => p.first <= p.most, { error: "first must not exceed most", path: ["first"] })
    .describe("raises its offer step by step; punishes longer each time and then calms"),
  make: (p) => (seat) => {
    const see = glimpse(seat, p.watch);
    let round = 0;
    let offer = p.first;
    let seen = p.first;
    let defections = 0;
    // Remaining rounds of punishment and peace, including the current one.
    let quiet = 0;
    return {
      reset() {
        round = 0;
        offer = p.first;
        seen = p.first;
        defections = 0;
        quiet = 0;
      },
      act(observation, action) {
        if (quiet > 0) quiet -= 1;
        if (quiet === 0 && round > 0) {
          // The partner could only react to the offer of the round before last.
          if (100 * see.partners(observation) < seen - p.tolerance) {
            defections += 1;
            quiet = defections + PEACE;
            offer = p.first;
            seen = p.first;
          } else {
            seen = offer;
            offer = Math.min(p.most, offer + p.rise);
          }
        }
        round += 1;
        playShare(seat.spec, seat.seat, (quiet > PEACE ? p.punishment : offer) / 100, action);
      },
    };
  },
});
