import { expect, test } from "vitest";
import { Random } from "./random.ts";

test("the streams are frozen", () => {
  // A change here changes every published result. If it must change, the version of the store changes with it.
  const draws = (count: number, draw: () => number) => Array.from({ length: count }, draw);
  const [root, named, normals] = [Random.of(42), Random.of(42, "environment", 0), Random.of(42, "agent", 1, 0)];
  const below = named.stream("tremble");
  const integers = Random.of(42, "integers");
  expect(draws(4, () => root.uniform())).toEqual([
    0.5413521794340045, 0.6578564843813982, 0.7148916578934766, 0.8569174862997448,
  ]);
  expect(draws(4, () => named.uniform())).toEqual([
    0.5031993239878844, 0.24677459378541677, 0.15101808525379357, 0.9049613324779909,
  ]);
  expect(draws(4, () => below.uniform())).toEqual([
    0.6037878800456644, 0.1645412197206909, 0.6632349653003069, 0.8997996172239325,
  ]);
  expect(draws(4, () => normals.normal())).toEqual([
    0.49330183299758934, 0.5252353629179083, -0.27722431143238874, -0.34790062309559694,
  ]);
  expect(draws(8, () => integers.integer(10))).toEqual([8, 3, 0, 6, 9, 1, 6, 3]);
});

test("a stream depends on its name, not on what was drawn before", () => {
  const parent = Random.of(1);
  const early = parent.stream("a").uniform();
  parent.uniform();
  parent.stream("b").uniform();
  expect(parent.stream("a").uniform()).toBe(early);
  expect(parent.stream("b").uniform()).not.toBe(early);
});

test("names are separated: joined names are other streams", () => {
  expect(Random.of(1, "a", "b").uniform()).not.toBe(Random.of(1, "ab").uniform());
  expect(Random.of(1, 12).uniform()).not.toBe(Random.of(11, 2).uniform());
  expect(Random.of(1, "1").uniform()).not.toBe(Random.of(1, 1).uniform());
});

test("a clone continues with the same numbers, including the cached normal", () => {
  const random = Random.of(3);
  random.normal();
  const clone = random.clone();
  expect([random.normal(), random.normal()]).toEqual([clone.normal(), clone.normal()]);
  random.uniform();
  expect(random.uniform()).not.toBe(clone.uniform());
});

test("uniforms and normals have the moments they should", () => {
  const random = Random.of(5);
  const n = 200_000;
  let sum = 0;
  let normal = 0;
  let square = 0;
  let fourth = 0;
  for (let i = 0; i < n; i++) {
    sum += random.uniform(-1, 3);
    const z = random.normal();
    normal += z;
    square += z * z;
    fourth += z ** 4;
  }
  // Five standard errors of each moment.
  expect(Math.abs(sum / n - 1)).toBeLessThan(5 * (4 / Math.sqrt(12 * n)));
  expect(Math.abs(normal / n)).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(square / n - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
  expect(Math.abs(fourth / n - 3)).toBeLessThan(5 * Math.sqrt(96 / n));
});
