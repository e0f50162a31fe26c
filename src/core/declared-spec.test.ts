// A custom world whose spec lacks a declaration is rejected with a message that names it.

import { expect, test } from "vitest";
import { trustDilemma } from "../environments/coopetition/trust-worlds.ts";
import { whollyDeclared } from "./plugin.ts";

test("missing and mistyped declarations are named with a hint; a complete declaration is accepted", () => {
  const world = trustDilemma.make({});
  expect(whollyDeclared(world)).toBe(world);
  const spec = { ...world.spec };
  Reflect.deleteProperty(spec, "publicState");
  Reflect.set(spec, "horizon", "ten");
  const refused = () => whollyDeclared({ ...world, spec });
  expect(refused).toThrow(
    "the world's spec.horizon is not a number; it must be a number: steps after which an episode is truncated",
  );
  expect(refused).toThrow(
    "the world's spec.publicState is missing; it must be a list: parts of the state that are shown, { part, label }; [] for none",
  );
});
