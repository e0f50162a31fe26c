// Bonuses for what is new in a lifetime and for what is new in an episode, and their product (arXiv 2306.03236).

import { qbinom } from "lib-r-math.js";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import {
  type Check,
  type Control,
  holds,
  type Study,
  type StudyContext,
  type StudyResult,
} from "../../study/legacy.ts";
import { corridorTask, mazeTask, messageTask, type Setting, settings, success, type Task } from "./arms.ts";
import { frozenEpisode, shuffledCount } from "./broken-bonuses.ts";
import { type Arms, arms, type Cell, cells } from "./cells.ts";
import { valueSpread } from "./value-spread.ts";

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
  context.signal.throwIfAborted();
  const [hub, one, fresh, room, ...between] = await arms(context, [
    { task: "corridors", seeds: many },
    { task: { contexts: 1 }, seeds },
    { task: { contexts: 0 }, seeds },
    { task: "messages", seeds },
    ...middle.map((contexts) => ({ task: { contexts }, seeds })),
  ]);
  const tasks = [
    [corridorTask.name, hub],
    [mazeTask(1).name, one],
    [mazeTask(0).name, fresh],
    [messageTask.name, room],
  ] as const;
  const others = middle.map((contexts, k) => [mazeTask(contexts).name, between[k]] as const);
  const bestAtEnds = (bonus: "episodic" | "global") =>
    settings.filter((setting) => [one, fresh].some((end) => settingOf(end[bonus]) === named(setting)));
  const few = seeds.slice(0, Math.max(3, Math.ceil(seeds.length / 2)));
  const mixed = await cells(
    context,
    MIXTURES.flatMap((sharedMap) =>
      (["episodic", "global"] as const).map((bonus) => ({
        ...{ task: { contexts: 0, sharedMap }, bonus, seeds: few },
        among: bestAtEnds(bonus),
      })),
    ),
  );
  const lead = (episodic: Cell, global: Cell) => episodic.mean - global.mean;
  const gaps = [
    lead(one.episodic, one.global),
    ...MIXTURES.map((_, k) => lead(mixed[2 * k], mixed[2 * k + 1])),
    lead(fresh.episodic, fresh.global),
  ];
  const bent = context.full ? (["elliptical", "elliptical × global"] as const) : [];
  const elliptical = (
    await cells(
      context,
      bent.map((bonus) => ({ task: { contexts: 0 }, bonus, seeds })),
    )
  ).map((cell, k) => `${bent[k]} ${shown(cell)}`);
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
const named = ({ learner, weight }: Setting) => `${learner}, weight ${weight}`;
const settingOf = ({ setting }: Cell) => named(setting);

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
