// An unreliable sub-goal judge: exact without errors, and otherwise wrong at the given rates.

import { expect, test } from "vitest";
import { channelIndex } from "../../core/channel.ts";
import { Random } from "../../core/random.ts";
import { wilson } from "../../evaluation/statistics/interval.ts";
import { textKeyRoom } from "./key-room.ts";

/** Plays random steps; returns for each sub-goal the events and the judge's statements. */
function walked(judge: object, steps: number) {
  const { spec, reset, step } = textKeyRoom.make({ size: 5, contexts: 1, drop: true, horizon: 100_000, judge });
  const random = Random.of(4, "walk");
  const outcomes = new Float64Array(spec.channels.length);
  const at = ["key", "door", "saidKey", "saidDoor"].map((name) => channelIndex(name, spec.channels));
  reset(random, outcomes);
  let before = [0, 0];
  return Array.from({ length: steps }, () => {
    if (step(Float64Array.of(random.integer(7)), outcomes, random) !== 0) reset(random, outcomes);
    const [key, door, saidKey, saidDoor] = at.map((k) => outcomes[k]);
    const reached = [key, door].map((now, k) => now > before[k]);
    before = [key, door];
    return { reached, said: [saidKey === 1, saidDoor === 1] };
  });
}

test("without errors it states the truth", () => {
  const steps = walked({}, 20_000);
  expect(steps.filter(({ reached }) => reached[0]).length).toBeGreaterThan(20);
  expect(steps.filter(({ reached }) => reached[1]).length).toBeGreaterThan(3);
  for (const { reached, said } of steps) expect(said).toEqual(reached);
});

test("with errors it misses and invents events at the given rates", () => {
  const steps = walked({ missed: 0.3, invented: 0.1 }, 40_000);
  const holds = (truth: boolean, share: number) => {
    const cases = steps.filter(({ reached }) => reached[0] === truth);
    const { low, high } = wilson(cases.filter(({ said }) => said[0]).length, cases.length, 0.999);
    expect(low).toBeLessThan(share);
    expect(high).toBeGreaterThan(share);
  };
  holds(true, 0.7);
  holds(false, 0.1);
});

test("without a judge there are no statements", () => {
  expect(textKeyRoom.make().spec.channels.map(({ name }) => name)).not.toContain("saidKey");
});
