// Keeps what paid at least as well as it had come to expect, and changes to the other of its two levels when it did not.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { positive } from "../core/parameters.ts";
import { percent, scripted, trembling } from "./scripted.ts";

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
