// Judges of pictures: what the parser says, how often a mistaken judge is wrong, whose scores a permuted one gives, and that a head learns.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { exactChances, judgeBy, mistakenChances, type ObjectMixture, permutedChances } from "./picture-judge.ts";
import { understandingHead } from "./understanding-head.ts";

/** Two canvases of 2 × 2 pixels: nothing, or an object of one pixel, in each place. A caption says of each whether, and in which row. */
const mixture: ObjectMixture = {
  tokens: 2,
  size: 4,
  count: 5,
  templates: Float64Array.from({ length: 20 }, (_, k) => (k >= 4 && k % 4 === Math.floor(k / 4) - 1 ? 1 : -1)),
  weights(caption, token, into) {
    into.fill(0);
    if (caption[2 * token] < 0.5) into[0] = 1;
    else into.fill(0.5, 1 + 2 * caption[2 * token + 1], 3 + 2 * caption[2 * token + 1]);
  },
  fits: (caption, token, template) => mixture.objects.liesAsWanted(caption, token, template),
  objects: {
    width: 2,
    box(template) {
      if (template === 0) return undefined;
      const [top, left] = [Math.floor((template - 1) / 2), (template - 1) % 2];
      return { left, top, right: left + 1, bottom: top + 1 };
    },
    isWanted: (caption, token) => caption[2 * token] > 0.5,
    isAsWanted: (caption, token, template) => caption[2 * token] > 0.5 === template > 0,
    liesAsWanted: (caption, token, template) =>
      caption[2 * token] > 0.5
        ? template > 0 && Math.floor((template - 1) / 2) === caption[2 * token + 1]
        : template === 0,
  },
};
const picture = (...ids: number[]) => ids.flatMap((id) => Array.from(mixture.templates.subarray(4 * id, 4 * id + 4)));
const shown = (pictures: number[][], captions: number[][]) => ({
  rows: pictures.length,
  pictures: Float32Array.from(pictures.flat()),
  captions: Float32Array.from(captions.flat()),
});
const random = () => Random.of(1, "judge");

test("the parser scores objects 1 or −1 in their boxes, and the layout by what is drawn or wanted", () => {
  const judge = judgeBy(mixture, exactChances(mixture));
  const [right, stray, missing, blank] = judge(
    shown(
      [picture(3, 0), picture(1, 2), picture(0, 0), picture(0, 0)],
      matrix("1 1 0 0 | 1 1 0 0 | 1 1 0 0 | 0 0 0 0"),
    ),
    random(),
  );
  expect(right).toEqual({
    objects: [{ object: 0, box: { left: 0, top: 1, right: 1, bottom: 2 }, score: 1 }],
    layout: 1,
  });
  expect(stray.objects.map(({ object, score }) => [object, score])).toEqual(matrix("0 1 | 1 -1"));
  expect(stray.layout).toBe(-1);
  expect(missing).toEqual({ objects: [], layout: -1 });
  expect(blank).toEqual({ objects: [], layout: 1 });
});

test("a mistaken judge is wrong at its rate, and a permuted one says the same of other pictures", () => {
  const many = shown(
    Array.from({ length: 500 }, (_, k) => picture(1 + (k % 4), 0)),
    Array.from({ length: 500 }, () => [1, 0, 0, 0]),
  );
  const exact = exactChances(mixture)(many, random());
  const mistaken = mistakenChances(exactChances(mixture), 0.85)(many, random());
  const wrong = Array.from(exact).filter((p, k) => p !== mistaken[k]).length / exact.length;
  expect(Math.abs(wrong - 0.15)).toBeLessThan(0.02);
  const permuted = permutedChances(exactChances(mixture))(many, random());
  expect(Array.from(permuted)).not.toEqual(Array.from(exact));
  const places = (of: ArrayLike<number>) => Array.from(of).filter((_, k) => k % 4 === 1);
  expect(places(permuted).sort()).toEqual(places(exact).sort());
});

test("a head learns from labelled renders to judge as the parser does; one that was not taught does not", () => {
  const captions = Float32Array.from([1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0]);
  const head = understandingHead(mixture, 4);
  const parameters = head.begin(random());
  const before = head.accuracy(parameters, captions, random().stream("test"));
  head.teach(parameters, captions, 150, random().stream("lessons"));
  const after = head.accuracy(parameters, captions, random().stream("test"));
  expect(before).toBeLessThan(0.8);
  expect(after).toBeGreaterThan(0.9);
  const [judged] = judgeBy(mixture, head.chances(parameters))(shown([picture(3, 4)], [[1, 1, 1, 0]]), random());
  expect(judged.objects.map(({ score }) => score > 0)).toEqual([true, true]);
  expect(Math.abs(judged.layout)).toBeLessThan(0.5);
});
