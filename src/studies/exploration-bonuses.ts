// Bonuses for what is new in a lifetime and for what is new in an episode, and their product (arXiv 2306.03236).

import { qbinom } from "lib-r-math.js";
import { estimate } from "../evaluation/interval.ts";
import { mean } from "../evaluation/moments.ts";
import { pairedEffect } from "../evaluation/paired.ts";
import { corridorTask, mazeTask, messageTask, type Setting, success, type Task } from "./exploration/arms.ts";
import { frozenEpisode, shuffledCount } from "./exploration/broken-bonuses.ts";
import { type Arms, type Cell, cellRunner } from "./exploration/cells.ts";
import { valueSpread } from "./exploration/value-spread.ts";
import { type Check, type Control, holds, type Study, type StudyContext, type StudyResult } from "./study.ts";

/** Corridors of the first task, of which one pays. */
const CORRIDORS = 8;
/** Shares of episodes on one map between the two ends. */
const MIXTURES = [0.9, 0.5];

export const explorationBonuses: Study = {
  id: "exploration-bonuses",
  title: "Global and episodic bonuses for exploration in contextual decision processes",
  source: "arXiv 2306.03236 (Henaff, Jiang, Raileanu; ICML 2023)",
  claim:
    "A bonus that counts over all episodes explores well where the worth of a place is alike in all contexts and fails where each context is new; a bonus that counts within an episode is the other way round; their product works in both.",
  claimed:
    "MultiRoom-N6-Lava: global 0.99 with one context and 0.00 with unlimited ones, episodic 0.87 ± 0.10 with unlimited ones; corridors: global solves, episodic is inconsistent over seeds",
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const seeds = numbered(context.seeds ?? (context.full ? 10 : 5));
  const many = numbered(context.seeds ?? (context.full ? 40 : 16));
  const middle = context.full ? [3, 10] : [];
  const runner = cellRunner(context, 16 + 2 * MIXTURES.length + 4 * middle.length + (context.full ? 2 : 0));
  const hub = await runner.arms(corridorTask, many);
  const one = await runner.arms(mazeTask(1), seeds);
  const fresh = await runner.arms(mazeTask(0), seeds);
  const room = await runner.arms(messageTask, seeds);
  const tasks = [
    [corridorTask.name, hub],
    [mazeTask(1).name, one],
    [mazeTask(0).name, fresh],
    [messageTask.name, room],
  ] as const;
  const others: [string, Arms][] = [];
  for (const contexts of middle) others.push([mazeTask(contexts).name, await runner.arms(mazeTask(contexts), seeds)]);
  const gaps = [one.episodic.mean - one.global.mean];
  const bestAtEnds = (bonus: "episodic" | "global") => [...new Set([one[bonus].setting, fresh[bonus].setting])];
  for (const share of MIXTURES) {
    const task = mazeTask(0, share);
    const few = seeds.slice(0, Math.max(3, Math.ceil(seeds.length / 2)));
    const [episodic, global] = [
      await runner.cell(task, "episodic", few, bestAtEnds("episodic")),
      await runner.cell(task, "global", few, bestAtEnds("global")),
    ];
    gaps.push(episodic.mean - global.mean);
  }
  gaps.push(fresh.episodic.mean - fresh.global.mean);
  const elliptical: string[] = [];
  if (context.full) {
    for (const bonus of ["elliptical", "elliptical × global"] as const)
      elliptical.push(`${bonus} ${shown(await runner.cell(mazeTask(0), bonus, seeds))}`);
  }
  const controls = brokenArms(one, fresh, seeds, context);
  return {
    measured: [
      ...[...tasks, ...others].map(
        ([name, { none, episodic, global, product }]) =>
          `${name}: none ${shown(none)}, episodic ${shown(episodic)}, global ${shown(global)}, product ${shown(product)}`,
      ),
      ...elliptical,
    ].join("; "),
    checks: [
      ...mazeChecks(one, fresh),
      ...corridorChecks(hub),
      ...[...tasks, ...others].flatMap(([name, arms]) => taskChecks(name, arms)),
      ...messageChecks(room),
      spreadCheck(gaps),
    ],
    controls,
  };
}

/** Seeds apart from those that settings and lengths of training were chosen on. */
const numbered = (count: number) => Array.from({ length: count }, (_, k) => 201 + k);
const percent = (share: number) => share.toFixed(2);
const shown = (cell: Cell) => {
  const { low, high } = estimate(cell.successes);
  const interval = low === null || high === null ? "" : ` [${percent(low)}, ${percent(high)}]`;
  return `${percent(cell.mean)}${interval}`;
};
const settingOf = ({ setting }: Cell) => `${setting.learner}, weight ${setting.weight}`;

function mazeChecks(one: Arms, fresh: Arms): Check[] {
  const { low, high } = pairedEffect(fresh.global.successes, fresh.episodic.successes);
  const gap = fresh.episodic.mean - fresh.global.mean;
  return [
    holds(
      "maze, one map: the global bonus finds the goal",
      "success ≥ 0.9",
      `${shown(one.global)} (${settingOf(one.global)})`,
      one.global.mean >= 0.9,
    ),
    holds(
      "maze, new maps: the global bonus does not",
      "success ≤ 0.2",
      `${shown(fresh.global)} (${settingOf(fresh.global)})`,
      fresh.global.mean <= 0.2,
    ),
    holds(
      "maze, new maps: the episodic bonus does better",
      "episodic ≥ global + 0.2",
      `${percent(gap)} more, paired interval [${low?.toFixed(2)}, ${high?.toFixed(2)}] (${settingOf(fresh.episodic)})`,
      gap >= 0.2,
    ),
  ];
}

/** A seed counts as solved where the prize is reached in more than half of the last episodes. */
function corridorChecks({ episodic, global }: Arms): Check[] {
  const solved = ({ successes }: Cell) => successes.filter((share) => share > 0.5).length;
  const n = episodic.successes.length;
  const share = (solved(global) - solved(episodic)) / n;
  const [least, most] = [0.025, 0.975].map((p) => qbinom(p, n, 1 / CORRIDORS));
  return [
    holds(
      "corridors: the global bonus solves more seeds",
      "global − episodic ≥ 0.3 of the seeds",
      `${solved(global)} − ${solved(episodic)} of ${n} seeds: ${percent(share)}`,
      share >= 0.3,
    ),
    holds(
      "corridors: to the episodic bonus all are alike",
      `solved seeds as of chance 1/${CORRIDORS}: ${least} to ${most} of ${n}`,
      `${solved(episodic)} of ${n}`,
      solved(episodic) >= least && solved(episodic) <= most,
    ),
  ];
}

function taskChecks(name: string, { none, episodic, global, product }: Arms): Check[] {
  const best = Math.max(episodic.mean, global.mean);
  return [
    holds(
      `${name}: the product is robust`,
      "≥ 0.6 × the best single bonus, and not below both",
      `${percent(product.mean)} beside ${percent(episodic.mean)} episodic and ${percent(global.mean)} global`,
      product.mean >= 0.6 * best && product.mean >= Math.min(episodic.mean, global.mean),
    ),
    holds(`${name}: nothing is found without a bonus`, "success ≤ 0.1", shown(none), none.mean <= 0.1),
  ];
}

function messageChecks({ none, episodic, global }: Arms): Check[] {
  return (["episodic", "global"] as const).map((name) => {
    const {
      mean: difference,
      low,
      high,
    } = pairedEffect(none.successes, name === "episodic" ? episodic.successes : global.successes);
    return holds(
      `key room: counting messages works with the ${name} bonus`,
      "more than none, paired 95% interval above 0",
      `${difference?.toFixed(2)} [${low?.toFixed(2)}, ${high?.toFixed(2)}]`,
      low !== null && low > 0,
    );
  });
}

/** The paper's explanation: the more the worth of a place differs between contexts, the more the episodic bonus leads. */
function spreadCheck(gaps: readonly number[]): Check {
  const spreads = [1, ...MIXTURES, 0].map((share) => valueSpread(share, 60, 1));
  const rising = (values: readonly number[]) => values.every((value, k) => k === 0 || value > values[k - 1]);
  return holds(
    "the lead of the episodic bonus grows with the spread of values over contexts",
    "both rise as 100%, 90%, 50%, 0% of the episodes share one map",
    `spread ${spreads.map((x) => x.toFixed(4)).join(", ")}; episodic − global ${gaps.map(percent).join(", ")}`,
    rising(spreads) && rising(gaps),
  );
}

function brokenArms(one: Arms, fresh: Arms, seeds: readonly number[], { signal }: StudyContext): Control[] {
  const measure = (task: Task, bonus: typeof shuffledCount, setting: Setting) =>
    mean(seeds.map((seed) => success(task, bonus, setting, seed, signal)));
  const shuffled = measure(mazeTask(1), shuffledCount, one.global.setting);
  const frozen = measure(mazeTask(0), frozenEpisode, fresh.episodic.setting);
  return [
    {
      name: "places shuffled anew each episode: the global bonus finds the goal of one map",
      failed: shuffled < 0.9,
      measured: `success ${percent(shuffled)} instead of ${percent(one.global.mean)}`,
    },
    {
      name: "episodes never begin anew: the episodic bonus leads on new maps",
      failed: frozen < fresh.global.mean + 0.2,
      measured: `success ${percent(frozen)} instead of ${percent(fresh.episodic.mean)}`,
    },
  ];
}
