// The trial of forecasts on tables, in small: what agreement, a tilt, and a tilt with an audit's answers say of what exact training buys.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableSeed } from "../bench/forecast/tables.ts";
import { type ForecastKind, overSeeds, scoreOf } from "../bench/forecast/trial.ts";
import { withInterval } from "../src/evaluation/number-format.ts";
import { FORECAST_RECORD } from "../src/lab/weigh/forecast-record.ts";
import { FORECAST_TRUST } from "../src/lab/weigh/forecast-trust.ts";

test("the tilt ranks pays better than agreement, and with the audit's answers better still; rare exploits are seen with them alone", () => {
  const sizes = { prompts: 30, answers: 80, logged: 16, pays: 5 };
  const seeds = [1, 2, 3].map((seed) => tableSeed(seed, [0.636], sizes)[0]);
  const rank = (kind: ForecastKind) => overSeeds(seeds.map((pays) => scoreOf(pays, kind, 0.05))).rank.mean ?? 0;
  expect(rank("tilt")).toBeGreaterThan(rank("correlation"));
  expect(rank("attack")).toBeGreaterThan(rank("tilt"));
  expect(rank("attack")).toBeGreaterThan(0.95);
  const rare = seeds.map((pays) => pays.filter(({ kind }) => kind === "rare exploit"));
  const sign = (kind: ForecastKind) => overSeeds(rare.map((pays) => scoreOf(pays, kind, 0.05))).sign.mean ?? 0;
  expect(sign("attack")).toBeGreaterThanOrEqual(0.95);
  expect(sign("tilt")).toBeLessThan(0.8);
});

test("what `agon weigh` says of its forecasts are the figures of the page", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/guides/how-right-forecasts-are.md"), "utf8");
  const { kl, rank, sign, error } = FORECAST_RECORD;
  const [, table] = page.split(`<!-- language at ${kl}: begin -->`);
  const row = table.split("\n").find((line) => line.startsWith("| tilt ")) ?? "";
  const cells = row.split("|").map((cell) => cell.trim());
  expect(cells.slice(2, 5)).toEqual([rank, sign, error].map((one) => withInterval(one)));
  for (const cell of cells.slice(2, 5)) expect(FORECAST_TRUST).toContain(cell);
});
