// Adaptive design: a REINFORCE learner that starts from a random policy, taught with a reward that is designed again and
// again for the policy it has, beside the original reward and two that are designed once.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { changedStates, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { playEpisode, tablePay } from "../../algorithms/tabular/episode.ts";
import { Random } from "../../core/random.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { type AdaptiveDesigner, adaptiveDesigner, invariantReward } from "./adaptive.ts";
import { designExplicable } from "./explicable.ts";
import { fourRooms } from "./four-rooms.ts";
import { lineKey } from "./line-key.ts";
import { reinforce } from "./reinforce.ts";

const ARMS = ["original", "invariance only", "explicable", "adaptive", "flipped"] as const;
type Arm = (typeof ARMS)[number];

/** Random first policies. */
const STARTS = 5;

interface Setting {
  readonly label: string;
  readonly mdp: TabularMdp;
  readonly episodes: number;
  /** Episodes between designs. */
  readonly every: number;
}

const line: Setting = { label: "line with key", mdp: lineKey(), episodes: 6_000, every: 5 };
const rooms: Setting = { label: "four rooms", mdp: fourRooms({ slip: 0.05 }), episodes: 10_000, every: 50 };

/** Both worlds, with the control whose advantage has the wrong sign and the one without constraints. */
export function teachingChecks(
  programs: LinearPrograms,
  streams: number,
  signal: AbortSignal,
): { checks: Check[]; controls: Control[]; measured: string } {
  const onLine = areas(line, programs, streams, signal);
  const inRooms = areas(rooms, programs, streams, signal);
  const all = (areasOf: Areas, arm: Arm) => areasOf[arm].map((a) => a.toFixed(3)).join(" ");
  return {
    checks: [...thresholds(line, onLine), ...thresholds(rooms, inRooms), constrained(programs)],
    controls: [
      {
        name: "adaptive design with the sign of A* flipped",
        failed: [onLine, inRooms].every(
          (a) => mean(a.flipped) < mean(a.adaptive) && mean(a.flipped) < mean(a.original),
        ),
        measured: [line, rooms]
          .map((setting, k) => {
            const a = k === 0 ? onLine : inRooms;
            return `${setting.label}: area ${mean(a.flipped).toFixed(4)}, original ${mean(a.original).toFixed(4)}`;
          })
          .join("; "),
      },
      unconstrained(programs),
    ],
    measured: `line with key: area under the return ${all(onLine, "adaptive")} (adaptive), ${all(onLine, "original")} (original)`,
  };
}

/** Area under the expected original return, mean over streams of episodes, one a start; as a share of the optimum. */
type Areas = Record<Arm, number[]>;

function areas(setting: Setting, programs: LinearPrograms, streams: number, signal: AbortSignal): Areas {
  const { mdp } = setting;
  const design = { ties: "keep" } as const;
  const explicable = designExplicable(programs, mdp, { ...design, choose: "sparing" });
  if (explicable === undefined) throw new Error(`no explicable design in ${setting.label}`);
  const teachers: Record<Arm, Float64Array | AdaptiveDesigner> = {
    original: mdp.reward,
    "invariance only": invariantReward(programs, mdp, design),
    explicable: explicable.reward,
    adaptive: adaptiveDesigner(programs, mdp, design),
    flipped: adaptiveDesigner(programs, mdp, { ...design, sign: -1 }),
  };
  const result: Areas = { original: [], "invariance only": [], explicable: [], adaptive: [], flipped: [] };
  for (const arm of ARMS) {
    for (let start = 0; start < STARTS; start++) {
      signal.throwIfAborted();
      const runs = Array.from({ length: streams }, (_, stream) => taughtArea(setting, teachers[arm], start, stream));
      result[arm].push(mean(runs));
    }
  }
  return result;
}

/** REINFORCE with step 0.01 on the five latest episodes of 30 steps, every two episodes, as in the released code. */
function taughtArea(setting: Setting, teacher: Float64Array | AdaptiveDesigner, start: number, stream: number): number {
  const { mdp, episodes, every } = setting;
  const random = Random.of(start, "adaptive design", "first policy");
  const learner = reinforce({
    states: mdp.states,
    actions: mdp.actions,
    discount: mdp.discount,
    horizon: 30,
    step: 0.01,
    every: 2,
    window: 5,
    average: "transitions",
    initial: mdp.reward.map(() => random.uniform(-1, 1)),
  });
  const table = teacher instanceof Float64Array ? teacher : new Float64Array(mdp.reward.length);
  const pay = tablePay(mdp, table);
  const world = Random.of(start, "adaptive design", stream, "world");
  const choices = Random.of(start, "adaptive design", stream, "choices");
  const optimum = optimalTarget(mdp).values.reduce((sum, v, s) => sum + v * mdp.start[s], 0);
  const returns: number[] = [];
  for (let episode = 0; episode < episodes; episode++) {
    if (!(teacher instanceof Float64Array) && episode % every === 0)
      table.set(teacher(softmaxPolicy(mdp, learner.table)));
    playEpisode(mdp, learner, pay, 30, world, choices);
    if ((episode + 1) % (episodes / 50) === 0)
      returns.push(expectedReturn(mdp, softmaxPolicy(mdp, learner.table)) / optimum);
  }
  return mean(returns);
}

function thresholds({ label }: Setting, a: Areas): Check[] {
  const list = (arm: Arm) => a[arm].map((x) => x.toFixed(3)).join(" ");
  const effect = pairedEffect(a["invariance only"], a.adaptive);
  const digits = (x: number | null) => (x ?? Number.NaN).toFixed(3);
  return [
    holds(
      `${label}: area under the return from ${STARTS} first policies, adaptive against invariance only`,
      "at least as large from every start",
      `${list("adaptive")} against ${list("invariance only")}; difference ${digits(effect.mean)} [${digits(effect.low)}, ${digits(effect.high)}]`,
      a.adaptive.every((x, k) => x >= a["invariance only"][k]),
    ),
    holds(
      `${label}: mean area, adaptive against the original reward`,
      "≥ 1.5 ×",
      `${mean(a.adaptive).toFixed(4)} against ${mean(a.original).toFixed(4)} (explicable, all states: ${mean(a.explicable).toFixed(4)})`,
      mean(a.adaptive) >= 1.5 * mean(a.original),
    ),
  ];
}

/** In how many states designs for random policies change what is optimal. */
function changes(programs: LinearPrograms, margin: number | "none" | undefined): number[] {
  return [line.mdp, rooms.mdp].flatMap((mdp) => {
    const target = optimalTarget(mdp);
    const design = adaptiveDesigner(programs, mdp, { ties: "keep", ...(margin === undefined ? {} : { margin }) });
    return Array.from({ length: 10 }, (_, seed) => {
      const random = Random.of(seed, "designs for random policies");
      const policy = softmaxPolicy(
        mdp,
        mdp.reward.map(() => random.normal()),
      );
      return changedStates(mdp, target, design(policy)).length;
    });
  });
}

function constrained(programs: LinearPrograms): Check {
  const changed = changes(programs, undefined);
  return holds(
    "states whose optimal actions change, adaptive designs for 20 random policies",
    "0 in all",
    `largest ${Math.max(...changed)}`,
    changed.every((n) => n === 0),
  );
}

function unconstrained(programs: LinearPrograms): Control {
  const changed = changes(programs, "none");
  return {
    name: "adaptive design without the constraints: the optimum must stay",
    failed: changed.some((n) => n > 0),
    measured: `changes in ${changed.filter((n) => n > 0).length} of ${changed.length} designs, up to ${Math.max(...changed)} states`,
  };
}
