// What the trained arms show of the recipe. Thresholds were fixed before the first run.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { ArmName, Outcome, Trained } from "./arms.ts";
import { easy, hard, overall, type Standing } from "./standing.ts";

type Figure = (standing: Standing) => number;

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** Of the seeds that ran an arm. */
function outcomes(seeds: readonly Trained[], arm: ArmName): Outcome[] {
  return seeds.flatMap(({ arms }) => arms[arm] ?? []);
}

function values(seeds: readonly Trained[], arm: ArmName, of: Figure): number[] {
  return outcomes(seeds, arm).map(({ standing }) => of(standing));
}

/** b − a, seed by seed. */
function difference(a: readonly number[], b: readonly number[]): { readonly mean: number; readonly words: string } {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(a, b);
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${effectSize === null ? "—" : effectSize.toFixed(1)}, ${n} seeds`,
  };
}

export function trainingChecks(seeds: readonly Trained[]): Check[] {
  const apart = (one: ArmName, other: ArmName, of: Figure) =>
    difference(values(seeds, other, of), values(seeds, one, of));
  const entropies = seeds.map(({ warm, half }) => half.entropy / warm.entropy);
  const cut = difference(
    seeds.map(({ warm }) => warm.truncated),
    seeds.map(({ half }) => half.truncated),
  );
  const hardGain = apart("two stages", "uniform", hard);
  const easyGain = apart("two stages", "uniform", easy);
  const fromEasy = apart("two stages", "easy", hard);
  const order = apart("hard first", "two stages", overall);
  return [
    holds(
      "first stage: entropy after it, as a share of the warm model's",
      "≥ 0.9",
      `${mean(entropies).toFixed(3)}: ${entropies.map((x) => x.toFixed(2)).join(", ")}`,
      mean(entropies) >= 0.9,
    ),
    holds("first stage: share of answers that never end, after less before", "≤ 0", cut.words, cut.mean <= 0),
    holds("two stages less uniform: pass@1 on 4 and 5 operators", "≥ 0.05", hardGain.words, hardGain.mean >= 0.05),
    holds("two stages less uniform: pass@1 on 1 to 3 operators", "≥ −0.03", easyGain.words, easyGain.mean >= -0.03),
    holds(
      "two stages, hard less easy problems in the second: pass@1 on 4 and 5 operators",
      "≥ 0.05",
      fromEasy.words,
      fromEasy.mean >= 0.05,
    ),
    holds("hard problems from the start less two stages: pass@1 over all", "< 0", order.words, order.mean < 0),
    ...smallGroups(seeds),
  ];
}

/** The same problems in groups of 8 with eight times as many steps; of the long form. */
function smallGroups(seeds: readonly Trained[]): Check[] {
  const [many, few] = (["two stages", "small groups"] as const).map((arm) => values(seeds, arm, hard));
  if (few.length < 2) return [];
  const apart = difference(few, many);
  const [spreadMany, spreadFew] = [deviation(many), deviation(few)];
  return [
    holds(
      "second stage, groups of 64 less groups of 8: pass@1 on 4 and 5 operators; deviation between seeds",
      "≥ 0; smaller",
      `${apart.words}; ${spreadMany.toFixed(3)} and ${spreadFew.toFixed(3)}`,
      apart.mean >= 0 && spreadMany < spreadFew,
    ),
  ];
}

/** Who is paid by one test case writes programs that pass it and fail hidden ones. */
export function paidOneTestControl(seeds: readonly Trained[]): Control {
  const [one, all] = [seeds.map(({ oneTest }) => oneTest.hacked), seeds.map(({ half }) => half.hacked)];
  return {
    name: "first stage paid by one test case: what passes it passes the hidden tests",
    failed: one.every((share) => share > 0),
    measured: `share of answers that pass the one and fail another: ${one.map((x) => x.toFixed(3)).join(", ")}; paid by all five ${all.map((x) => x.toFixed(3)).join(", ")}; difference ${difference(all, one).words}`,
  };
}

/** Problems whose tests nothing passes teach nothing. */
export function unsolvableControl(seeds: readonly Trained[]): Control {
  const live = mean(seeds.map(({ unsolvable }) => unsolvable.live));
  const gain = difference(
    seeds.map(({ warm }) => overall(warm)),
    seeds.map(({ unsolvable }) => overall(unsolvable.standing)),
  );
  return {
    name: "practice at a pass rate of exactly 0 (wrong tests) has live groups, or changes pass@1",
    failed: live === 0 && gain.mean === 0,
    measured: `live groups ${live.toFixed(3)}, change ${gain.words}; ${unseen(seeds)}`,
  };
}

/** A measured rate of 0 is not a rate of 0. */
function unseen(seeds: readonly Trained[]): string {
  const live = mean(seeds.map((seed) => seed.unseen.live));
  const gain = difference(
    seeds.map(({ warm }) => hard(warm)),
    seeds.map((seed) => hard(seed.unseen.standing)),
  );
  return `the same problems under their own tests, none of 64 tries having passed: live groups ${live.toFixed(3)}, pass@1 on 4 and 5 operators ${gain.words}`;
}

/** What became of the problems that were practised. */
function practised(found: readonly Outcome[]): string {
  const known = found.flatMap((one) => one.practised ?? []);
  if (known.length === 0) return "";
  const [before, after] = (["before", "after"] as const).map((when) => mean(known.map((one) => one[when])));
  return `, its own problems from ${before.toFixed(2)} to ${after.toFixed(2)}`;
}

/** Every arm in figures. */
export function summary(seeds: readonly Trained[], names: readonly ArmName[]): string {
  const [first] = seeds;
  if (first === undefined) return "no seeds";
  const middle = (standings: readonly Standing[], of: Figure) => mean(standings.map(of)).toFixed(3);
  const over = (standings: readonly Standing[], of: (standing: Standing) => readonly number[]) =>
    first.warm.passAt1.map((_, level) => mean(standings.map((one) => of(one)[level])).toFixed(2)).join("/");
  const say = (name: string, standings: readonly Standing[]) =>
    `${name}: pass@1 by operators ${over(standings, (one) => one.passAt1)}, pass@10 ${over(standings, (one) => one.passAt10)}, ` +
    `entropy ${middle(standings, (one) => one.entropy)}, unended ${middle(standings, (one) => one.truncated)}`;
  const arm = (name: ArmName) => {
    const found = outcomes(seeds, name);
    const { mean: level, low, high } = estimate(values(seeds, name, hard));
    const of = (what: "live" | "coverage" | "measuring") => mean(found.map((one) => one[what]));
    return (
      `${say(
        name,
        found.map(({ standing }) => standing),
      )}, hard ${digits(level)} [${digits(low)}, ${digits(high)}], live groups ${of("live").toFixed(2)}, ` +
      `hard problems covered ${of("coverage").toFixed(2)}, ${of("measuring")} answers to measure rates${practised(found)}`
    );
  };
  return [
    say(
      "warm",
      seeds.map(({ warm }) => warm),
    ),
    say(
      "after the first stage",
      seeds.map(({ half }) => half),
    ),
    ...names.map(arm),
  ].join("; ");
}
