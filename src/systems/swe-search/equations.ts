// Numbers of the paper's code and of the twin that are known exactly, and the majority of debaters.

import { codeScore, meanOnPath } from "../../algorithms/search/selection.ts";
import { rootOf } from "../../algorithms/search/tree.ts";
import { Random } from "../../core/random.ts";
import { wilson } from "../../evaluation/statistics/interval.ts";
import { agreeingWith, below, near } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { ofEstimate } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import { majority } from "./debate.ts";
import { BUDGETS, type RepairNode, restarts, solvedAt } from "./search.ts";
import { type Edits, LINEAR, PLACES, restartsExactly, twin } from "./tasks.ts";

/** Runs of the actor, and searches of eight restarts, that are counted. */
const [RUNS, TASKS] = [4000, 4000];
/** Share of estimates within three standard errors. */
const THREE = 0.9973;
const AT = BUDGETS.indexOf(48);

export function searchEquations(seed: number): Claim[] {
  return [selectionVectors(), ...twinEquations(seed), ...majorityEquations()];
}

/** Scores that the released code computes for nodes under a parent of seven visits. */
function selectionVectors(): Claim {
  const nodeAt = (depth: number, reward: number, visits: number, children: number): RepairNode => {
    const under = (parent: RepairNode | undefined, at: number) => ({
      ...rootOf<Edits, number>([], 1),
      parent,
      depth: at,
    });
    let parent: RepairNode = { ...rootOf<Edits, number>([]), visits: 7 };
    for (let d = 1; d < depth; d++) parent = { ...under(parent, d), visits: 7 };
    const node = { ...under(parent, depth), reward, visits };
    return { ...node, children: Array.from({ length: children }, () => under(node, depth + 1)) };
  };
  const [top, middle, leaf] = [
    { visits: 4, sum: 210 },
    { visits: 3, sum: 160 },
    { visits: 1, sum: 90 },
  ].map((counts) => ({ ...rootOf<Edits, number>([]), ...counts }));
  const path = meanOnPath({ ...leaf, parent: { ...middle, parent: top } }) ?? Number.NaN;
  const scores = [nodeAt(3, 60, 2, 0), nodeAt(1, 40, 1, 1), nodeAt(2, -20, 3, 0)].map(codeScore<Edits, number>());
  return equation(
    "the code's selection at known nodes",
    matching(
      ["r 60", "r 40, one child", "r −20", "mean of V/N on a path"],
      [...scores, path],
      [109.600744, 40.594959, -20.325991, 65.277778],
      1e-6,
    ),
  );
}

/** The actor alone, and the best of eight runs, on the twin. */
function twinEquations(seed: number): Claim[] {
  const random = (k: number) => Random.of(seed, "swe-search", "equations", k);
  const repairs = Array.from({ length: RUNS }, (_, k) => twin(random(k).stream("repair")));
  const runs = repairs.map((repair, k) => restarts(repair, 0, random(k)));
  const counted = (solved: (k: number) => number, n: number) =>
    ofEstimate(
      wilson(
        Array.from({ length: n }, (_, k) => solved(k)).reduce((a, b) => a + b, 0),
        n,
        THREE,
      ),
    );
  return [
    equation(
      "the twin: one run in 4,000 tasks solves (.8·.55 + .2·.15)⁶, within three standard errors",
      is(
        counted((k) => repairs[k].solved(runs[k][PLACES].state), RUNS),
        agreeingWith(LINEAR),
      ),
    ),
    equation(
      "the twin: best of eight runs at σ = 0, each in a task of its own",
      is(1 - (1 - LINEAR) ** 8, near(0.083, 5e-5)),
    ),
    equation(
      "the twin: best of eight runs at σ = 0 in one task, whose hard places they share, within three standard errors",
      is(
        counted((k) => solvedAt(repairs[k], runs[k])[AT], TASKS),
        agreeingWith(restartsExactly(8)),
      ),
    ),
  ];
}

/** The majority of five debaters, exactly. */
function majorityEquations(): Claim[] {
  const herding = [0, 0.25, 0.5, 0.75, 1];
  const right = herding.map(majority);
  return [
    equation("majority of 5 debaters of accuracy 0.6, who do not herd", is(right[0], near(0.68256, 1e-9))),
    equation(
      "debaters that take over what another one said are right less often than those that do not",
      herding.flatMap((one, k) => [
        beside(`herding ${one}`, right[k]),
        ...(k === 0 ? [] : [is(right[k] - right[0], below(0), "less herding 0")]),
      ]),
    ),
  ];
}
