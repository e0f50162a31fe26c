// What each search does with the repairs of a seed: arms by name, jobs, and shares of solved repairs by budget.

import { bestOf } from "../../algorithms/search/selection.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { leak, type ValuedCase } from "./audit.ts";
import { debated } from "./debate.ts";
import { BUDGETS, finishedOf, type Growing, noisy, type RepairNode, restarts, solvedAt, tree } from "./search.ts";
import { EDITS, onTrack, PLACES, type Repair, type ShopRepair, scaled, shopRepair, twin } from "./tasks.ts";

/** Noise of values, in points of −100 to 100. */
export const SIGMAS = [0, 20, 40, 80] as const;

/** Trees; restarts are not grown. */
const TREES = {
  MCTS: { rule: "MCTS" },
  "MCTS with hindsight": { rule: "MCTS", hindsight: true },
  "all terms of the code": { rule: "code" },
  "duplicates closed": { rule: "MCTS", duplicates: true },
  "no depth penalty": { rule: "MCTS", depthPenalty: 0 },
  "no back-up": { rule: "MCTS", backUp: false },
  "breadth first, no back-up": { rule: "breadth", backUp: false },
  "random tree": { rule: "random", hindsight: true },
  "shuffled values": { rule: "MCTS", shuffled: true },
} as const satisfies Record<string, Growing>;

/** Values of the shop that see more than shown tests. */
const SEEING = {
  "values that see hidden tests": (repair: ShopRepair): Repair => ({ ...repair, value: seesAll(repair) }),
  "values that know the right edits": (repair: ShopRepair): Repair => ({ ...repair, value: onTrack(repair.right) }),
};

type TreeName = keyof typeof TREES;
const treeNames = Object.keys(TREES).filter((name): name is TreeName => name in TREES);
type SeeingName = keyof typeof SEEING;
const seeingNames = Object.keys(SEEING).filter((name): name is SeeingName => name in SEEING);

/** Searches by name, in the order of the tables. */
export type SearchName = "restarts" | TreeName | SeeingName;
export const SEARCHES: readonly SearchName[] = ["restarts", ...treeNames, ...seeingNames];
/** Searches that meet every noise; on the shop the others meet the two smaller ones. */
const MAIN: readonly SearchName[] = ["restarts", "MCTS", "MCTS with hindsight"];

/** A search under a noise. */
export type Arm = `${SearchName}, σ = ${number}`;
export const armOf = (search: SearchName, sigma: number): Arm => `${search}, σ = ${sigma}`;

/** How an answer is chosen among the finished nodes of an MCTS of 48 nodes. */
export const CHOICES = [
  "highest reward",
  "mean on the path",
  "debate",
  "debate, herding 0.5",
  "debate, herding 1",
] as const;
export type AnswerRule = (typeof CHOICES)[number];
const AT = 48;

/** What an arm did under a seed. */
export interface Searched {
  /** Share of repairs that the answer solves, by budget. */
  readonly solved: readonly number[];
  /** Share of repairs that are solved by each choice of the answer; of MCTS alone. */
  readonly chosen?: Readonly<Record<AnswerRule, number>>;
}

/** Repairs of a seed. */
export interface RepairJob {
  readonly world: "twin" | "shop";
  readonly seed: number;
  readonly repairs: number;
}

/** What came of them. */
export interface RepairResult {
  readonly arms: Readonly<Record<Arm, Searched>>;
  /** Points of value by the share of hidden tests, of values that see shown tests and of those that see all; of the shop alone. */
  readonly leaks?: { readonly honest: number; readonly leaking: number };
  /** Mean value without noise after 0 … 6 edits: all right, and all right but the first; of the shop alone. */
  readonly values?: { readonly right: readonly number[]; readonly wrong: readonly number[] };
}

/** Runs every arm on the repairs of a seed. */
export async function searched({ world, seed, repairs: count }: RepairJob): Promise<RepairResult> {
  const task = (k: number) => Random.of(seed, "swe-search", world, k);
  if (world === "twin")
    return {
      arms: armsOn(
        Array.from({ length: count }, (_, k) => twin(task(k).stream("repair"))),
        task,
      ),
    };
  const repairs = Array.from({ length: count }, (_, k) => shopRepair(task(k).stream("repair")));
  return {
    arms: { ...armsOn(repairs, task, 20), ...seeingArms(repairs, task) },
    leaks: leaksOf(repairs, Random.of(seed, "swe-search", "audit")),
    values: valuesOf(repairs),
  };
}

export const searchPart = studyJob(import.meta.url, searched);

function armsOn(repairs: readonly Repair[], task: (k: number) => Random, most = 80): Record<Arm, Searched> {
  const arms: Record<Arm, Searched> = {};
  for (const sigma of SIGMAS) {
    for (const search of ["restarts", ...treeNames] as const) {
      if (sigma > most && !MAIN.includes(search)) continue;
      const trees = repairs.map((repair, k) => {
        const random = task(k).stream(search, sigma);
        return search === "restarts" ? restarts(repair, sigma, random) : tree(repair, sigma, TREES[search], random);
      });
      arms[armOf(search, sigma)] = {
        solved: solvedShares(repairs, trees),
        ...(search === "MCTS" ? { chosen: choicesOf(repairs, trees, (k) => task(k).stream("debate", sigma)) } : {}),
      };
    }
  }
  return arms;
}

function seeingArms(repairs: readonly ShopRepair[], task: (k: number) => Random): Record<Arm, Searched> {
  const arms: Record<Arm, Searched> = {};
  for (const search of seeingNames) {
    for (const sigma of [0, 20]) {
      const seeing = repairs.map(SEEING[search]);
      const trees = seeing.map((repair, k) => tree(repair, sigma, TREES.MCTS, task(k).stream(search, sigma)));
      arms[armOf(search, sigma)] = { solved: solvedShares(seeing, trees) };
    }
  }
  return arms;
}

function solvedShares(repairs: readonly Repair[], trees: readonly (readonly RepairNode[])[]): number[] {
  const solved = repairs.map((repair, k) => solvedAt(repair, trees[k]));
  return BUDGETS.map((_, b) => mean(solved.map((one) => one[b])));
}

function choicesOf(
  repairs: readonly Repair[],
  trees: readonly (readonly RepairNode[])[],
  random: (k: number) => Random,
): Record<AnswerRule, number> {
  const share = (
    choose: (finished: readonly RepairNode[], solves: readonly number[], k: number) => RepairNode | undefined,
  ) =>
    mean(
      repairs.map((repair, k) => {
        const finished = finishedOf(trees[k], AT);
        if (finished.length === 0) return 0;
        const solves = finished.map(({ state }) => repair.solved(state));
        const chosen = choose(finished, solves, k);
        return chosen === undefined ? 0 : repair.solved(chosen.state);
      }),
    );
  const debate = (herding: number) =>
    share((finished, solves, k) => finished[debated(solves, herding, random(k).stream(herding))]);
  return {
    "highest reward": share((finished) => bestOf(finished, "reward")),
    "mean on the path": share((finished) => bestOf(finished, "path")),
    debate: debate(0),
    "debate, herding 0.5": debate(0.5),
    "debate, herding 1": debate(1),
  };
}

const seesAll = ({ tested }: ShopRepair): Repair["value"] => {
  return (edits) => {
    const { shown, hidden } = tested(edits);
    return scaled((shown + hidden) / 2);
  };
};

/** Finished repairs that the audit looks at, of each bug; each place is right with this chance. */
const [AUDITED, OFTEN] = [24, 0.8];

function leaksOf(repairs: readonly ShopRepair[], random: Random): { honest: number; leaking: number } {
  const [honest, leaking]: [ValuedCase[], ValuedCase[]] = [[], []];
  for (const [k, repair] of repairs.entries()) {
    const all = seesAll(repair);
    for (let n = 0; n < AUDITED; n++) {
      const edits = repair.right.map((edit) => (random.uniform() < OFTEN ? edit : random.integer(EDITS)));
      const { shown, hidden } = repair.tested(edits);
      const seen = `${k}: ${shown}`;
      honest.push({ seen, hidden, value: noisy(repair.value(edits), 20, random) });
      leaking.push({ seen, hidden, value: noisy(all(edits), 20, random) });
    }
  }
  return { honest: leak(honest), leaking: leak(leaking) };
}

function valuesOf(repairs: readonly ShopRepair[]) {
  const after = (edits: number, first: (right: number) => number) =>
    mean(
      repairs.map(({ right, value }) => value(right.slice(0, edits).map((edit, k) => (k === 0 ? first(edit) : edit)))),
    );
  const depths = Array.from({ length: PLACES + 1 }, (_, depth) => depth);
  return {
    right: depths.map((depth) => after(depth, (edit) => edit)),
    wrong: depths.map((depth) => after(depth, (edit) => (edit + 1) % EDITS)),
  };
}
