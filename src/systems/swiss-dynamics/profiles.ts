// Generalists and specialists under elimination: what either loses, by the order of the tests.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type SwissDynamicsRules, swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";
import type { TableJob } from "./outliers.ts";

const TESTS = 8;
/** Models of each kind, which stand in the order of `KINDS`. */
const OF_A_KIND = 8;
export const KINDS = ["generalists", "specialists", "fillers"] as const;
export type ModelKind = (typeof KINDS)[number];

/** Models that leave after each round. */
export const PRESSURES = [0, 1, 2, 3] as const;
/** Orders of the tests; those by chance are five, taken together. */
export const ORDERS = ["specialists weak early", "specialists weak late", "by chance"] as const;
export type Order = (typeof ORDERS)[number];

/** Of a kind of models: shares of its points that it loses by leaving, and rounds until it leaves, [pressures]. */
export interface RiskProfile {
  readonly losses: readonly number[];
  readonly rounds: readonly number[];
}

/** What came of one drawn table. */
export interface ProfileFigures {
  /** [kinds] of each order. */
  readonly profiles: Readonly<Record<Order, readonly RiskProfile[]>>;
  /** Of models that are all equal: those whose points differ from the mean by more than 3 standard errors, a share, by pressure. */
  readonly apart: readonly number[];
  /** Mean points of the weakest third, where a round without an opponent brings a point, less those where it brings none. */
  readonly byeGain: number;
}

/** Scores, [models][tests], specialists weak in the first half of the tests. */
function drawn(random: Random): number[][] {
  const score = (kind: ModelKind, test: number): number => {
    if (kind === "generalists") return 0.62 + 0.04 * random.normal();
    if (kind === "fillers") return 0.5 + 0.1 * random.normal();
    return (test < TESTS / 2 ? 0.3 : 0.9) + 0.04 * random.normal();
  };
  return KINDS.flatMap((kind) =>
    Array.from({ length: OF_A_KIND }, () => Array.from({ length: TESTS }, (_, test) => score(kind, test))),
  );
}

/** Draws a table, and plays contests of all pressures in all orders. */
export async function riskProfiles({ seed, runs }: TableJob): Promise<ProfileFigures> {
  const random = Random.of(seed, "profiles");
  const scores = drawn(random.stream("table"));
  const contests = (table: readonly ArrayLike<number>[], name: string, rules: SwissDynamicsRules) =>
    swissDynamics(winTable(table), runs, random.stream(name, ...(rules.eliminate ?? [])), rules);
  const profile = (order: readonly number[], name: string): RiskProfile[] => {
    const table = scores.map((row) => order.map((test) => row[test]));
    const found = PRESSURES.map((pressure) => contests(table, name, { eliminate: [pressure] }));
    return KINDS.map((_, kind) => {
      const part = (values: Float64Array) => values.subarray(kind * OF_A_KIND, (kind + 1) * OF_A_KIND);
      const whole = part(found[0].scores);
      const lost = (points: Float64Array) => points.map((x, k) => (whole[k] === 0 ? 0 : 1 - x / whole[k]));
      return {
        losses: found.map(({ scores: points }) => mean(lost(part(points)))),
        rounds: found.map(({ rounds }) => mean(part(rounds))),
      };
    });
  };
  const early = Array.from({ length: TESTS }, (_, k) => k);
  const byChance = Array.from({ length: 5 }, (_, k) =>
    profile(randomOrder(TESTS, random.stream("order", k)), `chance ${k}`),
  );
  const [without, paid] = ([0, 1] as const).map((bye) => contests(scores, `bye ${bye}`, { bye }).scores);
  const weakest = randomOrder(without.length, random.stream("equals"))
    .sort((a, b) => without[a] - without[b])
    .slice(0, OF_A_KIND);
  const equal = scores.map(() => new Float64Array(TESTS));
  return {
    profiles: {
      "specialists weak early": profile(early, "early"),
      "specialists weak late": profile(early.toReversed(), "late"),
      "by chance": meanOf(byChance),
    },
    apart: PRESSURES.map((pressure) => {
      const { scores: points, errors } = contests(equal, "equal", { eliminate: [pressure] });
      const middle = mean(points);
      return mean(Array.from(points, (x, k) => (Math.abs(x - middle) > 3 * errors[k] ? 1 : 0)));
    }),
    byeGain: mean(weakest.map((k) => paid[k] - without[k])),
  };
}

export const profiling = studyJob(import.meta.url, riskProfiles);

const meanOf = (profiles: readonly (readonly RiskProfile[])[]): RiskProfile[] =>
  KINDS.map((_, kind) => ({
    losses: PRESSURES.map((__, at) => mean(profiles.map((one) => one[kind].losses[at]))),
    rounds: PRESSURES.map((__, at) => mean(profiles.map((one) => one[kind].rounds[at]))),
  }));
