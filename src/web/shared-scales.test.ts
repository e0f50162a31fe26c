// Ends of the scales that sides of a replay share: of one side, over several sides, after one is removed, and of the colours of texts.

import { expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import type { EpisodeReplay, StepMeasure } from "../lab/report/replay-data.ts";
import { endsOf, SURPRISE, scaleKey, sharedScales } from "./shared-scales.ts";

const measure = (name: string, values: readonly (number | null)[], more: Partial<StepMeasure> = {}): StepMeasure => ({
  ...{ name, unit: "", meaning: "", values: values.map((value) => [value]) },
  ...more,
});

const replay = (measures: readonly StepMeasure[], more: Partial<EpisodeReplay> = {}): EpisodeReplay => {
  const actions = measures[0].values.map(() => [0]);
  return {
    ...{ variant: "a", seed: 0, episode: 0, steps: actions.length, from: 0, actions, measures },
    agents: [{ id: "a", label: "a", policy: "random" }],
    ...{ actionSize: 1, actionUnit: "", choices: null, scenes: null, text: null, asked: null },
    ...more,
  };
};

const PAY = scaleKey(measure("pay", []));

test("a measure's scale covers its values; a measure without values has none", () => {
  const two = measure("pay", [], { values: [[3, -1], [null, 7], []] });
  expect([...endsOf(replay([two, measure("other", [null])]))]).toEqual([[PAY, [-1, 7]]]);
});

test("measures of another unit, and those of players, have scales of their own", () => {
  const [channel, own] = [
    measure("entropy", [5, 6]),
    measure("entropy", [0.1, null], { unit: "nats", ofPlayers: true }),
  ];
  const ends = endsOf(replay([channel, own]));
  expect([ends.get(scaleKey(channel)), ends.get(scaleKey(own))]).toEqual(matrix("5 6 | 0.1 0.1"));
});

test("sides share the minimum and maximum of all, and a removed side no longer counts", () => {
  const { ends, spans } = sharedScales();
  expect(ends.value.size).toBe(0);
  const leave = spans("long", endsOf(replay([measure("pay", [1, 4])])));
  spans("short", endsOf(replay([measure("pay", [0, 2]), measure("trust", [9])])));
  expect(ends.value.get(PAY)).toEqual([0, 4]);
  expect(ends.value.get(scaleKey(measure("trust", [])))).toEqual([9, 9]);
  // The next part of a side's episode replaces the previous one.
  const again = spans("short", endsOf(replay([measure("pay", [3, 5])])));
  expect([...ends.value]).toEqual([[PAY, [1, 5]]]);
  leave();
  expect(ends.value.get(PAY)).toEqual([3, 5]);
  again();
  expect(ends.value.size).toBe(0);
});

test("heat of texts ends at the most surprising character of all sides, also of a later stretch", () => {
  const chances = (...values: number[]) => [measure("probability", values, { ofPlayers: true })];
  const text = { characters: ["=", "a", "b"], steps: [-1, 2000, 2001] };
  const later = { from: 2000, steps: 2002, text };
  const { ends, spans } = sharedScales();
  spans("sure", endsOf(replay(chances(0.9, 0.8), later)));
  const leave = spans("unsure", endsOf(replay(chances(0.5, 1), later)));
  expect(ends.value.get(SURPRISE)).toEqual([0, Math.log(2)]);
  leave();
  expect(ends.value.get(SURPRISE)?.[1]).toBeCloseTo(-Math.log(0.8), 12);
  expect(endsOf(replay(chances(0.5), { text: null })).has(SURPRISE)).toBe(false);
});
