// Generalists and specialists under elimination: what either loses, by the order of the tests.

import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type SwissDynamicsRules, swissDynamics, winTable } from "../../evaluation/tournaments/swiss-dynamics.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { studyJob } from "../../study/study.ts";

const TESTS = 8;
/** Models of each kind, which stand in the order of `KINDS`. */
const OF_A_KIND = 8;
export const KINDS = ["generalists", "specialists", "fillers"] as const;
export type Kind = (typeof KINDS)[number];

/** Models that leave after each round. */
export const PRESSURES = [0, 1, 2, 3] as const;
/** Orders of the tests; the chance orders are five, taken together. */
export const ORDERS = ["specialists weak early", "specialists weak late", "by chance"] as const;
export type Order = (typeof ORDERS)[number];
const CHANCE_ORDERS = 5;

/** Of each pressure, the share of its points without elimination that a kind of models loses, and rounds that it stays. */
export type Profile = Readonly<
  Record<Kind, { readonly losses: readonly number[]; readonly rounds: readonly number[] }>
>;

/** What came of one drawn table. */
export interface ProfileFigures {
  readonly profiles: Readonly<Record<Order, Profile>>;
  /** Of models that are all equal: those whose points differ from the mean by more than 3 standard errors, a share, by pressure. */
  readonly apart: readonly number[];
  /** Mean points of the weakest third, where a round without an opponent brings a point, less those where it brings none. */
  readonly byeGain: number;
}

export interface ProfileJob {
  readonly seed: number;
  readonly runs: number;
}

/** Scores, [models][tests], specialists weak in the first half of the tests. */
function drawn(random: Random): number[][] {
  const score = (kind: Kind, test: number): number => {
    if (kind === "generalists") return 0.62 + 0.04 * random.normal();
    if (kind === "fillers") return 0.5 + 0.1 * random.normal();
    return (test < TESTS / 2 ? 0.3 : 0.9) + 0.04 * random.normal();
  };
  return KINDS.flatMap((kind) =>
    Array.from({ length: OF_A_KIND }, () => Array.from({ length: TESTS }, (_, test) => score(kind, test))),
  );
}

/** Draws a table, and plays contests of all pressures in all orders. */
export async function riskProfiles({ seed, runs }: ProfileJob): Promise<ProfileFigures> {
  const random = Random.of(seed, "profiles");
  const scores = drawn(random.stream("table"));
  const contests = (table: readonly ArrayLike<number>[], name: string, rules: SwissDynamicsRules) =>
    swissDynamics(winTable(table), runs, random.stream(name, ...(rules.eliminate ?? [])), rules);
  const profile = (order: readonly number[], name: string): Profile => {
    const table = scores.map((row) => order.map((test) => row[test]));
    const found = PRESSURES.map((pressure) => contests(table, name, { eliminate: [pressure] }));
    const ofKind = (kind: number) => {
      const part = (values: ArrayLike<number>) => Array.from(values).slice(kind * OF_A_KIND, (kind + 1) * OF_A_KIND);
      const whole = part(found[0].scores);
      return {
        losses: found.map(({ scores: points }) =>
          mean(part(points).map((x, k) => (whole[k] === 0 ? 0 : 1 - x / whole[k]))),
        ),
        rounds: found.map(({ rounds }) => mean(part(rounds))),
      };
    };
    return { generalists: ofKind(0), specialists: ofKind(1), fillers: ofKind(2) };
  };
  const early = Array.from({ length: TESTS }, (_, k) => k);
  const byChance = Array.from({ length: CHANCE_ORDERS }, (_, k) => {
    const order = [...early];
    shuffle(order, random.stream("order", k));
    return profile(order, `chance ${k}`);
  });
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
    byeGain: byeGain(scores, contests),
  };
}

export const profiling = studyJob(import.meta.url, riskProfiles);

function byeGain(
  scores: readonly (readonly number[])[],
  contests: (
    table: readonly (readonly number[])[],
    name: string,
    rules: SwissDynamicsRules,
  ) => { readonly scores: Float64Array },
): number {
  const [without, paid] = ([0, 1] as const).map((bye) => contests(scores, `bye ${bye}`, { bye }).scores);
  const weakest = [...scores.keys()].sort((a, b) => without[a] - without[b]).slice(0, OF_A_KIND);
  return mean(weakest.map((k) => paid[k] - without[k]));
}

function meanOf(profiles: readonly Profile[]): Profile {
  const of = (kind: Kind) => ({
    losses: PRESSURES.map((_, at) => mean(profiles.map((one) => one[kind].losses[at]))),
    rounds: PRESSURES.map((_, at) => mean(profiles.map((one) => one[kind].rounds[at]))),
  });
  return { generalists: of("generalists"), specialists: of("specialists"), fillers: of("fillers") };
}
