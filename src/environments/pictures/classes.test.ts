// Pictures of classes: which are taught and asked about, how answers are scored, and what a frozen model makes of clean pictures.

import { expect, test } from "vitest";
import { fieldOffset, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { classes } from "./classes.ts";

/** Plays an episode; `act` is given what is seen and the truth of the picture that is shown. */
function played(parameters: object, act: (seen: Float32Array, round: number) => number) {
  const world = classes.make({ shots: 2, asked: 1, ...parameters });
  const { spec } = world;
  const [seen, outcomes] = [new Float32Array(spec.observationSize), new Float64Array(spec.channels.length)];
  const sums = new Float64Array(spec.channels.length);
  const random = Random.of(4, "classes");
  world.reset(random, outcomes);
  const shown: { asked: number; label: number; known: number[] }[] = [];
  const at = (name: string) => fieldOffset(spec, name) ?? Number.NaN;
  for (let status: Status = Status.running; status === Status.running; ) {
    world.observe(seen);
    const known = Array.from(seen.subarray(at("isKnown"), at("isKnown") + 36));
    shown.push({ asked: seen[at("asked")], label: seen[at("label")], known });
    status = world.step(Float64Array.of(act(seen, shown.length - 1)), outcomes, random);
    for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c];
  }
  return { shown, sums, truth: Array.from(world.state.views.truth) };
}

test("half of the classes are taught, and every class is asked about among its kind and among all", () => {
  const { shown, truth } = played({}, () => 0);
  const count = (asked: number) => shown.filter((one) => one.asked === asked).length;
  expect([0, 1, 2, 3].map(count)).toEqual([36, 18, 18, 36]);
  const [{ known }] = shown;
  expect(known.filter((x) => x === 1)).toHaveLength(18);
  for (const { asked, label } of shown) if (asked === 0) expect(known[label]).toBe(1);
  expect(truth.slice(36, 54).every((of) => known[of] === 1)).toBe(true);
  expect(truth.slice(54).every((of) => known[of] === 0)).toBe(true);
});

test("right answers have all shares, and the harmonic mean of one half and nothing is nothing", () => {
  const { truth } = played({}, () => 0);
  const right = (round: number) => truth[round < 72 ? round : round - 36];
  expect(Array.from(played({}, (_, round) => right(round)).sums)).toEqual(
    [1, 1, 1, 1].map((x) => expect.closeTo(x, 9)),
  );
  const half = played({}, (_, round) => (round < 54 ? right(round) : right(round) === 0 ? 1 : 0)).sums;
  expect(half[1]).toBeCloseTo(1, 9);
  expect(half[0]).toBe(0);
});

test("labels by chance differ from the pictures, and are of known classes", () => {
  const { shown, truth } = played({ shuffled: true }, () => 0);
  const lessons = shown.slice(0, 36);
  expect(lessons.filter(({ label }, k) => label !== truth[k]).length).toBeGreaterThan(25);
  for (const { label, known } of lessons) expect(known[label]).toBe(1);
});
