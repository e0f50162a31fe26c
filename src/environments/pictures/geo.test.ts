// Films of a static scene: the rank-1 law and its residual, what the errors of geometry do not see, and films that are read as themselves.

import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { CAMERAS, DEPTHS, FRAMES, films } from "./film-bank.ts";
import { type FilmErrors, filmGeometry, LOST, rankOne } from "./film-geometry.ts";
import { geo } from "./geo.ts";
import { COLOURS, PIXELS } from "./sprite-bank.ts";

const SIZE = COLOURS.length * FRAMES * PIXELS;
const errorsOf = (film: ArrayLike<number>): FilmErrors => {
  const into = { pointwise: 0, pointwiseAll: 0, pixelwise: 0, pixelwiseAll: 0, epipolar: 0, speed: 0 };
  filmGeometry()(film, into);
  return into;
};

/** Plays the painter; each episode's film and outcomes by name. */
function painted(given: object, episodes: number) {
  const world = geo.make(given);
  const { channels, observationSize, oracles } = world.spec;
  const outcomes = new Float64Array(channels.length);
  const painter = oracles?.painter.play(0);
  return Array.from({ length: episodes }, (_, k) => {
    const random = Random.of(k, "geo");
    world.reset(random.stream("world"), outcomes);
    const [seen, film] = [new Float32Array(observationSize), new Float64Array(SIZE)];
    world.observe(seen);
    painter?.reset(random.stream("painter"));
    painter?.act(seen, film);
    world.step(film, outcomes, random.stream("step"));
    return { film, named: Object.fromEntries(channels.map(({ name }, c) => [name, outcomes[c]])) };
  });
}

test("displacements of a rigid scene are ways times depths, and a camera of its own leaves the tail of the singular values", () => {
  const [camera, other] = [CAMERAS[0], CAMERAS[9]];
  const column = ({ y, x }: (typeof CAMERAS)[number], depth: number) =>
    [1, 2, 3].flatMap((frame) => [depth * y[frame], depth * x[frame]]);
  const residual = (columns: number[][]) => {
    const { way, depths } = rankOne(columns);
    let sum = 0;
    for (const [k, one] of columns.entries())
      for (const [at, value] of one.entries()) sum += (value - depths[k] * way[at]) ** 2;
    return { sum, depths };
  };
  const rigid = residual([column(camera, 1), column(camera, 0.5), column(camera, 0.5)]);
  expect(rigid.sum).toBeCloseTo(0, 12);
  expect(rigid.depths[0] / rigid.depths[1]).toBeCloseTo(2, 12);
  const broken = [column(camera, 1), column(camera, 0.5), column(other, 0.5)];
  const { diagonal } = new SingularValueDecomposition(new Matrix(broken), { autoTranspose: true });
  expect(residual(broken).sum).toBeCloseTo(diagonal[1] ** 2 + diagonal[2] ** 2, 10);
  expect(diagonal[1]).toBeGreaterThan(0.5);
});

test("a sprite behind the camera is no depth", () => {
  const { depths } = rankOne([
    [2, 0, 4, 0],
    [1, 0, 2, 0],
    [-1, 0, -2, 0],
  ]);
  expect(depths[2]).toBe(0);
  expect(Math.min(depths[0], depths[1])).toBeGreaterThan(0);
});

test("brightness changes no point, and colours", () => {
  for (const { film } of painted({}, 10)) {
    const dim = film.map((one, k) => (Math.floor(k / PIXELS) % FRAMES === 2 ? (one + 1) * 0.4 - 1 : one));
    const [plain, spoilt] = [errorsOf(film), errorsOf(dim)];
    expect(spoilt.pointwiseAll).toBeCloseTo(plain.pointwiseAll, 9);
    expect(spoilt.pixelwise).toBeGreaterThan(plain.pixelwise);
    const lighter = errorsOf(film.map((one) => one + 0.1));
    expect(lighter.pixelwise).toBeCloseTo(plain.pixelwise, 9);
  }
});

test("a still has no error and no speed, and a film without texture is not scored", () => {
  const [{ film }] = painted({}, 1);
  const still = film.map((_, k) => film[k - (Math.floor(k / PIXELS) % FRAMES) * PIXELS]);
  expect(errorsOf(still)).toMatchObject({ pixelwise: 0, pixelwiseAll: 0, speed: 0 });
  expect(errorsOf(still).pointwise).toBeCloseTo(0, 9);
  expect(errorsOf(new Float64Array(SIZE).fill(-1)).pointwise).toBe(LOST);
});

test("all films are read as themselves, and those of painters with cameras of their own are not rigid", () => {
  expect(films).toHaveLength(3 * CAMERAS.length * (12 + 24));
  expect(DEPTHS).toEqual([0.5, 1]);
  for (const { named } of painted({}, 60)) expect(named).toMatchObject({ right: 1, rigid: 1, shape: 1, camera: 1 });
  const rigid = painted({ own: 0.3 }, 300).reduce((sum, { named }) => sum + named.rigid / 300, 0);
  // All three follow the captioned camera, or the same other one.
  expect(rigid).toBeCloseTo(0.7 ** 3 + 0.3 ** 3 / 11 ** 2, 1);
  for (const { named } of painted({ flicker: 0.5, grain: 0.3 }, 60)) expect(named.rigid).toBe(1);
});

test("films that are not rigid have larger errors, which meaningful patches show", () => {
  const all = painted({ own: 0.2 }, 150);
  const mean = (name: string, rigid: number) => {
    const of = all.filter(({ named }) => named.rigid === rigid);
    return of.reduce((sum, { named }) => sum + named[name] / of.length, 0);
  };
  for (const name of ["pointwise", "pixelwise", "epipolar"]) expect(mean(name, 0)).toBeLessThan(mean(name, 1) - 0.1);
  expect(mean("pointwise", 1)).toBeGreaterThan(mean("pointwiseAll", 1) + 0.5);
});
