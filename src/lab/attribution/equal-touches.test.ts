// Equal in, equal out: credit follows neither the order of rows nor the names of channels, and channels that are met alike earn alike.

import { fc, test as property } from "@fast-check/vitest";
import { expect } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { near } from "../../../test/fixtures/near.ts";
import { CREDIT_RULES } from "../../feedback/attribution/credit-totals.ts";
import { type Attribution, attributeTouches } from "./attribution.ts";

const CHANNELS = ["a", "b", "c", "d"];

interface Journey {
  /** Channels by number, and the time since the touch before. */
  readonly touches: readonly (readonly [channel: number, gap: number])[];
  readonly isBought: boolean;
}

const journey: fc.Arbitrary<Journey> = fc.record({
  touches: fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 }),
  isBought: fc.boolean(),
});
const journeys = fc
  .array(journey, { minLength: 3, maxLength: 20 })
  .filter((all) => all.some(({ isBought }) => isBought));

const linesOf = (all: readonly Journey[], names: readonly string[]): string[] =>
  all.flatMap(({ touches, isBought }, k) => {
    const end = touches.reduce((sum, [, gap]) => sum + gap, 1);
    let time = 0;
    return touches.map(([channel, gap]) => {
      time += gap;
      return [`j${k}`, time, names[channel], isBought ? 1 : 0, end, 1 + channel].join(",");
    });
  });
const HEAD = "journey,time,channel,converted,end,cost";
const read = (lines: readonly string[], attention?: number): Promise<Attribution> =>
  attributeTouches("t.csv", {
    ...folderOf({ "t.csv": `${[HEAD, ...lines].join("\n")}\n` }),
    halfLife: { amount: 3, isTime: false },
    ...(attention === undefined ? {} : { attention: { journeys: attention, seed: 1 } }),
  });
const byName = ({ channels }: Attribution) =>
  Object.fromEntries(channels.map(({ channel, ...rest }) => [channel, rest] as const));

property.prop([journeys, fc.array(fc.nat(), { minLength: 100, maxLength: 100 })], { numRuns: 20 })(
  "rows may stand in any order",
  async (all, keys) => {
    const lines = linesOf(all, CHANNELS);
    const order = lines.map((line, k) => ({ line, key: keys[k] })).sort((a, b) => a.key - b.key);
    const report = await read(lines);
    expect(await read(order.map(({ line }) => line))).toEqual(near(report));
  },
);

property.prop([journeys, fc.shuffledSubarray(CHANNELS, { minLength: 4 })], { numRuns: 20 })(
  "channels may have other names",
  async (all, names) => {
    const [original, renamed] = [byName(await read(linesOf(all, CHANNELS))), byName(await read(linesOf(all, names)))];
    const back = Object.entries(original).map(([name, rest]) => [names[CHANNELS.indexOf(name)], rest] as const);
    expect(renamed).toEqual(near(Object.fromEntries(back)));
  },
);

property.prop([journeys], { numRuns: 20 })("channels that are met alike are credited alike", async (all) => {
  // Each journey once more, with a for b and b for a.
  const turned = all.map(({ touches, ...rest }) => ({
    ...rest,
    touches: touches.map(([channel, gap]) => [channel < 2 ? 1 - channel : channel, gap] as const),
  }));
  const { a, b } = byName(await read(linesOf([...all, ...turned], CHANNELS)));
  if (a === undefined) return;
  expect(CREDIT_RULES.map((rule) => b.credit[rule].mean)).toEqual(
    near(CREDIT_RULES.map((rule) => a.credit[rule].mean)),
  );
});

property.prop([fc.array(journey, { minLength: 8, maxLength: 12 })], { numRuns: 3 })(
  "the attention network does not follow the order of rows",
  async (all) => {
    const lines = linesOf(
      [{ touches: [[0, 1]], isBought: true }, { touches: [[1, 1]], isBought: false }, ...all],
      CHANNELS,
    );
    const [report, again] = [await read(lines, 5), await read(lines.toReversed(), 5)];
    expect(again.attention).toEqual(near(report.attention, 5));
  },
);
