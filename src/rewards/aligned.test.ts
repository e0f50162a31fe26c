// Pay by aligned vectors: what is paid with each map, from a world and from a file, and the mistakes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { ready } from "../core/registry.ts";
import type { Reward } from "../core/reward.ts";
import { embedded } from "../environments/pictures/embedded.ts";
import { sprites } from "../environments/pictures/sprites.ts";
import { cosine } from "../math/cosine.ts";
import { aligned } from "./aligned.ts";

const folder = mkdtempSync(join(tmpdir(), "vectors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = { directory: folder, cache: join(folder, "store", "data") };

const { spec } = embedded.make({ colours: 1 });
const SIZE = 8;
const FIRST = spec.channels.findIndex(({ name }) => name === "text1");

/** Rewards that are bound already, by their parameters. */
const bound = new Map<string, Reward>();

/** What an episode with these vectors is paid. */
function paid(parameters: unknown, text: ArrayLike<number>, seen: ArrayLike<number>): number {
  const key = JSON.stringify(parameters);
  const reward = bound.get(key) ?? aligned.make(parameters)(spec);
  bound.set(key, reward);
  const outcomes = new Float64Array(spec.channels.length);
  reward.reset(outcomes);
  outcomes.set(text, FIRST);
  outcomes.set(seen, FIRST + SIZE);
  const pay = new Float64Array(1);
  reward.pay(outcomes, Status.terminated, pay);
  return pay[0];
}

const one = Float64Array.of(1, 2, 0, 0, -1, 0, 0.5, 0);
const other = Float64Array.of(0, 2, 0, 1, -1, 0, 0, 0);

test("without a map it is the cosine, and a vector of zeros is paid nothing", () => {
  expect(paid({ by: "none" }, one, other)).toBeCloseTo(cosine(one, other), 12);
  expect(paid({ by: "none" }, one, new Float64Array(SIZE))).toBe(0);
});

test("after each map right pictures are paid nearly 1, and others less", () => {
  const { prior } = spec;
  if (prior === undefined) throw new Error("no prior");
  const random = Random.of(2, "right");
  const rows = Array.from({ length: 40 }, () => {
    const row = new Float64Array(2 * SIZE);
    prior.draw(random, row, 0);
    return row;
  });
  for (const by of ["transport", "moments", "regression"]) {
    const mean = (apart: number) =>
      rows.reduce(
        (sum, row, k) => sum + paid({ by }, row.subarray(0, SIZE), rows[(k + apart) % 40].subarray(SIZE)) / 40,
        0,
      );
    expect(mean(0)).toBeGreaterThan(0.9);
    expect(mean(1)).toBeLessThan(0.75);
  }
});

test("a file of vectors has its own pairs", async () => {
  const names = ["text", "seen"].flatMap((name) => Array.from({ length: SIZE }, (_, k) => `${name}${k + 1}`));
  // Texts lie at +e_k and things at 2·e_(k+1): only pairs say so.
  const rows = Array.from({ length: 40 }, (_, row) =>
    names.map((_, k) => (k < SIZE ? (row % SIZE === k ? 1 : 0) : (row + 1) % SIZE === k - SIZE ? 2 : 0)).join(","),
  );
  writeFileSync(join(folder, "vectors.csv"), [names.join(","), ...rows].join("\n"));
  const parameters = await ready(aligned, { file: "vectors.csv", by: "regression", known: 80, ridge: 1e-6 }, place);
  const unit = (k: number) => Float64Array.from({ length: SIZE }, (_, j) => (j === k ? 1 : 0));
  expect(paid(parameters, unit(2), unit(3))).toBeGreaterThan(0.9);
  expect(paid(parameters, unit(2), unit(2))).toBeLessThan(0.1);
});

test("a world without vectors, and vectors of two lengths, are refused", () => {
  expect(() => aligned.make({})(sprites.make({}).spec)).toThrow(/no channel "text1"/);
  const shorter = { ...spec, channels: spec.channels.filter(({ name }) => name !== "seen8") };
  expect(() => aligned.make({})(shorter)).toThrow(/no vectors of one space/);
});
