// The published sixteen in all twenty worlds, and the two learners of the published crossover: the long form.

import { median } from "../../evaluation/statistics/moments.ts";
import { above, near } from "../../study/bound.ts";
import { type Claim, claim, is } from "../../study/claim.ts";
import { difference, percent, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import type { Ladders } from "../../study/testbeds/coopetition/contributions.ts";
import { MODES, type Mode } from "../../study/testbeds/coopetition/play.ts";
import { contribution, leadTable, type Runs, reachedIn, worldsOf } from "./claims.ts";
import { type Cell, ownTotal } from "./field.ts";

/** The paper's classes, with the published median contribution of interdependence in each. */
const CLASSES = {
  dependence: {
    published: 0.301,
    worlds: ["partner-hold-up", "platform-ecosystem", "dynamic-partner-selection", "synergy-search", "renault-nissan"],
  },
  trust: {
    published: 0.235,
    worlds: ["trust-dilemma", "recovery-race", "slcd", "cooperative-negotiation", "reputation-market"],
  },
  teams: {
    published: 0.592,
    worlds: ["team-production", "loyalty-team", "coalition-formation", "apache-project", "public-goods"],
  },
  reciprocity: {
    published: 0.286,
    worlds: ["reciprocal-dilemma", "gift-exchange", "indirect-reciprocity", "graduated-sanction", "apple-app-store"],
  },
} as const;

/** How far a class's median may lie from the published one. */
const MEDIAN = 0.05;

export const TWENTY: readonly string[] = Object.values(CLASSES).flatMap(({ worlds }) => worlds);

/** The pays that the survey compares. */
export const PAYS: readonly Mode[] = ["private", "integrated"];

/** Seeds of the survey, of those of the study. */
export const SURVEYED = 3;

/** The world of the published crossover. */
export const CROSSED = "apple-app-store";

/** Forty members see 4,841 numbers each: the project is played in its first phase, with eight. */
export const parametersOf = (world: string): object => (world === "apache-project" ? { phase: "emergence" } : {});

/** What the sixteen came to in the twenty worlds. */
export function survey(runs: readonly Runs[], ladders: Ladders): StudyResult {
  const reached = worldsOf(runs).map((world) => reachedIn(runs, ladders, world));
  return {
    claims: [
      claim("the best of the sixteen in each of the twenty worlds comes near the best constant, of its total", reached),
      ...medianClaims(runs),
    ],
    controls: [],
    tables: [leadTable(runs, PAYS), beatenTable(runs)],
  };
}

/** The median of what interdependence adds, over learners and worlds of a class, with an interval over seeds. */
function medianClaims(runs: readonly Runs[]): Claim[] {
  return Object.entries(CLASSES).map(([name, { published, worlds }]) => {
    const shares = runs
      .filter(({ mode, world }) => mode === "integrated" && worlds.some((one) => one === world))
      .map(({ learner, world, cells }) => {
        const own = runs.find((one) => one.learner === learner && one.world === world && one.mode === "private");
        return own?.cells.map((cell, k) => contribution(cell, cells[k])) ?? [];
      });
    const seeds = shares[0]?.length ?? 0;
    const medians = Array.from({ length: seeds }, (_, k) =>
      median(shares.map((row) => row[k]).filter((share) => Number.isFinite(share))),
    );
    return claim(
      `worlds of ${name}: the median contribution of interdependence over the sixteen is the published one`,
      is(sampled(medians), near(published, MEDIAN)),
    );
  });
}

/** In how many worlds a learner beats chance, in its mean over seeds, under each pay. */
function beatenTable(runs: readonly Runs[]): Table {
  const names = [...new Set(runs.map(({ learner }) => learner.name))];
  return table(
    "share of trainings that beat random play, of those in all worlds",
    names.map((name) => {
      const won = (mode: Mode) => {
        const cells = runs
          .filter(({ learner, mode: pay }) => learner.name === name && pay === mode)
          .flatMap((one) => one.cells);
        return percent({ value: cells.filter((cell) => ownTotal(cell) > cell.random).length / cells.length });
      };
      return [name, Object.fromEntries(PAYS.map((mode) => [mode, won(mode)]))] as const;
    }),
  );
}

/** Independent soft actor-critic leads under private pay, the central critic of COMA under the other two. */
export function crossoverClaims(cells: readonly Cell[]): Claim[] {
  const totals = (name: string, mode: Mode) =>
    cells.filter((cell) => cell.learner === name && cell.mode === mode).map(ownTotal);
  return MODES.map((mode) => {
    const [first, second] = mode === "private" ? ["isac", "coma"] : ["coma", "isac"];
    const [one, other] = [totals(first, mode), totals(second, mode)];
    return claim(`${CROSSED}, ${mode} pay: ${first} is paid more than ${second}`, [
      is(difference(one, other), above(0), `${first} less ${second}`),
      { label: first, figure: sampled(one) },
      { label: second, figure: sampled(other) },
    ]);
  });
}
