// From a reward as it is written in YAML or JSON to its plan. All that can be declared can also be composed in TypeScript from the
// functions of this room.

import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { scaled } from "./combine.ts";
import {
  type FormContext,
  type RewardDeclaration,
  type RewardMap,
  type RewardNames,
  rewardDeclaration,
  rewardForms,
} from "./forms.ts";
import type { LearntWeights } from "./learnt-reward.ts";

type Path = FormContext["path"];

/**
 * From a declaration to a plan. Throws a UserError with the path below `path` for each problem. A learnt reward pays nothing where
 * `learnt` knows no weights of it yet, and is refused where there is no `learnt`.
 */
export function rewardPlan(
  declaration: unknown,
  names: RewardNames,
  path: Path = [],
  learnt?: LearntWeights,
): RewardPlan {
  const made = (declared: RewardDeclaration, at: Path): RewardPlan => {
    if (typeof declared === "string") return names.get(declared, at).make({}, at);
    const plan = within(at, () => formed(declared, { ...places(at), names, learnt }));
    return declared.weight === undefined ? plan : scaled(plan, declared.weight);
  };
  const places = (at: Path) => ({
    path: at,
    part: (declared: RewardDeclaration, ...keys: (string | number)[]) => made(declared, [...at, ...keys]),
    at: (key: string, make: () => RewardPlan) => within([...at, key], make),
  });
  return made(checked(rewardDeclaration, declaration, path), path);
}

function formed(declaration: RewardMap, context: FormContext): RewardPlan {
  for (const form of Object.values(rewardForms)) {
    const plan = form.plan(declaration, context);
    if (plan !== undefined) return plan;
  }
  throw new Error("a declared reward that has the key of no form");
}

/** Problems met while a part is built, or later when it meets a world, get the part's path. */
function within(path: Path, build: () => RewardPlan): RewardPlan {
  const plan = located(path, build);
  return (spec, memory) => located(path, () => plan(spec, memory));
}

function located<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.problems.map((problem) => (problem.path === undefined ? { ...problem, path } : problem)));
  }
}
