// What a schema says of parameters, in rows.

import { expect, test } from "vitest";
import { z } from "zod";
import { parameterRows } from "./parameter-rows.ts";

const rowsOf = (shape: z.ZodRawShape) =>
  parameterRows(z.strictObject(shape)).map(({ name, preset, allowed }) => [name, preset, allowed]);

test("ranges, wholes, choices and lists", () => {
  expect(
    rowsOf({
      rate: z.number().gt(0).max(1).default(0.5),
      steps: z.int().min(1).default(1000),
      most: z.number().min(0).max(1e12).default(2e6),
      rule: z.enum(["gsp", "vcg"]).default("vcg"),
      clip: z.tuple([z.number().gt(0), z.number()]).default([0.2, 0.3]),
      names: z.array(z.string()).default(["a b"]),
      shared: z.boolean().optional(),
    }),
  ).toEqual([
    ["rate", "0.5", "> 0 … 1"],
    ["steps", "1000", "whole 1 …"],
    ["most", "2000000", "0 … 1e12"],
    ["rule", "vcg", "gsp, vcg"],
    ["clip", "[0.2, 0.3]", "[> 0 …, number]"],
    ["names", '["a b"]', "list of text"],
    ["shared", "–", "true, false"],
  ]);
});

test("maps are told by their fields, also in lists, under names and among several forms", () => {
  const point = z.strictObject({ x: z.number() });
  expect(
    rowsOf({
      plain: point.optional(),
      told: point.optional().describe("said of the map"),
      list: z.array(point).default([]).describe("some"),
      named: z.record(z.string(), point).default({}).describe("by name"),
      either: z.union([z.string(), point]).optional(),
    }),
  ).toEqual([
    ["plain.x", "required", "number"],
    ["told", "–", "map"],
    ["told.x", "required", "number"],
    ["list", "[]", "list of map"],
    ["list[].x", "required", "number"],
    ["named", "{}", "map"],
    ["named.NAME.x", "required", "number"],
    ["either", "–", "text or map"],
    ["either.x", "required", "number"],
  ]);
});
